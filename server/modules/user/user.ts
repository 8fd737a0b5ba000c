import { sql, type SqlBool } from 'kysely'
import { JenisUser } from '#contract/enums.ts'
import { user } from '#contract/resources/user.ts'
import { conflict, forbidden, invalidField } from '#server/errors.ts'
import { fold } from '#server/db/fold.ts'
import { hashPassword } from '#server/http/auth.ts'
import { allows, now, type Actor } from '#server/http/context.ts'
import { module } from '#server/http/module.ts'
import type { Condition } from '#server/http/query.ts'
import { nomorInduk, usernameFrom } from '#server/modules/user/identity.ts'
import { never, outlets, salesPayers, seesAllOutlets } from '#server/modules/scope.ts'

type Jenis = (typeof JenisUser.options)[number]['value']
/** What makes a user of a kind: a student has a student profile, whatever the role (domain.md 2.1). */
const kinds: Record<Jenis, Condition> = {
  pelatih: sql<SqlBool>`"user".role_id = 3`,
  sales: sql<SqlBool>`"user".role_id = 4`,
  'akun-billing': sql<SqlBool>`"user".role_id = 5`,
  peserta: sql<SqlBool>`("user".role_id = 6 or ("user".role_id = 5 and exists (select 1 from peserta_profil pp where pp.user_id = "user".id)))`,
  'pendaftar-mandiri': sql<SqlBool>`("user".sumber = 'mandiri' and "user".status = 1)`,
}
const allKinds = JenisUser.options.map((o) => o.value)
const kindCodes = allKinds.map((k) => `user/${k}` as const)

/** Rows of one kind that are in the actor's scope. */
const ownOf = (jenis: Jenis, actor: Actor): Condition | undefined => {
  if (seesAllOutlets(actor)) return undefined
  if (actor.dasar === 2) {
    const here = sql<SqlBool>`"user".gedung_id in (${outlets(actor)})`
    if (jenis === 'pelatih') return sql<SqlBool>`(${here} or "user".id in (select k.pelatih_id from kursus_pelatih k where k.gedung_id in (${outlets(actor)})))`
    if (jenis === 'akun-billing') return sql<SqlBool>`(${here} or "user".id in (select s.akun_billing_id from "user" s where s.gedung_id in (${outlets(actor)}) union select b.akun_billing_id from billing b where b.gedung_id in (${outlets(actor)})))`
    return here
  }
  if (actor.dasar === 4) {
    if (jenis === 'pelatih') return undefined
    if (jenis === 'akun-billing') return sql<SqlBool>`"user".id in (${salesPayers(actor)})`
    return jenis === 'sales' ? never : sql<SqlBool>`"user".sales_id = ${actor.id}`
  }
  if (actor.dasar === 5) return sql<SqlBool>`"user".akun_billing_id = ${actor.id}`
  return never
}
/** Oneself, and of the kinds that the actor's codes cover, the rows in scope. */
const scope = (actor: Actor): Condition | undefined => {
  const all = allows(actor, 'user/index')
  if (all && seesAllOutlets(actor)) return undefined
  const parts = allKinds.filter((k) => all || allows(actor, `user/${k}`)).map((k) => { const own = ownOf(k, actor); return own ? sql<SqlBool>`(${kinds[k]} and ${own})` : kinds[k] })
  return sql<SqlBool>`(${sql.join([sql<SqlBool>`"user".id = ${actor.id}`, ...parts], sql` or `)})`
}

