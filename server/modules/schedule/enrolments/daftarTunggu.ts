/** Waiting lists of classes: rules of a new row, and positions in the queue (domain.md 2.4). */
import { sql } from 'kysely'
import { KursusPesertaStatus } from '#contract/enums.ts'
import { daftarTunggu } from '#contract/schedule/daftarTunggu.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { invalidField } from '#server/errors.ts'
import { checkNewSeat, readKelas, readStudent } from '#server/modules/schedule/enrolments/seat.ts'
import { byRole, outlets } from '#server/modules/scope.ts'
import { module, type Module } from '#server/resource/module.ts'

interface Waiting {
  peserta_id: number
  kursus_pelatih_id: number
}
type WaitingExpands = Module<typeof daftarTunggu>['expands']

/**
 * Throws 422 if the student already waits for the class, or has an enrolment in the class that has
 * not ended.
 */
const checkOutside = async (trx: Trx, { peserta_id, kursus_pelatih_id }: Waiting) => {
  const waiting = await trx
    .selectFrom('daftar_tunggu')
    .select('id')
    .where('peserta_id', '=', peserta_id)
    .where('kursus_pelatih_id', '=', kursus_pelatih_id)
    .executeTakeFirst()
  if (waiting) throw invalidField('peserta_id', 'Peserta sudah ada di daftar tunggu kelas ini')
  const enrolment = await trx
    .selectFrom('kursus_peserta')
    .select('id')
    .where('peserta_id', '=', peserta_id)
    .where('kursus_pelatih_id', '=', kursus_pelatih_id)
    .where('status', '<>', KursusPesertaStatus.lulus)
    // A stop keeps the seat until the last lesson.
    .where((eb) => eb.or([eb('selesai', 'is', null), eb('selesai', '>=', currentDay())]))
    .executeTakeFirst()
  if (enrolment) throw invalidField('peserta_id', 'Peserta sudah terdaftar di kelas ini')
}

const readPositions: WaitingExpands['antrean'] = async ({ db, ids }) => {
  const rows = await db
    .selectFrom('daftar_tunggu as d')
    .innerJoin('daftar_tunggu as before', 'before.kursus_pelatih_id', 'd.kursus_pelatih_id')
    .select((eb) => ['d.id', eb.fn.countAll<number>().as('n')])
    .where('d.id', 'in', ids)
    .where(
      sql<boolean>`(before.created_at < d.created_at or (before.created_at = d.created_at and before.id <= d.id))`,
    )
    .groupBy('d.id')
    .execute()
  return new Map(rows.map(({ id, n }) => [id, { urutan: Number(n) }]))
}

export const daftarTungguModule = module(daftarTunggu, {
  scope: (actor) =>
    byRole(actor, {
      admin: sql`daftar_tunggu.gedung_id in (${outlets(actor)})`,
      sales: sql`daftar_tunggu.peserta_id in (select s.id from "user" s where s.sales_id = ${actor.id})`,
    }),
  expands: { antrean: readPositions },
  before: async ({ trx, input, current }) => {
    if (current) return {}
    const student = await readStudent(trx, input.peserta_id)
    const kelas = await readKelas(trx, input.kursus_pelatih_id)
    checkNewSeat(student, kelas)
    await checkOutside(trx, input)
    return { peserta_nama: student.name, gedung_id: kelas.gedung_id }
  },
})
