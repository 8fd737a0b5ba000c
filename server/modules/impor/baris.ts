/** One row of an import: finds or makes the payer, then makes or changes the student, by the rules of the user module itself. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { user } from '#contract/resources/user.ts'
import { normalizePhone } from '#contract/rules/telepon.ts'
import { fold } from '#server/db/fold.ts'
import { fromJson } from '#server/db/json.ts'
import type { Trx } from '#server/db/tables.ts'
import { HttpError, invalidField } from '#server/errors.ts'
import { scopeOf } from '#server/http/calls.ts'
import type { Ctx } from '#server/http/context.ts'
import { writerOf } from '#server/http/crud.ts'
import { namaKode, outletLain } from '#server/http/exported.ts'
import { auditEvent, findRow, type AnyRow } from '#server/http/rows.ts'
import {
  isSama,
  pisah,
  type HasilBaris,
  type Masalah,
  type Mode,
  type Nilai,
} from '#server/modules/impor/kolom.ts'
import { gedungModule } from '#server/modules/master/gedung.ts'
import { moduleOf } from '#server/modules/registry.ts'
import { kindOf } from '#server/modules/user/kinds.ts'
import { userModule } from '#server/modules/user/user.ts'
import { present } from '#server/present.ts'

/** Outlets, sales people and courses by whatever names them. */
export interface Acuan {
  outlet: ReadonlyMap<string, number>
  sales: ReadonlyMap<string, number>
  kursus: ReadonlyMap<string, number>
}

/** What rows may refer to, in the scope of whoever imports. A name that two people have stands for neither. */
export const bacaAcuan = async (trx: Trx, ctx: Ctx): Promise<Acuan> => {
  const outlets = await trx
    .selectFrom('gedung')
    .select(['id', 'kode', 'nama'])
    .where(scopeOf(ctx, gedungModule))
    .execute()
  const people = await trx
    .selectFrom('user')
    .leftJoin('sales_profil', 'sales_profil.user_id', 'user.id')
    .select(['user.id', 'user.name', 'user.username', 'user.email', 'sales_profil.kode'])
    .where('user.status', '=', 10)
    .where(kindOf('sales', ctx.actor))
    .where(scopeOf(ctx, userModule))
    .execute()
  const courses = await trx
    .selectFrom('kursus')
    .select(['id', 'kode', 'nama'])
    .where('status', '=', 'aktif')
    .execute()
  const named = (rows: readonly { id: number; names: readonly (string | null)[] }[]) => {
    const owners = Map.groupBy(
      rows.flatMap(({ id, names }) => names.flatMap((n) => (n ? [{ id, key: fold(n) }] : []))),
      (n) => n.key,
    )
    return new Map(
      [...owners].flatMap(([key, all]): [string, number][] => {
        const ids = new Set(all.map((n) => n.id))
        return ids.size === 1 ? [[key, present(all[0], key).id]] : []
      }),
    )
  }
  return {
    outlet: named(
      outlets.map((o) => ({ id: o.id, names: [o.kode, o.nama, namaKode(o.nama, o.kode)] })),
    ),
    sales: named(people.map((p) => ({ id: p.id, names: [p.kode, p.username, p.email, p.name] }))),
    kursus: named(
      courses.map((k) => ({ id: k.id, names: [k.kode, k.nama, namaKode(k.nama, k.kode)] })),
    ),
  }
}

const writer = writerOf(userModule, moduleOf)
const isian: Record<string, z.ZodMiniType> = { ...user.fields, ...user.extra }
const teks = (value: unknown): string | undefined =>
  value === undefined || value === null ? undefined : String(value)
const given = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([, v]) => v !== undefined))
/** In a new row a dash is what an empty cell is. */
const terisi = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([, v]) => v !== null))

/** Runs a write of the user module, and says its problems by the columns of the file. */
const sebagai = async <T>(
  kolom: Readonly<Record<string, string>>,
  run: () => Promise<T>,
): Promise<T> => {
  try {
    return await writer.guarded(run)
  } catch (error) {
    if (!(error instanceof HttpError) || !error.errors) throw error
    throw new HttpError(error.status, error.message, {
      errors: error.errors.map((e) => ({ ...e, field: kolom[e.field] ?? e.field })),
    })
  }
}
const emailBebas = async (
  trx: Trx,
  email: string | undefined,
  kolom: string,
  kecuali = 0,
): Promise<void> => {
  if (email === undefined) return
  const taken = await trx
    .selectFrom('user')
    .select('id')
    .where('email', '=', email.toLowerCase())
    .where('id', '<>', kecuali)
    .executeTakeFirst()
  if (taken) throw invalidField(kolom, 'Email sudah dipakai')
}

