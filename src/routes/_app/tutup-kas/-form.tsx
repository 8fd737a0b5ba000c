/** Form of a cash closing: receipts of the day, expected cash in the till, and counted cash. */
import { Stack, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, type RefObject } from 'react'
import { expectedCash } from '#contract/billing/rules/paper/till.ts'
import { coveredDays } from '#contract/billing/rules/paper/tillText.ts'
import type { previewClosing } from '#contract/billing/tutupKasCalls.ts'
import type { CallOutput } from '#contract/call.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import { PreviewClosing } from '#src/data/resources/tutupKas.ts'
import { differenceText } from '#src/routes/_app/tutup-kas/-closing.tsx'
import { cashFacts, LineTable } from '#src/routes/_app/tutup-kas/-lines.tsx'
import { NoteCount } from '#src/routes/_app/tutup-kas/-notes.tsx'
import { amountOf, Field, Form, useField, useValue } from '#src/routes/_app/tutup-kas/-parts.ts'
import { Note } from '#src/ui/feedback/Note.tsx'
import { FormSection } from '#src/ui/form/FormSection.tsx'
import { dayOf, numberText, rupiah, tanggal as formatDay } from '#src/ui/format/format.ts'
import { Facts } from '#src/ui/record/Facts.tsx'

type Preview = CallOutput<typeof previewClosing>

/**
 * Returns the preview of a cash closing for the chosen outlet and day, refetched every 30 s;
 * undefined until both are chosen.
 */
const usePreview = () => {
  const [gedung, day] = [useValue('gedung_id'), dayOf(useValue('tanggal'))]
  const isReady = typeof gedung === 'number' && day !== null
  const query = PreviewClosing.useOptionalQuery(
    { gedung_id: String(gedung), tanggal: day ?? '' },
    { enabled: isReady, every: 30_000 },
  )
  return { preview: isReady ? query.data : undefined, error: isReady ? query.error : null }
}
/**
 * Returns the expected cash (`seharusnya`) and the amounts that add up to it (`till`), in rupiah.
 * The amounts come from the preview and from the typed fields.
 */
const useTill = (preview: Preview | undefined) => {
  const awal = useValue('awal')
  const till = {
    kas_awal: preview?.awal ?? amountOf(awal),
    tunai: preview?.tunai ?? 0,
    pengembalian: preview?.pengembalian ?? 0,
    kas_masuk: amountOf(useValue('kas_masuk')),
    kas_keluar: amountOf(useValue('kas_keluar')),
  }
  return { till, seharusnya: expectedCash(till) }
}

const Expenses = ({ banyak, jumlah }: Preview['pengeluaran']) =>
  banyak === 0 ? null : (
    <Text size="sm" c="dimmed">
      {numberText(banyak)} pengeluaran sales tunai senilai {rupiah(jumlah)} disetujui untuk hari
      itu. Jika dibayar dari laci, isi sebagai kas keluar.
    </Text>
  )

const Received = ({ preview, day }: { preview: Preview; day: string }) => (
  <Stack className="wide" gap="sm">
    {preview.halangan && (
      <Note tone="orange" role="alert">
        {preview.halangan}.
      </Note>
    )}
    {preview.dari < day && (
      <Note>
        Mencakup {coveredDays({ dari: preview.dari, tanggal: day })}: hari sebelumnya belum ditutup.
      </Note>
    )}
    <LineTable lines={preview.baris} />
    <Expenses {...preview.pengeluaran} />
  </Stack>
)

/**
 * Shows the expected cash and its difference from the counted cash. The field for the reason
 * appears if there is a difference, or if the field has a value or an error.
 */
const Difference = ({ seharusnya }: { seharusnya: number }) => {
  const dihitung = useValue('dihitung')
  const { value, error } = useField('alasan_selisih')
  const selisih = amountOf(dihitung) - seharusnya
  const isCounted = typeof dihitung === 'number'
  return (
    <>
      <Text className="wide" aria-live="polite">
        Seharusnya <b>{rupiah(seharusnya)}</b>
        {isCounted && (
          <>
            . <b>{differenceText(selisih)}</b>
          </>
        )}
        .
      </Text>
      {((isCounted && selisih !== 0) || error || value) && (
        <Field name="alasan_selisih" wide required />
      )}
    </>
  )
}
const Left = () => {
  const remainder = amountOf(useValue('dihitung')) - amountOf(useValue('disetor'))
  return (
    <Text className="wide" size="sm" c="dimmed" aria-live="polite">
      Sisa di laci {rupiah(Math.max(0, remainder))}: kas awal hari berikutnya.
    </Text>
  )
}
/**
 * Fields for cash put into or taken from the till for other reasons. The field for the explanation
 * is shown if one of these amounts is entered, or if it has a value or an error.
 */
const OtherCash = () => {
  const otherCash = amountOf(useValue('kas_masuk')) + amountOf(useValue('kas_keluar'))
  const { value, error } = useField('keterangan_kas')
  return (
    <>
      <Field name="kas_masuk" />
      <Field name="kas_keluar" />
      {(otherCash > 0 || value || error) && <Field name="keterangan_kas" wide required />}
    </>
  )
}

const ClosingFields = ({ seenRef }: { seenRef: RefObject<Seen> }) => {
  const { preview, error } = usePreview()
  const day = dayOf(useValue('tanggal'))
  const { till, seharusnya } = useTill(preview)
  const carried = preview?.awal ?? null
  useEffect(() => {
    seenRef.current = { carried, seharusnya: preview ? seharusnya : undefined }
  }, [seenRef, carried, seharusnya, preview])
  return (
    <>
      <Field name="gedung_id" />
      <Field name="tanggal" />
      {error && (
        <Note tone="red" className="wide" role="alert">
          {error.message}
        </Note>
      )}
      {preview && (
        <>
          <Received preview={preview} day={day ?? preview.dari} />
          <FormSection title="Kas yang seharusnya ada">
            <div className="wide">
              <Facts items={cashFacts(till)} />
            </div>
            {carried === null && <Field name="awal" required />}
            <OtherCash />
          </FormSection>
          <FormSection title="Uang fisik di laci">
            <Field name="dihitung" />
            <NoteCount />
            <Difference seharusnya={seharusnya} />
            <Field name="disetor" />
            <Left />
            <Field name="catatan" wide />
          </FormSection>
        </>
      )}
    </>
  )
}

/** Values that the form last showed. */
interface Seen {
  /** Cash in rupiah that the previous closing left in the till; null without a previous closing. */
  carried: number | null
  /**
   * Expected cash in rupiah, sent with the closing. The server rejects the closing if the expected
   * cash has changed.
   */
  seharusnya: number | undefined
}
export const ClosingForm = ({ gedung_id, tanggal }: { gedung_id?: number; tanggal?: string }) => {
  const navigate = useNavigate()
  const seenRef = useRef<Seen>({ carried: null, seharusnya: undefined })
  return (
    <Form
      initial={{ tanggal: tanggal ?? currentDay(), ...(gedung_id !== undefined && { gedung_id }) }}
      submitLabel="Tutup kas"
      prepare={async (input) => ({
        ...input,
        awal: seenRef.current.carried === null ? input.awal : null,
        dilihat: seenRef.current.seharusnya,
      })}
      nameOf={(row) => formatDay(row.tanggal)}
      link={({ id }) => ({ to: '/tutup-kas/view', search: { id } })}
      onSaved={({ id }) => void navigate({ to: '/tutup-kas/view', search: { id }, replace: true })}
    >
      <ClosingFields seenRef={seenRef} />
    </Form>
  )
}
