/** What stands in the way of an applicant (domain.md 2.3), for all that writes users. */
import { RoleId, UserStatus } from '#contract/enums.ts'
import { conflict } from '#server/errors.ts'
import type { Actor } from '#server/http/context.ts'

/** Of whom nobody has, sales people only read; first somebody takes them. Throws 409. */
export const refuseUntaken = (
  actor: Actor,
  row: { sumber: string; status: number; sales_id: number | null },
): void => {
  const isApplicant = row.sumber === 'mandiri' && row.status === UserStatus.nonaktif
  if (isApplicant && row.sales_id === null && actor.dasar === RoleId.sales)
    throw conflict('Belum ada sales yang memegang pendaftar ini. Ambil dahulu.')
}
/** A registration that was closed goes on only where somebody opens it again. Throws 409. */
export const refuseClosed = (row: { ditutup_at: string | null }): void => {
  if (row.ditutup_at !== null) throw conflict('Pendaftaran ini ditutup. Buka kembali dahulu.')
}
