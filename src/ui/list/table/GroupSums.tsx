/**
 * Line under a filtered list with two figures for each group of its rows: the number of rows, and
 * the sum of the first column in `totals`. Each value of the column that the contract names in
 * `totalsBy` is a group.
 */
import type { AnyResource } from '#contract/resource.ts'
import { groupsOf, sumName } from '#contract/totals.ts'
import { numberText, rupiah } from '#src/ui/format/format.ts'
import { PanelFoot } from '#src/ui/record/PanelFoot.tsx'

interface Props {
  resource: AnyResource
  sums: Readonly<Record<string, number>> | undefined
}
/** Shows the number of rows and the sum of each group. Omits groups without rows. */
export const GroupSums = ({ resource, sums }: Props) => {
  const [column] = resource.totals
  const groups = groupsOf(resource).map(({ value, label }) => ({
    label,
    count: sums?.[sumName('jumlah_baris', value)] ?? 0,
    sum: sums?.[sumName(column ?? '', value)] ?? 0,
  }))
  const shownGroups = groups.filter(({ count }) => count > 0)
  // Shows an empty line while the sums load, so that the pager below does not move afterwards.
  if (!sums) return <PanelFoot>&nbsp;</PanelFoot>
  return shownGroups.length === 0 ? null : (
    <PanelFoot>
      {shownGroups.map(({ label, count, sum }) => (
        <span key={label}>
          {label}: <b>{rupiah(sum)}</b> ({numberText(count)})
        </span>
      ))}
    </PanelFoot>
  )
}
