/**
 * Converts references in an imported row, written as codes or names of other rows, to the ids of
 * these rows.
 */
import * as z from 'zod/mini'
import type { Issue } from '#contract/resource.ts'
import { fold } from '#server/db/fold.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { invalid } from '#server/errors.ts'
import { otherOutlet } from '#server/export/referenceNames.ts'
import type { Ctx } from '#server/http/context.ts'
import type { RowValues } from '#server/import/columns.ts'
import { namedListSchema } from '#server/import/masterColumns.ts'
import { nameColumns, textsOf, type MasterFields, type Row } from '#server/import/masterFields.ts'

type Names = Map<string, Row[]>
/** Text in a cell that names a row, and values that help to choose among rows of the same name. */
interface Asked {
  field: string
  text: string
  /** Stored values and already converted values of the imported row that contains the text. */
  data: RowValues
  /** Stored id or ids of the field; undefined for a new row. */
  now: unknown
}
export interface MasterReferences {
  /**
   * Returns the ids of the rows that a text names. Returns an issue instead when no row matches, or
   * when several rows match.
   */
  findIds: (asked: Asked) => Promise<number[] | Issue>
  /**
   * Returns the values of an imported row with ids in place of codes and names. `current` is the
   * stored row; it is empty for a new row. Throws 422 with all problems of the row.
   */
  translate: (
    values: RowValues,
    current: Readonly<Record<string, unknown>>,
  ) => Promise<Record<string, unknown>>
  /**
   * Discards the cached names of the imported resource, because one of its rows has been created or
   * changed.
   */
  forgetOwn: () => void
}

/**
 * Returns the best matches among `rows`, which all have the code or name in the text. While several
 * rows remain, applies three criteria in turn: the row has the same references as the imported row;
 * the row has exactly the spelling of the text; the field already refers to the row. Each criterion
 * removes the rows that do not meet it, but is skipped if no row meets it.
 */
const fitting = (
  { referenceOf }: MasterFields,
  rows: readonly Row[],
  { text, data, now }: Asked,
): readonly Row[] => {
  const isSame = (row: Row) =>
    Object.keys(row).every(
      (f) => referenceOf(f) === undefined || data[f] === undefined || row[f] === data[f],
    )
  const exact = (row: Row) => nameColumns.some((n) => row[n] === text)
  const isNow = (row: Row) => (Array.isArray(now) ? now.includes(row.id) : row.id === now)
  return [isSame, exact, isNow].reduce<readonly Row[]>((candidates, fits) => {
    const fewer = candidates.length > 1 ? candidates.filter(fits) : candidates
    return fewer.length > 0 ? fewer : candidates
  }, rows)
}

/**
 * Returns those ids in the stored value of a field that belong to rows outside the actor's scope.
 */
const unknownNow = (names: Names, now: unknown): number[] => {
  const ids = new Set([...names.values()].flat().map((row) => row.id))
  return [now]
    .flat()
    .filter((id) => typeof id === 'number')
    .filter((id) => !ids.has(id))
}

/**
 * Validates the values of a row by the rules of their fields and returns the issues, except for
 * fields that already have an issue.
 */
const otherIssues = (
  { schemaOf }: MasterFields,
  data: Readonly<Record<string, unknown>>,
  issues: readonly Issue[],
): Issue[] => {
  const reportedFields = new Set(issues.map((i) => i.field))
  return Object.entries(data).flatMap(([field, value]) => {
    if (value === null || namedListSchema(schemaOf(field)) || reportedFields.has(field)) return []
    const issue = z.safeParse(schemaOf(field), value).error?.issues[0]
    return issue ? [{ field, message: issue.message }] : []
  })
}

/**
 * Returns the functions that convert references within one transaction. The names of a resource are
 * read when the first imported row needs them, and then cached.
 */
export const masterReferences = (trx: Trx, ctx: Ctx, fields: MasterFields): MasterReferences => {
  const { referenceOf, columns, readReferred } = fields
  const knownNames = new Map<string, Names>()
  const namesOf = async (field: string): Promise<Names> => {
    const key = columns[field]?.jenis ?? referenceOf(field) ?? field
    const names = knownNames.get(key) ?? (await readReferred(trx, ctx, field))
    knownNames.set(key, names)
    return names
  }
  const findIds = async (query: Asked): Promise<number[] | Issue> => {
    const { field, text, now } = query
    const names = await namesOf(field)
    const [row, ...more] = fitting(fields, names.get(fold(text)) ?? [], query)
    if (row && more.length === 0) return [row.id]
    // An export writes `Outlet lain` (other outlet) instead of outlets outside the actor's scope.
    // An import of this text leaves these outlets in the field.
    if (!row && fold(text) === fold(otherOutlet) && referenceOf(field) === 'gedung')
      return unknownNow(names, now)
    const quotedText = `"${text.slice(0, 60)}"`
    const message = row
      ? `Ada lebih dari satu ${quotedText}: tulis kodenya`
      : `${quotedText} tidak ditemukan`
    return { field, message }
  }
  /**
   * Returns the ids of the rows that the texts of a cell name, and at most one issue of the cell.
   */
  const idsOf = async (field: string, value: unknown, data: RowValues, now: unknown) => {
    const results: (number[] | Issue)[] = []
    for (const text of textsOf(value)) results.push(await findIds({ field, text, data, now }))
    return {
      ids: results.flatMap((f) => (Array.isArray(f) ? f : [])),
      issues: results.flatMap((f) => (Array.isArray(f) ? [] : [f])).slice(0, 1),
    }
  }
  const translate: MasterReferences['translate'] = async (values, current) => {
    const data: Record<string, unknown> = {}
    const problems: Issue[] = []
    for (const field of Object.keys(fields.columns)) {
      const value = values[field]
      if (value === undefined) continue
      if (value === null || referenceOf(field) === undefined) {
        data[field] = value
        continue
      }
      const { ids, issues } = await idsOf(field, value, { ...current, ...data }, current[field])
      problems.push(...issues)
      if (Array.isArray(value)) data[field] = [...new Set(ids)]
      else if (ids.length > 0) data[field] = ids[0]
    }
    if (problems.length === 0) return data
    // Reports all problems of the row together, so that the user can correct all of them at once.
    throw invalid([...problems, ...otherIssues(fields, data, problems)])
  }
  return { findIds, translate, forgetOwn: () => knownNames.delete(fields.module.resource.name) }
}
