/** What the settings of a group come to, while they are typed. */
import { TextInput } from '@mantine/core'
import { useDeferredValue, useState, type ReactNode } from 'react'
import * as z from 'zod/mini'
import { formatNomor, periksaFormatNomor, perGedung } from '#contract/rules/nomor.ts'
import { biayaProrata } from '#contract/rules/prorata.ts'
import { formatRupiah, percentOf } from '#contract/rules/rupiah.ts'
import { tanggalGenerate } from '#contract/rules/tagihan.ts'
import {
  addDays,
  addMonths,
  formatPeriode,
  formatTanggal,
  hariIni,
  tahunSah,
} from '#contract/rules/tanggal.ts'
import { DendaTier, sebutDenda, type GrupSetting } from '#contract/settings.ts'
import { SettingNomor } from '#src/data/setting.ts'
import { Picker } from '#src/ui/form/Picker.tsx'
import { useFormValue } from '#src/ui/form/useForm.ts'
import { persen } from '#src/ui/format.ts'

const Kotak = ({ children }: { children: ReactNode }) => (
  <section className="wide settingPreview" aria-label="Pratinjau">
    <h2>Pratinjau</h2>
    {children}
  </section>
)
/** A whole number within bounds, while it is being typed. */
const useAngka = (name: string, min: number, max: number): number | undefined => {
  const value = useFormValue(name)
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
    ? value
    : undefined
}
const contoh = 475_000

const Tagihan = () => {
  const [hari_terbit, jatuh_tempo_hari, pembulatan] = [
    useAngka('hari_terbit', 1, 31),
    useAngka('jatuh_tempo_hari', 1, 31),
    useAngka('pembulatan', 1, 1_000_000_000),
  ]
  const periode = addMonths(hariIni().slice(0, 7), 1)
  const tanggal =
    hari_terbit && jatuh_tempo_hari
      ? tanggalGenerate({ periode, hari_terbit, jatuh_tempo_hari, hariIni: hariIni() })
      : undefined
  return (
    <Kotak>
      {tanggal && (
        <p>
          Tagihan {formatPeriode(periode)}: terbit <b>{formatTanggal(tanggal.tanggal_terbit)}</b>,
          jatuh tempo <b>{formatTanggal(tanggal.jatuh_tempo)}</b>.
        </p>
      )}
      {pembulatan && (
        <p>
          Biaya bulanan {formatRupiah(contoh)}, 3 dari 4 pertemuan: {formatRupiah((contoh / 4) * 3)}{' '}
          dibulatkan menjadi{' '}
          <b>{formatRupiah(biayaProrata(contoh, { pembilang: 3, penyebut: 4 }, pembulatan))}</b>.
        </p>
      )}
    </Kotak>
  )
}

type Berikut = { kode: string | null; urut: number | null } | undefined
/** The next number of a format, or what is missing for it. */
const NomorBerikut = ({
  format,
  tanggal,
  nomor,
}: {
  format: string
  tanggal: string
  nomor: Berikut
}) => {
  const [masalah] = periksaFormatNomor(format)
  if (masalah) return <span style={{ color: 'var(--mantine-color-error)' }}>{masalah}</span>
  if (!nomor) return '…'
  if (perGedung(format) && !nomor.kode) return 'pilih outlet'
  return nomor.urut === null ? (
    '…'
  ) : (
    <b>{formatNomor(format, { tanggal, urut: nomor.urut + 1, gedung: nomor.kode })}</b>
  )
}
const Seri = ({
  label,
  format,
  tanggal,
  nomor,
}: {
  label: string
  format: string
  tanggal: string
  nomor: Berikut
}) => (
  <p>
    {label}: <NomorBerikut format={format} tanggal={tanggal} nomor={nomor} />
    {periksaFormatNomor(format).length === 0 && (
      <span className="dim">
        {' '}
        {perGedung(format) ? '(tiap outlet berurut sendiri)' : '(semua outlet satu urutan)'}
      </span>
    )}
  </p>
)
/** A format as it is being typed; the server is asked once it is good. */
const useFormat = (name: string): string => String(useFormValue(name) ?? '').trim()
const useAsked = (format: string): string | undefined =>
  useDeferredValue(periksaFormatNomor(format).length === 0 ? format : undefined)
