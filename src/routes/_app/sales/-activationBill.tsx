/** Second half of step 2 of the activation wizard: start day, promo code and first bill. */
import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { partText } from '#contract/billing/rules/paper/paperText.ts'
import type { CallInput, CallOutput } from '#contract/call.ts'
import type { addEnrolment, previewEnrolment } from '#contract/sales/activationCalls.ts'
import { ApiError } from '#src/data/api/http.ts'
import { AddEnrolment, PreviewEnrolment } from '#src/data/calls.ts'
import type { ActivationSubject } from '#src/routes/_app/sales/-activationRoute.ts'
import { HoldError } from '#src/routes/_app/sales/-activationSearch.tsx'
import type { Slot } from '#src/routes/_app/sales/-activationSlot.tsx'
import { askReason } from '#src/state/feedback.ts'
import { Note } from '#src/ui/feedback/Note.tsx'
import { Fields } from '#src/ui/form/fields/Fields.tsx'
import { FormSkeleton } from '#src/ui/form/form.tsx'
import { bulan, rupiah, tanggal, tanggalWithDay } from '#src/ui/format/format.ts'
import { Dim } from '#src/ui/format/Words.tsx'
import { useSettled } from '#src/ui/hooks/useSettled.ts'
import { DataTable } from '#src/ui/list/table/DataTable.tsx'
import { selectArrow } from '#src/ui/list/Tool.tsx'
import { Subhead } from '#src/ui/record/Facts.tsx'
import { foundIn, isSoft } from '#src/ui/schedule/Conflicts.tsx'

type Preview = CallOutput<typeof previewEnrolment>
type Bill = Preview['tagihan']
type Input = CallInput<typeof addEnrolment>
export type Enrolment = CallOutput<typeof addEnrolment>

/** Preview of the first bill, with exactly the amounts that its draft will have. */
export const FirstBill = ({ bill, price }: { bill: Bill; price: number }) => (
  <section aria-label="Tagihan pertama">
    <Subhead>{`Tagihan pertama, ${bulan(bill.periode)}`}</Subhead>
    <Text size="sm" c="dimmed" mb="xs">
      Harga sebulan {rupiah(price)}
      {bill.jatuh_tempo && `. Jatuh tempo ${tanggal(bill.jatuh_tempo)}`}
      {bill.nama_tagihan && `. Atas nama ${bill.nama_tagihan}`}
    </Text>
    {bill.halangan && (
      <Note tone="orange" mb="xs">
        Uang kursus bulan ini tidak ditagih: {bill.halangan.toLowerCase()}.
      </Note>
    )}
    <DataTable
      caption="Baris tagihan pertama"
      empty="Tidak ada yang ditagih."
      rows={bill.baris}
      rowKey={(b) => b.deskripsi}
      columns={[
        {
          label: 'Baris',
          cell: (b) => (
            <span>
              {b.deskripsi}
              {partText(b) && <Dim style={{ display: 'block' }}>{partText(b)}</Dim>}
              {b.diskon > 0 && (
                <Dim style={{ display: 'block' }}>
                  Diskon {rupiah(b.diskon)}: {b.diskon_alasan}
                </Dim>
              )}
            </span>
          ),
        },
        { label: 'Harga', right: true, cell: (b) => rupiah(b.harga_satuan) },
        { label: 'Jumlah', right: true, cell: (b) => rupiah(b.jumlah), total: rupiah(bill.total) },
      ]}
    />
    {bill.total_tagihan !== bill.total && (
      <Text size="sm" mt="xs">
        Digabung dengan baris lain keluarga ini: draft tagihannya {rupiah(bill.total_tagihan)}.
      </Text>
    )}
  </section>
)

/**
 * Note with the error of the preview. It is not shown for an error of the promo code, because the
 * field of the code shows this error.
 */
const PreviewError = ({ error }: { error: ApiError }) => {
  if (error.fields.some((f) => f.field === 'kode_promo')) return null
  return <HoldError error={error} />
}
const codeError = (error: unknown): string | undefined =>
  error instanceof ApiError
    ? error.fields.find((f) => f.field === 'kode_promo')?.message
    : undefined

/**
 * Returns the choices for the first bill with their setters, and the preview of the bill. If no
 * start day is chosen, the preview uses the first possible day of the held slot. `laterDays`: days
 * that can be chosen instead of this day.
 */
