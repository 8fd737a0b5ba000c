/**
 * Undoing step 2 (the enrolment) of an activation (domain.md 2.3). The lead keeps the student
 * registered in step 1.
 */
import { sql, type SqlBool } from 'kysely'
import { Activation } from '#contract/enums.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { conflict } from '#server/errors.ts'
import type { Handlers } from '#server/http/calls.ts'
import type { Ctx } from '#server/http/context.ts'
import { dropDraftLines } from '#server/modules/billing/lines/addFeesToDraft.ts'
import {
  checkSeen,
  readPerson,
  readProgress,
  storeProgress,
  studentOf,
} from '#server/modules/sales/activation/calon.ts'
import { readEnrolment, undoObstacle } from '#server/modules/sales/activation/chosenClass.ts'
import { moveActivation } from '#server/modules/sales/activation/move.ts'
import { dropLessons } from '#server/modules/schedule/classes/classLessons.ts'
import { kursusPelatihModule } from '#server/modules/schedule/classes/kursusPelatih.ts'
import { enrolmentInScope } from '#server/modules/schedule/enrolments/enrolmentPreviews.ts'
import { auditChange } from '#server/resource/auditLog.ts'
import { findRow } from '#server/resource/rows.ts'

/**
 * Deletes the class that was created for the enrolment, unless another student or held slot uses
 * it.
 */
const dropClass = async (trx: Trx, ctx: Ctx, id: number | null): Promise<void> => {
  const row = id === null ? undefined : await findRow(trx, kursusPelatihModule, ctx.actor, id)
  if (!row) return
  const { n } = await trx
    .selectNoFrom(
      sql<number>`(select count(*) from kursus_peserta where kursus_pelatih_id = ${row.id}) + (select count(*) from slot_ditahan where kursus_pelatih_id = ${row.id})`.as(
        'n',
      ),
    )
    .executeTakeFirstOrThrow()
  if (Number(n) > 0) return
  const which = sql<SqlBool>`pertemuan.kursus_pelatih_id = ${row.id}`
  await dropLessons(trx, which, { at: new Date(), by: ctx })
  const lesson = await trx
    .selectFrom('pertemuan')
    .select('id')
    .where('kursus_pelatih_id', '=', row.id)
    .limit(1)
    .executeTakeFirst()
  if (lesson) return
  await trx.deleteFrom('kursus_pelatih').where('id', '=', row.id).execute()
  await auditChange(trx, ctx, { aksi: 'delete', entitas: 'kursus-pelatih', before: row })
}
/**
 * Deletes the enrolment's lines from draft bills. If the student has no other enrolment, also
 * deletes the draft lines of the student's monthly fees.
 */
const dropLines = async (trx: Trx, ctx: Ctx, id: number, peserta_id: number): Promise<void> => {
  const otherEnrolment = await trx
    .selectFrom('kursus_peserta')
    .select('id')
    .where('peserta_id', '=', peserta_id)
    .where('id', '<>', id)
    .limit(1)
    .executeTakeFirst()
  const fees = otherEnrolment
    ? sql``
    : sql`or billing_item.kunci_unik like ${`by:%:${peserta_id}:%`}`
  const ownLines = sql<SqlBool>`(billing_item.kursus_peserta_id = ${id} ${fees})`
  await dropDraftLines(trx, ctx, ownLines)
}

export const undoActivation: Handlers['undoActivation'] = async (ctx, { alasan }, query) => {
  const calon = await checkSeen(ctx, query)
  return transaction(ctx.db, async (trx) => {
    const person = await readPerson(trx, calon)
    const peserta_id = studentOf(person)
    const chosen = await readEnrolment(trx, person)
    if (!chosen) throw conflict('Belum ada kursus yang dipilih')
    const why = await undoObstacle(trx, chosen.id)
    if (why) throw conflict(`Tidak dapat diurungkan. ${why}.`)
    const before = await enrolmentInScope(trx, ctx, chosen.id)
    await dropLines(trx, ctx, chosen.id, peserta_id)
    await trx.deleteFrom('kursus_peserta').where('id', '=', chosen.id).execute()
    const change = { aksi: 'delete', entitas: 'kursus-peserta', before: { ...before }, alasan }
    await auditChange(trx, ctx, change)
    await dropClass(trx, ctx, (await readProgress(trx, calon))?.kelas_baru_id ?? null)
    await moveActivation(trx, ctx, person, peserta_id, {
      aksi: 'urungkan-aktivasi',
      activation: Activation.terdaftar,
      isi: `Pilihan kursus diurungkan: ${alasan}`,
      alasan,
    })
    const nothing = { langkah: null, isian: null, kelas_baru_id: null }
    await storeProgress(trx, ctx, calon, nothing)
    return { id: query.id }
  })
}