const Nomor = () => {
  const [tanggal, setTanggal] = useState(hariIni())
  const [gedung, setGedung] = useState<number | null>(null)
  const [tagihan, kuitansi] = [
    useFormat('format_nomor_tagihan'),
    useFormat('format_nomor_kuitansi'),
  ]
  const asked = { tagihan: useAsked(tagihan), kuitansi: useAsked(kuitansi) }
  const valid = tahunSah.test(tanggal)
  const { data } = SettingNomor.useMaybe(
    {
      tanggal,
      ...(gedung !== null && { gedung_id: String(gedung) }),
      ...(asked.tagihan && { tagihan: asked.tagihan }),
      ...(asked.kuitansi && { kuitansi: asked.kuitansi }),
    },
    { enabled: valid },
  )
  const dari = (jenis: 'tagihan' | 'kuitansi'): Berikut => {
    const seri = data?.seri.find((x) => x.jenis === jenis)
    return data && seri ? { kode: data.kode, urut: seri.urut } : undefined
  }
  return (
    <Kotak>
      <p className="dim">
        Kode: {'{YYYY}'} atau {'{YY}'} tahun, {'{MM}'} atau {'{romawi}'} bulan, {'{0001}'} nomor
        urut dengan banyak angkanya, {'{gedung}'} kode outlet. Urutan mulai dari 1 tiap bulan, dan
        nomor yang sudah dipakai tidak diberikan lagi.
      </p>
      <div className="fields">
        <Picker
          label="Outlet"
          resource="gedung"
          placeholder="Semua outlet"
          value={gedung}
          onChange={setGedung}
        />
        <TextInput
          type="date"
          label="Tanggal dokumen"
          value={tanggal}
          onChange={(e) => setTanggal(e.currentTarget.value)}
        />
      </div>
      {valid && (
        <>
          <Seri
            label="Nomor tagihan berikutnya"
            format={tagihan}
            tanggal={tanggal}
            nomor={dari('tagihan')}
          />
          <Seri
            label="Nomor kuitansi berikutnya"
            format={kuitansi}
            tanggal={tanggal}
            nomor={dari('kuitansi')}
          />
        </>
      )}
    </Kotak>
  )
}

const Pembayaran = () => {
  const [ppn, ambang] = [
    useAngka('ppn_persen', 0, 10_000),
    useAngka('meterai_ambang', 0, Number.MAX_SAFE_INTEGER - 1),
  ]
  return (
    <Kotak>
      {ppn !== undefined && (
        <p>
          {ppn === 0 ? (
            'PPN tidak dipungut dan tidak tampil pada tagihan.'
          ) : (
            <>
              Baris kena PPN {formatRupiah(contoh)} ditambah PPN {persen(ppn)}:{' '}
              <b>{formatRupiah(contoh + percentOf(contoh, ppn))}</b>.
            </>
          )}
        </p>
      )}
      {ambang !== undefined && (
        <p>
          Kuitansi {formatRupiah(ambang)} tanpa kotak meterai; <b>{formatRupiah(ambang + 1)}</b>{' '}
          memuatnya.
        </p>
      )}
    </Kotak>
  )
}

const Penagihan = () => {
  const [hari, denda] = [
    useFormValue('pengingat_hari'),
    z.safeParse(z.array(DendaTier), useFormValue('denda_tier')),
  ]
  const tempo = `${addMonths(hariIni().slice(0, 7), 1)}-10`
  const days = Array.isArray(hari)
    ? hari
        .filter((d): d is number => Number.isInteger(d) && Math.abs(d) <= 366)
        .toSorted((a, b) => a - b)
    : []
  return (
    <Kotak>
      <p>
        Tagihan {formatRupiah(contoh)} yang jatuh tempo {formatTanggal(tempo)} dan belum dibayar:
      </p>
      <p>
        {days.length === 0
          ? 'tidak diingatkan'
          : `diingatkan ${days.map((d) => formatTanggal(addDays(tempo, d))).join(', ')}`}
      </p>
      {denda.success &&
        denda.data.map((t, i) => (
          <p key={i}>
            {sebutDenda(t)}, sejak {formatTanggal(addDays(tempo, t.dari_hari))}:{' '}
            <b>{formatRupiah(t.tipe === 'persen' ? percentOf(contoh, t.nilai) : t.nilai)}</b>
          </p>
        ))}
      {denda.success && denda.data.length === 0 && <p>tanpa denda</p>}
    </Kotak>
  )
}

const Pembukuan = () => {
  const value = useFormValue('kunci_buku_sampai')
  const sampai = typeof value === 'string' && tahunSah.test(value) ? value : undefined
  return (
    <Kotak>
      <p>
        {sampai ? (
          <>
            Transaksi dapat dicatat mulai <b>{formatTanggal(addDays(sampai, 1))}</b>.
          </>
        ) : (
          'Buku terbuka: transaksi tanggal berapa pun dapat dicatat.'
        )}
      </p>
    </Kotak>
  )
}

const pratinjau: Partial<Record<GrupSetting, () => ReactNode>> = {
  tagihan: Tagihan,
  nomor: Nomor,
  pembayaran: Pembayaran,
  penagihan: Penagihan,
  pembukuan: Pembukuan,
}
/** Nothing for a group that needs none. */
export const Pratinjau = ({ grup }: { grup: GrupSetting }) => {
  const Isi = pratinjau[grup]
  return Isi ? <Isi /> : null
}
