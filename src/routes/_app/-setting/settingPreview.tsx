/** Live previews of the effect of the typed settings. */
import { Box, Text } from '@mantine/core'
import { useDeferredValue, useState, type ReactNode } from 'react'
import * as z from 'zod/mini'
import { formatNomor, checkNomorFormat, perGedung } from '#contract/billing/rules/numberFormat.ts'
import { BillTemplate, billTexts } from '#contract/billing/rules/paper/billText.ts'
import { proratedFee } from '#contract/billing/rules/prorata.ts'
import { generateDates } from '#contract/billing/rules/tagihan.ts'
import type { Enum } from '#contract/enums.ts'
import { WaTemplate, waTexts } from '#contract/sales/rules/waText.ts'
import { DendaTier, dendaText } from '#contract/settings/collection.ts'
import {
  ConfirmTemplate,
  confirmTexts,
  MailTemplate,
  mailTexts,
} from '#contract/settings/mailText.ts'
import { numberedPapers, type NumberedPaper } from '#contract/settings/settingCalls.ts'
import { type SettingGroup } from '#contract/settings/settings.ts'
import { formatRupiah, percentOf } from '#contract/values/rupiah.ts'
import {
  addDays,
  addMonths,
  formatPeriode,
  formatTanggal,
  currentDay,
  validYear,
} from '#contract/values/tanggal.ts'
import { SettingNomor } from '#src/data/setting.ts'
import { PembukuanPreview } from '#src/routes/_app/-setting/lockPreview.tsx'
import { PreviewBox } from '#src/routes/_app/-setting/previewBox.tsx'
import { DateField } from '#src/ui/form/dates/DateField.tsx'
import { Fields } from '#src/ui/form/fields/Fields.tsx'
import { Picker } from '#src/ui/form/pickers/Picker.tsx'
import { useFormValue } from '#src/ui/form/useForm.ts'
import { isDay, persen } from '#src/ui/format/format.ts'
import { Dim } from '#src/ui/format/Words.tsx'

/**
 * Returns the typed value of a field if it is a whole number within the bounds; otherwise
 * undefined.
 */
const useWholeNumber = (name: string, min: number, max: number): number | undefined => {
  const value = useFormValue(name)
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
    ? value
    : undefined
}
const sampleAmount = 475_000

const TagihanPreview = () => {
  const [hari_terbit, jatuh_tempo_hari, pembulatan] = [
    useWholeNumber('hari_terbit', 1, 31),
    useWholeNumber('jatuh_tempo_hari', 1, 31),
    useWholeNumber('pembulatan', 1, 1_000_000_000),
  ]
  const periode = addMonths(currentDay().slice(0, 7), 1)
  const tanggal =
    hari_terbit && jatuh_tempo_hari
      ? generateDates({ periode, hari_terbit, jatuh_tempo_hari, today: currentDay() })
      : undefined
  return (
    <PreviewBox>
      {tanggal && (
        <Text>
          Tagihan {formatPeriode(periode)}: terbit <b>{formatTanggal(tanggal.tanggal_terbit)}</b>,
          jatuh tempo <b>{formatTanggal(tanggal.jatuh_tempo)}</b>.
        </Text>
      )}
      {pembulatan && (
        <Text>
          Biaya bulanan {formatRupiah(sampleAmount)}, 3 dari 4 pertemuan:{' '}
          {formatRupiah((sampleAmount / 4) * 3)} dibulatkan menjadi{' '}
          <b>
            {formatRupiah(proratedFee(sampleAmount, { pembilang: 3, penyebut: 4 }, pembulatan))}
          </b>
          .
        </Text>
      )}
    </PreviewBox>
  )
}

