/** Registration of oneself (domain.md 2.3): what the form offers, and an applicant's account, which staff activates. */
import { sql } from 'kysely'
import { periksaPendaftaran } from '#contract/calls.ts'
import { resources } from '#contract/registry.ts'
import { versiPersetujuan, perluWali } from '#contract/rules/persetujuan.ts'
import { fold } from '#server/db/fold.ts'
import { fromJson } from '#server/db/json.ts'
import { sweepSometimes } from '#server/db/sweep.ts'
import type { Db, Trx } from '#server/db/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { invalid, invalidField } from '#server/errors.ts'
import { netOf } from '#server/http/address.ts'
import { countAttempt, countIn, hashPassword } from '#server/http/auth.ts'
import type { Handlers } from '#server/http/calls.ts'
import { now } from '#server/http/context.ts'
import { auditEvent, keysOf } from '#server/http/rows.ts'
import { suratSudahAda, suratTerdaftar } from '#server/mail/surat.ts'
import { keyOf } from '#server/modules/auth/attempts.ts'
import { refuseWeak } from '#server/modules/auth/strength.ts'
import { takeStudentNumber } from '#server/modules/user/studentNumber.ts'
import { readSettings } from '#server/settings.ts'

const hour = 3_600_000
const perIp = 5
/** Mails of registrations to one address in a day: the form must not become a way to pester somebody. */
const mailsPerAddress = 3
const received =
  'Pendaftaran Anda kami terima. Kami mengirim surat ke alamat email Anda dan akan menghubungi Anda.'

const kursusAktif = async (db: Db | Trx) =>
  (
    await db
      .selectFrom('kursus')
      .select(['id', 'nama', 'gedung'])
      .where('status', '=', 'aktif')
      .orderBy(sql`nama_kunci`)
      .execute()
  ).map(({ gedung, ...k }) => ({ ...k, gedung: fromJson<number[]>(gedung) }))

export const daftarCalls: Pick<Handlers, 'pilihanDaftar' | 'register'> = {
  pilihanDaftar: async ({ db }) => ({
    sekolah: (await readSettings(db)).nama_sekolah,
    gedung: await db
      .selectFrom('gedung')
      .select(['id', 'nama', 'kota'])
      .where('status', '=', 'aktif')
      .orderBy(sql`nama_kunci`)
      .execute(),
    kursus: await kursusAktif(db),
  }),
  // Whether the mail has an account is told to its owner alone, by mail; the answer and the work are the same.
  register: async (ctx, input) => {
    const issues = periksaPendaftaran(input)
    if (issues.length > 0) throw invalid(issues)
    const {
      name,
      email,
      phone,
      tanggal_lahir,
      gedung_id,
      information_source,
      wali_nama,
      wali_hubungan,
      wali_phone,
      kursus_minat,
    } = input
    await refuseWeak(ctx.db, input.password, input)
    await sweepSometimes(ctx.db)
    await countAttempt(ctx.db, { [`daftar:${netOf(ctx.ip)}`]: perIp }, hour)
    const password_hash = await hashPassword(input.password, 'guest')
    const { app_nama, nama_sekolah } = await readSettings(ctx.db)
    if (input.situs) {
      ctx.log.warn({ ip: ctx.ip }, 'pendaftaran oleh mesin diabaikan')
      return { message: received }
    }
    const anak = perluWali(tanggal_lahir)
    const { known, quiet } = await transaction(
      ctx.db,
      async (trx) => {
        const outlet = await trx
          .selectFrom('gedung')
          .select('id')
          .where('id', '=', gedung_id)
          .where('status', '=', 'aktif')
          .executeTakeFirst()
        if (!outlet) throw invalidField('gedung_id', 'Outlet tidak ditemukan')
        const offered = (await kursusAktif(trx))
          .filter((k) => k.gedung.length === 0 || k.gedung.includes(gedung_id))
          .map((k) => k.id)
        if (kursus_minat.some((k) => !offered.includes(k)))
          throw invalidField('kursus_minat', 'Kursus tidak ditawarkan di outlet ini')
        const flooded = await countIn(
          trx,
          { [`surat-daftar:${keyOf(email)}`]: mailsPerAddress },
          24 * hour,
        )
        const owner = await trx
          .selectFrom('user')
          .select(['id', 'name', 'status', 'gedung_id'])
          .where('email', '=', email)
          .executeTakeFirst()
        if (owner) {
          await auditEvent(
            trx,
            { ...ctx, actor: null },
            {
              aksi: 'daftar-ganda',
              entitas: 'user',
              entitas_id: owner.id,
              gedung_id: owner.gedung_id,
            },
          )
          return { known: owner, quiet: flooded }
        }
        const time = now()
        const row = {
          name,
          email,
          phone,
          tanggal_lahir,
          gedung_id,
          information_source,
          role_id: 6 as const,
          status: 1 as const,
          citizenship: 'WNI' as const,
          activation: 0 as const,
          sumber: 'mandiri' as const,
          wali_nama: anak ? wali_nama : null,
          wali_hubungan: anak ? wali_hubungan : null,
          wali_phone: anak ? wali_phone : null,
          persetujuan_at: time,
          persetujuan_oleh: anak ? wali_nama : name,
          persetujuan_versi: versiPersetujuan,
        }
        const { id } = await trx
          .insertInto('user')
          .values({
            ...row,
            versi: 1,
            created_at: time,
            updated_at: time,
            name_kunci: fold(name),
            cari: '',
            password_hash,
            harus_ganti_password: 0,
            token_versi: 1,
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        const no_induk = await takeStudentNumber(trx)
        await trx
          .updateTable('user')
          .set({ cari: keysOf(resources.user, row, no_induk).cari })
          .where('id', '=', id)
          .execute()
        await trx
          .insertInto('peserta_profil')
          .values({
            user_id: id,
            no_induk,
            sekolah: null,
            instrumen_dimiliki: null,
            catatan: null,
            kursus_minat: JSON.stringify(kursus_minat),
          })
          .execute()
        await auditEvent(
          trx,
          { ...ctx, actor: { id, name } },
          {
            aksi: 'daftar',
            entitas: 'user',
            entitas_id: id,
            sesudah: JSON.stringify(row),
            gedung_id,
          },
        )
        return { known: undefined, quiet: flooded }
      },
      { antre: ['penghitung'] },
    )
    if (!quiet)
      ctx.mail.send(
        known
          ? suratSudahAda(email, app_nama, known.status === 10)
          : suratTerdaftar(email, app_nama, nama_sekolah),
      )
    return { message: received }
  },
}
