/** The status machine of a user (domain.md 2.1, "User transitions"), the password that staff gives, and erasure. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { metaOf } from '#contract/fields.ts'
import type { Issue } from '#contract/resource.ts'
import { user } from '#contract/resources/user.ts'
import { formatRupiah } from '#contract/rules/rupiah.ts'
import { hariIni } from '#contract/rules/tanggal.ts'
import { fold } from '#server/db/fold.ts'
import type { Trx } from '#server/db/tables.ts'
import { conflict, forbidden, invalidField } from '#server/errors.ts'
import { now, type Actor, type Ctx } from '#server/http/context.ts'
import { dropFiles } from '#server/http/files.ts'
import type { Action, Module, Stored } from '#server/http/module.ts'
import { keysOf } from '#server/http/rows.ts'
import { suratDuaLangkah, suratPasswordDireset } from '#server/mail/surat.ts'
import { removeSecondFactor } from '#server/modules/auth/secondFactorStore.ts'
import { sebutTagihan, tagihanTerbuka } from '#server/modules/billing/alih.ts'
import { sebut, tampak } from '#server/modules/scope.ts'
import {
  periksaKelasDiserahkan,
  periksaSasaran,
  periksaSuperadminTerakhir,
} from '#server/modules/user/batas.ts'
import { preparedHash } from '#server/modules/user/givenPassword.ts'
import { kembalikan, lepaskan, usernameFrom } from '#server/modules/user/identity.ts'
import { userScope } from '#server/modules/user/kinds.ts'
import { bacaProfil } from '#server/modules/user/profil.ts'
import { refuseShared } from '#server/modules/user/ties.ts'
import { readSettings } from '#server/settings.ts'

export type UserRow = Stored<typeof user>
type Aksi<
  A extends
    | 'activate'
    | 'disable-enable'
    | 'restore'
    | 'reset-password'
    | 'reset-dua-langkah'
    | 'anonimkan',
> = Action<typeof user, A>
interface Columns extends Partial<UserRow> {
  password_hash?: string | null
  harus_ganti_password?: number
  cari?: string
  name_kunci?: string
}

/** Writes columns of a user with a new version; `tutup` ends all sessions of the person. */
export const ubah = async (
  trx: Trx,
  ctx: Ctx,
  row: { id: number; versi: number },
  values: Columns,
  tutup: boolean,
): Promise<void> => {
  await trx
    .updateTable('user')
    .set({
      ...values,
      versi: row.versi + 1,
      updated_at: now(),
      updated_by: ctx.actor.id,
      ...(tutup && { token_versi: sql<number>`token_versi + 1` }),
    })
    .where('id', '=', row.id)
    .execute()
  if (tutup) await trx.deleteFrom('sesi').where('user_id', '=', row.id).execute()
}

const kosong = z.parse(user.input, { name: '-', role_id: 6 })
const inputs: Record<string, z.ZodMiniType> = { ...user.fields, ...user.extra }
const label = (field: string): string => {
  const schema = inputs[field]
  return (schema && metaOf(schema)?.label) ?? field
}
/** What is missing before a user can be active; `dasar` is the base role. */
export const kurangAktif = async (trx: Trx, row: UserRow, dasar: number): Promise<Issue[]> => {
  const issues =
    user.check?.({
      ...kosong,
      ...row,
      ...(await bacaProfil(trx, row)),
      role_id: dasar,
      status: 10,
    }) ?? []
  if (
    row.sumber === 'mandiri' &&
    row.persetujuan_at === null &&
    !issues.some((i) => i.field === 'persetujuan')
  )
    issues.push({ field: 'persetujuan', message: 'Persetujuan pendaftar belum ada' })
  if (dasar === 6 && row.akun_billing_id !== null && row.akun_billing_id !== row.id) {
    const payer = await trx
      .selectFrom('user')
      .select('status')
      .where('id', '=', row.akun_billing_id)
      .executeTakeFirst()
    if (payer?.status !== 10)
      issues.push({ field: 'akun_billing_id', message: 'Akun billing tidak aktif' })
  }
  return issues
}
const aktifkan = async (trx: Trx, ctx: Ctx, row: UserRow, dasar: number): Promise<void> => {
  const issues = await kurangAktif(trx, row, dasar)
  if (issues.length > 0)
    throw conflict(
      `Belum dapat diaktifkan. ${issues.map((i) => `${label(i.field)}: ${i.message}`).join('. ')}`,
      { errors: issues },
    )
  const username = row.username ?? (await usernameFrom(trx, row.name))
  await ubah(
    trx,
    ctx,
    row,
    { status: 10, username, ...keysOf(user, { ...row, username }, await kataCari(trx, row)) },
    false,
  )
}
/** Words beside the row's own that `q` finds: number, name on bills, code. */
export const kataCari = async (trx: Trx, row: { id: number }): Promise<string> => {
  const of = async (table: 'pelatih_profil' | 'sales_profil') =>
    (await trx.selectFrom(table).select('kode').where('user_id', '=', row.id).executeTakeFirst())
      ?.kode
  const peserta = await trx
    .selectFrom('peserta_profil')
    .select('no_induk')
    .where('user_id', '=', row.id)
    .executeTakeFirst()
  const akun = await trx
    .selectFrom('akun_billing_profil')
    .select('nama_tagihan')
    .where('user_id', '=', row.id)
    .executeTakeFirst()
  return [
    peserta?.no_induk,
    akun?.nama_tagihan,
    await of('pelatih_profil'),
    await of('sales_profil'),
  ]
    .filter(Boolean)
    .join(' ')
}