const useBill = (of: ActivationSubject, kode: string) => {
  const [mulai, setMulai] = useState('')
  const [stand, setStand] = useState<Pick<Input, 'konfirmasi' | 'alasan_bentrok'>>({})
  const kode_promo = useSettled(kode.trim()) || null
  const base = PreviewEnrolment.usePreview({ mulai: null, kode_promo, ...stand }, of)
  const later = PreviewEnrolment.usePreview(
    mulai === '' ? undefined : { mulai, kode_promo, ...stand },
    of,
  )
  const shownPreview = mulai === '' ? base : later
  const isSettled = kode_promo === (kode.trim() || null)
  return {
    mulai,
    setMulai,
    setStand,
    input: { mulai: mulai || null, kode_promo, ...stand },
    laterDays: base.data?.mulai_lain ?? [],
    data: shownPreview.error ? undefined : shownPreview.data,
    error: shownPreview.error,
    isFetching: shownPreview.isFetching,
    isReady:
      Boolean(shownPreview.data) && !shownPreview.error && !shownPreview.isFetching && isSettled,
    again: () => void base.refetch(),
  }
}
type Trying = ReturnType<typeof useBill>

/** Shows the preview of the first bill, or the error of the preview. */
const BillPreview = ({ bill }: { bill: Trying }) => {
  const { data, error, isFetching } = bill
  const finding = foundIn(error)
  const confirmSoft = async () => {
    const konflik = finding?.konflik ?? []
    const alasan_bentrok = await askReason({
      title: 'Daftarkan walau ada bentrok?',
      body: konflik.map((k) => k.pesan).join('. '),
      confirm: 'Lanjutkan',
    })
    const konfirmasi = [...new Set(konflik.map((k) => k.jenis))]
    if (alasan_bentrok !== null) bill.setStand({ konfirmasi, alasan_bentrok })
  }
  if (error instanceof ApiError)
    return (
      <>
        <PreviewError error={error} />
        {isSoft(finding) && (
          <Button variant="default" onClick={() => void confirmSoft()}>
            Tetap lanjutkan dengan alasan
          </Button>
        )}
      </>
    )
  if (!data) return <FormSkeleton />
  return (
    <div aria-busy={isFetching} style={{ opacity: isFetching ? 0.6 : 1 }}>
      <FirstBill bill={data.tagihan} price={data.harga_bulanan} />
      {data.menunggu && (
        <Note tone="orange" mt="md">
          Belum aktif sampai beres: {data.menunggu}. Tempatnya tetap dipegang.
        </Note>
      )}
    </div>
  )
}

export const CourseStep = ({
  of,
  slot,
  onDone,
}: {
  of: ActivationSubject
  slot: Slot
  onDone: (enrolment: Enrolment) => void
}) => {
  const [kode, setKode] = useState('')
  const bill = useBill(of, kode)
  const [refused, setRefused] = useState<ApiError>()
  const send = AddEnrolment.useMutation({ quiet: true, params: of })
  const finish = async () => {
    if (!bill.data) return
    setRefused(undefined)
    try {
      onDone(await send.mutateAsync({ ...bill.input, total: bill.data.tagihan.total_tagihan }))
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setRefused(failure)
      bill.again()
    }
  }
  const options = bill.laterDays.map((m) => ({
    value: m.mulai,
    label: `${tanggalWithDay(m.mulai)}: tagihan pertama ${bulan(m.periode)} ${rupiah(m.total)}`,
  }))
  return (
    <Stack>
      <Fields>
        <NativeSelect
          label="Mulai"
          rightSection={selectArrow}
          value={bill.mulai}
          onChange={(e) => bill.setMulai(e.currentTarget.value)}
          data={[{ value: '', label: tanggalWithDay(slot.mulai) }, ...options]}
          description="Mulai lebih lambat mengubah tagihan pertama"
        />
        <TextInput
          label="Kode Promo"
          maxLength={30}
          value={kode}
          error={codeError(bill.error)}
          onChange={(e) => setKode(e.currentTarget.value)}
          description="Promo otomatis sudah dihitung"
        />
      </Fields>
      <BillPreview bill={bill} />
      <HoldError error={refused} />
      <Group justify="flex-end">
        <Button
          onClick={() => void finish()}
          disabled={!bill.isReady || slot.habis}
          loading={send.isPending}
        >
          Daftarkan dan buat draft tagihan
        </Button>
      </Group>
    </Stack>
  )
}
