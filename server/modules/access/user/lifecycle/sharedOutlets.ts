/**
 * Checks changes to people who belong to several outlets. An admin limited to some of these outlets
 * must not make changes that affect the others.
 */
import { KursusPesertaStatus, RoleId, UserStatus } from '#contract/enums.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { forbidden } from '#server/errors.ts'
import type { Actor } from '#server/http/context.ts'
import { boundRoleOf } from '#server/modules/access/user/save/bounds.ts'
import { limitedTo } from '#server/resource/outlets.ts'

/** Statuses of enrolments that may continue: all except graduated. */
export const unfinished = [
  KursusPesertaStatus.tidakAktif,
  KursusPesertaStatus.aktif,
  KursusPesertaStatus.cuti,
]

interface Person {
  id: number
  role_id: number
  gedung_id: number | null
}

/**
 * Returns the outlets to which a person belongs: the home outlet, assigned outlets, outlets where
 * they teach, take or pay for courses, or have unpaid or draft bills, and the home outlets of the
 * people for whom they pay. A null in the list means all outlets.
 */
const outletsOf = async (trx: Trx, person: Person): Promise<(number | null)[]> => {
  const { id } = person
  const regions = await trx
    .selectFrom('user_gedung')
    .select('gedung_id')
    .where('user_id', '=', id)
    .execute()
  const everywhere =
    regions.length === 0 && (await boundRoleOf(trx, person.role_id)).dasar === RoleId.pelatih
  const classes = await trx
    .selectFrom('kursus_pelatih')
    .select('gedung_id')
    .distinct()
    .where('pelatih_id', '=', id)
    .where('status', '=', 'aktif')
    .execute()
  const children = await trx
    .selectFrom('user')
    .select('gedung_id')
    .distinct()
    .where('akun_billing_id', '=', id)
    .where('status', '<>', UserStatus.dihapus)
    .where('gedung_id', 'is not', null)
    .execute()
  const courses = await trx
    .selectFrom('kursus_peserta')
    .select('gedung_id')
    .distinct()
    .where((eb) => eb.or([eb('peserta_id', '=', id), eb('akun_billing_id', '=', id)]))
    .where('status', 'in', unfinished)
    .execute()
  const bills = await trx
    .selectFrom('billing')
    .select('gedung_id')
    .distinct()
    .where('akun_billing_id', '=', id)
    .where('void_at', 'is', null)
    .where('sisa', '>', 0)
    .execute()
  return [
    ...(person.gedung_id === null ? [] : [person.gedung_id]),
    ...(everywhere ? [null] : []),
    ...[...regions, ...classes, ...children, ...courses, ...bills].map((r) => r.gedung_id),
  ]
}

/**
 * Throws 403 when the actor is limited to some outlets and the person also belongs to other
 * outlets. Called before a change that affects every outlet of the person, such as deactivation.
 * `verb` names the change in the message.
 */
export const checkAllOutlets = async (
  trx: Trx,
  actor: Actor,
  person: Person,
  verb: string,
): Promise<void> => {
  const ownOutlets = limitedTo(actor)
  if (ownOutlets.length === 0) return
  const elsewhere = (await outletsOf(trx, person)).some(
    (id) => id === null || !ownOutlets.includes(id),
  )
  if (elsewhere)
    throw forbidden(
      `Orang ini juga milik outlet lain: hanya admin yang memegang semua outletnya yang ${verb}.`,
    )
}
