/** Reads a backup back, and refuses one that does not hold what its manifest says. */
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { BackupError, fromFrames } from '#server/backup/frames.ts'
import { differences, Tally, type TableSum } from '#server/backup/rows.ts'
import type { Column, Value } from '#server/backup/source.ts'
import type { Manifest, Opening, TableLine } from '#server/backup/write.ts'

/** A part of a backup, in the order of the file. `rows` follow their `table`. */
export type Part =
  | { opening: Opening }
  | { table: { name: string; columns: Column[] } }
  | { rows: Value[][] }
  | { sums: TableSum[] }

/** Lines, a batch for every piece that is unpacked. */
async function* linesOf(file: string, keys: readonly Buffer[]): AsyncGenerator<string[]> {
  const unpacked = createGunzip()
  const bytes = Readable.from(fromFrames(file, keys), { objectMode: false })
  // An error of any stage ends the last one, which is the one that is read.
  pipeline(bytes, unpacked, () => {})
  let waiting: Buffer[] = []
  for await (const chunk of unpacked as AsyncIterable<Buffer>) {
    const end = chunk.lastIndexOf(10)
    if (end < 0) {
      waiting.push(chunk)
      continue
    }
    const text = Buffer.concat([...waiting, chunk.subarray(0, end)]).toString('utf8')
    waiting = [chunk.subarray(end + 1)]
    yield text.split('\n')
  }
  if (waiting.some((rest) => rest.length > 0)) throw new BackupError('Cadangan terpotong.')
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
const isOpening = (value: unknown): value is Opening => isObject(value) && 'nada' in value
const isTable = (value: unknown): value is TableLine => isObject(value) && 'tabel' in value
const isManifest = (value: unknown): value is Manifest => isObject(value) && 'manifes' in value
const isRow = (value: unknown): value is (string | number | null)[] => Array.isArray(value)

const asStored = (row: readonly (string | number | null)[], columns: readonly Column[]): Value[] =>
  row.map((value, i) =>
    columns[i]?.kind === 'bytes' && typeof value === 'string'
      ? Buffer.from(value, 'base64')
      : value,
  )

/** Reads a backup part by part. Throws BackupError at the end when it is not whole. */
export async function* readBackup(file: string, keys: readonly Buffer[]): AsyncGenerator<Part> {
  const tallies: Tally[] = []
  let columns: Column[] = []
  let manifest: TableSum[] | undefined
  for await (const batch of linesOf(file, keys)) {
    let rows: Value[][] = []
    for (const line of batch) {
      const value: unknown = JSON.parse(line)
      if (isRow(value)) {
        const row = asStored(value, columns)
        tallies.at(-1)?.add(row, `${line}\n`)
        rows.push(row)
        continue
      }
      if (rows.length > 0) yield { rows }
      rows = []
      if (isOpening(value)) yield { opening: value }
      else if (isTable(value)) {
        columns = value.kolom.map(([name, kind]) => ({ name, kind }))
        const table = { name: value.tabel, columns }
        tallies.push(new Tally(table))
        yield { table }
      } else if (isManifest(value)) manifest = value.manifes
    }
    if (rows.length > 0) yield { rows }
  }
  if (!manifest) throw new BackupError('Cadangan terpotong: daftar isinya tidak ada.')
  const found = tallies.map((tally, i) => tally.end(manifest?.[i]?.berikut ?? 1))
  const wrong = differences(manifest, found)
  if (wrong.length > 0) throw new BackupError(`Cadangan tidak cocok: ${wrong.join('; ')}`)
  yield { sums: manifest }
}

/** Opens a backup from its first byte to its last; answers what it is and what it holds. */
export const verifyBackup = async (
  file: string,
  keys: readonly Buffer[],
): Promise<{ opening: Opening; sums: TableSum[] }> => {
  let opening: Opening | undefined
  let sums: TableSum[] = []
  for await (const part of readBackup(file, keys)) {
    if ('opening' in part) ({ opening } = part)
    if ('sums' in part) ({ sums } = part)
  }
  if (!opening) throw new BackupError('Berkas ini bukan cadangan Nada.')
  return { opening, sums }
}