type NextNomor = { kode: string | null; urut: number | null } | undefined
/** Shows the next number of a number format, or the reason why the format is invalid. */
const NextNomorText = ({
  format,
  tanggal,
  nomor,
}: {
  format: string
  tanggal: string
  nomor: NextNomor
}) => {
  const [problem] = checkNomorFormat(format)
  if (problem)
    return (
      <Text span c="var(--mantine-color-error)">
        {problem}
      </Text>
    )
  if (!nomor) return '…'
  if (perGedung(format) && !nomor.kode) return 'pilih outlet'
  return nomor.urut === null ? (
    '…'
  ) : (
    <b>{formatNomor(format, { tanggal, sequence: nomor.urut + 1, gedung: nomor.kode })}</b>
  )
}
const NextNomorLine = ({
  label,
  format,
  tanggal,
  nomor,
}: {
  label: string
  format: string
  tanggal: string
  nomor: NextNomor
}) => (
  <Text>
    {label}: <NextNomorText format={format} tanggal={tanggal} nomor={nomor} />
    {checkNomorFormat(format).length === 0 && (
      <Dim>
        {' '}
        {perGedung(format) ? '(tiap outlet berurut sendiri)' : '(semua outlet satu urutan)'}
      </Dim>
    )}
  </Text>
)
/** Returns the typed number format without surrounding spaces. */
const useFormat = (name: string): string => String(useFormValue(name) ?? '').trim()
const useAsked = (format: string): string | undefined =>
  useDeferredValue(checkNomorFormat(format).length === 0 ? format : undefined)
const NomorPreview = () => {
  const [tanggal, setTanggal] = useState(currentDay())
  const [gedung, setGedung] = useState<number | null>(null)
  const formats = {
    tagihan: useFormat('format_nomor_tagihan'),
    kuitansi: useFormat('format_nomor_kuitansi'),
    pengeluaran: useFormat('format_nomor_pengeluaran'),
    konfirmasi: useFormat('format_nomor_konfirmasi'),
  }
  const requestFormats = {
    tagihan: useAsked(formats.tagihan),
    kuitansi: useAsked(formats.kuitansi),
    pengeluaran: useAsked(formats.pengeluaran),
    konfirmasi: useAsked(formats.konfirmasi),
  }
  const valid = isDay(tanggal) && validYear.test(tanggal)
  const { data } = SettingNomor.useOptionalQuery(
    {
      tanggal,
      ...(gedung !== null && { gedung_id: String(gedung) }),
      ...(requestFormats.tagihan && { tagihan: requestFormats.tagihan }),
      ...(requestFormats.kuitansi && { kuitansi: requestFormats.kuitansi }),
      ...(requestFormats.pengeluaran && { pengeluaran: requestFormats.pengeluaran }),
      ...(requestFormats.konfirmasi && { konfirmasi: requestFormats.konfirmasi }),
    },
    { enabled: valid },
  )
  const nextOf = (jenis: NumberedPaper): NextNomor => {
    const seri = data?.seri.find((x) => x.jenis === jenis)
    return data && seri ? { kode: data.kode, urut: seri.urut } : undefined
  }
  return (
    <PreviewBox>
      <Text c="dimmed">
        Kode: {'{YYYY}'} atau {'{YY}'} tahun, {'{MM}'} atau {'{romawi}'} bulan, {'{0001}'} nomor
        urut dengan banyak angkanya, {'{gedung}'} kode outlet. Urutan mulai dari 1 tiap bulan, dan
        nomor yang sudah dipakai tidak diberikan lagi.
      </Text>
      <Box maw="34rem" mb="sm">
        <Fields>
          <Picker
            label="Outlet"
            resource="gedung"
            placeholder="Semua outlet"
            value={gedung}
            onChange={setGedung}
          />
          <DateField label="Tanggal dokumen" value={tanggal} onChange={setTanggal} />
        </Fields>
      </Box>
      {valid && (
        <>
          {numberedPapers.map((jenis) => (
            <NextNomorLine
              key={jenis}
              label={`Nomor ${jenis} berikutnya`}
              format={formats[jenis]}
              tanggal={tanggal}
              nomor={nextOf(jenis)}
            />
          ))}
        </>
      )}
    </PreviewBox>
  )
}

