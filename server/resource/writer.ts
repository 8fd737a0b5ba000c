/**
 * Creates and updates rows of a resource inside a transaction, according to its declaration and
 * module. Used by the routes, by imports and by all other code that writes rows.
 */
import * as z from 'zod/mini'
import type { Issue } from '#contract/resource.ts'
import { tableOf, type Trx } from '#server/db/schema/tables.ts'
import { conflict, forbidden, invalid, invalidField } from '#server/errors.ts'
import { now, type Ctx } from '#server/http/context.ts'
import { auditChange } from '#server/resource/auditLog.ts'
import { emptyToNull, parseBody } from '#server/resource/body.ts'
import { decodeRow, encode, keysOf, tableShapeOf, type AnyRow } from '#server/resource/columns.ts'
import { attachFiles, checkFiles } from '#server/resource/files.ts'
import { untyped, type AnyModule, type ModuleOf } from '#server/resource/module.ts'
import { checkOutletScope } from '#server/resource/outlets.ts'
import { checkWindow } from '#server/resource/query/dateWindow.ts'
import { checkReferences } from '#server/resource/references.ts'
import { findRow } from '#server/resource/rows.ts'
import { withStoreErrors } from '#server/resource/storeErrors.ts'

type Values = Record<string, unknown>
/**
 * Argument of a module's functions for a write, for any resource: the type `Write` of module.ts
 * without its type parameter, and with the result of the module's `prepare`.
 */
interface AnyWrite {
  trx: Trx
  ctx: Ctx
  input: Values
  current: AnyRow | undefined
  prepared: unknown
}
/** Options for creating a row. */
export interface CreateOptions {
  /**
   * Values of columns that the caller determines. They replace the values of the body and of the
   * module.
   */
  fixed?: Values
  /** Result of the module's `prepare`; absent when the row is created without a request. */
  prepared?: unknown
}
export type Writer = ReturnType<typeof writerOf>

/**
 * Returns a row together with its fields that are stored in other tables. The audit log records
 * rows in this form.
 */
const wholeRow = async (module: AnyModule, trx: Trx, row: AnyRow): Promise<AnyRow> => ({
  ...row,
  ...(await module.virtualFields?.({ trx, row } as never)),
})

/** Reads a row after a write. Throws 403 when the write has moved it out of the actor's scope. */
const rowInScope = async (module: AnyModule, trx: Trx, ctx: Ctx, id: number): Promise<AnyRow> =>
  (await findRow(trx, module, ctx.actor, id)) ??
  Promise.reject(forbidden('Data itu di luar wilayah Anda'))

/** Whether the actor sees every row of a resource with all its values. */
const seesAll = (module: AnyModule, { actor }: Ctx): boolean =>
  module.scope?.(actor) === undefined && (module.conceal?.(actor) ?? []).length === 0

const staleMessage = async (trx: Trx, current: AnyRow): Promise<string> => {
  const by =
    current.updated_by === null
      ? undefined
      : await trx
          .selectFrom('user')
          .select('name')
          .where('id', '=', current.updated_by as number)
          .executeTakeFirst()
  return `Data diubah oleh ${by?.name ?? 'sistem'} sejak Anda membukanya`
}

/**
 * Calls the functions of the module that check a write. Returns the values to store, but does not
 * store them yet.
 */
const planOf = async (
  module: AnyModule,
  write: AnyWrite,
): Promise<{ columns: object; stored?: object }> =>
  module.plan?.(write as never) ?? { columns: (await module.before?.(write as never)) ?? {} }

/**
 * Calls the function of the module that writes rows of other tables, then stores the words by which
 * a search finds the row.
 */
const finish = async (
  module: AnyModule,
  write: AnyWrite & { id: number; plan: object },
  columns: Values,
): Promise<void> => {
  await module.after?.(write as never)
  if (!module.searchText) return
  const words = await module.searchText(write as never)
  await untyped(write.trx)
    .updateTable(tableOf(module.resource.name))
    .set({ cari: keysOf(module.resource, columns, words).cari })
    .where('id', '=', write.id)
    .execute()
}

