/** People of several outlets: what somebody limited to some of them leaves to who has them all. */
import { KursusPesertaStatus, RoleId, UserStatus } from '#contract/enums.ts'
import type { Trx } from '#server/db/tables.ts'
import { forbidden } from '#server/errors.ts'
import type { Actor } from '#server/http/context.ts'
import { boundRoleOf } from '#server/modules/access/user/bounds.ts'
import { limitedTo } from '#server/resource/outlets.ts'

/** Enrolments that may go on: all but those that are passed. */
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
 * Outlets that rest on a person: home, where a coach teaches, where children that they pay for are,
 * where they take courses, and where they owe or will be billed. None stands for all of them.
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
 * Refuses what other outlets would miss about a person, such as being active, to who is limited to
 * some of theirs. Throws 403.
 */
export const refuseShared = async (
  trx: Trx,
  actor: Actor,
  person: Person,
  verb: string,
): Promise<void> => {
  const own = limitedTo(actor)
  if (own.length === 0) return
  const elsewhere = (await outletsOf(trx, person)).some((id) => id === null || !own.includes(id))
  if (elsewhere)
    throw forbidden(
      `Orang ini juga milik outlet lain: hanya admin yang memegang semua outletnya yang ${verb}.`,
    )
}
