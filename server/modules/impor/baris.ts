/** One row of an import: finds or makes the payer, then makes or changes the student, by the rules of the user module itself. */
import { sql } from 'kysely'
import { normalizePhone } from '#contract/rules/telepon.ts'
import { fold } from '#server/db/fold.ts'
import type { Trx } from '#server/db/tables.ts'
import { HttpError, invalidField } from '#server/errors.ts'
import { scopeOf } from '#server/http/calls.ts'
import type { Ctx } from '#server/http/context.ts'
import { writerOf } from '#server/http/crud.ts'
import { auditEvent, findRow } from '#server/http/rows.ts'
import type { HasilBaris, Masalah, Mode, Nilai } from '#server/modules/impor/kolom.ts'
import { gedungModule } from '#server/modules/master/gedung.ts'
import { moduleOf } from '#server/modules/registry.ts'
import { kindOf } from '#server/modules/user/kinds.ts'
import { userModule } from '#server/modules/user/user.ts'
import { present } from '#server/present.ts'

/** Outlets, sales people and courses by whatever names them. */
export interface Acuan { outlet: ReadonlyMap<string, number>; sales: ReadonlyMap<string, number>; kursus: ReadonlyMap<string, number> }

/** What rows may refer to, in the scope of whoever imports. A name that two people have stands for neither. */
export const bacaAcuan = async (trx: Trx, ctx: Ctx): Promise<Acuan> => {
  const outlets = await trx.selectFrom('gedung').select(['id', 'kode', 'nama']).where(scopeOf(ctx, gedungModule)).execute()
  const people = await trx.selectFrom('user').leftJoin('sales_profil', 'sales_profil.user_id', 'user.id').select(['user.id', 'user.name', 'user.username', 'user.email', 'sales_profil.kode'])
    .where('user.status', '=', 10).where(kindOf('sales', ctx.actor)).where(scopeOf(ctx, userModule)).execute()
  const courses = await trx.selectFrom('kursus').select(['id', 'kode', 'nama']).where('status', '=', 'aktif').execute()
  const named = (rows: readonly { id: number; names: readonly (string | null)[] }[]) => {
    const owners = Map.groupBy(rows.flatMap(({ id, names }) => names.flatMap((n) => (n ? [{ id, key: fold(n) }] : []))), (n) => n.key)
    return new Map([...owners].flatMap(([key, all]): [string, number][] => { const ids = new Set(all.map((n) => n.id)); return ids.size === 1 ? [[key, present(all[0], key).id]] : [] }))
  }
  return { outlet: named(outlets.map((o) => ({ id: o.id, names: [o.kode, o.nama] }))), sales: named(people.map((p) => ({ id: p.id, names: [p.kode, p.username, p.email, p.name] }))), kursus: named(courses.map((k) => ({ id: k.id, names: [k.kode, k.nama] }))) }
}

const writer = writerOf(userModule, moduleOf)
const teks = (value: unknown): string | undefined => (value === undefined || value === null ? undefined : String(value))
const given = (values: Record<string, unknown>) => Object.fromEntries(Object.entries(values).filter(([, v]) => v !== undefined))
/** In a new row a dash is what an empty cell is. */
const terisi = (values: Record<string, unknown>) => Object.fromEntries(Object.entries(values).filter(([, v]) => v !== null))

/** Runs a write of the user module, and says its problems by the columns of the file. */
const sebagai = async <T>(kolom: Readonly<Record<string, string>>, run: () => Promise<T>): Promise<T> => {
  try { return await writer.guarded(run) } catch (error) {
    if (!(error instanceof HttpError) || !error.errors) throw error
    throw new HttpError(error.status, error.message, { errors: error.errors.map((e) => ({ ...e, field: kolom[e.field] ?? e.field })) })
  }
}
const emailBebas = async (trx: Trx, email: string | undefined, kolom: string, kecuali = 0): Promise<void> => {
  if (email === undefined) return
  const taken = await trx.selectFrom('user').select('id').where('email', '=', email.toLowerCase()).where('id', '<>', kecuali).executeTakeFirst()
  if (taken) throw invalidField(kolom, 'Email sudah dipakai')
}