const terhapus = () => conflict('User sudah dihapus. Pulihkan dahulu.')
export const activate: Aksi<'activate'> = async ({ trx, ctx, row }) => {
  const { dasar } = await periksaSasaran(trx, ctx.actor, row, 'Akun Anda sudah aktif')
  if (ctx.actor.dasar === 4 && row.sumber !== 'lead' && row.sumber !== 'mandiri')
    throw forbidden('Sales hanya mengaktifkan lead dan pendaftar sendiri')
  if (row.status === 0) throw terhapus()
  if (row.status === 10) throw conflict('User sudah aktif')
  await refuseShared(trx, ctx.actor, row, 'mengaktifkannya')
  await aktifkan(trx, ctx, row, dasar)
}
export const disableEnable: Aksi<'disable-enable'> = async ({ trx, ctx, row }) => {
  const { dasar } = await periksaSasaran(
    trx,
    ctx.actor,
    row,
    'Anda tidak dapat menonaktifkan diri sendiri',
  )
  if (ctx.actor.dasar === 4) throw forbidden('Sales tidak mengubah status')
  if (row.status === 0) throw terhapus()
  await refuseShared(trx, ctx.actor, row, 'mengubah statusnya')
  if (row.status === 1) return aktifkan(trx, ctx, row, dasar)
  await periksaSuperadminTerakhir(trx, row, 'dinonaktifkan')
  if (dasar === 3) await periksaKelasDiserahkan(trx, ctx.actor, row.id, hariIni())
  await ubah(trx, ctx, row, { status: 1 }, true)
}

/** The others whom an account pays for, in words; undefined when there is none. */
export const sebutDibayar = async (
  trx: Trx,
  actor: Actor,
  id: number,
): Promise<string | undefined> =>
  sebut(
    await trx
      .selectFrom('user')
      .select(['name as nama', tampak(userScope(actor))])
      .where('akun_billing_id', '=', id)
      .where('id', '<>', id)
      .where('status', '<>', 0)
      .orderBy('name_kunci')
      .execute(),
    'peserta',
  )
