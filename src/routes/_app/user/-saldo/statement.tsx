/** Statement of the bills and payments of a payer in a period, on screen and on paper. */
import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { omittedRowsText } from '#contract/billing/rules/paper/paperText.ts'
import { statementPaper } from '#contract/billing/rules/paper/statementPaper.ts'
import type { rekeningKoran } from '#contract/billing/saldoCalls.ts'
import type { CallOutput } from '#contract/call.ts'
import type { Letterhead } from '#contract/catalog/letterhead.ts'
import { addDays, addMonths, currentDay, firstDay } from '#contract/values/tanggal.ts'
import { RekeningKoran, saveStatement } from '#src/data/calls.ts'
import { useCan } from '#src/data/session/session.ts'
import { LastSent, StatementMail } from '#src/routes/_app/user/-saldo/statementMail.tsx'
import { useOutletKop } from '#src/routes/_app/user/-saldo/useKop.ts'
import { Can } from '#src/ui/access/Can.tsx'
import { Note } from '#src/ui/feedback/Note.tsx'
import { DateField } from '#src/ui/form/dates/DateField.tsx'
import { FormSkeleton } from '#src/ui/form/form.tsx'
import { rupiah, shortTanggal, waktu } from '#src/ui/format/format.ts'
import { DataTable } from '#src/ui/list/table/DataTable.tsx'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'
import { PaperSheet } from '#src/ui/print/PaperSheet.tsx'
import { PdfButton, PrintedAlone, useKop } from '#src/ui/print/print.tsx'
import { printWhole } from '#src/ui/print/printing.ts'
import { Facts } from '#src/ui/record/Facts.tsx'

type Statement = CallOutput<typeof rekeningKoran>
type Line = Statement['baris'][number]
interface Period {
  dari: string
  sampai: string
}

const monthOf = (day: string): string => day.slice(0, 7)
const lastOf = (month: string): string => addDays(firstDay(addMonths(month, 1)), -1)
/** Returns the periods that the user can choose with one click. */
const presetsOf = (today: string): { label: string; period: Period }[] => {
  const month = monthOf(today)
  const before = addMonths(month, -1)
  return [
    { label: 'Bulan ini', period: { dari: firstDay(month), sampai: today } },
    { label: 'Bulan lalu', period: { dari: firstDay(before), sampai: lastOf(before) } },
    { label: '3 bulan', period: { dari: firstDay(addMonths(month, -2)), sampai: today } },
    { label: 'Tahun ini', period: { dari: `${today.slice(0, 4)}-01-01`, sampai: today } },
    { label: '12 bulan', period: { dari: firstDay(addMonths(month, -11)), sampai: today } },
  ]
}

/**
 * Formats the debt that the payer has after a statement row. A negative debt is shown as an
 * overpayment.
 */
const owedText = (sisa: number): string =>
  sisa < 0 ? `${rupiah(-sisa)} lebih bayar` : rupiah(sisa)
const amount = (n: number): string => (n === 0 ? '' : rupiah(n))
/**
 * Adds its index to each statement row. The index serves as the key, because two rows may be
 * identical.
 */
const numbered = (lines: readonly Line[]) => lines.map((line, index) => ({ ...line, at: index }))
const LineText = ({ line }: { line: Line }) => {
  const mayOpenBill = useCan('billing/view')
  const mayOpenPayment = useCan('billing-payment/view')
  if (line.payment_id !== null && mayOpenPayment)
    return (
      <PlaceLink to="/billing-payment/view" search={{ id: line.payment_id }}>
        {line.uraian}
      </PlaceLink>
    )
  if (line.billing_id !== null && mayOpenBill)
    return (
      <PlaceLink to="/billing/view" search={{ id: line.billing_id }}>
        {line.uraian}
      </PlaceLink>
    )
  return line.uraian
}

