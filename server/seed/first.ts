/**
 * Prepares the database at the first start of a server: settings, roles with their access codes,
 * kinds of bill lines and the superadmin. Later starts add the access codes and settings of a new
 * version.
 */
import { randomBytes } from 'node:crypto'
import type { Insertable } from 'kysely'
import { accessCodes, defaultRolesOf, type CodeInfo } from '#contract/access/accessCodes.ts'
import { RoleId, UserStatus } from '#contract/enums.ts'
import type { Role } from '#contract/resource.ts'
import { settings } from '#contract/settings/settings.ts'
import { restartIds } from '#server/db/ddl.ts'
import { fold } from '#server/db/fold.ts'
import type { Db, Tables, Trx } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { hashPassword } from '#server/http/auth.ts'
import { now } from '#server/http/context.ts'
import { emptyUser } from '#server/seed/access/emptyUser.ts'

const roleNames: readonly [id: 1 | 2 | 3 | 4 | 5 | 6, role: Role | 'superadmin'][] = [
  [RoleId.superadmin, 'superadmin'],
  [RoleId.admin, 'admin'],
  [RoleId.pelatih, 'pelatih'],
  [RoleId.sales, 'sales'],
  [RoleId.akunBilling, 'akunbilling'],
  [RoleId.peserta, 'peserta'],
]
/** Returns the version and audit columns of a row that the system created. */
export const firstRow = (time = now()) => ({
  versi: 1,
  created_at: time,
  created_by: null,
  updated_at: time,
  updated_by: null,
})

/**
 * Stores the access codes that the database does not have yet, and adds them to the built-in roles
 * that have them by default. Also updates stored codes to their definition in the contract, but
 * does not overwrite a name that a user has changed.
 */
export const syncAccess = async (trx: Trx): Promise<void> => {
  const accessByCode = new Map(
    (
      await trx
        .selectFrom('access')
        .select(['id', 'kode', 'nama', 'modul', 'jenis', 'sensitif', 'bawaan', 'updated_by'])
        .execute()
    ).map((r) => [r.kode, r]),
  )
  const fresh: { code: CodeInfo; values: Insertable<Tables['access']> }[] = []
  for (const code of accessCodes) {
    const { kode, modul, jenis } = code
    const row = accessByCode.get(kode)
    const nama = row && row.updated_by !== null ? row.nama : code.nama
    const values = {
      nama,
      nama_kunci: fold(nama),
      modul,
      jenis,
      sensitif: Number(code.sensitif),
      bawaan: JSON.stringify(defaultRolesOf(code)),
      cari: fold(`${kode} ${nama} ${modul}`),
    }
    if (!row) fresh.push({ code, values: { ...firstRow(), kode, ...values } })
    else if (
      row.nama !== nama ||
      row.modul !== modul ||
      row.jenis !== jenis ||
      row.sensitif !== values.sensitif ||
      row.bawaan !== values.bawaan
    )
      await trx.updateTable('access').set(values).where('id', '=', row.id).execute()
  }
  if (fresh.length === 0) return
  await trx
    .insertInto('access')
    .values(fresh.map((f) => f.values))
    .execute()
  for (const [id, name] of roleNames.slice(1)) {
    const row = await trx
      .selectFrom('role')
      .select('accesses')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const added = fresh
      .filter(({ code }) => code.roles.includes(name as Role))
      .map(({ code }) => code.kode)
    if (added.length > 0)
      await trx
        .updateTable('role')
        .set({
          accesses: JSON.stringify([
            ...new Set([...(JSON.parse(row.accesses) as string[]), ...added]),
          ]),
        })
        .where('id', '=', id)
        .execute()
  }
}

/**
 * Stores missing settings with their default value. Updates the group of existing settings to the
 * one in the contract, but not their value.
 */
