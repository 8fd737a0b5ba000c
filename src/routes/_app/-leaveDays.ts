import { shortTanggal } from '#src/ui/format/format.ts'

/** `1 Des 2026 – 3 Des 2026`; one day alone once. */
export const leaveDays = ({ mulai, selesai }: { mulai: string; selesai: string }): string =>
  mulai === selesai ? shortTanggal(mulai) : `${shortTanggal(mulai)} – ${shortTanggal(selesai)}`