const PembayaranPreview = () => {
  const [ppn, ambang] = [
    useWholeNumber('ppn_persen', 0, 10_000),
    useWholeNumber('meterai_ambang', 0, Number.MAX_SAFE_INTEGER - 1),
  ]
  return (
    <PreviewBox>
      {ppn !== undefined && (
        <Text>
          {ppn === 0 ? (
            'PPN tidak dipungut dan tidak tampil pada tagihan.'
          ) : (
            <>
              Baris kena PPN {formatRupiah(sampleAmount)} ditambah PPN {persen(ppn)}:{' '}
              <b>{formatRupiah(sampleAmount + percentOf(sampleAmount, ppn))}</b>.
            </>
          )}
        </Text>
      )}
      {ambang !== undefined && (
        <Text>
          Kuitansi {formatRupiah(ambang)} tanpa kotak meterai; <b>{formatRupiah(ambang + 1)}</b>{' '}
          memuatnya.
        </Text>
      )}
    </PreviewBox>
  )
}

const PenagihanPreview = () => {
  const [reminders, denda] = [
    useFormValue('pengingat_hari'),
    z.safeParse(z.array(DendaTier), useFormValue('denda_tier')),
  ]
  const due = `${addMonths(currentDay().slice(0, 7), 1)}-10`
  const days = Array.isArray(reminders)
    ? reminders
        .filter((d): d is number => Number.isInteger(d) && Math.abs(d) <= 366)
        .toSorted((a, b) => a - b)
    : []
  return (
    <PreviewBox>
      <Text>
        Tagihan {formatRupiah(sampleAmount)} yang jatuh tempo {formatTanggal(due)} dan belum
        dibayar:
      </Text>
      <Text>
        {days.length === 0
          ? 'tidak diingatkan'
          : `diingatkan ${days.map((d) => formatTanggal(addDays(due, d))).join(', ')}`}
      </Text>
      {denda.success &&
        denda.data.map((t, i) => (
          <Text key={i}>
            {dendaText(t)}, sejak {formatTanggal(addDays(due, t.dari_hari))}:{' '}
            <b>{formatRupiah(t.tipe === 'persen' ? percentOf(sampleAmount, t.nilai) : t.nilai)}</b>
          </Text>
        ))}
      {denda.success && denda.data.length === 0 && <Text>tanpa denda</Text>}
      <TextPreviews of={billTexts} templates={BillTemplate} />
    </PreviewBox>
  )
}

const SalesPreview = () => (
  <PreviewBox>
    <TextPreviews of={waTexts} templates={WaTemplate} />
  </PreviewBox>
)
const SuratPreview = () => (
  <PreviewBox>
    <TextPreviews of={mailTexts} templates={MailTemplate} />
    <TextPreviews of={confirmTexts} templates={ConfirmTemplate} />
  </PreviewBox>
)
/** Lists the placeholders that the texts may contain, and a preview of each text. */
const TextPreviews = ({ of, templates }: { of: Texts; templates: Enum<string> }) => (
  <>
    <Placeholders of={of} />
    {templates.options.map(({ value, label }) => (
      <TextPreview key={value} of={of} name={value} label={label} />
    ))}
  </>
)
interface Texts {
  placeholders: readonly string[]
  check: (text: string) => string[]
  preview: (text: string) => string
}
const Placeholders = ({ of }: { of: Pick<Texts, 'placeholders'> }) => (
  <Text c="dimmed">Yang dapat ditulis: {of.placeholders.map((name) => `{${name}}`).join(' ')}</Text>
)
/**
 * Preview of a text with sample values for its placeholders, as the recipient would read the text.
 */
const TextPreview = ({ of, name, label }: { of: Texts; name: string; label: string }) => {
  const text = String(useFormValue(name) ?? '')
  const [problem] = of.check(text)
  return (
    <Text style={{ whiteSpace: 'pre-line' }}>
      <b>{label}:</b>{' '}
      {problem ? (
        <Text span c="var(--mantine-color-error)">
          {problem}
        </Text>
      ) : (
        of.preview(text)
      )}
    </Text>
  )
}

const previews: Partial<Record<SettingGroup, () => ReactNode>> = {
  tagihan: TagihanPreview,
  nomor: NomorPreview,
  pembayaran: PembayaranPreview,
  penagihan: PenagihanPreview,
  pembukuan: PembukuanPreview,
  sales: SalesPreview,
  surat: SuratPreview,
}
/** Renders the preview of a settings group; nothing for a group without a preview. */
export const SettingPreview = ({ grup: group }: { grup: SettingGroup }) => {
  const Preview = previews[group]
  return Preview ? <Preview /> : null
}
