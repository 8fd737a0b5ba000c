import { shortTanggal } from '#src/ui/format/format.ts'

/** Formats a span of days as `1 Des 2026 – 3 Des 2026`, or as a single date if it is one day. */
export const leaveDays = ({ mulai, selesai }: { mulai: string; selesai: string }): string =>
  mulai === selesai ? shortTanggal(mulai) : `${shortTanggal(mulai)} – ${shortTanggal(selesai)}`
