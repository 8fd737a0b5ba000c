/** Filters of a report in words, for readers of its printout or file. */
import { sql } from 'kysely'
import { methodNameSettings, withMethodNames } from '#contract/billing/rules/methodNames.ts'
import { filterMeta, type AnyReport, type FilterWords } from '#contract/report/report.ts'
import { tableOf, type Db } from '#server/db/schema/tables.ts'
import { moduleOf } from '#server/modules/registry.ts'
import type { ReportQuery } from '#server/modules/report/reportQuery.ts'
import { column } from '#server/resource/query/conditions.ts'
import { where } from '#server/resource/rows.ts'
import { readSome } from '#server/settings.ts'

/**
 * Returns the label of a row as a picker shows it; undefined if the actor may not choose the row.
 */
const nameOf = async (
  db: Db,
  { actor }: ReportQuery,
  { resource: name, id }: { resource: string; id: number },
): Promise<string | undefined> => {
  const module = moduleOf(name)
  if (!module?.resource.choice) return undefined
  const { resource, scope } = module
  const only = where([sql`${column(resource, 'id')} = ${id}`, scope?.(actor)])
  const { rows } = await sql<{ label: string }>`
    select ${sql.ref(module.resource.choice.label)} as label from ${sql.table(tableOf(name))}${only}`.execute(
    db,
  )
  return rows[0]?.label
}

/** Returns the active filters with their values in words, in the order of the report. */
export const readFilterWords = async (
  db: Db,
  report: AnyReport,
  query: ReportQuery,
): Promise<FilterWords[]> => {
  const said: FilterWords[] = []
  const settings = await readSome(db, methodNameSettings)
  for (const [name, value] of Object.entries(query.saring)) {
    const meta = withMethodNames(filterMeta(report, name), settings)
    const option = meta?.options?.find((o) => String(o.value) === value)?.label
    const row =
      option === undefined && meta?.resource
        ? await nameOf(db, query, { resource: meta.resource, id: Number(value) })
        : option
    said.push({ label: meta?.label ?? name, teks: row ?? `#${value}` })
  }
  return said
}