/** Input of a write, and the row before the write. */
interface Checked {
  /**
   * Values of the request. In an update, also the stored values of all other fields, so that a rule
   * about several fields can check the row as it will be after the update.
   */
  input: Values
  /** Values of the request only. */
  given: Values
  /** Row before an update, as stored in the resource's own table; undefined for a create. */
  current: AnyRow | undefined
  /** Row `current` together with its fields from other tables; undefined for a create. */
  before: AnyRow | undefined
}
/**
 * Checks an input: the rules of the declaration, the references, the files and the dates. Throws
 * 422 with an issue for each invalid field.
 */
const checkInput = async (
  module: AnyModule,
  moduleOf: ModuleOf,
  { trx, ctx }: Pick<AnyWrite, 'trx' | 'ctx'>,
  { input, given, current, before }: Checked,
): Promise<void> => {
  const { resource } = module
  const shape = { ...resource.fields, ...resource.extra }
  const issues: Issue[] = [
    ...(resource.check?.(input as never) ?? []),
    ...(await checkReferences(trx, ctx, moduleOf, { shape, input: given, current: before })),
    ...(await checkFiles(trx, ctx, resource, given, current)),
    ...(await checkWindow(trx, shape, given, before)),
  ]
  if (issues.length > 0) throw invalid(issues)
}

const ownFields = ({ resource }: AnyModule, values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([k]) => k in resource.fields))

/** Converts a stored row to an input. A partial update replaces some values of this input. */
const asInput = ({ resource }: AnyModule, row: AnyRow): Values => ({
  ...Object.fromEntries(
    Object.entries(resource.extra).map(([k, schema]) => {
      const result = z.safeParse(schema, undefined)
      return [k, result.success ? result.data : undefined]
    }),
  ),
  ...Object.fromEntries(
    Object.entries(row).filter(([k]) => k in resource.fields || k in resource.extra),
  ),
})

const insertRow = async (
  { resource }: AnyModule,
  { trx, ctx }: AnyWrite,
  columns: Values,
): Promise<AnyRow> => {
  const time = now()
  const shape = tableShapeOf(resource)
  const row = (await untyped(trx)
    .insertInto(tableOf(resource.name))
    .values(
      encode({
        ...columns,
        versi: 1,
        created_at: time,
        created_by: ctx.actor.id,
        updated_at: time,
        updated_by: ctx.actor.id,
        ...keysOf(resource, columns),
      }),
    )
    .returning(shape.columns as never)
    .executeTakeFirstOrThrow()) as AnyRow
  decodeRow(row, shape.decoders)
  return row
}
const updateRow = async (
  { resource }: AnyModule,
  { trx, ctx }: AnyWrite,
  current: AnyRow,
  changes: Values,
): Promise<void> => {
  await untyped(trx)
    .updateTable(tableOf(resource.name))
    .set(
      encode({
        ...changes,
        ...keysOf(resource, { ...current, ...changes }),
        versi: current.versi + 1,
        updated_at: now(),
        updated_by: ctx.actor.id,
      }),
    )
    .where('id', '=', current.id)
    .execute()
}

/**
 * Throws 409 with the current row when the version in the body is outdated. Throws 422 when the
 * body has no version.
 */
const checkVersion = async (
  module: AnyModule,
  trx: Trx,
  current: AnyRow,
  versi: unknown,
): Promise<void> => {
  if (typeof versi !== 'number')
    throw invalidField('versi', 'versi wajib: kirim yang terakhir dibaca')
  // Throws an error that contains the current row, including its fields from other tables. Without
  // these fields, a client that saves again could unknowingly undo another user's change of them.
  if (versi !== current.versi)
    throw conflict(await staleMessage(trx, current), {
      current: await wholeRow(module, trx, current),
    })
}

