/**
 * Roles and their access codes. An actor may add to a role, or remove from it, only codes that the
 * actor holds. Built-in roles (ids 1 to 6) cannot be renamed or deleted.
 */
import { accessCodes } from '#contract/access/accessCodes.ts'
import { access, role } from '#contract/access/role.ts'
import { RoleId } from '#contract/enums.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { conflict, forbidden, invalidField } from '#server/errors.ts'
import { allows, type Actor } from '#server/http/context.ts'
import { module } from '#server/resource/module.ts'

const order = new Map<string, number>(accessCodes.map(({ kode }, i) => [kode, i]))
/** Largest id of a built-in role. */
const lastOwn = 6
const isSame = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((code) => b.includes(code))

/**
 * Returns the access codes to store: only the wildcard `*` if it is included, otherwise each code
 * once, in the order of the contract. Throws 422 for an unknown code that is not in `before`.
 */
const normalizeCodes = (codes: readonly string[], before: readonly string[]): string[] => {
  if (codes.includes('*')) return ['*']
  // A role may contain a code that a newer version of the product has removed. The old code must
  // not prevent saving the role.
  const unknown = codes.filter((code) => !order.has(code) && !before.includes(code))
  if (unknown.length > 0)
    throw invalidField('accesses', `Kode akses tidak dikenal: ${unknown.slice(0, 5).join(', ')}`)
  return [...new Set(codes)].sort(
    (a, b) => (order.get(a) ?? order.size) - (order.get(b) ?? order.size),
  )
}
const checkHeld = (actor: Actor, codes: readonly string[]) => {
  const foreign = codes.filter((code) => !allows(actor, code))
  if (foreign.length > 0)
    throw forbidden(
      `Anda hanya dapat memberi atau mencabut akses yang Anda miliki sendiri: ${foreign.slice(0, 5).join(', ')}`,
    )
}
const holders = (trx: Trx, role_id: number) =>
  trx
    .selectFrom('user')
    .select('name')
    .where('role_id', '=', role_id)
    .orderBy('id')
    .limit(4)
    .execute()

export const roleModule = module(role, {
  before: async ({ ctx: { actor }, input, current }) => {
    if (current && current.id <= lastOwn && input.name !== current.name)
      throw invalidField('name', 'Nama role bawaan tidak dapat diubah')
    if (!current && input.dasar_role_id === null) throw invalidField('dasar_role_id', 'Wajib diisi')
    if (!current && actor.dasar !== RoleId.superadmin && input.dasar_role_id !== actor.dasar)
      throw invalidField('dasar_role_id', 'Hanya role dasar Anda sendiri')
    const before = current?.accesses ?? []
    if (isSame(before, input.accesses)) return current ? {} : { accesses: [] }
    if (current?.id === 1) throw invalidField('accesses', 'Superadmin selalu punya semua akses')
    const accesses = normalizeCodes(input.accesses, before)
    checkHeld(actor, [
      ...accesses.filter((code) => !before.includes(code)),
      ...before.filter((code) => !accesses.includes(code)),
    ])
    return { accesses }
  },
  beforeDelete: async ({ trx, ctx: { actor }, row }) => {
    if (row.id <= lastOwn) throw conflict('Role bawaan tidak dapat dihapus')
    checkHeld(actor, row.accesses)
    const users = await holders(trx, row.id)
    if (users.length > 0)
      throw conflict(
        `Role masih dipakai: ${users
          .slice(0, 3)
          .map((u) => u.name)
          .join(', ')}${users.length > 3 ? ', …' : ''}. Pindahkan dahulu user itu ke role lain.`,
      )
  },
})

/** Module of the access codes. Users who may view or edit roles may also read the codes' labels. */
export const accessModule = module(access, {
  listCodes: ['access/index', 'role/view', 'role/create', 'role/update'],
})
