/**
 * Undoes the run of a workbook (decision 0251): deletes the created rows in reverse order, as long
 * as nothing was built on them. Money is voided, and the rows that it names stay.
 */
import { metaOf } from '#contract/fields.ts'
import { formatTanggal } from '#contract/values/tanggal.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { conflict, HttpError } from '#server/errors.ts'
import { now, type Ctx } from '#server/http/context.ts'
import { auditJob } from '#server/import/job.ts'
import { isCreatedIn, type Voided } from '#server/import/pindahan/created.ts'
import { pindahan } from '#server/import/pindahan/job.ts'
import { deleteUserParts } from '#server/modules/access/user/lifecycle/removal.ts'
import { voidBill } from '#server/modules/billing/corrections/voidBill.ts'
import { withdrawOpeningSaldo } from '#server/modules/billing/opening/opening.ts'
import { moduleOf } from '#server/modules/registry.ts'
import { auditChange } from '#server/resource/auditLog.ts'
import type { AnyRow } from '#server/resource/columns.ts'
import type { AnyModule } from '#server/resource/module.ts'
import { deleteRow } from '#server/resource/operations/delete.ts'
import { findRow } from '#server/resource/rows.ts'
import { calledOf, nameColumn } from '#server/resource/usage.ts'
import { writerOf } from '#server/resource/writer.ts'
import { required } from '#server/runtime/required.ts'
import { slices } from '#server/runtime/yieldToEventLoop.ts'

/** Row of a resource, as the audit log names it. */
interface Named {
  entitas: string
  id: number
}
const keyOf = ({ entitas, id }: Named): string => `${entitas} ${id}`

/** Returns the module that deletes a created row. A created user is not only marked as deleted. */
const deleterOf = (entitas: string): AnyModule => {
  const module = required(moduleOf(entitas), entitas)
  if (entitas !== 'user') return module
  const beforeDelete = ({ trx, row }: { trx: Trx; row: AnyRow }) => deleteUserParts(trx, row.id)
  return { ...module, remove: undefined, beforeDelete }
}

const reason = 'Pindahan diurungkan'
/** Voids an open bill of the old books, and returns the rows that the bill names. */
const voidOpeningBill = async (trx: Trx, ctx: Ctx, id: number): Promise<Named[]> => {
  const read = () =>
    trx.selectFrom('billing').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const before = await read()
  await voidBill(trx, before, reason, ctx.actor.id)
  const after = await read()
  await auditChange(trx, ctx, {
    aksi: 'batalkan',
    entitas: 'billing',
    before,
    after,
    alasan: reason,
  })
  const lines = await trx
    .selectFrom('billing_item')
    .select('peserta_id')
    .where('billing_id', '=', id)
    .execute()
  return [
    { entitas: 'gedung', id: before.gedung_id },
    ...[before.akun_billing_id, ...lines.map((line) => line.peserta_id)].flatMap((user) =>
      user === null ? [] : [{ entitas: 'user', id: user }],
    ),
  ]
}
/**
 * Functions that void the money that a run has created, by entity of the audit log. They return the
 * rows that the voided row still names; these rows stay.
 */
const voidings: Readonly<Record<Voided, (trx: Trx, ctx: Ctx, id: number) => Promise<Named[]>>> = {
  billing: voidOpeningBill,
  'mutasi-saldo': async (trx, ctx, id) => [
    { entitas: 'user', id: await withdrawOpeningSaldo(trx, ctx, id) },
  ],
}
const isVoided = (entitas: string): entitas is Voided => Object.hasOwn(voidings, entitas)