/** Returns the functions that write rows of a resource. */
export const writerOf = (module: AnyModule, moduleOf: ModuleOf) => {
  const { resource } = module
  const inputs = { ...resource.fields, ...resource.extra }
  return {
    staleMessage,
    guarded: <T>(run: () => Promise<T>): Promise<T> => withStoreErrors(resource, run),
    whole: (trx: Trx, row: AnyRow) => wholeRow(module, trx, row),
    inScope: (trx: Trx, ctx: Ctx, id: number) => rowInScope(module, trx, ctx, id),
    /**
     * Creates a row from the body of a request. Throws 422 for an invalid body. Throws 403 for a
     * row outside the actor's scope, and for a row that the actor may not write
     * (`checkOutletScope`).
     */
    create: async (
      trx: Trx,
      ctx: Ctx,
      body: Values,
      { fixed = {}, prepared }: CreateOptions = {},
    ): Promise<AnyRow> => {
      const input = parseBody(resource.input, emptyToNull(inputs, body))
      const write = { trx, ctx, input, current: undefined, prepared }
      const checked = { input, given: input, current: undefined, before: undefined }
      await checkInput(module, moduleOf, write, checked)
      const plan = await planOf(module, write)
      const columns = { ...ownFields(module, input), ...plan.columns, ...fixed }
      checkOutletScope(ctx.actor, resource, columns, true)
      const inserted = await insertRow(module, write, columns)
      const { id } = inserted
      await attachFiles(trx, ctx, resource, { id, input, current: undefined })
      await finish(module, { ...write, id, plan }, columns)
      const isFinal = plan.stored && seesAll(module, ctx) && !module.searchText
      const row = isFinal ? inserted : await rowInScope(module, trx, ctx, id)
      const after = plan.stored ? { ...row, ...plan.stored } : await wholeRow(module, trx, row)
      await auditChange(trx, ctx, { aksi: 'create', entitas: resource.name, after })
      return row
    },
    /**
     * Updates the fields that the body contains. `versi` must be the version that the client has
     * read. Throws 422 for an invalid body, and 409 for an outdated version. Throws 403 for a row
     * outside the actor's scope, and for a row that the actor may not write (`checkOutletScope`).
     */
    update: async (
      trx: Trx,
      ctx: Ctx,
      current: AnyRow,
      body: Values,
      { prepared }: Pick<CreateOptions, 'prepared'> = {},
    ): Promise<AnyRow> => {
      await checkVersion(module, trx, current, body.versi)
      checkOutletScope(ctx.actor, resource, current)
      const givenInput = parseBody(resource.update, emptyToNull(inputs, body))
      const before = await wholeRow(module, trx, current)
      const input = { ...asInput(module, before), ...givenInput }
      const write = { trx, ctx, input, current, prepared }
      await checkInput(module, moduleOf, write, { input, given: givenInput, current, before })
      const plan = await planOf(module, write)
      const changes = { ...ownFields(module, givenInput), ...plan.columns }
      const columns = { ...current, ...changes }
      checkOutletScope(ctx.actor, resource, columns, true)
      await updateRow(module, write, current, changes)
      await attachFiles(trx, ctx, resource, { id: current.id, input: givenInput, current })
      await finish(module, { ...write, id: current.id, plan }, columns)
      const row = await rowInScope(module, trx, ctx, current.id)
      // Adds the inputs that are not stored as sent, such as a password, to the log entry. Without
      // them, the entry would not show that they were sent. The audit log masks passwords.
      const unstored = Object.fromEntries(
        Object.entries(givenInput).filter(([k]) => k in resource.extra && !(k in before)),
      )
      const after = { ...(await wholeRow(module, trx, row)), ...unstored }
      await auditChange(trx, ctx, { aksi: 'update', entitas: resource.name, before, after })
      return row
    },
  }
}
