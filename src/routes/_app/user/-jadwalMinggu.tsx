/** A coach's week to read and print: classes and free time as blocks on a time scale, one below the other where there is no room for seven days. */
import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { CallOutput, jadwalPelatih } from '#contract/calls.ts'
import { Hari, SlotPelatih } from '#contract/enums.ts'
import { formatRentang, isiSlot, mingguKosong, rentang, slotKelas, statusDi, type HariKe } from '#contract/rules/jadwal.ts'
import { formatJam } from '#contract/rules/tanggal.ts'
import { JadwalPelatih } from '#src/data/calls.ts'
import '#src/styles/jadwal.css'

type Kelas = CallOutput<typeof jadwalPelatih>['kelas'][number]
/** Classes by slot: `1 0` is Monday's first. */
export const kelasPerSlot = (kelas: readonly Kelas[]): Map<string, Kelas[]> => {
  const found = new Map<string, Kelas[]>()
  for (const k of kelas) for (const ke of slotKelas(k)) found.set(`${k.hari} ${ke}`, [...found.get(`${k.hari} ${ke}`) ?? [], k])
  return found
}

interface Blok { hari: HariKe; mulai: string; selesai: string; status?: 1 | 2 | 3; kelas?: Kelas }
/** Rows of the scale: five minutes each. */
const langkah = (jam: string) => Math.round((Number(jam.slice(0, 2)) * 60 + Number(jam.slice(3))) / 5)

export const Minggu = ({ id }: { id: number }) => {
  const { slot, kelas, pelatih } = JadwalPelatih.useData({ id })
  const minggu = isiSlot(mingguKosong, slot)
  const terisi = kelasPerSlot(kelas)
  const bebas = rentang((hari, ke) => (terisi.has(`${hari} ${ke}`) || statusDi(minggu, hari, ke) === 3 ? undefined : String(statusDi(minggu, hari, ke))))
  const semua: Blok[] = [...bebas.map((r): Blok => ({ ...r, status: r.kunci === '1' ? 1 : 2 })), ...kelas.map((k): Blok => ({ hari: k.hari, mulai: k.jam_mulai, selesai: k.jam_selesai, kelas: k }))]
  if (semua.length === 0) return <p className="dim" style={{ margin: 0 }}>Belum ada jadwal kosong maupun kelas</p>
  // From the full hour before the first block to the one after the last.
  const dari = Math.floor(Math.min(...semua.map((b) => langkah(b.mulai))) / 12)
  const sampai = Math.ceil(Math.max(...semua.map((b) => langkah(b.selesai))) / 12)
  const baris = { gridTemplateRows: `repeat(${(sampai - dari) * 12}, var(--langkah))` }
  const tempat = (mulai: string, selesai: string) => ({ gridRow: `${langkah(mulai) - dari * 12 + 1} / ${langkah(selesai) - dari * 12 + 1}` })
  // Where one outlet is all there is, its name would only take room.
  const beberapa = new Set(kelas.map((k) => k.gedung)).size > 1
  return (
    <section className="minggu" aria-label={`Jadwal mingguan ${pelatih.name}`}>
      <div className="skala" aria-hidden style={baris}>
        {Array.from({ length: sampai - dari }, (_, i) => { const jam = `${String(dari + i).padStart(2, '0')}:00`; return <span key={jam} style={tempat(jam, `${String(dari + i + 1).padStart(2, '0')}:00`)}>{formatJam(jam)}</span> })}
      </div>
      {Hari.options.map((h) => {
        const sehari = semua.filter((b) => b.hari === h.value).toSorted((a, b) => (a.mulai < b.mulai ? -1 : 1))
        return (
          <div key={h.value} className="harian">
            <h2>{h.label}</h2>
            <ul style={baris}>
              {sehari.map(({ mulai, selesai, kelas: k, status = 3, hari }) => (k ? (
                <li key={`${k.id} ${mulai} ${k.nama}`} className="isi" style={tempat(mulai, selesai)} title={k.nama}>
                  <b>{k.kursus ?? k.nama}</b> <span>{formatRentang({ hari, mulai, selesai })}</span>{k.ruang && <> <span>{beberapa && k.gedung ? `${k.ruang}, ${k.gedung}` : k.ruang}</span></>}
                </li>
              ) : (
                <li key={mulai} className="slot" data-status={status} style={tempat(mulai, selesai)}><span>{SlotPelatih.label(status)}</span> <span>{formatRentang({ hari, mulai, selesai })}</span></li>
              )))}
              {sehari.length === 0 && <li className="libur dim">Tidak bisa</li>}
            </ul>
          </div>
        )
      })}
    </section>
  )
}

/** The week as a tab of a coach's record. */
export const JadwalGuru = ({ id, ubah }: { id: number; ubah: boolean }) => {
  const navigate = useNavigate()
  return (
    <div className="form">
      <div className="actions noPrint" style={{ justifyContent: 'flex-end' }}>
        {ubah && <Button variant="default" onClick={() => void navigate({ to: '/user/ubah-jadwal-pelatih', search: { id } })}>Ubah jadwal kosong</Button>}
        <Button variant="default" onClick={() => window.print()}>Cetak</Button>
      </div>
      <Minggu id={id} />
    </div>
  )
}