interface Akun {
  id: number
  baru: boolean
}
/** The payer that a row names by phone or mail: one whom the importing person may see, or a new one. */
const cariAkun = async (
  trx: Trx,
  ctx: Ctx,
  nilai: Nilai,
  gedung_id: number | undefined,
  sales_id: number | undefined,
): Promise<Akun | undefined> => {
  const [nomor, email] = [teks(nilai.akun_phone), teks(nilai.akun_email)?.toLowerCase()]
  const phone = nomor === undefined ? undefined : normalizePhone(nomor)
  if (phone === undefined && email === undefined) {
    if (teks(nilai.akun_nama) !== undefined)
      throw invalidField('akun_phone', 'Isi No. HP atau email akun billing')
    return undefined
  }
  const known = await trx
    .selectFrom('user')
    .select(['id', 'name_kunci', 'phone', 'email'])
    .where(kindOf('akun-billing', ctx.actor))
    .where('status', '<>', 0)
    .where(scopeOf(ctx, userModule))
    .where((eb) =>
      eb.or([
        ...(phone ? [eb('phone', '=', phone)] : []),
        ...(email ? [eb('email', '=', email)] : []),
      ]),
    )
    .orderBy('id')
    .execute()
  const byMail = known.find((k) => email !== undefined && k.email === email)
  const byPhone = known.filter((k) => phone !== undefined && k.phone === phone)
  if (byMail) {
    if (byPhone.length > 0 && !byPhone.includes(byMail))
      throw invalidField('akun_email', 'No. HP dan email menunjuk dua akun billing yang berbeda')
    return { id: byMail.id, baru: false }
  }
  const name = fold(teks(nilai.akun_nama) ?? '')
  const same = byPhone.length > 1 ? byPhone.filter((k) => k.name_kunci === name) : byPhone
  if (same.length === 1) return { id: present(same[0], 'akun').id, baru: false }
  if (byPhone.length > 1)
    throw invalidField(
      'akun_phone',
      'Ada lebih dari satu akun billing dengan nomor ini: tulis emailnya',
    )
  await emailBebas(trx, email, 'akun_email')
  const body = given({
    role_id: 5,
    status: 10,
    name: teks(nilai.akun_nama ?? nilai.wali_nama ?? nilai.name),
    phone,
    email: email ?? null,
    gedung_id,
    sales_id,
  })
  const row = await sebagai(
    {
      name: 'akun_nama',
      phone: 'akun_phone',
      email: 'akun_email',
      gedung_id: 'outlet',
      sales_id: 'sales',
    },
    () => writer.create(trx, ctx, body, { sumber: 'import' }),
  )
  return { id: row.id, baru: true }
}

const langsung = [
  'name',
  'nama_panggilan',
  'gender',
  'tempat_lahir',
  'tanggal_lahir',
  'phone',
  'email',
  'wali_nama',
  'wali_hubungan',
  'wali_phone',
  'persetujuan',
  'information_source',
  'sekolah',
  'instrumen_dimiliki',
  'alamat',
  'kota',
  'kode_pos',
  'religion',
  'citizenship',
  'catatan',
] as const

const tidakAda = (kolom: string, text: string): never => {
  throw invalidField(kolom, `"${text.slice(0, 60)}" tidak ditemukan`)
}
/** What a student wants to learn: kept with the student until a class is chosen. */
const catatMinat = async (
  trx: Trx,
  ctx: Ctx,
  id: number,
  minat: number[] | undefined,
  teksnya: string | undefined,
): Promise<void> => {
  if (minat === undefined) return
  await trx
    .updateTable('peserta_profil')
    .set({ kursus_minat: JSON.stringify([...new Set(minat)]) })
    .where('user_id', '=', id)
    .execute()
  await auditEvent(trx, ctx, {
    aksi: 'update',
    entitas: 'user',
    entitas_id: id,
    sesudah: JSON.stringify({ 'Kursus yang diminati': teksnya ?? null }),
  })
}

