import { StatusBadge } from '#src/ui/record/StatusBadge.tsx'

/** The red flag of a student who is behind with bills by as many months as the school sets. */
export const ArrearsFlag = ({ bulan }: { bulan: number | undefined }) =>
  bulan === undefined ? null : <StatusBadge tone="red">{`Menunggak ${bulan} bulan`}</StatusBadge>
