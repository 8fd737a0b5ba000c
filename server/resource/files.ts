/**
 * Handles the uploaded files to which fields of a row refer by id. Checks the files, attaches them
 * to the row when the row is written, and deletes them with the row.
 */
import { metaOf } from '#contract/fields.ts'
import type { AnyResource, Issue } from '#contract/resource.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { invalid } from '#server/errors.ts'
import type { Ctx } from '#server/http/context.ts'

interface Change {
  field: string
  label: string
  jenis: string | undefined
  id: number | null
  before: number | null
}
type Values = Record<string, unknown>
const idOf = (value: unknown) => (typeof value === 'number' ? value : null)
/** Returns the file fields that a write changes, with the new and the current id of the file. */
const changesOf = (
  { fields }: Pick<AnyResource, 'fields'>,
  input: Values,
  current: Values | undefined,
): Change[] =>
  Object.entries(fields).flatMap(([field, schema]) => {
    const meta = metaOf(schema)
    const [id, before] = [idOf(input[field]), idOf(current?.[field])]
    return meta?.control !== 'file' || input[field] === undefined || id === before
      ? []
      : [{ field, label: meta.label, jenis: meta.jenis, id, before }]
  })
/**
 * Selects the file of a change if it can be attached: the actor has uploaded it, and it does not
 * belong to a row yet.
 */
const ownLoose = (trx: Trx, ctx: Ctx, { id, jenis }: Change) =>
  trx
    .selectFrom('berkas')
    .select('id')
    .where('id', '=', id ?? 0)
    .where('entitas', 'is', null)
    .where('created_by', '=', ctx.actor.id)
    .where('jenis', '=', jenis === 'foto' ? 'foto' : 'bukti')

/**
 * Returns an issue for each file of an input that cannot be attached. A file of another user or row
 * gives the same issue as an unknown id, so that nobody can find out which files exist.
 */
export const checkFiles = async (
  trx: Trx,
  ctx: Ctx,
  resource: Pick<AnyResource, 'fields'>,
  input: Values,
  current: Values | undefined,
): Promise<Issue[]> => {
  const issues: Issue[] = []
  for (const change of changesOf(resource, input, current))
    if (change.id !== null && !(await ownLoose(trx, ctx, change).executeTakeFirst()))
      issues.push({ field: change.field, message: `${change.label} tidak ditemukan. Unggah lagi.` })
  return issues
}

/**
 * Attaches the files of an input to the written row `id`, and deletes the files that they replace.
 * Throws 422 for a file that cannot be attached.
 */
export const attachFiles = async (
  trx: Trx,
  ctx: Ctx,
  resource: Pick<AnyResource, 'name' | 'fields'>,
  { id, input, current }: { id: number; input: Values; current: Values | undefined },
): Promise<void> => {
  for (const change of changesOf(resource, input, current)) {
    if (change.before !== null)
      await trx
        .deleteFrom('berkas')
        .where('id', '=', change.before)
        .where('entitas', '=', resource.name)
        .where('entitas_id', '=', id)
        .execute()
    if (change.id === null) continue
    const takenFile = await trx
      .updateTable('berkas')
      .set({ entitas: resource.name, entitas_id: id, bidang: change.field })
      .where('id', 'in', ownLoose(trx, ctx, change))
      .returning('id')
      .executeTakeFirst()
    if (!takenFile)
      throw invalid([
        { field: change.field, message: `${change.label} tidak ditemukan. Unggah lagi.` },
      ])
  }
}
/** Deletes all files of a row. */
export const dropFiles = async (trx: Trx, entitas: string, id: number): Promise<void> => {
  await trx
    .deleteFrom('berkas')
    .where('entitas', '=', entitas)
    .where('entitas_id', '=', id)
    .execute()
}
