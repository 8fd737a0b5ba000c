/** Divides the rows of an imported file into families, and these into groups of a transaction. */
import { valuesOf, type FileRow, type HeadCell, type ImportKind } from '#server/import/columns.ts'
import { mapInTurns } from '#server/runtime/yieldToEventLoop.ts'

/**
 * Maximum number of rows in one transaction, unless a single family has more. The number is small,
 * because a transaction blocks all other writes on SQLite.
 */
const groupSize = 8

/** Returns the linking texts of each row, such as a family's phone number (`ImportKind.marks`). */
export const rowMarks = (
  jenis: ImportKind,
  kepala: readonly HeadCell[],
  fileRows: readonly FileRow[],
): Promise<readonly string[][]> =>
  mapInTurns(fileRows, (row) => jenis.marks(valuesOf(jenis, kepala, row)))

/**
 * Divides the rows into families, in the order of the file. Rows of a family have a linking text in
 * common, directly or through other rows.
 */
const familiesOf = (
  fileRows: readonly FileRow[],
  marks: readonly string[][],
): readonly FileRow[][] => {
  const parents = fileRows.map((_, i) => i)
  const rootOf = (i: number): number => {
    let root = i
    for (let up = parents[root]; up !== undefined && up !== root; up = parents[root]) root = up
    return root
  }
  const firstWith = new Map<string, number>()
  for (const [i, ownMarks] of marks.entries())
    for (const mark of ownMarks) {
      const otherIndex = firstWith.get(mark)
      if (otherIndex === undefined) firstWith.set(mark, i)
      else {
        const [a, b] = [rootOf(i), rootOf(otherIndex)]
        parents[Math.max(a, b)] = Math.min(a, b)
      }
    }
  const indexed = fileRows.map((row, i) => ({ row, root: rootOf(i) }))
  return [...Map.groupBy(indexed, ({ root }) => root).values()].map((family) =>
    family.map(({ row }) => row),
  )
}
/**
 * Divides the rows into groups; each group is imported in one transaction. A family stays in one
 * group. If a family has more rows than the import allows, all of its rows are rejected: the set
 * `rejected` contains their line numbers, and the family is split into several groups.
 */
export const groupRows = (
  jenis: ImportKind,
  fileRows: readonly FileRow[],
  marks: readonly string[][],
): { groups: FileRow[][]; rejected: ReadonlySet<number> } => {
  const most = jenis.limit?.baris ?? Infinity
  const groups: FileRow[][] = []
  const rejected = new Set<number>()
  for (const family of familiesOf(fileRows, marks)) {
    const last = groups.at(-1)
    if (family.length > most) {
      for (const { baris } of family) rejected.add(baris)
      for (let start = 0; start < family.length; start += groupSize)
        groups.push(family.slice(start, start + groupSize))
    } else if (last && last.length + family.length <= groupSize) last.push(...family)
    else groups.push([...family])
  }
  return { groups, rejected }
}
