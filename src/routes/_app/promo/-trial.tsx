/**
 * Trial run of promos: shows the discount for the courses of a student on a chosen day, or the
 * reason why there is no discount. Nothing is stored.
 */
import { Button, Flex, Stack, TextInput, Text, Group } from '@mantine/core'
import { Suspense, useState, type FormEvent } from 'react'
import { currentDay, validYear } from '#contract/values/tanggal.ts'
import { TryPromo } from '#src/data/calls.ts'
import { Boundary } from '#src/ui/feedback/Failed.tsx'
import { DateField } from '#src/ui/form/dates/DateField.tsx'
import { Fields } from '#src/ui/form/fields/Fields.tsx'
import { FormSkeleton } from '#src/ui/form/form.tsx'
import { Picker } from '#src/ui/form/pickers/Picker.tsx'
import { Pickers } from '#src/ui/form/pickers/Pickers.tsx'
import { isDay, rupiah } from '#src/ui/format/format.ts'
import { Dim } from '#src/ui/format/Words.tsx'
import { DataTable } from '#src/ui/list/table/DataTable.tsx'
import { Badge } from '#src/ui/list/table/table.tsx'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'
import type { PromoRow } from './-conditions.ts'

interface TrialInput {
  peserta_id: number
  kursus: number[]
  tanggal: string
  kode: string | null
}

/** Returns the error of the typed day; undefined if it is valid. */
const dayError = (day: string) => {
  if (day === '') return 'Wajib diisi'
  if (!isDay(day)) return 'Tanggal tidak valid'
  return validYear.test(day) ? undefined : 'Isi tahun antara 1900 dan 2099'
}

export const PromoTrial = ({ promo }: { promo: PromoRow }) => {
  const [peserta, setPeserta] = useState<number | null>(null)
  const [kursus, setKursus] = useState<number[]>([])
  const [tanggal, setTanggal] = useState(currentDay())
  const [kode, setKode] = useState(promo.kode ?? '')
  const [missing, setMissing] = useState(false)
  const [trialInput, setTrialInput] = useState<TrialInput>()
  const submit = (e: FormEvent) => {
    e.preventDefault()
    const whole = peserta !== null && kursus.length > 0 && isDay(tanggal) && validYear.test(tanggal)
    setMissing(!whole)
    if (whole) setTrialInput({ peserta_id: peserta, kursus, tanggal, kode: kode.trim() || null })
  }
  const requiredError = (empty: boolean) => (missing && empty ? 'Wajib diisi' : undefined)
  return (
    <Stack>
      <Text c="dimmed">
        Menghitung seperti tagihan bulan itu, bersama kursus lain keluarganya. Tidak ada yang
        disimpan.
      </Text>
      <Flex component="form" direction="column" gap="md" onSubmit={submit} noValidate>
        <Fields>
          <Picker
            label="Peserta"
            resource="user"
            filter={{ jenis: 'peserta' }}
            value={peserta}
            onChange={setPeserta}
            required
            error={requiredError(peserta === null)}
          />
          <Pickers
            label="Kursus"
            resource="kursus"
            placeholder=""
            description="Yang belum diikuti dihitung sebagai kursus baru"
            value={kursus}
            onChange={setKursus}
            required
            error={requiredError(kursus.length === 0)}
          />
          <DateField
            label="Tanggal"
            value={tanggal}
            onChange={setTanggal}
            required
            error={missing ? dayError(tanggal) : undefined}
          />
          <TextInput
            label="Kode Promo"
            value={kode}
            onChange={(e) => setKode(e.currentTarget.value)}
            maxLength={30}
            autoComplete="off"
          />
        </Fields>
        <Group gap="0.5rem">
          <Button type="submit">Coba</Button>
        </Group>
      </Flex>
      {trialInput && (
        <Boundary resetKey={JSON.stringify(trialInput)}>
          <Suspense fallback={<FormSkeleton />}>
            <TrialResult input={trialInput} promo={promo} />
          </Suspense>
        </Boundary>
      )}
    </Stack>
  )
}

const TrialResult = ({ input, promo }: { input: TrialInput; promo: PromoRow }) => {
  const result = TryPromo.useSuspensePost(input)
  const sum = (key: 'bruto' | 'diskon') => result.baris.reduce((total, b) => total + b[key], 0)
  const deskripsi = new Map(result.baris.map((b) => [b.id, b.deskripsi]))
  // Lists the promo of the current record first, because the user started the trial run for this
  // promo.
  const rows = [
    ...result.promo.filter((p) => p.id === promo.id),
    ...result.promo.filter((p) => p.id !== promo.id),
  ]
  return (
    <Stack aria-live="polite">
      <p style={{ margin: 0 }}>
        {result.akun_billing
          ? `Keluarga ${result.akun_billing}`
          : 'Peserta ini belum punya akun billing'}
        {result.kursus_lain > 0
          ? `, dengan ${result.kursus_lain} kursus lain yang ikut dihitung`
          : ''}
        .
      </p>
      <DataTable
        caption="Hasil percobaan"
        rows={result.baris}
        rowKey={(b) => b.id}
        columns={[
          { label: 'Baris', cell: (b) => b.deskripsi },
          { label: 'Promo', cell: (b) => b.promo.join(' + ') || <Dim>–</Dim> },
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
                <Dim style={{ display: 'block', fontSize: '0.8125rem' }}>
                  {p.kode ? `Kode ${p.kode}` : 'Otomatis'}
                </Dim>
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
          {
            label: 'Mengapa',
            cell: (p) => <TrialReasons putusan={p.putusan} deskripsi={deskripsi} />,
          },
          { label: 'Diskon', right: true, cell: (p) => (p.diskon > 0 ? rupiah(p.diskon) : '–') },
        ]}
      />
    </Stack>
  )
}
/**
 * Outcome of a promo for each bill line: the discount, or the reason why the line gets no discount.
 * If the outcome is equal for all lines, it is shown only once.
 */
const TrialReasons = ({
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