/** A student who is there, with what a file says of them by names. */
interface Kini {
  row: AnyRow
  nilai: Readonly<Record<string, unknown>>
  outlet: string | undefined
  sales: string | undefined
  akun: { id: number; name: string; phone: string | null; email: string | null } | undefined
  minat: readonly { id: number; kode: string; nama: string }[]
}
const bacaKini = async (trx: Trx, ctx: Ctx, id: number): Promise<Kini> => {
  const row = present(await findRow(trx, userModule, ctx.actor, id), 'peserta')
  const own = await trx
    .selectFrom('user')
    .leftJoin('gedung', 'gedung.id', 'user.gedung_id')
    .leftJoin('user as s', 's.id', 'user.sales_id')
    .leftJoin('user as a', 'a.id', 'user.akun_billing_id')
    .leftJoin('peserta_profil as p', 'p.user_id', 'user.id')
    .select([
      'gedung.nama as outlet',
      's.name as sales',
      'a.id as akun_id',
      'a.name as akun_nama',
      'a.phone as akun_phone',
      'a.email as akun_email',
      'p.kursus_minat as minat',
    ])
    .where('user.id', '=', id)
    .executeTakeFirstOrThrow()
  const ids = fromJson<number[]>(own.minat ?? '[]')
  const courses =
    ids.length === 0
      ? []
      : await trx
          .selectFrom('kursus')
          .select(['id', 'kode', 'nama'])
          .where('id', 'in', ids)
          .execute()
  const akun =
    own.akun_id === null
      ? undefined
      : { id: own.akun_id, name: own.akun_nama ?? '', phone: own.akun_phone, email: own.akun_email }
  return {
    row,
    nilai: await writer.whole(trx, row),
    outlet: own.outlet ?? undefined,
    sales: own.sales ?? undefined,
    akun,
    minat: courses,
  }
}
/** Whether what a row says of the payer is what the student's payer is: nobody else is looked for then. */
const isPembayarnya = (nilai: Nilai, akun: Kini['akun']): boolean => {
  const [phone, email, nama] = [
    teks(nilai.akun_phone),
    teks(nilai.akun_email),
    teks(nilai.akun_nama),
  ]
  if (
    !akun ||
    (phone === undefined &&
      email === undefined &&
      (nama === undefined || fold(nama) !== fold(akun.name)))
  )
    return false
  return (
    (phone === undefined || normalizePhone(phone) === akun.phone) &&
    (email === undefined || email.toLowerCase() === akun.email)
  )
}
/** Fields of which a row says something else than what is there. */
const berubah = (data: Readonly<Record<string, unknown>>, kini: Kini): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(data).filter(([k, v]) => {
      const { success, data: read } = z.safeParse(
        Object.hasOwn(isian, k) ? (isian[k] ?? z.unknown()) : z.unknown(),
        v,
      )
      return !isSama(kini.nilai[k], success ? read : v)
    }),
  )

/** Imports a row. Throws HttpError naming the columns; what it had written till then is the caller's to undo. */
export const imporBaris = async (
  trx: Trx,
  ctx: Ctx,
  mode: Mode,
  nilai: Nilai,
  acuan: Acuan,
): Promise<HasilBaris> => {
  const bernomor = await cariNomor(trx, ctx, nilai)
  const kini = bernomor && (await bacaKini(trx, ctx, bernomor.id))
  const cari = (kolom: 'outlet' | 'sales', now: unknown): number | null | undefined => {
    if (nilai[kolom] === null) return null
    const text = teks(nilai[kolom])
    // What is there is meant by its name, though others have it, or it is not theirs to see.
    const isNow =
      text !== undefined &&
      kini !== undefined &&
      [kini[kolom], ...(kolom === 'outlet' ? [outletLain] : [])].some(
        (nama) => nama !== undefined && fold(nama) === fold(text),
      )
    if (isNow) return typeof now === 'number' ? now : undefined
    const id = text === undefined ? undefined : acuan[kolom].get(fold(text))
    if (text !== undefined && id === undefined) tidakAda(kolom, text)
    return id
  }
  const [gedung_id, sales_id] = [
    cari('outlet', kini?.row.gedung_id),
    cari('sales', kini?.row.sales_id),
  ]
  const minatnya = (nama: string): number =>
    kini?.minat.find((k) =>
      [k.kode, k.nama, namaKode(k.nama, k.kode)].some((n) => fold(n) === fold(nama)),
    )?.id ??
    acuan.kursus.get(fold(nama)) ??
    tidakAda('kursus', nama)
  const minat =
    nilai.kursus === null ? [] : namaKursus(teks(nilai.kursus), acuan, kini)?.map(minatnya)
  const akun =
    kini && isPembayarnya(nilai, kini.akun)
      ? { id: present(kini.akun, 'akun').id, baru: false }
      : await cariAkun(trx, ctx, nilai, gedung_id ?? undefined, sales_id ?? undefined)
  const ada = bernomor ?? (await cariKeluarga(trx, ctx, nilai, akun))
  const data = given({
    ...Object.fromEntries(langsung.map((k) => [k, nilai[k]])),
    gedung_id,
    sales_id,
    akun_billing_id: akun?.id,
  })
  const akunBaru = akun?.baru ?? false
  if (ada) {
    if (mode === 'tambah')
      throw invalidField(
        teks(nilai.no_induk) === undefined ? 'name' : 'no_induk',
        `Peserta ini sudah ada (${ada.no_induk})`,
      )
    const hasil = await perbarui(
      trx,
      ctx,
      kini ?? (await bacaKini(trx, ctx, ada.id)),
      data,
      minat,
      teks(nilai.kursus),
    )
    return { hasil, akunBaru }
  }
  await emailBebas(trx, teks(nilai.email), 'email')
  const baru = await sebagai(kolom, () =>
    writer.create(trx, ctx, { role_id: 6, status: 10, ...terisi(data) }, { sumber: 'import' }),
  )
  if (minat?.length) await catatMinat(trx, ctx, baru.id, minat, teks(nilai.kursus))
  return { hasil: 'baru', akunBaru }
}
const kolom = { gedung_id: 'outlet', sales_id: 'sales', akun_billing_id: 'akun_phone' }
/** Names of courses in a cell. A comma parts them too, unless it is in the name of one. */
const namaKursus = (
  text: string | undefined,
  acuan: Acuan,
  kini: Kini | undefined,
): string[] | undefined =>
  text === undefined
    ? undefined
    : pisah(text).flatMap((nama) =>
        acuan.kursus.has(fold(nama)) ||
        kini?.minat.some(
          (k) => fold(k.nama) === fold(nama) || fold(namaKode(k.nama, k.kode)) === fold(nama),
        )
          ? [nama]
          : nama
              .split(',')
              .map((s) => s.trim())
              .filter(Boolean),
      )
