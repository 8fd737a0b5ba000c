import { shortTanggal } from '#src/ui/format/format.ts'

/** Formats a span of days: `1 Des 2026 – 3 Des 2026`, or a single date when both days are equal. */
export const leaveDays = ({ mulai, selesai }: { mulai: string; selesai: string }): string =>
  mulai === selesai ? shortTanggal(mulai) : `${shortTanggal(mulai)} – ${shortTanggal(selesai)}`
