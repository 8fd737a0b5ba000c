/** Bounds of every call on users, whatever the code held (domain.md 2.1). */
import { sql } from 'kysely'
import { accessCodes } from '#contract/accessCodes.ts'
import { fromJson } from '#server/db/json.ts'
import type { Trx } from '#server/db/tables.ts'
import { conflict, forbidden } from '#server/errors.ts'
import { allows, type Actor } from '#server/http/context.ts'
import { sebutKelas } from '#server/modules/sebutKelas.ts'

const seeded = ['', 'superadmin', 'admin', 'pelatih', 'sales', 'akunbilling', 'peserta'] as const
const bawaan = new Map(
  seeded.map((name, dasar) => [
    dasar,
    new Set<string>(accessCodes.filter((c) => c.roles.some((r) => r === name)).map((c) => c.kode)),
  ]),
)

/** A role as far as bounds go: its base (the role itself of 1 to 6) and its codes. */
export interface Peran {
  id: number
  dasar: number
  accesses: readonly string[]
}
export const peranOf = async (trx: Trx, role_id: number): Promise<Peran> => {
  const row = await trx
    .selectFrom('role')
    .select(['id', 'dasar_role_id', 'accesses'])
    .where('id', '=', role_id)
    .executeTakeFirstOrThrow()
  return {
    id: row.id,
    dasar: row.id <= 6 ? row.id : (row.dasar_role_id ?? 0),
    accesses: fromJson<string[]>(row.accesses),
  }
}

/**
 * Refuses what nobody but a superadmin may touch or give: roles 1 and 2, and a role that can more than the actor itself, beyond what its
 * base has by default. Otherwise one could make, or take over by a new password, an account that is above one's own.
 */
export const periksaPeran = (actor: Actor, peran: Peran): void => {
  if (actor.dasar === 1) return
  if (peran.dasar < 3 || peran.dasar > 6)
    throw forbidden('Hanya superadmin yang mengelola superadmin dan admin')
  const beyond =
    peran.accesses[0] === '*'
      ? ['*']
      : peran.accesses.filter((code) => !allows(actor, code) && !bawaan.get(peran.dasar)?.has(code))
  if (beyond.length > 0)
    throw forbidden(
      `Role itu memegang akses yang tidak Anda pegang: ${beyond.slice(0, 3).join(', ')}`,
    )
  if (actor.dasar === 4 && peran.dasar < 5)
    throw forbidden('Sales hanya mengubah akun billing dan peserta')
}
/** Refuses an action on a user by somebody whose role never manages others, on oneself, or above oneself. */
export const periksaSasaran = async (
  trx: Trx,
  actor: Actor,
  row: { id: number; role_id: number },
  diri: string,
): Promise<Peran> => {
  const peran = await peranOf(trx, row.role_id)
  if (row.id === actor.id) throw conflict(diri)
  if (![1, 2, 4].includes(actor.dasar)) throw forbidden()
  periksaPeran(actor, peran)
  return peran
}

/** Refuses to take away the last active superadmin. Read in the transaction that takes one away: of two at once, one is refused. */
export const periksaSuperadminTerakhir = async (
  trx: Trx,
  row: { role_id: number; status: number },
  kata: string,
): Promise<void> => {
  if (row.role_id !== 1 || row.status !== 10) return
  const { n } = await trx
    .selectFrom('user')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('role_id', '=', 1)
    .where('status', '=', 10)
    .executeTakeFirstOrThrow()
  if (n <= 1) throw conflict(`Superadmin terakhir tidak dapat ${kata}`)
}
/** Refuses while a coach still has classes: somebody must take them over first. */
export const periksaKelasDiserahkan = async (
  trx: Trx,
  actor: Actor,
  pelatih_id: number,
  hari: string,
): Promise<void> => {
  const classes = await sebutKelas(
    trx,
    actor,
    sql`pelatih_id = ${pelatih_id} and status = 'aktif' and (selesai is null or selesai >= ${hari})`,
  )
  if (classes)
    throw conflict(`Guru ini masih mengajar kelas: ${classes}. Serahkan dahulu ke guru lain.`)
}