/** Why a user has a history and is not deleted; empty when nothing stands against it. */
const riwayat = async (trx: Trx, actor: Actor, id: number): Promise<string[]> => {
  const reasons: string[] = []
  const any = async (
    text: string,
    query: { executeTakeFirst: () => Promise<object | undefined> },
  ) => {
    if (await query.executeTakeFirst()) reasons.push(text)
  }
  await any(
    'ada tagihan atas namanya',
    trx.selectFrom('billing').select('id').where('akun_billing_id', '=', id).limit(1),
  )
  await any(
    'ada baris tagihan untuknya',
    trx.selectFrom('billing_item').select('id').where('peserta_id', '=', id).limit(1),
  )
  await any(
    'ada pembayaran atas namanya',
    trx
      .selectFrom('billing_payment')
      .select('id')
      .where((eb) => eb.or([eb('akun_billing_id', '=', id), eb('diterima_oleh', '=', id)]))
      .limit(1),
  )
  await any(
    'ada mutasi saldo',
    trx.selectFrom('mutasi_saldo').select('id').where('akun_billing_id', '=', id).limit(1),
  )
  await any(
    'masih punya jadwal kursus',
    trx
      .selectFrom('kursus_peserta')
      .select('id')
      .where('status', 'in', [0, 1, 2])
      .where((eb) => eb.or([eb('peserta_id', '=', id), eb('akun_billing_id', '=', id)]))
      .limit(1),
  )
  await any(
    'masih mengajar kelas',
    trx
      .selectFrom('kursus_pelatih')
      .select('id')
      .where('pelatih_id', '=', id)
      .where('status', '=', 'aktif')
      .where((eb) => eb.or([eb('selesai', 'is', null), eb('selesai', '>=', hariIni())]))
      .limit(1),
  )
  const students = await sebutDibayar(trx, actor, id)
  if (students) reasons.push(`membayar untuk ${students}`)
  return reasons
}
/** Status 0: the row stays, its user name and mail become free. */
export const hapus = async ({
  trx,
  ctx,
  row,
}: {
  trx: Trx
  ctx: Ctx
  row: UserRow
}): Promise<void> => {
  await periksaSasaran(trx, ctx.actor, row, 'Anda tidak dapat menghapus diri sendiri')
  if (ctx.actor.dasar === 4) throw forbidden('Sales tidak menghapus user')
  if (row.status === 0) throw conflict('User sudah dihapus')
  await periksaSuperadminTerakhir(trx, row, 'dihapus')
  const reasons = await riwayat(trx, ctx.actor, row.id)
  if (reasons.length > 0)
    throw conflict(`User masih dipakai: ${reasons.join('; ')}. Nonaktifkan saja.`)
  await refuseShared(trx, ctx.actor, row, 'menghapusnya')
  await ubah(
    trx,
    ctx,
    row,
    { status: 0, username: lepaskan(row.username, row.id), email: lepaskan(row.email, row.id) },
    true,
  )
}
export const restore: Aksi<'restore'> = async ({ trx, ctx, row, input }) => {
  await periksaSasaran(trx, ctx.actor, row, 'Akun Anda aktif')
  if (ctx.actor.dasar !== 1) throw forbidden('Hanya superadmin yang memulihkan user')
  if (row.status !== 0) throw conflict('User tidak dihapus')
  if (row.dianonimkan_at !== null)
    throw conflict('User sudah dianonimkan dan tidak dapat dipulihkan')
  // A name that somebody else has by now breaks the unique key: 409 on its field.
  const [username, email] = [
    input.username ?? kembalikan(row.username, row.id),
    input.email ?? kembalikan(row.email, row.id),
  ]
  await ubah(
    trx,
    ctx,
    row,
    {
      status: 1,
      username,
      email,
      ...keysOf(user, { ...row, username, email }, await kataCari(trx, row)),
    },
    true,
  )
}

export const resetPassword: Aksi<'reset-password'> = async ({ trx, ctx, row, input }) => {
  await periksaSasaran(trx, ctx.actor, row, 'Ubah password sendiri lewat Ubah Password')
  if (ctx.actor.dasar === 4) throw forbidden('Sales tidak mengatur password')
  if (row.status === 0) throw terhapus()
  if (input.password !== input.re_password)
    throw invalidField('re_password', 'Tidak sama dengan password baru')
  await ubah(
    trx,
    ctx,
    row,
    { password_hash: preparedHash(ctx, input.password), harus_ganti_password: 1 },
    true,
  )
}

export const resetDuaLangkah: Aksi<'reset-dua-langkah'> = async ({ trx, ctx, row }) => {
  await periksaSasaran(trx, ctx.actor, row, 'Verifikasi dua langkah sendiri diatur di Profil Saya')
  if (ctx.actor.dasar === 4) throw forbidden('Sales tidak mengatur verifikasi dua langkah')
  if (!(await removeSecondFactor(trx, row.id)))
    throw conflict('User ini tidak memakai verifikasi dua langkah')
  await ubah(trx, ctx, row, {}, true)
}
/** Mails to whom staff has changed the way in. */
export const beriTahu: NonNullable<Module<typeof user>['committed']> = async ({
  ctx,
  aksi,
  row,
  input,
}) => {
  if (!row.email) return
  const { app_nama } = await readSettings(ctx.db)
  const newPassword =
    aksi === 'reset-password' ||
    (aksi === 'update' && typeof input.password === 'string' && input.password !== '')
  if (newPassword) ctx.mail.send(suratPasswordDireset(row.email, app_nama, row.name))
  if (aksi === 'reset-dua-langkah')
    ctx.mail.send(suratDuaLangkah(row.email, app_nama, row.name, 'direset'))
}

