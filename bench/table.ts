/**
 * Table with the results of the benchmarks. A floor is a minimal reference implementation to which
 * the product is compared.
 */

/**
 * Result of a measurement. `ours` (the product) and `floor` (the reference) are in `unit`; `ratio`
 * is `ours` / `floor`. `limit`, such as `≤ 3`, is the maximum of the ratio, or of `ours` if `floor`
 * is null. An empty `limit` is always met.
 */
export interface Row {
  name: string
  unit: string
  ours: number
  floor: number | null
  ratio: number | null
  limit: string
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN
/** Returns the row of a measurement that is compared with a floor. */
export const against = (
  name: string,
  unit: string,
  ours: number,
  floor: number,
  limit: string,
): Row => ({ name, unit, ours, floor, ratio: ours / floor, limit })
/** Returns the row of a measurement without a floor, whose `limit` applies to `ours` itself. */
export const alone = (name: string, unit: string, ours: number, limit: string): Row => ({
  name,
  unit,
  ours,
  floor: null,
  ratio: null,
  limit,
})

const over = ({ ratio, ours, limit }: Row): boolean => {
  const most = /≤\s*([\d.]+)/.exec(limit)
  return most !== null && (ratio ?? ours) > Number(most[1])
}
const number = (value: number | null): string => {
  if (value === null) return ''
  if (value >= 100) return value.toFixed(0)
  return value.toFixed(value >= 10 ? 1 : 2)
}
const verdict = (row: Row): string => {
  if (!row.limit) return ''
  return over(row) ? 'OVER' : 'ok'
}

/** Prints rows in aligned columns, each with `ok` or `OVER` for its limit. */
export const printTable = (rows: readonly Row[]): void => {
  const cells = [
    ['', 'unit', 'ours', 'floor', 'ratio', 'limit', ''],
    ...rows.map((r) => [
      r.name,
      r.unit,
      number(r.ours),
      number(r.floor),
      number(r.ratio),
      r.limit,
      verdict(r),
    ]),
  ]
  const widths = cells[0]!.map((_, i) => Math.max(...cells.map((row) => row[i]!.length)))
  for (const row of cells)
    console.log(
      row
        .map((cell, i) =>
          i === 0 || i === 1 || i > 4 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!),
        )
        .join('  ')
        .trimEnd(),
    )
}
