/**
 * Undoes a move to the next class (domain.md 3.10), as long as the new enrolment is neither billed,
 * attended nor continued.
 */
import { sql } from 'kysely'
import { KursusPesertaStatus } from '#contract/enums.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { conflict } from '#server/errors.ts'
import type { Ctx } from '#server/http/context.ts'
import { dropAddedFees } from '#server/modules/billing/lines/addFeesToDraft.ts'
import { dropLessons } from '#server/modules/schedule/classes/classLessons.ts'
import { kursusPelatihModule } from '#server/modules/schedule/classes/kursusPelatih.ts'
import { checkSeatRequest } from '#server/modules/schedule/conflicts/checkEnrolment.ts'
import {
  confirmAllSoft,
  changeEnrolment,
  type EnrolmentRow,
} from '#server/modules/schedule/enrolments/enrolmentActions.ts'
import { enrolmentInScope } from '#server/modules/schedule/enrolments/enrolmentPreviews.ts'
import { checkNewSeat, readKelas, readStudent } from '#server/modules/schedule/enrolments/seat.ts'
import { endClass } from '#server/modules/schedule/nextClass/nextClass.ts'
import { auditChange } from '#server/resource/auditLog.ts'
import { findRow } from '#server/resource/rows.ts'

/**
 * Returns the reason why the move that created this enrolment cannot be undone. Returns null if the
 * move can be undone.
 */
export const whyNoUndo = async (db: Db | Trx, id: number): Promise<string | null> => {
  const billed = await db
    .selectFrom('billing_item')
    .innerJoin('billing', 'billing.id', 'billing_item.billing_id')
    .select('nomor')
    .where('kursus_peserta_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  if (billed) return `Sudah ada di ${billed.nomor ?? 'draft tagihan'}`
  const later = await db
    .selectFrom('kursus_peserta')
    .select('id')
    .where('sebelumnya_id', '=', id)
    .executeTakeFirst()
  const attended = await db
    .selectFrom('absensi')
    .select('id')
    .where('kursus_peserta_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  if (attended) return 'Sudah ada absensinya'
  return later ? 'Sudah berlanjut ke kelas berikutnya' : null
}

/**
 * Deletes the class that was created for the move if it has no enrolments left, and restores the
 * last day of the old class.
 */
const undoClass = async (trx: Trx, ctx: Ctx, id: number): Promise<void> => {
  const newClass = await trx
    .selectFrom('kursus_pelatih')
    .select(['lanjutan_dari_id', 'lanjutan_selesai'])
    .where('id', '=', id)
    .executeTakeFirst()
  const used = await trx
    .selectFrom('kursus_peserta')
    .select('id')
    .where('kursus_pelatih_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  if (!newClass?.lanjutan_dari_id || used) return
  const making = { at: new Date(), by: ctx }
  await dropLessons(trx, sql`pertemuan.kursus_pelatih_id = ${id}`, making)
  const held = await trx
    .selectFrom('pertemuan')
    .select('id')
    .where('kursus_pelatih_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  if (held) return
  const before = await findRow(trx, kursusPelatihModule, ctx.actor, id)
  await trx.deleteFrom('kursus_pelatih').where('id', '=', id).execute()
  await auditChange(trx, ctx, { aksi: 'delete', entitas: 'kursus-pelatih', before })
  await endClass(trx, ctx, newClass.lanjutan_dari_id, newClass.lanjutan_selesai)
}

/** Resumes the previous enrolment. Throws 409 or 422 if its seat is no longer free. */
const resume = async (trx: Trx, ctx: Ctx, old: EnrolmentRow, selesai: string | null) => {
  const kelas = await readKelas(trx, old.kursus_pelatih_id)
  const student = await readStudent(trx, old.peserta_id)
  const { id, peserta_id } = old
  const from = old.selesai ?? old.mulai
  checkNewSeat(student, kelas)
  const joining = { id, peserta_id, kelas_id: kelas.id, mulai: from, selesai, isNew: true }
  const stand = await checkSeatRequest(trx, ctx, joining, {
    ...confirmAllSoft,
    reasonField: 'alasan',
  })
  await changeEnrolment(trx, ctx, old, {
    bentrok: JSON.stringify(stand.bentrok),
    alasan_bentrok: stand.alasan_bentrok,
    status: KursusPesertaStatus.aktif,
    selesai,
    diakhiri_at: null,
    alasan_status: null,
  })
  const after = await enrolmentInScope(trx, ctx, id)
  await auditChange(trx, ctx, {
    aksi: 'batal-kelas-selanjutnya',
    entitas: 'kursus-peserta',
    before: { ...old },
    after: { ...after },
  })
}

/**
 * Undoes the move that created an enrolment. Throws 403 and 404, and 409 if that enrolment is
 * billed, attended or continued.
 */
export const undoStep = async (trx: Trx, ctx: Ctx, id: number): Promise<{ id: number }> => {
  const row = await enrolmentInScope(trx, ctx, id)
  if (row.sebelumnya_id === null) throw conflict('Jadwal ini bukan kelas selanjutnya')
  const why = await whyNoUndo(trx, id)
  if (why) throw conflict(`Tidak dapat dibatalkan. ${why}`)
  const { sebelumnya_selesai } = await trx
    .selectFrom('kursus_peserta')
    .select('sebelumnya_selesai')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const old = await enrolmentInScope(trx, ctx, row.sebelumnya_id)
  await dropAddedFees(trx, ctx, id, row.mulai.slice(0, 7))
  await trx.deleteFrom('kursus_peserta').where('id', '=', id).execute()
  await auditChange(trx, ctx, {
    aksi: 'delete',
    entitas: 'kursus-peserta',
    before: { ...row },
  })
  await undoClass(trx, ctx, row.kursus_pelatih_id)
  await resume(trx, ctx, old, sebelumnya_selesai)
  return { id: old.id }
}