const cannot = (why: string) => conflict(`Tidak dapat diurungkan: ${why}`)
const nameOf = async (trx: Trx, ctx: Ctx, { entitas, id }: Named): Promise<string> => {
  const module = required(moduleOf(entitas), entitas)
  const row = await findRow(trx, module, ctx.actor, id)
  const name = row && calledOf(module, { ...row, '#nama': row[nameColumn(module.resource)] })
  return `${module.resource.label[0]} ${String(name ?? `#${id}`)}`
}
/** Throws 409 with the first created row that something outside the run has changed or deleted. */
const checkUntouched = async (trx: Trx, ctx: Ctx, job: number): Promise<void> => {
  const touched = await trx
    .selectFrom('audit as c')
    .innerJoin('audit as a', (join) =>
      join.onRef('a.entitas', '=', 'c.entitas').onRef('a.entitas_id', '=', 'c.entitas_id'),
    )
    .select(['c.entitas', 'c.entitas_id', 'a.user_nama', 'a.created_at'])
    .where(isCreatedIn(job))
    .whereRef('a.id', '>', 'c.id')
    .where((eb) => eb.or([eb('a.import_job_id', 'is', null), eb('a.import_job_id', '<>', job)]))
    .orderBy('c.id')
    .limit(1)
    .executeTakeFirst()
  if (!touched) return
  const name = await nameOf(trx, ctx, { entitas: touched.entitas, id: touched.entitas_id ?? 0 })
  const day = formatTanggal(touched.created_at.slice(0, 10))
  throw cannot(`${name} sudah diubah oleh ${touched.user_nama ?? 'sistem'} pada ${day}`)
}

/** Returns the rows to which the fields of a row refer. */
const referencesOf = ({ resource }: AnyModule, row: AnyRow): Named[] =>
  Object.entries({ ...resource.fields, ...resource.computed }).flatMap(([field, schema]) => {
    const entitas = metaOf(schema)?.resource
    if (entitas === undefined) return []
    return [row[field]].flat().flatMap((id) => (typeof id === 'number' ? [{ entitas, id }] : []))
  })
/** Deletes a created row, unless it must stay; then the rows to which it refers stay too. */
const deleteCreated = async (
  trx: Trx,
  ctx: Ctx,
  created: Named,
  kept: Set<string>,
): Promise<void> => {
  const module = deleterOf(created.entitas)
  const writer = writerOf(module, moduleOf)
  const row = await findRow(trx, module, ctx.actor, created.id)
  if (!row) throw conflict(`${module.resource.label[0]} #${created.id} tidak ditemukan`)
  if (kept.has(keyOf(created))) {
    const whole = await writer.whole(trx, row)
    for (const named of referencesOf(module, whole)) kept.add(keyOf(named))
    return
  }
  await writer.guarded(() => deleteRow({ module, moduleOf, writer }, trx, ctx, row))
}
/** Voids or deletes a created row, and adds the rows that therefore stay to `kept`. */
const undoRow = async (trx: Trx, ctx: Ctx, created: Named, kept: Set<string>): Promise<void> => {
  const { entitas, id } = created
  try {
    if (!isVoided(entitas)) return await deleteCreated(trx, ctx, created, kept)
    for (const row of await voidings[entitas](trx, ctx, id)) kept.add(keyOf(row))
  } catch (error) {
    if (!(error instanceof HttpError) || error.status !== 409) throw error
    throw cannot(error.message.replace(/\.? Nonaktifkan saja\.$/, ''))
  }
}

/** Marks a workbook and its sheets as cancelled. Throws 409 unless its run is finished. */
const cancelFinished = async (trx: Trx, id: number): Promise<void> => {
  const set = { status: 'dibatalkan' as const, updated_at: now() }
  const cancelled = await trx
    .updateTable('import_job')
    .set(set)
    .where('id', '=', id)
    .where('status', '=', 'selesai')
    .returning('id')
    .executeTakeFirst()
  if (!cancelled) throw cannot('pindahan ini belum disimpan atau sudah diurungkan')
  await trx.updateTable('import_job').set(set).where('induk_id', '=', id).execute()
}
/**
 * Undoes the run of a workbook in one transaction. Throws 409 with the first row that something was
 * built on. Rows that the run has only updated keep their new values.
 */
export const undoWorkbook = (ctx: Ctx, id: number): Promise<void> =>
  transaction(
    ctx.db,
    async (trx) => {
      await cancelFinished(trx, id)
      await checkUntouched(trx, ctx, id)
      const author = { ...ctx, import_job: id }
      const rows = await trx
        .selectFrom('audit as c')
        .select(['c.entitas', 'c.entitas_id'])
        .where(isCreatedIn(id))
        .orderBy('c.id', 'desc')
        .execute()
      const kept = new Set<string>()
      const slice = slices()
      for (const { entitas, entitas_id } of rows) {
        await slice()
        await undoRow(trx, author, { entitas, id: entitas_id ?? 0 }, kept)
      }
      await auditJob(trx, author, { aksi: 'import-urungkan', nama: pindahan, id })
    },
    { long: true, queueFor: ['penghitung'] },
  )