interface Akun { id: number; baru: boolean }
/** The payer that a row names by phone or mail: one whom the importing person may see, or a new one. */
const cariAkun = async (trx: Trx, ctx: Ctx, nilai: Nilai, gedung_id: number | undefined, sales_id: number | undefined): Promise<Akun | undefined> => {
  const [nomor, email] = [teks(nilai.akun_phone), teks(nilai.akun_email)?.toLowerCase()]
  const phone = nomor === undefined ? undefined : normalizePhone(nomor)
  if (phone === undefined && email === undefined) {
    if (teks(nilai.akun_nama) !== undefined) throw invalidField('akun_phone', 'Isi No. HP atau email akun billing')
    return undefined
  }
  const known = await trx.selectFrom('user').select(['id', 'name_kunci', 'phone', 'email']).where(kindOf('akun-billing', ctx.actor)).where('status', '<>', 0).where(scopeOf(ctx, userModule))
    .where((eb) => eb.or([...(phone ? [eb('phone', '=', phone)] : []), ...(email ? [eb('email', '=', email)] : [])])).orderBy('id').execute()
  const byMail = known.find((k) => email !== undefined && k.email === email)
  const byPhone = known.filter((k) => phone !== undefined && k.phone === phone)
  if (byMail) {
    if (byPhone.length > 0 && !byPhone.includes(byMail)) throw invalidField('akun_email', 'No. HP dan email menunjuk dua akun billing yang berbeda')
    return { id: byMail.id, baru: false }
  }
  const name = fold(teks(nilai.akun_nama) ?? '')
  const same = byPhone.length > 1 ? byPhone.filter((k) => k.name_kunci === name) : byPhone
  if (same.length === 1) return { id: present(same[0], 'akun').id, baru: false }
  if (byPhone.length > 1) throw invalidField('akun_phone', 'Ada lebih dari satu akun billing dengan nomor ini: tulis emailnya')
  await emailBebas(trx, email, 'akun_email')
  const body = given({ role_id: 5, status: 10, name: teks(nilai.akun_nama ?? nilai.wali_nama ?? nilai.name), phone, email: email ?? null, gedung_id, sales_id })
  const row = await sebagai({ name: 'akun_nama', phone: 'akun_phone', email: 'akun_email', gedung_id: 'outlet', sales_id: 'sales' }, () => writer.create(trx, ctx, body, { sumber: 'import' }))
  return { id: row.id, baru: true }
}

const langsung = ['name', 'nama_panggilan', 'gender', 'tempat_lahir', 'tanggal_lahir', 'phone', 'email', 'wali_nama', 'wali_hubungan', 'wali_phone', 'persetujuan', 'information_source', 'sekolah', 'instrumen_dimiliki', 'alamat', 'kota', 'kode_pos', 'religion', 'citizenship', 'catatan'] as const

const tidakAda = (kolom: string, text: string): never => { throw invalidField(kolom, `"${text.slice(0, 60)}" tidak ditemukan`) }
/** What a student wants to learn: kept with the student until a class is chosen. */
const catatMinat = async (trx: Trx, ctx: Ctx, id: number, minat: number[] | undefined, teksnya: string | undefined): Promise<void> => {
  if (minat === undefined) return
  await trx.updateTable('peserta_profil').set({ kursus_minat: JSON.stringify([...new Set(minat)]) }).where('user_id', '=', id).execute()
  await auditEvent(trx, ctx, { aksi: 'update', entitas: 'user', entitas_id: id, sesudah: JSON.stringify({ 'Kursus yang diminati': teksnya ?? null }) })
}