const StatementTable = ({ data }: { data: Statement }) => (
  <Stack>
    <Facts
      items={[
        ['Sisa awal', owedText(data.awal.sisa)],
        ['Tagihan', rupiah(data.total_tagihan)],
        ['Pembayaran', rupiah(data.total_bayar)],
        ['Sisa akhir', <b key="akhir">{owedText(data.akhir.sisa)}</b>],
        ['Saldo akhir', rupiah(data.akhir.saldo)],
      ]}
    />
    <DataTable
      caption="Rekening koran"
      empty="Tidak ada transaksi dalam periode ini"
      rows={numbered(data.baris)}
      rowKey={(line) => line.at}
      columns={[
        { label: 'Tanggal', cell: (line) => shortTanggal(line.tanggal) },
        { label: 'Uraian', cell: (line) => <LineText line={line} /> },
        { label: 'Tagihan', right: true, cell: (line) => amount(line.tagihan) },
        { label: 'Pembayaran', right: true, cell: (line) => amount(line.bayar) },
        { label: 'Sisa', right: true, cell: (line) => owedText(line.sisa) },
        { label: 'Saldo', right: true, cell: (line) => rupiah(line.saldo) },
      ]}
    />
  </Stack>
)

/** Printed statement with the letterhead of the outlet of the payer. */
const StatementSheet = ({
  data,
  outlet,
}: {
  data: Statement
  outlet: Letterhead | null | undefined
}) => <PaperSheet paper={statementPaper(data, useKop(outlet))} />

const PeriodTools = ({ period, set }: { period: Period; set: (period: Period) => void }) => {
  const presets = presetsOf(currentDay())
  const chosen = presets.find(
    ({ period: p }) => p.dari === period.dari && p.sampai === period.sampai,
  )
  return (
    <>
      <NativeSelect
        label="Periode"
        value={chosen?.label ?? ''}
        data={[
          ...(chosen ? [] : [{ value: '', label: 'Pilihan sendiri' }]),
          ...presets.map((p) => p.label),
        ]}
        onChange={(e) => {
          const preset = presets.find((p) => p.label === e.currentTarget.value)
          if (preset) set(preset.period)
        }}
      />
      <DateField
        name="dari"
        strict
        label="Dari"
        value={period.dari}
        onChange={(dari) => dari && set({ ...period, dari })}
      />
      <DateField
        name="sampai"
        strict
        label="Sampai"
        value={period.sampai}
        onChange={(sampai) => sampai && set({ ...period, sampai })}
      />
    </>
  )
}

export const AkunStatement = ({ id }: { id: number }) => {
  const [period, set] = useState<Period>(() => ({
    dari: firstDay(addMonths(monthOf(currentDay()), -2)),
    sampai: currentDay(),
  }))
  const { data, error, isFetching } = RekeningKoran.useOptionalQuery({ id, ...period })
  // Loads the letterhead before printing starts, because the browser does not wait for data when it
  // prints.
  const outlet = useOutletKop(data?.akun_billing.gedung_id)
  const [isMailing, setMailing] = useState(false)
  return (
    <>
      <Group align="end" gap="0.75rem" mb="md" className="noPrint">
        <PeriodTools period={period} set={set} />
        <Group ml="auto" gap="0.5rem">
          <Can do="user/kirim-rekening-koran">
            <Button variant="default" disabled={!data} onClick={() => setMailing(true)}>
              Kirim email
            </Button>
          </Can>
          <PdfButton run={() => saveStatement({ id, ...period })} />
          <Button
            leftSection={<IconPrinter size={16} aria-hidden />}
            disabled={!data}
            onClick={() => void printWhole()}
          >
            Cetak
          </Button>
        </Group>
      </Group>
      {error && (
        <Note tone="red" role="alert">
          {error.message}
        </Note>
      )}
      {!data && isFetching && <FormSkeleton />}
      {data && data.di_luar_wilayah > 0 && (
        <Note tone="orange" mb="md">
          {omittedRowsText(data.di_luar_wilayah)}
        </Note>
      )}
      {data && <StatementTable data={data} />}
      {data && (
        <Text c="dimmed" fz="sm" mt="sm">
          Per {waktu(data.per)}. Yang dibatalkan dihitung pada hari pembatalannya.
        </Text>
      )}
      <Can do="user/kirim-rekening-koran">
        <LastSent id={id} />
      </Can>
      {isMailing && data && (
        <StatementMail
          akun={[{ id, name: data.akun_billing.nama_tagihan }]}
          period={period}
          close={() => setMailing(false)}
        />
      )}
      {data && (
        <PrintedAlone outlet={outlet}>
          <StatementSheet data={data} outlet={outlet} />
        </PrintedAlone>
      )}
    </>
  )
}
