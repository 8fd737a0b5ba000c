/**
 * Functions that check an action on a user. They return the reason why the action is not possible
 * now, or undefined if it is possible.
 */
import { checkContact } from '#contract/access/rules/userRequired.ts'
import { RoleId, UserStatus } from '#contract/enums.ts'
import { baseRoleOf } from '#src/routes/_app/user/-actions/permissions.ts'
import type { UserRow } from '#src/routes/_app/user/-userFacts.tsx'
import { rupiah } from '#src/ui/format/format.ts'

export const whyDeleted = (row: UserRow): string | undefined =>
  row.status === UserStatus.dihapus ? 'Sudah dihapus: pulihkan dahulu' : undefined

/**
 * Returns why a student cannot become a payer: the student is deleted, or has neither a phone
 * number nor a mail address.
 */
export const whyNoUpgrade = (row: UserRow): string | undefined => {
  const [issue] = checkContact(row)
  return whyDeleted(row) ?? issue?.message
}

/**
 * Returns why a payer cannot be downgraded to a student: the payer is deleted, is no student, pays
 * for other students, or has credit (saldo).
 */
export const whyNoDowngrade = (row: UserRow): string | undefined => {
  const deleted = whyDeleted(row)
  if (deleted) return deleted
  if (!row.peserta_profil) return 'Bukan peserta: hanya membayar'
  const otherStudents = (row.peserta ?? []).filter((p) => p.id !== row.id)
  if (otherStudents.length > 0)
    return `Masih membayar untuk ${otherStudents.map((p) => p.name).join(', ')}`
  const saldo = row.akun_billing_profil?.saldo_kredit ?? 0
  return saldo === 0 ? undefined : `Masih punya saldo ${rupiah(saldo)}`
}

/**
 * Returns why a user cannot be activated. A closed registration must be reopened first. A sales
 * person cannot activate a self-registered applicant who has no sales person yet, and must take
 * over the applicant first.
 */
export const whyNoActivation = (row: UserRow, isSales: boolean): string | undefined => {
  if (row.ditutup_at !== null) return 'Pendaftarannya ditutup: buka kembali dahulu'
  return isSales && row.sumber === 'mandiri' && row.sales_id === null ? 'Ambil dahulu' : undefined
}

/**
 * Returns why a user cannot be deactivated. The classes of a coach must first be handed over to
 * another coach.
 */
export const whyNoDeactivation = (row: UserRow): string | undefined => {
  const kelas = row.mengajar?.kelas ?? 0
  return baseRoleOf(row) === RoleId.pelatih && kelas > 0
    ? `Masih mengajar ${kelas} kelas: serahkan dahulu`
    : undefined
}
