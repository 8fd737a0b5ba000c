/**
 * Section of the bill record that lists the late fees charged for the bill. Each late fee is a
 * separate bill.
 */
import { StatusDenda } from '#contract/billing/rules/denda.ts'
import { rupiah, shortTanggal } from '#src/ui/format/format.ts'
import { Dim } from '#src/ui/format/Words.tsx'
import { DataTable } from '#src/ui/list/table/DataTable.tsx'
import { Badge } from '#src/ui/list/table/table.tsx'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'
import type { Bill } from './-billActions.ts'

export const FeePanel = ({ bill }: { bill: Bill }) => {
  const fees = bill.denda ?? []
  if (fees.length === 0) return null
  return (
    <Panel title="Denda keterlambatan">
      <DataTable
        caption="Denda keterlambatan"
        rows={fees}
        rowKey={(fee) => fee.id}
        columns={[
          {
            label: 'Tagihan denda',
            cell: (fee) => (
              <PlaceLink to="/billing/view" search={{ id: fee.tagihan_id }}>
                {fee.nomor}
              </PlaceLink>
            ),
          },
          { label: 'Tanggal', cell: (fee) => shortTanggal(fee.tanggal) },
          { label: 'Tingkat', cell: (fee) => fee.tier },
          {
            label: 'Status',
            cell: (fee) => (
              <span>
                <Badge tone={StatusDenda.tone(fee.status)}>{StatusDenda.label(fee.status)}</Badge>
                {fee.alasan && (
                  <Dim style={{ display: 'block', fontSize: '0.85em' }}>{fee.alasan}</Dim>
                )}
              </span>
            ),
          },
          { label: 'Denda', right: true, cell: (fee) => rupiah(fee.jumlah) },
          { label: 'Sisa', right: true, cell: (fee) => rupiah(fee.sisa) },
        ]}
      />
    </Panel>
  )
}