/** Imports a row. Throws HttpError naming the columns; what it had written till then is the caller's to undo. */
export const imporBaris = async (trx: Trx, ctx: Ctx, mode: Mode, nilai: Nilai, acuan: Acuan): Promise<HasilBaris> => {
  const cari = (kolom: 'outlet' | 'sales'): number | null | undefined => {
    if (nilai[kolom] === null) return null
    const text = teks(nilai[kolom])
    const id = text === undefined ? undefined : acuan[kolom].get(fold(text))
    if (text !== undefined && id === undefined) tidakAda(kolom, text)
    return id
  }
  const [gedung_id, sales_id] = [cari('outlet'), cari('sales')]
  const minat = nilai.kursus === null ? [] : teks(nilai.kursus)?.split(/[;,]/).map((s) => s.trim()).filter(Boolean).map((nama) => acuan.kursus.get(fold(nama)) ?? tidakAda('kursus', nama))
  const akun = await cariAkun(trx, ctx, nilai, gedung_id ?? undefined, sales_id ?? undefined)
  const ada = await cariPeserta(trx, ctx, nilai, akun)
  const data = given({ ...Object.fromEntries(langsung.map((k) => [k, nilai[k]])), gedung_id, sales_id, akun_billing_id: akun?.id })
  const kolom = { gedung_id: 'outlet', sales_id: 'sales', akun_billing_id: 'akun_phone' }
  const akunBaru = akun?.baru ?? false
  if (ada) {
    if (mode === 'tambah') throw invalidField(teks(nilai.no_induk) === undefined ? 'name' : 'no_induk', `Peserta ini sudah ada (${ada.no_induk})`)
    const current = present(await findRow(trx, userModule, ctx.actor, ada.id), 'peserta')
    await emailBebas(trx, teks(nilai.email), 'email', ada.id)
    await sebagai(kolom, () => writer.update(trx, ctx, current, { ...data, versi: current.versi }))
    await catatMinat(trx, ctx, ada.id, minat, teks(nilai.kursus))
    return { hasil: 'diperbarui', akunBaru }
  }
  await emailBebas(trx, teks(nilai.email), 'email')
  const baru = await sebagai(kolom, () => writer.create(trx, ctx, { role_id: 6, status: 10, ...terisi(data) }, { sumber: 'import' }))
  if (minat?.length) await catatMinat(trx, ctx, baru.id, minat, teks(nilai.kursus))
  return { hasil: 'baru', akunBaru }
}

/** The student that a row means: by number, else by name and birthday under the same payer, so that a file that comes twice makes nobody twice. */
const cariPeserta = async (trx: Trx, ctx: Ctx, nilai: Nilai, akun: Akun | undefined) => {
  const mine = trx.selectFrom('user').innerJoin('peserta_profil', 'peserta_profil.user_id', 'user.id').select(['user.id', 'peserta_profil.no_induk']).where('user.status', '<>', 0).where(scopeOf(ctx, userModule))
  const no = teks(nilai.no_induk)?.toUpperCase()
  if (no !== undefined) {
    const found = await mine.where('peserta_profil.no_induk', '=', no).executeTakeFirst()
    if (!found) throw invalidField('no_induk', 'No. Induk tidak ditemukan. Kosongkan untuk peserta baru.')
    return found
  }
  const [nama, lahir] = [teks(nilai.name), teks(nilai.tanggal_lahir)]
  if (nama === undefined || lahir === undefined || !akun || akun.baru) return undefined
  return mine.where('user.name_kunci', '=', fold(nama)).where('user.tanggal_lahir', '=', lahir).where('user.akun_billing_id', '=', akun.id).executeTakeFirst()
}

/** Runs one row so that what it wrote goes when it fails; the rows before it stay. */
export const dalamTitikSimpan = async <T>(trx: Trx, run: () => Promise<T>): Promise<T | Masalah[]> => {
  await sql`savepoint baris`.execute(trx)
  try {
    const answer = await run()
    await sql`release savepoint baris`.execute(trx)
    return answer
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    await sql`rollback to savepoint baris`.execute(trx)
    await sql`release savepoint baris`.execute(trx)
    return error.errors?.map((e) => ({ kolom: e.field, pesan: e.message })) ?? [{ kolom: '', pesan: error.message }]
  }
}