/** Personal data go for good; what money rows say of their time stays as issued (docs/decisions/0018). */
export const anonimkan: Aksi<'anonimkan'> = async ({ trx, ctx, row }) => {
  const { dasar } = await periksaSasaran(
    trx,
    ctx.actor,
    row,
    'Anda tidak dapat menganonimkan diri sendiri',
  )
  if (ctx.actor.dasar !== 1) throw forbidden('Hanya superadmin yang menganonimkan user')
  if (row.dianonimkan_at !== null) throw conflict('User sudah dianonimkan')
  if (row.status === 10) throw conflict('Nonaktifkan user dahulu')
  const { id } = row
  if (
    await trx
      .selectFrom('kursus_peserta')
      .select('id')
      .where('peserta_id', '=', id)
      .where('status', 'in', [0, 1, 2])
      .limit(1)
      .executeTakeFirst()
  )
    throw conflict('Masih punya jadwal kursus. Hentikan dahulu.')
  if (dasar === 3) await periksaKelasDiserahkan(trx, ctx.actor, id, hariIni())
  const bills = await tagihanTerbuka(trx, id)
  if (bills.length > 0)
    throw conflict(`Masih ada tagihan terbuka: ${sebutTagihan(ctx.actor, bills)}`)
  const akun = await trx
    .selectFrom('akun_billing_profil')
    .select('saldo_kredit')
    .where('user_id', '=', id)
    .executeTakeFirst()
  if (akun && akun.saldo_kredit !== 0)
    throw conflict(`Masih ada saldo ${formatRupiah(akun.saldo_kredit)}. Kembalikan dahulu.`)
  if (
    await trx
      .selectFrom('user')
      .select('id')
      .where('akun_billing_id', '=', id)
      .where('id', '<>', id)
      .where('dianonimkan_at', 'is', null)
      .limit(1)
      .executeTakeFirst()
  )
    throw conflict('Masih membayar untuk peserta lain')
  const name = `Anonim ${id}`
  const bare = {
    name,
    nama_panggilan: null,
    username: null,
    email: null,
    phone: null,
    phone_alt: null,
    gender: null,
    religion: null,
    information_source: null,
    nik: null,
    no_paspor: null,
    foto: null,
    tempat_lahir: null,
    tanggal_lahir: null,
    alamat: null,
    kota: null,
    kode_pos: null,
    wali_nama: null,
    wali_hubungan: null,
    wali_phone: null,
    persetujuan_oleh: null,
    verified_at: null,
    last_login_at: null,
  }
  await ubah(
    trx,
    ctx,
    row,
    { ...bare, status: 0, dianonimkan_at: now(), password_hash: null, ...keysOf(user, bare) },
    true,
  )
  await dropFiles(trx, 'user', id)
  await trx.deleteFrom('otp').where('user_id', '=', id).execute()
  await removeSecondFactor(trx, id)
  await trx.deleteFrom('rahasia').where('user_id', '=', id).execute()
  await trx.deleteFrom('akun_billing_kontak').where('user_id', '=', id).execute()
  await trx
    .updateTable('peserta_profil')
    .set({ sekolah: null, instrumen_dimiliki: null, catatan: null })
    .where('user_id', '=', id)
    .execute()
  await trx
    .updateTable('pelatih_profil')
    .set({ bank: null, no_rekening: null })
    .where('user_id', '=', id)
    .execute()
  await trx
    .updateTable('akun_billing_profil')
    .set({ nama_tagihan: name, alamat_tagihan: null, email_tagihan: null, wa_tagihan: null })
    .where('user_id', '=', id)
    .execute()
  await trx
    .updateTable('kursus_peserta')
    .set({
      peserta_nama: name,
      peserta_nama_kunci: fold(name),
      cari: fold(name),
      alasan_status: null,
    })
    .where('peserta_id', '=', id)
    .execute()
  // The log keeps who did what and when, but no longer what the person was called.
  await trx
    .updateTable('audit')
    .set({ sebelum: null, sesudah: null })
    .where('entitas', '=', 'user')
    .where('entitas_id', '=', id)
    .execute()
  await trx.updateTable('audit').set({ user_nama: name }).where('created_by', '=', id).execute()
  await trx.updateTable('sesi').set({ ip: null, agen: null }).where('user_id', '=', id).execute()
}