export const userModule = module(user, {
  scope,
  listCodes: ['user/index', ...kindCodes],
  filters: { jenis: (jenis) => kinds[jenis] },
  extras: async ({ trx, row }) => {
    const peserta = await trx.selectFrom('peserta_profil').select(['sekolah', 'instrumen_dimiliki', 'catatan']).where('user_id', '=', row.id).executeTakeFirst()
    const akun = await trx.selectFrom('akun_billing_profil').select(['nama_tagihan', 'alamat_tagihan', 'email_tagihan', 'wa_tagihan', 'kirim_via', 'blokir_tagihan']).where('user_id', '=', row.id).executeTakeFirst()
    return { ...peserta, ...(akun && { ...akun, blokir_tagihan: akun.blokir_tagihan === 1 }), persetujuan: row.persetujuan_at !== null }
  },
  before: async ({ trx, ctx: { actor }, input, current }) => {
    const isStaff = (role: number) => role === 1 || role === 2 || role > 6
    if (actor.dasar !== 1 && (isStaff(input.role_id) || (current && isStaff(current.role_id)))) throw forbidden('Hanya superadmin yang mengelola superadmin dan admin')
    if (actor.dasar === 4 && current && current.role_id !== 5 && current.role_id !== 6) throw forbidden('Sales hanya mengubah akun billing dan peserta')
    if (actor.dasar === 4 && current && (input.role_id !== current.role_id || input.status !== current.status || input.sales_id !== current.sales_id)) throw forbidden('Sales tidak mengubah role, status, atau sales')
    if (actor.dasar > 4 && current && current.id !== actor.id) throw forbidden()
    if (current && current.role_id !== input.role_id) {
      if ([5, 6].includes(current.role_id) || [5, 6].includes(input.role_id)) throw invalidField('role_id', 'Role ini berubah lewat upgrade atau downgrade')
      if (current.id === actor.id) throw conflict('Anda tidak dapat mengubah role sendiri')
    }
    if (current && current.status !== input.status) {
      if (current.id === actor.id) throw conflict('Anda tidak dapat mengubah status sendiri')
      if (input.status === 0) throw invalidField('status', 'Pakai aksi hapus')
      if (current.role_id === 1) {
        const { n } = await trx.selectFrom('user').select((eb) => eb.fn.countAll<number>().as('n')).where('role_id', '=', 1).where('status', '=', 10).executeTakeFirstOrThrow()
        if (n <= 1) throw conflict('Superadmin terakhir tidak dapat dinonaktifkan')
      }
    }
    if (!current && input.status === 0) throw invalidField('status', 'User baru aktif atau nonaktif')
    const username = input.username ?? (input.status === 10 ? await usernameFrom(trx, input.name) : null)
    if (input.password && input.password.toLowerCase() === username) throw invalidField('password', 'Tidak boleh sama dengan username')
    const consents = input.persetujuan && !current?.persetujuan_at
    // A limited admin's new account belongs to an outlet of theirs, or they could not see what they made.
    const gedung_id = input.gedung_id ?? (actor.dasar === 2 && !current ? actor.gedung[0] ?? null : null)
    return {
      username, gedung_id, ...(!current && { activation: 0, sumber: 'admin' as const, last_login_at: null, persetujuan_at: null, persetujuan_oleh: null }),
      ...(consents && { persetujuan_at: now(), persetujuan_oleh: input.wali_nama ?? input.name }),
    }
  },
  after: async ({ trx, input, current, id }) => {
    if (input.role_id === 6) {
      const values = { sekolah: input.sekolah, instrumen_dimiliki: input.instrumen_dimiliki, catatan: input.catatan }
      const known = await trx.selectFrom('peserta_profil').select('user_id').where('user_id', '=', id).executeTakeFirst()
      if (known) await trx.updateTable('peserta_profil').set(values).where('user_id', '=', id).execute()
      else await trx.insertInto('peserta_profil').values({ user_id: id, no_induk: nomorInduk(id), ...values }).execute()
      if (current && current.name !== input.name)
        await trx.updateTable('kursus_peserta').set({ peserta_nama: input.name, ...keys(input.name) }).where('peserta_id', '=', id).execute()
    }
    if (input.role_id === 5) {
      const values = {
        nama_tagihan: input.nama_tagihan ?? input.name, alamat_tagihan: input.alamat_tagihan, email_tagihan: input.email_tagihan, wa_tagihan: input.wa_tagihan, kirim_via: input.kirim_via,
        blokir_tagihan: Number(input.blokir_tagihan),
      }
      await trx.insertInto('akun_billing_profil').values({ user_id: id, saldo_kredit: 0, ...values }).onConflict((c) => c.column('user_id').doUpdateSet(values)).execute()
    }
    // A changed role, status or password ends the sessions of the person.
    const ends = current && (current.role_id !== input.role_id || current.status !== input.status || input.password)
    if (input.password) await trx.updateTable('user').set({ password_hash: await hashPassword(input.password), harus_ganti_password: 1 }).where('id', '=', id).execute()
    if (ends) await trx.updateTable('user').set((eb) => ({ token_versi: eb('token_versi', '+', 1) })).where('id', '=', id).execute()
  },
  searchText: async ({ trx, id }) => {
    const peserta = await trx.selectFrom('peserta_profil').select('no_induk').where('user_id', '=', id).executeTakeFirst()
    const akun = await trx.selectFrom('akun_billing_profil').select('nama_tagihan').where('user_id', '=', id).executeTakeFirst()
    return [peserta?.no_induk, akun?.nama_tagihan].filter(Boolean).join(' ')
  },
  beforeDelete: async ({ trx, ctx: { actor }, row }) => {
    if (row.id === actor.id) throw conflict('Anda tidak dapat menghapus diri sendiri')
    if (actor.dasar !== 1 && (row.role_id <= 2 || row.role_id > 6)) throw forbidden('Hanya superadmin yang mengelola superadmin dan admin')
    // What has money or classes has a history: foreign keys refuse the rest of this delete.
    await trx.deleteFrom('sesi').where('user_id', '=', row.id).execute()
    await trx.deleteFrom('peserta_profil').where('user_id', '=', row.id).execute()
    await trx.deleteFrom('akun_billing_profil').where('user_id', '=', row.id).execute()
    await trx.deleteFrom('user_gedung').where('user_id', '=', row.id).execute()
  },
})

const keys = (name: string) => ({ peserta_nama_kunci: fold(name), cari: fold(name) })
