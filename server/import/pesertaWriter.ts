/**
 * Writes the users of an import by the rules of the user module, and reports problems by column of
 * the file.
 */
import type { Trx } from '#server/db/schema/tables.ts'
import { HttpError, invalidField } from '#server/errors.ts'
import { userModule } from '#server/modules/access/user/user.ts'
import { moduleOf } from '#server/modules/registry.ts'
import { writerOf } from '#server/resource/writer.ts'

export const writer = writerOf(userModule, moduleOf)
/** Returns the text of a cell; undefined for an empty cell or a dash. */
export const textOf = (value: unknown): string | undefined =>
  value === undefined || value === null ? undefined : String(value)
/** Returns the values without the undefined ones. */
export const given = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([, v]) => v !== undefined))
/** Returns the values without nulls: in a new row a dash means the same as an empty cell. */
export const withoutNulls = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([, v]) => v !== null))

/**
 * Runs a write of the user module, and renames the fields of its errors to the columns of the file.
 */
export const withColumnNames = async <T>(
  columns: Readonly<Record<string, string>>,
  run: () => Promise<T>,
): Promise<T> => {
  try {
    return await writer.guarded(run)
  } catch (error) {
    if (!(error instanceof HttpError) || !error.errors) throw error
    throw new HttpError(error.status, error.message, {
      errors: error.errors.map((e) => ({ ...e, field: columns[e.field] ?? e.field })),
    })
  }
}
/** Throws 422 for a column when a user other than `exceptId` already has the mail address. */
export const checkEmailFree = async (
  trx: Trx,
  email: string | undefined,
  column: string,
  exceptId = 0,
): Promise<void> => {
  if (email === undefined) return
  const holder = await trx
    .selectFrom('user')
    .select('id')
    .where('email', '=', email.toLowerCase())
    .where('id', '<>', exceptId)
    .executeTakeFirst()
  if (holder) throw invalidField(column, 'Email sudah dipakai')
}
