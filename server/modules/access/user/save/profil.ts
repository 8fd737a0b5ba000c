/**
 * Reads and writes the fields of a user's form that are stored in the profile tables of students,
 * payers, coaches and sales people.
 */
import type { Insertable } from 'kysely'
import type { user } from '#contract/access/user.ts'
import { RoleId } from '#contract/enums.ts'
import type { Parsed } from '#contract/resource.ts'
import { fold } from '#server/db/fold.ts'
import type { Tables, Trx } from '#server/db/schema/tables.ts'
import { forbidden, invalidField } from '#server/errors.ts'
import type { Actor, Ctx } from '#server/http/context.ts'
import { kodeFrom } from '#server/modules/access/user/save/identity.ts'
import { maskToStore, storeRahasia } from '#server/modules/access/user/save/rahasia.ts'
import { takeStudentNumber } from '#server/modules/access/user/save/studentNumber.ts'
import { renameKelas, checkRenameScope } from '#server/modules/schedule/classes/classNames.ts'
import { auditEvent } from '#server/resource/auditLog.ts'
import type { Stored } from '#server/resource/module.ts'

type Input = Parsed<typeof user>
type Row = Stored<typeof user>

/** Reads the fields of a user that are stored in profile tables. */
export const readProfil = async (trx: Trx, row: Pick<Row, 'id' | 'persetujuan_at'>) => {
  const { id } = row
  const peserta = await trx
    .selectFrom('peserta_profil')
    .select(['sekolah', 'instrumen_dimiliki', 'catatan'])
    .where('user_id', '=', id)
    .executeTakeFirst()
  const akun = await trx
    .selectFrom('akun_billing_profil')
    .select([
      'nama_tagihan',
      'alamat_tagihan',
      'email_tagihan',
      'wa_tagihan',
      'kirim_via',
      'blokir_tagihan',
    ])
    .where('user_id', '=', id)
    .executeTakeFirst()
  const kontak = akun
    ? await trx
        .selectFrom('akun_billing_kontak')
        .select(['nama', 'hubungan', 'phone', 'email', 'terima_tagihan'])
        .where('user_id', '=', id)
        .orderBy('id')
        .execute()
    : []
  const pelatih = await trx
    .selectFrom('pelatih_profil')
    .select([
      'kode',
      'jenis_honor',
      'tarif_honor',
      'bank',
      'no_rekening',
      'tanggal_masuk',
      'level_maks',
    ])
    .where('user_id', '=', id)
    .executeTakeFirst()
  const bidang = pelatih
    ? await trx
        .selectFrom('pelatih_bidang')
        .select('kategori_kursus_id')
        .where('user_id', '=', id)
        .orderBy('kategori_kursus_id')
        .execute()
    : []
  const wilayah = await trx
    .selectFrom('user_gedung')
    .select('gedung_id')
    .where('user_id', '=', id)
    .orderBy('gedung_id')
    .execute()
  const sales = await trx
    .selectFrom('sales_profil')
    .select(['kode', 'target_peserta_bulan', 'target_pendapatan_bulan', 'komisi_persen'])
    .where('user_id', '=', id)
    .executeTakeFirst()
  return {
    ...peserta,
    ...(akun && { ...akun, blokir_tagihan: akun.blokir_tagihan === 1 }),
    ...pelatih,
    ...sales,
    kode: pelatih?.kode ?? sales?.kode ?? null,
    kontak: kontak.map((k) => ({ ...k, terima_tagihan: k.terima_tagihan === 1 })),
    bidang: bidang.map((b) => b.kategori_kursus_id),
    gedung_wilayah: wilayah.map((w) => w.gedung_id),
    persetujuan: row.persetujuan_at !== null,
  }
}

/**
 * Returns the ids of the assigned outlets to store for a coach or admin; an empty list means all
 * outlets. An actor who is an admin limited to some outlets cannot remove other outlets from the
 * user. Throws 403 when such an actor would assign all outlets, or limit a user who has all
 * outlets.
 */
