/** Trying promos out: what each would give a student for courses on a day, and why not. Nothing is written. */
import { Button, TextInput } from '@mantine/core'
import { Suspense, useState, type FormEvent } from 'react'
import { hariIni, tahunSah } from '#contract/rules/tanggal.ts'
import { PromoCoba } from '#src/data/calls.ts'
import { DataTable } from '#src/ui/DataTable.tsx'
import { Boundary } from '#src/ui/Failed.tsx'
import { FormSkeleton } from '#src/ui/form.tsx'
import { Picker, Pickers } from '#src/ui/form/Picker.tsx'
import { rupiah } from '#src/ui/format.ts'
import { PlaceLink } from '#src/ui/PlaceLink.tsx'
import { Badge } from '#src/ui/table.tsx'
import type { PromoRow } from './-syarat.ts'

interface Coba {
  peserta_id: number
  kursus: number[]
  tanggal: string
  kode: string | null
}

export const CobaPromo = ({ promo }: { promo: PromoRow }) => {
  const [peserta, setPeserta] = useState<number | null>(null)
  const [kursus, setKursus] = useState<number[]>([])
  const [tanggal, setTanggal] = useState(hariIni())
  const [kode, setKode] = useState(promo.kode ?? '')
  const [missing, setMissing] = useState(false)
  const [asked, setAsked] = useState<Coba>()
  const submit = (e: FormEvent) => {
    e.preventDefault()
    const whole = peserta !== null && kursus.length > 0 && tahunSah.test(tanggal)
    setMissing(!whole)
    if (whole) setAsked({ peserta_id: peserta, kursus, tanggal, kode: kode.trim() || null })
  }
  const wajib = (empty: boolean) => (missing && empty ? 'Wajib diisi' : undefined)
  return (
    <div className="form">
      <p className="dim" style={{ margin: 0 }}>
        Menghitung seperti tagihan bulan itu, bersama kursus lain keluarganya. Tidak ada yang
        disimpan.
      </p>
      <form className="form" onSubmit={submit} noValidate>
        <div className="fields">
          <Picker
            label="Peserta"
            resource="user"
            filter={{ jenis: 'peserta' }}
            value={peserta}
            onChange={setPeserta}
            required
            error={wajib(peserta === null)}
          />
          <Pickers
            label="Kursus"
            resource="kursus"
            placeholder=""
            description="Yang belum diikuti dihitung sebagai kursus baru"
            value={kursus}
            onChange={setKursus}
            required
            error={wajib(kursus.length === 0)}
          />
          <TextInput
            label="Tanggal"
            type="date"
            value={tanggal}
            onChange={(e) => setTanggal(e.currentTarget.value)}
            required
            error={
              tanggal === ''
                ? wajib(true)
                : missing && !tahunSah.test(tanggal)
                  ? 'Isi tahun antara 1900 dan 2099'
                  : undefined
            }
          />
          <TextInput
            label="Kode Promo"
            value={kode}
            onChange={(e) => setKode(e.currentTarget.value)}
            maxLength={30}
            autoComplete="off"
          />
        </div>
        <div className="actions">
          <Button type="submit">Coba</Button>
        </div>
      </form>
      {asked && (
        <Boundary resetKey={JSON.stringify(asked)}>
          <Suspense fallback={<FormSkeleton />}>
            <Hasil input={asked} promo={promo} />
          </Suspense>
        </Boundary>
      )}
    </div>
  )
}

const Hasil = ({ input, promo }: { input: Coba; promo: PromoRow }) => {
  const hasil = PromoCoba.useRead(input)
  const sum = (key: 'bruto' | 'diskon') => hasil.baris.reduce((total, b) => total + b[key], 0)
  const deskripsi = new Map(hasil.baris.map((b) => [b.id, b.deskripsi]))
  // This promo first: it is the one that is asked about.
  const rows = [
    ...hasil.promo.filter((p) => p.id === promo.id),
    ...hasil.promo.filter((p) => p.id !== promo.id),
  ]
  return (
    <div className="form" aria-live="polite">
      <p style={{ margin: 0 }}>
        {hasil.akun_billing
          ? `Keluarga ${hasil.akun_billing}`
          : 'Peserta ini belum punya akun billing'}
        {hasil.kursus_lain > 0
          ? `, dengan ${hasil.kursus_lain} kursus lain yang ikut dihitung`
          : ''}
        .
      </p>
      <DataTable
        caption="Hasil percobaan"
        rows={hasil.baris}
        rowKey={(b) => b.id}
        columns={[
          { label: 'Baris', cell: (b) => b.deskripsi },
          { label: 'Promo', cell: (b) => b.promo.join(' + ') || <span className="dim">–</span> },
          {
            label: 'Harga',
            right: true,
            cell: (b) => rupiah(b.bruto),
            total: rupiah(sum('bruto')),
          },
          {
            label: 'Diskon',
            right: true,
            cell: (b) => (b.diskon > 0 ? rupiah(-b.diskon) : '–'),
            total: rupiah(-sum('diskon')),
          },
          {
            label: 'Menjadi',
            right: true,
            cell: (b) => rupiah(b.bruto - b.diskon),
            total: rupiah(sum('bruto') - sum('diskon')),
          },
        ]}
      />
      <DataTable
        caption="Setiap promo"
        rows={rows}
        rowKey={(p) => p.id}
        columns={[
          {
            label: 'Promo',
            cell: (p) => (
              <span>
                {p.id === promo.id ? (
                  <b>{p.nama}</b>
                ) : (
                  <PlaceLink to="/promo/view" search={{ id: p.id }}>
                    {p.nama}
                  </PlaceLink>
                )}
                <span className="dim" style={{ display: 'block', fontSize: '.8125rem' }}>
                  {p.kode ? `Kode ${p.kode}` : 'Otomatis'}
                </span>
              </span>
            ),
          },
          {
            label: 'Hasil',
            cell: (p) => (
              <Badge tone={p.diskon > 0 ? 'green' : 'gray'}>
                {p.diskon > 0 ? 'Diberikan' : 'Tidak'}
              </Badge>
            ),
          },
          { label: 'Mengapa', cell: (p) => <Mengapa putusan={p.putusan} deskripsi={deskripsi} /> },
          { label: 'Diskon', right: true, cell: (p) => (p.diskon > 0 ? rupiah(p.diskon) : '–') },
        ]}
      />
    </div>
  )
}
/** One reason where it is the same for all lines, else line by line. */
const Mengapa = ({
  putusan,
  deskripsi,
}: {
  putusan: { baris_id: number; diskon: number; alasan: string | null }[]
  deskripsi: ReadonlyMap<number, string>
}) => {
  const texts = putusan.map((v) => v.alasan ?? `Diberikan ${rupiah(v.diskon)}`)
  if (new Set(texts).size <= 1) return <>{texts[0] ?? '–'}</>
  return (
    <ul className="syarat">
      {putusan.map((v, i) => (
        <li key={v.baris_id}>
          {deskripsi.get(v.baris_id)}: {texts[i]}
        </li>
      ))}
    </ul>
  )
}
