/** A coach's week to read and print: classes and free time. */
import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { CallOutput, jadwalPelatih } from '#contract/calls.ts'
import { SlotPelatih } from '#contract/enums.ts'
import {
  formatRentang,
  isiSlot,
  mingguKosong,
  rentang,
  slotKelas,
  statusDi,
} from '#contract/rules/jadwal.ts'
import { JadwalPelatih } from '#src/data/calls.ts'
import { Minggu as WeekGrid, type Blok } from '#src/ui/Minggu.tsx'

type Kelas = CallOutput<typeof jadwalPelatih>['kelas'][number]
/** Classes by slot: `1 0` is Monday's first. */
export const kelasPerSlot = (kelas: readonly Kelas[]): Map<string, Kelas[]> => {
  const found = new Map<string, Kelas[]>()
  for (const k of kelas)
    for (const ke of slotKelas(k))
      found.set(`${k.hari} ${ke}`, [...(found.get(`${k.hari} ${ke}`) ?? []), k])
  return found
}

export const Minggu = ({ id }: { id: number }) => {
  const { slot, kelas, pelatih } = JadwalPelatih.useData({ id })
  const minggu = isiSlot(mingguKosong, slot)
  const terisi = kelasPerSlot(kelas)
  const bebas = rentang((hari, ke) =>
    terisi.has(`${hari} ${ke}`) || statusDi(minggu, hari, ke) === 3
      ? undefined
      : String(statusDi(minggu, hari, ke)),
  )
  // Where one outlet is all there is, its name would only take room.
  const beberapa = new Set(kelas.map((k) => k.gedung)).size > 1
  const blok: Blok[] = [
    ...bebas.map((r): Blok => {
      const status = r.kunci === '1' ? 1 : 2
      return {
        ...r,
        key: r.mulai,
        status,
        isi: (
          <>
            <span>{SlotPelatih.label(status)}</span> <span>{formatRentang(r)}</span>
          </>
        ),
      }
    }),
    ...kelas.map((k): Blok => {
      const r = { hari: k.hari, mulai: k.jam_mulai, selesai: k.jam_selesai }
      return {
        ...r,
        key: `${k.id} ${k.jam_mulai} ${k.nama}`,
        title: k.nama,
        isi: (
          <>
            <b>{k.kursus ?? k.nama}</b> <span>{formatRentang(r)}</span>
            {k.ruang && (
              <>
                {' '}
                <span>{beberapa && k.gedung ? `${k.ruang}, ${k.gedung}` : k.ruang}</span>
              </>
            )}
          </>
        ),
      }
    }),
  ]
  return (
    <WeekGrid
      label={`Jadwal mingguan ${pelatih.name}`}
      blok={blok}
      kosong="Tidak bisa"
      belum="Belum ada jadwal kosong maupun kelas"
    />
  )
}

/** The week as a tab of a coach's record. */
export const JadwalGuru = ({ id, ubah }: { id: number; ubah: boolean }) => {
  const navigate = useNavigate()
  return (
    <div className="form">
      <div className="actions noPrint" style={{ justifyContent: 'flex-end' }}>
        {ubah && (
          <Button
            variant="default"
            onClick={() => void navigate({ to: '/user/ubah-jadwal-pelatih', search: { id } })}
          >
            Ubah jadwal kosong
          </Button>
        )}
        <Button variant="default" onClick={() => window.print()}>
          Cetak
        </Button>
      </div>
      <Minggu id={id} />
    </div>
  )
}
