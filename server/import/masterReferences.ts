/** Resolves the texts of a row that refer to other rows into ids, by code or name. */
import * as z from 'zod/mini'
import type { Issue } from '#contract/resource.ts'
import { fold } from '#server/db/fold.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { invalid } from '#server/errors.ts'
import { otherOutlet } from '#server/export/referenceNames.ts'
import type { Ctx } from '#server/http/context.ts'
import type { RowValues } from '#server/import/columns.ts'
import { namedListSchema } from '#server/import/masterColumns.ts'
import {
  nameColumns,
  readNames,
  textsOf,
  type MasterFields,
  type Row,
} from '#server/import/masterFields.ts'
import { moduleOf } from '#server/modules/registry.ts'
import { required } from '#server/runtime/required.ts'

type Names = Map<string, Row[]>
/** A text of a row, and what is known of that row. */
interface Asked {
  field: string
  text: string
  /** Other values of the row. */
  data: RowValues
  /** Current value of the field. */
  now: unknown
}
export interface MasterReferences {
  /** Ids of rows that a text names, or why there are none. */
  findIds: (asked: Asked) => Promise<number[] | Issue>
  /** A row of the file with ids for texts. Throws 422 naming every problem of the row at once. */
  translate: (
    values: RowValues,
    current: Readonly<Record<string, unknown>>,
  ) => Promise<Record<string, unknown>>
  /** Forgets the names of the resource itself: one of its rows has been made or changed. */
  forgetOwn: () => void
}

/** Returns the rows that a text names; of several with one name, the best matches. */
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

/** Ids that a field holds now of rows that the actor does not know by name. */
const unknownNow = (names: Names, now: unknown): number[] => {
  const ids = new Set([...names.values()].flat().map((row) => row.id))
  return [now]
    .flat()
    .filter((id) => typeof id === 'number')
    .filter((id) => !ids.has(id))
}

/** Returns the issues of values that are not references, by the rules of their fields. */
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

/** References within one transaction; the names are read when the first row needs them. */
export const masterReferences = (trx: Trx, ctx: Ctx, fields: MasterFields): MasterReferences => {
  const { referenceOf } = fields
  const knownNames = new Map<string, Names>()
  const namesOf = async (field: string): Promise<Names> => {
    const target = required(moduleOf(referenceOf(field) ?? ''), field)
    const { name } = target.resource
    const names = knownNames.get(name) ?? (await readNames(trx, ctx, target))
    knownNames.set(name, names)
    return names
  }
  const findIds = async (query: Asked): Promise<number[] | Issue> => {
    const { field, text, now } = query
    const names = await namesOf(field)
    const [row, ...more] = fitting(fields, names.get(fold(text)) ?? [], query)
    if (row && more.length === 0) return [row.id]
    // The text for other outlets keeps the outlets that the row does not name.
    if (!row && fold(text) === fold(otherOutlet) && referenceOf(field) === 'gedung')
      return unknownNow(names, now)
    const quotedText = `"${text.slice(0, 60)}"`
    const message = row
      ? `Ada lebih dari satu ${quotedText}: tulis kodenya`
      : `${quotedText} tidak ditemukan`
    return { field, message }
  }
  /** The ids that a cell names, and the first problem with one of its texts. */
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
    // All errors of a row are reported together, so that a file is not corrected step by step.
    throw invalid([...problems, ...otherIssues(fields, data, problems)])
  }
  return { findIds, translate, forgetOwn: () => knownNames.delete(fields.nama) }
}