const syncSettings = async (trx: Trx): Promise<void> => {
  for (const [key, { grup, awal }] of Object.entries(settings))
    await trx
      .insertInto('setting')
      .values({
        key,
        grup,
        value: JSON.stringify(awal),
        versi: 1,
        updated_at: null,
        updated_by: null,
      })
      .onConflict((c) => c.column('key').doUpdateSet({ grup }))
      .execute()
}
const insertRoles = async (trx: Trx): Promise<void> => {
  const rows = roleNames.map(([id]) => {
    const name = RoleId.label(id)
    return {
      ...firstRow(),
      id,
      name,
      name_kunci: fold(name),
      keterangan: null,
      dasar_role_id: null,
      accesses: id === RoleId.superadmin ? '["*"]' : '[]',
      cari: fold(name),
    }
  })
  await trx.insertInto('role').values(rows).execute()
  await restartIds(trx as never, 'role', 7)
}
const billingTypes = [
  ['SPP', 'Kursus', 'kursus'],
  ['DAFTAR', 'Pendaftaran', 'pendaftaran'],
  ['TAMBAHAN', 'Biaya Tambahan', 'tambahan'],
  ['PRODUK', 'Produk', 'produk'],
  ['DENDA', 'Denda', 'denda'],
  ['LAIN', 'Lain-lain', 'lain'],
] as const
/** Stores the kinds of bill lines, and the settings that refer to two of them. */
const insertBillingTypes = async (trx: Trx): Promise<void> => {
  const rows = await trx
    .insertInto('jenis_billing')
    .values(
      billingTypes.map(([kode, nama, sifat], urutan) => ({
        ...firstRow(),
        kode,
        nama,
        nama_kunci: fold(nama),
        sifat,
        ppn_kena: 0,
        urutan,
        status: 'aktif' as const,
        cari: fold(`${nama} ${kode}`),
      })),
    )
    .returning(['id', 'sifat'])
    .execute()
  for (const [key, sifat] of [
    ['jenis_billing_id', 'kursus'],
    ['jenis_billing_pendaftaran_id', 'pendaftaran'],
  ] as const)
    await trx
      .updateTable('setting')
      .set({ value: JSON.stringify(rows.find((r) => r.sifat === sifat)?.id ?? null) })
      .where('key', '=', key)
      .execute()
}
const insertSuperadmin = async (
  trx: Trx,
  account: { username: string; password_hash: string; harus_ganti_password: 0 | 1 },
): Promise<void> => {
  await trx
    .insertInto('user')
    .values({
      ...emptyUser,
      ...firstRow(),
      name: 'Superadmin',
      name_kunci: 'superadmin',
      role_id: RoleId.superadmin,
      status: UserStatus.aktif,
      ...account,
      cari: fold(`superadmin ${account.username}`),
    })
    .execute()
}

/**
 * Prepares an empty database, and adds new access codes and settings to any database. `made` is
 * true if this call created the superadmin. `madeUp` is the generated password of the superadmin,
 * which must be changed at the first login; undefined if no password was generated.
 */
export const firstStart = async (
  db: Db,
  admin: { username: string; password: string | undefined },
): Promise<{ madeUp: string | undefined; made: boolean }> => {
  const password = admin.password ?? randomBytes(9).toString('base64url')
  const password_hash = await hashPassword(password)
  return transaction(db, async (trx) => {
    await syncSettings(trx)
    if (!(await trx.selectFrom('role').select('id').limit(1).executeTakeFirst())) {
      await insertRoles(trx)
      await insertBillingTypes(trx)
    }
    await syncAccess(trx)
    const superadmin = await trx
      .selectFrom('user')
      .select('id')
      .where('role_id', '=', RoleId.superadmin)
      .limit(1)
      .executeTakeFirst()
    if (superadmin) return { madeUp: undefined, made: false }
    await insertSuperadmin(trx, {
      username: admin.username,
      password_hash,
      harus_ganti_password: admin.password ? 0 : 1,
    })
    return { madeUp: admin.password ? undefined : password, made: true }
  })
}