const wilayahToStore = (
  actor: Actor,
  requestedIds: readonly number[],
  before: readonly number[],
  isNew: boolean,
): number[] => {
  if (actor.dasar === RoleId.superadmin || actor.gedung.length === 0)
    return [...new Set(requestedIds)]
  if (isNew && requestedIds.length === 0)
    throw forbidden('Guru semua outlet diatur admin semua outlet. Pilih outlet Anda.')
  const foreign = before.filter((g) => !actor.gedung.includes(g))
  const result = [...new Set([...requestedIds, ...foreign])]
  if (!isNew && before.length === 0 && result.length > 0)
    throw forbidden('Guru ini mengajar di semua outlet: hanya admin semua outlet yang membatasinya')
  if (result.length === 0 && before.length > 0)
    throw forbidden('Guru ini hanya mengajar di outlet tertentu: pilih paling sedikit satu')
  return result
}
const storeWilayah = async (
  trx: Trx,
  actor: Actor,
  id: number,
  requestedIds: readonly number[],
  isNew: boolean,
): Promise<void> => {
  const before = (
    await trx.selectFrom('user_gedung').select('gedung_id').where('user_id', '=', id).execute()
  ).map((w) => w.gedung_id)
  const after = wilayahToStore(actor, requestedIds, before, isNew)
  const removedIds = before.filter((g) => !after.includes(g))
  const added = after.filter((g) => !before.includes(g))
  if (removedIds.length > 0)
    await trx
      .deleteFrom('user_gedung')
      .where('user_id', '=', id)
      .where('gedung_id', 'in', removedIds)
      .execute()
  if (added.length > 0)
    await trx
      .insertInto('user_gedung')
      .values(added.map((gedung_id) => ({ user_id: id, gedung_id })))
      .execute()
}

export const storeAkunProfil = async (
  trx: Trx,
  id: number,
  values: Omit<Insertable<Tables['akun_billing_profil']>, 'user_id' | 'saldo_kredit'>,
): Promise<void> => {
  await trx
    .insertInto('akun_billing_profil')
    .values({ user_id: id, saldo_kredit: 0, ...values })
    .onConflict((c) => c.column('user_id').doUpdateSet(values))
    .execute()
}

/**
 * Throws 422 when the coach's highest level belongs to none of the coach's course categories. A
 * coach without categories may have any level.
 */
const checkLevel = async (trx: Trx, { level_maks, bidang }: Input): Promise<void> => {
  if (level_maks === null || bidang.length === 0) return
  const level = await trx
    .selectFrom('course_level')
    .select('kategori_kursus_id')
    .where('id', '=', level_maks)
    .executeTakeFirstOrThrow()
  if (!bidang.includes(level.kategori_kursus_id))
    throw invalidField('level_maks', 'Bukan level dari bidang guru ini')
}

interface ProfilWrite {
  trx: Trx
  ctx: Ctx
  input: Input
  current: Row | undefined
  id: number
  /** Id of the user's base role. */
  dasar: number
  /** Whether the user did not have this base role before the save. */
  isNewBase: boolean
}

/** Stores the student profile of a student, or of a user who was a student before. */
const storePeserta = async ({ trx, input, id, dasar }: ProfilWrite): Promise<void> => {
  const { sekolah, instrumen_dimiliki, catatan } = input
  const values = { sekolah, instrumen_dimiliki, catatan }
  const student = await trx
    .selectFrom('peserta_profil')
    .select('user_id')
    .where('user_id', '=', id)
    .executeTakeFirst()
  if (student)
    await trx.updateTable('peserta_profil').set(values).where('user_id', '=', id).execute()
  else if (dasar === RoleId.peserta)
    await trx
      .insertInto('peserta_profil')
      .values({ user_id: id, no_induk: await takeStudentNumber(trx), ...values })
      .execute()
}

/** Stores the billing profile of a payer and the further recipients of the payer's bills. */
const storeAkun = async ({ trx, input, current, id }: ProfilWrite): Promise<void> => {
  // If the billing name is empty or equals the person's old name, it follows the person's name.
  const isOwnName = input.nama_tagihan === null || (current && input.nama_tagihan === current.name)
  await storeAkunProfil(trx, id, {
    nama_tagihan: isOwnName ? input.name : (input.nama_tagihan ?? input.name),
    alamat_tagihan: input.alamat_tagihan,
    email_tagihan: input.email_tagihan,
    wa_tagihan: input.wa_tagihan,
    kirim_via: input.kirim_via,
    blokir_tagihan: Number(input.blokir_tagihan),
  })
  await trx.deleteFrom('akun_billing_kontak').where('user_id', '=', id).execute()
  if (input.kontak.length === 0) return
  const contacts = input.kontak.map((contact) => ({
    ...contact,
    user_id: id,
    terima_tagihan: Number(contact.terima_tagihan),
  }))
  await trx.insertInto('akun_billing_kontak').values(contacts).execute()
}

