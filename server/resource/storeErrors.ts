/** Converts the errors with which the database rejects a write to messages for users. */
import type * as z from 'zod/mini'
import { metaOf } from '#contract/fields.ts'
import type { AnyResource } from '#contract/resource.ts'
import { doubleBooked } from '#server/db/doubleBooked.ts'
import { conflict } from '#server/errors.ts'

/** Fields that the error names when a unique key over an expression is violated, by key name. */
const fieldsOfKey: Readonly<Record<string, readonly string[]>> = {
  bank_rekening: ['nama_bank', 'no_rekening'],
}

type Coded = Error & { code?: unknown; constraint?: unknown; detail?: unknown }
const uniqueViolation = '23505'

/**
 * Returns the name of the violated unique key; an empty string for any other error. SQLite reports
 * the name only for a key over an expression. For a key over columns, the result on SQLite is
 * therefore also an empty string.
 */
const keyIn = ({ message, code, constraint }: Coded): string => {
  const onSqlite = /UNIQUE constraint failed: index '(\w+)'/.exec(message)?.[1]
  return onSqlite ?? (code === uniqueViolation ? String(constraint) : '')
}
/** Returns the columns of the violated unique key; undefined for any other error. */
const columnsIn = ({ message, code, detail }: Coded): string[] | undefined => {
  const onSqlite = /UNIQUE constraint failed: (.+)/.exec(message)?.[1]
  if (onSqlite) return onSqlite.split(', ').map((c) => c.split('.').at(-1)!)
  if (code !== uniqueViolation) return undefined
  return /^Key \((.+?)\)=/.exec(String(detail))?.[1]?.split(', ')
}
/**
 * Returns the names of the fields whose values violate a unique key; undefined for other errors.
 */
const duplicateFields = (error: unknown): readonly string[] | undefined => {
  if (!(error instanceof Error)) return undefined
  return (
    fieldsOfKey[keyIn(error)] ??
    columnsIn(error)?.map((c) => c.replace(/_kunci$/, '').replace(/^lower\((\w+).*$/, '$1'))
  )
}

const referenceViolations: readonly unknown[] = [
  'SQLITE_CONSTRAINT_FOREIGNKEY',
  'SQLITE_CONSTRAINT_TRIGGER',
  '23503',
]
const isReferenced = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && referenceViolations.includes(error.code)

/**
 * Runs a write and converts errors of the database. Throws 409 for a duplicate (the message names
 * its fields), for a double booking of a person or a room, and for the deletion of a row to which
 * other rows refer.
 */
export const withStoreErrors = async <T>(
  { fields, extra, label }: Pick<AnyResource, 'fields' | 'extra' | 'label'>,
  run: () => Promise<T>,
): Promise<T> => {
  try {
    return await run()
  } catch (error) {
    const clash = doubleBooked(error)
    if (clash) throw clash
    const inputs: Readonly<Record<string, z.ZodMiniType>> = { ...fields, ...extra }
    const columns = duplicateFields(error)
    if (columns) {
      const field = columns.find((c) => c in inputs) ?? columns[0]!
      const labels = columns.map((c) => (inputs[c] && metaOf(inputs[c])?.label) ?? c)
      const message = `${labels.join(' dan ')} sudah dipakai`
      throw conflict(message, { errors: [{ field, message }] })
    }
    if (isReferenced(error))
      throw conflict(`${label[0]} masih dipakai data lain. Nonaktifkan saja.`)
    throw error
  }
}