/** Changes what a row says otherwise; nothing where it says what is there. */
const perbarui = async (
  trx: Trx,
  ctx: Ctx,
  kini: Kini,
  data: Record<string, unknown>,
  minat: number[] | undefined,
  teksnya: string | undefined,
): Promise<HasilBaris['hasil']> => {
  const { row } = kini
  const changed = berubah(data, kini)
  const urut = (ids: readonly number[]) => [...new Set(ids)].toSorted((a, b) => a - b)
  const minatBaru =
    minat === undefined || isSama(urut(kini.minat.map((k) => k.id)), urut(minat))
      ? undefined
      : minat
  if (typeof changed.email === 'string') await emailBebas(trx, changed.email, 'email', row.id)
  if (Object.keys(changed).length > 0)
    await sebagai(kolom, () => writer.update(trx, ctx, row, { ...changed, versi: row.versi }))
  await catatMinat(trx, ctx, row.id, minatBaru, teksnya)
  return Object.keys(changed).length > 0 || minatBaru ? 'diperbarui' : 'sama'
}

const peserta = (trx: Trx, ctx: Ctx) =>
  trx
    .selectFrom('user')
    .innerJoin('peserta_profil', 'peserta_profil.user_id', 'user.id')
    .select(['user.id', 'peserta_profil.no_induk'])
    .where('user.status', '<>', 0)
    .where(scopeOf(ctx, userModule))
/** The student that a row names by number. */
const cariNomor = async (trx: Trx, ctx: Ctx, nilai: Nilai) => {
  const no = teks(nilai.no_induk)?.toUpperCase()
  if (no === undefined) return undefined
  const found = await peserta(trx, ctx).where('peserta_profil.no_induk', '=', no).executeTakeFirst()
  if (!found)
    throw invalidField('no_induk', 'No. Induk tidak ditemukan. Kosongkan untuk peserta baru.')
  return found
}
/** The student that a row means without one: by name and birthday under the same payer, so that a file that comes twice makes nobody twice. */
const cariKeluarga = async (trx: Trx, ctx: Ctx, nilai: Nilai, akun: Akun | undefined) => {
  const [nama, lahir] = [teks(nilai.name), teks(nilai.tanggal_lahir)]
  if (nama === undefined || lahir === undefined || !akun || akun.baru) return undefined
  return peserta(trx, ctx)
    .where('user.name_kunci', '=', fold(nama))
    .where('user.tanggal_lahir', '=', lahir)
    .where('user.akun_billing_id', '=', akun.id)
    .executeTakeFirst()
}

/** Runs one row so that what it wrote goes when it fails; the rows before it stay. */
export const dalamTitikSimpan = async <T>(
  trx: Trx,
  run: () => Promise<T>,
): Promise<T | Masalah[]> => {
  await sql`savepoint baris`.execute(trx)
  try {
    const answer = await run()
    await sql`release savepoint baris`.execute(trx)
    return answer
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    await sql`rollback to savepoint baris`.execute(trx)
    await sql`release savepoint baris`.execute(trx)
    return (
      error.errors?.map((e) => ({ kolom: e.field, pesan: e.message })) ?? [
        { kolom: '', pesan: error.message },
      ]
    )
  }
}