/** Stores the employment data of a coach and the course categories that they teach. */
const storePelatih = async ({ trx, input, id }: ProfilWrite): Promise<void> => {
  const profile = await trx
    .selectFrom('pelatih_profil')
    .select('no_rekening')
    .where('user_id', '=', id)
    .executeTakeFirst()
  const values = {
    kode: input.kode ?? (await kodeFrom(trx, 'pelatih_profil', id)),
    jenis_honor: input.jenis_honor,
    tarif_honor: input.tarif_honor,
    bank: input.bank,
    no_rekening: maskToStore('no_rekening', input.no_rekening, profile?.no_rekening ?? null),
    tanggal_masuk: input.tanggal_masuk,
    level_maks: input.level_maks,
  }
  await checkLevel(trx, input)
  await trx
    .insertInto('pelatih_profil')
    .values({ user_id: id, ...values })
    .onConflict((c) => c.column('user_id').doUpdateSet(values))
    .execute()
  await trx.deleteFrom('pelatih_bidang').where('user_id', '=', id).execute()
  const bidang = [...new Set(input.bidang)]
  if (bidang.length === 0) return
  await trx
    .insertInto('pelatih_bidang')
    .values(bidang.map((kategori_kursus_id) => ({ user_id: id, kategori_kursus_id })))
    .execute()
}

/** Stores the staff code, targets and commission of a sales person. */
const storeSales = async ({ trx, input, id }: ProfilWrite): Promise<void> => {
  const values = {
    kode: input.kode ?? (await kodeFrom(trx, 'sales_profil', id)),
    target_peserta_bulan: input.target_peserta_bulan,
    target_pendapatan_bulan: input.target_pendapatan_bulan,
    komisi_persen: input.komisi_persen,
  }
  await trx
    .insertInto('sales_profil')
    .values({ user_id: id, ...values })
    .onConflict((c) => c.column('user_id').doUpdateSet(values))
    .execute()
}

/**
 * Stores the encrypted numbers of a user, and logs the names of the changed columns. The other
 * audit entries show only the masks of the numbers, so a change between two numbers with the same
 * mask would not be visible.
 */
const storeSecrets = async ({ trx, ctx, input, id, dasar }: ProfilWrite): Promise<void> => {
  const secrets = [
    ['nik', input.nik],
    ['no_paspor', input.no_paspor],
    ...(dasar === RoleId.pelatih ? ([['no_rekening', input.no_rekening]] as const) : []),
  ] as const
  const changed: string[] = []
  for (const [kolom, value] of secrets)
    if (await storeRahasia(trx, ctx.dataKeys, id, kolom, value)) changed.push(kolom)
  if (changed.length === 0) return
  await auditEvent(trx, ctx, {
    aksi: 'ubah-rahasia',
    entitas: 'user',
    entitas_id: id,
    sesudah: JSON.stringify({ kolom: changed }),
    gedung_id: input.gedung_id,
  })
}

/** Stores the profile of the user's base role. Profiles of earlier roles are kept. */
export const storeProfil = async (write: ProfilWrite): Promise<void> => {
  const { trx, ctx, input, id, dasar, isNewBase } = write
  await storePeserta(write)
  if (dasar === RoleId.akunBilling) await storeAkun(write)
  if (dasar === RoleId.pelatih) await storePelatih(write)
  if (dasar === RoleId.sales) await storeSales(write)
  if (dasar === RoleId.admin || dasar === RoleId.pelatih)
    await storeWilayah(trx, ctx.actor, id, input.gedung_wilayah, isNewBase)
  await storeSecrets(write)
}

/** Updates the copies of a person's name in enrolments, waiting lists and class titles. */
export const updateNameCopies = async (
  trx: Trx,
  actor: Actor,
  id: number,
  name: string,
): Promise<void> => {
  for (const [table, label] of [
    ['kursus_peserta', 'jadwal kursus'],
    ['daftar_tunggu', 'daftar tunggu'],
  ] as const) {
    const rows = await trx
      .selectFrom(table)
      .select('gedung_id')
      .where('peserta_id', '=', id)
      .execute()
    checkRenameScope(actor, rows, label)
  }
  const copies = { peserta_nama: name, cari: fold(name) }
  await trx
    .updateTable('kursus_peserta')
    .set({ ...copies, peserta_nama_kunci: fold(name) })
    .where('peserta_id', '=', id)
    .execute()
  await trx.updateTable('daftar_tunggu').set(copies).where('peserta_id', '=', id).execute()
  await renameKelas(trx, actor, 'pelatih_id', id)
}
