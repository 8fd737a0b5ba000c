/**
 * Expands of users (related data added to rows), each read for all users of a page at once and
 * limited to the actor's scope.
 */
import { sql } from 'kysely'
import type { user } from '#contract/access/user.ts'
import { allows } from '#server/http/context.ts'
import { userScope } from '#server/modules/access/user/kinds.ts'
import { readLearning } from '#server/modules/access/user/learning.ts'
import { readSummaries } from '#server/modules/access/user/summary.ts'
import { readArrearsFlags } from '#server/modules/billing/bills/arrears.ts'
import { readOpenBills } from '#server/modules/billing/bills/openBills.ts'
import { kursusPelatihModule } from '#server/modules/schedule/classes/kursusPelatih.ts'
import { kursusPesertaModule } from '#server/modules/schedule/enrolments/kursusPeserta.ts'
import { labelOutlet, labelOutlets } from '#server/modules/scope.ts'
import type { Module } from '#server/resource/module.ts'
import type { Condition } from '#server/resource/query/conditions.ts'

type Expands = Module<typeof user>['expands']
const all = sql<boolean>`1 = 1`
const or = (condition: Condition | undefined) => condition ?? all
/**
 * Groups rows by the id of the user to whom they belong (`milik`), and removes `milik` from them.
 */
const groupByOwner = <T extends { milik: number }>(
  rows: readonly T[],
): Map<number, Omit<T, 'milik'>[]> => {
  const rowsByOwner = new Map<number, Omit<T, 'milik'>[]>()
  for (const { milik, ...row } of rows) {
    const list = rowsByOwner.get(milik)
    if (list) list.push(row)
    else rowsByOwner.set(milik, [row])
  }
  return rowsByOwner
}

export const userExpands: Expands = {
  bidang: async ({ db, ids }) =>
    groupByOwner(
      await db
        .selectFrom('pelatih_bidang')
        .innerJoin('kategori_kursus', 'kategori_kursus.id', 'kategori_kursus_id')
        .select(['user_id as milik', 'kategori_kursus.id', 'nama', 'warna'])
        .where('user_id', 'in', ids)
        .orderBy('urutan')
        .orderBy('kategori_kursus.id')
        .execute(),
    ),
  level: async ({ db, ids }) =>
    new Map(
      (
        await db
          .selectFrom('pelatih_profil')
          .innerJoin('course_level', 'course_level.id', 'level_maks')
          .select(['user_id', 'course_level.id', 'judul'])
          .where('user_id', 'in', ids)
          .execute()
      ).map(({ user_id, ...level }) => [user_id, level]),
    ),
  gedung: async ({ db, actor, ids }) =>
    new Map(
      (
        await db
          .selectFrom('user')
          .innerJoin('gedung', 'gedung.id', 'user.gedung_id')
          .select(['user.id as milik', 'gedung.id', 'nama', 'zona_waktu'])
          .where('user.id', 'in', ids)
          .execute()
      ).map(({ milik, ...gedung }) => [milik, labelOutlet(actor, gedung)]),
    ),
  gedung_wilayah: async ({ db, actor, ids }) =>
    groupByOwner(
      labelOutlets(
        actor,
        await db
          .selectFrom('user_gedung')
          .innerJoin('gedung', 'gedung.id', 'user_gedung.gedung_id')
          .select(['user_id as milik', 'gedung.id', 'nama'])
          .where('user_id', 'in', ids)
          .orderBy('nama_kunci')
          .execute(),
      ),
    ),
  peserta: async ({ db, actor, ids }) =>
    groupByOwner(
      await db
        .selectFrom('user')
        .innerJoin('peserta_profil', 'peserta_profil.user_id', 'user.id')
        .select((eb) => [
          eb.ref('user.akun_billing_id').$notNull().as('milik'),
          'user.id',
          'user.name',
          'user.status',
          'no_induk',
        ])
        .where('user.akun_billing_id', 'in', ids)
        .where('user.status', '<>', 0)
        .where(or(userScope(actor)))
        .orderBy('name_kunci')
        .execute(),
    ),
  kursus_aktif: async ({ db, actor, ids }) =>
    groupByOwner(
      await db
        .selectFrom('kursus_peserta')
        .innerJoin('kursus', 'kursus.id', 'kursus_peserta.kursus_id')
        .innerJoin('kursus_pelatih', 'kursus_pelatih.id', 'kursus_peserta.kursus_pelatih_id')
        .select([
          'kursus_peserta.peserta_id as milik',
          'kursus_peserta.id',
          'kursus_peserta.kursus_id',
          'kursus.nama as kursus',
          'kursus_pelatih.nama as kelas',
          'kursus_peserta.status',
        ])
        .where('kursus_peserta.peserta_id', 'in', ids)
        .where('kursus_peserta.status', 'in', [1, 2])
        .where(or(kursusPesertaModule.scope?.(actor)))
        .orderBy('kursus_peserta.mulai')
        .orderBy('kursus_peserta.id')
        .execute(),
    ),
  mengajar: async ({ db, actor, ids }) => {
    const rows = await db
      .selectFrom('kursus_pelatih')
      .leftJoin('kursus_peserta', (j) =>
        j
          .onRef('kursus_peserta.kursus_pelatih_id', '=', 'kursus_pelatih.id')
          .on('kursus_peserta.status', 'in', [1, 2]),
      )
      .select((eb) => [
        'pelatih_id',
        eb.fn.count<number>('kursus_pelatih.id').distinct().as('kelas'),
        eb.fn.count<number>('kursus_peserta.peserta_id').distinct().as('peserta'),
      ])
      .where('pelatih_id', 'in', ids)
      .where('kursus_pelatih.status', '=', 'aktif')
      .where(or(kursusPelatihModule.scope?.(actor)))
      .groupBy('pelatih_id')
      .execute()
    return new Map(rows.map(({ pelatih_id, ...counts }) => [pelatih_id, counts]))
  },
  dua_langkah: async ({ db, actor, ids }) => {
    if (!allows(actor, 'user/reset-dua-langkah')) return new Map()
    const rows = await db
      .selectFrom('dua_langkah')
      .select(['user_id', 'aktif_at'])
      .where('user_id', 'in', ids)
      .execute()
    return new Map(
      rows.flatMap(({ user_id, aktif_at }) =>
        aktif_at === null ? [] : [[user_id, { aktif_at }] as const],
      ),
    )
  },
  belajar: readLearning,
  menunggak: ({ db, ids }) => readArrearsFlags(db, ids),
  piutang: ({ db, actor, ids }) => readOpenBills(db, actor, ids),
  ringkasan: readSummaries,
}
