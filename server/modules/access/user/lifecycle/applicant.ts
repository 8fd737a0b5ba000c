/** Checks before an applicant is changed (domain.md 2.3). */
import { RoleId, UserStatus } from '#contract/enums.ts'
import { conflict } from '#server/errors.ts'
import type { Actor } from '#server/http/context.ts'

/**
 * Throws 409 when a sales person changes an applicant whom no sales person has taken. Sales people
 * can only read such applicants.
 */
export const checkHolder = (
  actor: Actor,
  row: { sumber: string; status: number; sales_id: number | null },
): void => {
  const isApplicant = row.sumber === 'mandiri' && row.status === UserStatus.nonaktif
  if (isApplicant && row.sales_id === null && actor.dasar === RoleId.sales)
    throw conflict('Belum ada sales yang memegang pendaftar ini. Ambil dahulu.')
}
/** Throws 409 for a closed registration, which must be reopened before any change. */
export const checkRegistrationOpen = (row: { ditutup_at: string | null }): void => {
  if (row.ditutup_at !== null) throw conflict('Pendaftaran ini ditutup. Buka kembali dahulu.')
}
