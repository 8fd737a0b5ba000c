import { StatusBadge } from '#src/ui/record/StatusBadge.tsx'

/**
 * Red badge of a student with overdue bills. `bulan` is the number of months overdue. Renders
 * nothing if `bulan` is undefined.
 */
export const ArrearsFlag = ({ bulan }: { bulan: number | undefined }) =>
  bulan === undefined ? null : <StatusBadge tone="red">{`Menunggak ${bulan} bulan`}</StatusBadge>
