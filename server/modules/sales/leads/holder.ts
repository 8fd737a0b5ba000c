/**
 * Choice of the holder of a lead: the named sales person, the actor, or the next sales person in
 * turn at the outlet (domain.md 2.3).
 */
import { sql } from 'kysely'
import { RoleId, UserStatus } from '#contract/enums.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { forbidden, invalidField } from '#server/errors.ts'
import type { Actor, Ctx } from '#server/http/context.ts'
import { kindOf, userScope } from '#server/modules/access/user/kinds.ts'
import { readSettings } from '#server/settings.ts'

/**
 * Reads a sales person. Throws 422 for `field` when no sales person in the actor's scope has the
 * id.
 */
export const readSales = async (
  trx: Trx,
  actor: Actor,
  id: number,
  field: string,
): Promise<{ id: number; name: string; status: number }> => {
  const salesPerson = await trx
    .selectFrom('user')
    .select(['id', 'name', 'status'])
    .where('id', '=', id)
    .where(kindOf('sales', actor))
    .where(userScope(actor) ?? sql<boolean>`1 = 1`)
    .executeTakeFirst()
  return salesPerson ?? Promise.reject(invalidField(field, 'Sales tidak ditemukan'))
}
/**
 * Reads a sales person who is to get a lead. Throws 422 for `field` when the sales person is
 * inactive or not in the actor's scope.
 */
export const readActiveSales = async (trx: Trx, actor: Actor, id: number, field: string) => {
  const salesPerson = await readSales(trx, actor, id, field)
  if (salesPerson.status !== UserStatus.aktif)
    throw invalidField(field, `${salesPerson.name} tidak aktif: pilih sales lain`)
  return salesPerson
}

/**
 * Returns the ids of the active sales people of an outlet, in the order in which they take turns.
 */
const salesOf = async (trx: Trx, gedung_id: number): Promise<number[]> => {
  const rows = await trx
    .selectFrom('user')
    .innerJoin('role', 'role.id', 'user.role_id')
    .select('user.id')
    .where((eb) =>
      eb.or([eb('user.role_id', '=', RoleId.sales), eb('role.dasar_role_id', '=', RoleId.sales)]),
    )
    .where('user.status', '=', UserStatus.aktif)
    .where((eb) =>
      eb.or([
        eb('user.gedung_id', '=', gedung_id),
        eb.exists(
          eb
            .selectFrom('user_gedung as w')
            .select('w.user_id')
            .whereRef('w.user_id', '=', 'user.id')
            .where('w.gedung_id', '=', gedung_id),
        ),
      ]),
    )
    .orderBy('user.id')
    .execute()
  return rows.map((r) => r.id)
}
const turns = 'giliran-lead'
/**
 * Returns the sales person whose turn is next at an outlet, and stores that the turn was taken. The
 * turn follows the order of `salesOf`, after the person who got the outlet's last lead or
 * applicant. Returns undefined when the outlet has no active sales people.
 */
const takeTurn = async (trx: Trx, gedung_id: number): Promise<number | undefined> => {
  const people = await salesOf(trx, gedung_id)
  const seri = String(gedung_id)
  const last = await trx
    .selectFrom('penghitung')
    .select('nilai')
    .where('jenis', '=', turns)
    .where('seri', '=', seri)
    .executeTakeFirst()
  const next = people.find((id) => id > (last?.nilai ?? 0)) ?? people[0]
  if (next === undefined) return undefined
  await trx
    .insertInto('penghitung')
    .values({ jenis: turns, seri, nilai: next })
    .onConflict((c) => c.columns(['jenis', 'seri']).doUpdateSet({ nilai: next }))
    .execute()
  return next
}

/**
 * Returns the sales person whose turn is next for a lead, and takes the turn. Throws 422 when the
 * school assigns leads by hand, or the outlet has no active sales people.
 */
const nextForLead = async (trx: Trx, gedung_id: number): Promise<number> => {
  const { lead_pembagian } = await readSettings(trx)
  if (lead_pembagian === 'manual') throw invalidField('sales_id', 'Pilih sales')
  const next = await takeTurn(trx, gedung_id)
  if (next === undefined)
    throw invalidField('sales_id', 'Outlet ini belum punya sales aktif: pilih sales')
  return next
}
/**
 * Returns the sales person who gets a new applicant. Returns null when applicants wait until a
 * sales person takes them (setting `pendaftar_pembagian`), or when the outlet has no active sales
 * people.
 */
export const nextForApplicant = async (trx: Trx, gedung_id: number): Promise<number | null> => {
  const { pendaftar_pembagian } = await readSettings(trx)
  return pendaftar_pembagian === 'bergilir' ? ((await takeTurn(trx, gedung_id)) ?? null) : null
}

/**
 * Returns the sales person to store as the holder of a lead. If the actor is a sales person, the
 * holder is the actor; a request for another holder throws 403. For other actors, the holder is the
 * requested one, otherwise the current holder, otherwise the next sales person in turn. Throws 422
 * when the requested holder is not allowed, or when no sales person can be chosen.
 */
export const holderOf = async (
  trx: Trx,
  { actor }: Ctx,
  input: { sales_id: number | null; gedung_id: number },
  current: { sales_id: number | null } | undefined,
): Promise<number> => {
  const [requestedId, held] = [input.sales_id, current?.sales_id ?? null]
  if (actor.dasar === RoleId.sales) {
    if (requestedId !== null && requestedId !== actor.id)
      throw forbidden('Hanya admin yang menyerahkan lead kepada sales lain')
    return actor.id
  }
  if (requestedId !== null && requestedId !== held)
    return (await readActiveSales(trx, actor, requestedId, 'sales_id')).id
  return requestedId ?? held ?? nextForLead(trx, input.gedung_id)
}
