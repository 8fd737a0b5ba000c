import { StatusBadge } from '#src/ui/record/StatusBadge.tsx'

/** Red flag of a student whose bills are overdue by the number of months in the settings. */
export const ArrearsFlag = ({ bulan }: { bulan: number | undefined }) =>
  bulan === undefined ? null : <StatusBadge tone="red">{`Menunggak ${bulan} bulan`}</StatusBadge>
