/**
 * Reads a backup file, and rejects it when its rows differ from the checksums in its manifest (last
 * line).
 */
import { stat } from 'node:fs/promises'
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import {
  BackupError,
  damaged,
  isOperatorError,
  readContainer,
  type ReadRules,
} from '#server/backup/container.ts'
import { differences, Tally, type TableSum } from '#server/backup/rows.ts'
import type { Column, Value } from '#server/backup/source.ts'
import type { Manifest, Opening, TableLine } from '#server/backup/write.ts'

/**
 * Piece of a backup as the reader yields it, in the order of the file: the opening, then each table
 * followed by batches of its rows, then the checksums.
 */
export type Part =
  | { opening: Opening }
  | { table: { name: string; columns: Column[] } }
  | { rows: Value[][] }
  | { sums: TableSum[] }

const gigabyte = 1024 ** 3
/**
 * Maximum accepted ratio of unpacked to packed size. Real backups reach about 10; a malicious gzip
 * file can reach 1,000.
 */
const likelyRatio = 100
/** Maximum length of a line in bytes; the longest real one holds an upload of 10 MB in base64. */
const maxLineBytes = 64 * 1024 * 1024

/**
 * Returns the maximum unpacked size of a file in bytes: `maxBytes` if it is given, otherwise 100
 * times the size of the file, but at least 1 GB.
 */
const maxBytesOf = async (file: string, { maxBytes }: ReadRules): Promise<number> =>
  maxBytes ?? Math.max(gigabyte, likelyRatio * (await stat(file)).size)

const tooLarge = (limit: number): BackupError =>
  new BackupError(
    `Isi cadangan lebih dari ${Math.ceil(limit / gigabyte)} GB setelah dibuka: tidak wajar untuk ` +
      'ukuran berkasnya. Jika memang sebesar itu, ulangi dengan --max-size GB.',
  )

/**
 * Decrypts and unpacks a file and yields its lines, in one batch per unpacked chunk. Throws
 * BackupError when a line or the whole content is too large, or when the last line has no line end.
 */
async function* linesOf(file: string, rules: ReadRules): AsyncGenerator<string[]> {
  const limit = await maxBytesOf(file, rules)
  const unpacked = createGunzip()
  const bytes = Readable.from(readContainer(file, rules), { objectMode: false })
  // An error in reading or decrypting also destroys `unpacked`, so that the loop below throws it.
  pipeline(bytes, unpacked, () => {})
  let waiting: Buffer[] = []
  let [total, line] = [0, 0]
  for await (const chunk of unpacked as AsyncIterable<Buffer>) {
    total += chunk.length
    if (total > limit) throw tooLarge(limit)
    const end = chunk.lastIndexOf(10)
    if (end < 0) {
      line += chunk.length
      if (line > maxLineBytes) throw new BackupError('Cadangan rusak: satu barisnya terlalu besar.')
      waiting.push(chunk)
      continue
    }
    const text = Buffer.concat([...waiting, chunk.subarray(0, end)]).toString('utf8')
    waiting = [chunk.subarray(end + 1)]
    line = waiting[0]?.length ?? 0
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

async function* partsOf(file: string, rules: ReadRules): AsyncGenerator<Part> {
  const tallies: Tally[] = []
  let columns: Column[] = []
  let manifest: TableSum[] | undefined
  for await (const batch of linesOf(file, rules)) {
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
  const countedSums = tallies.map((tally, i) => tally.end(manifest?.[i]?.berikut ?? 1))
  const wrong = differences(manifest, countedSums)
  if (wrong.length > 0) throw new BackupError(`Cadangan tidak cocok: ${wrong.join('; ')}`)
  yield { sums: manifest }
}

/**
 * Yields the content of a backup. Throws BackupError where the file becomes unreadable, or at the
 * end when rows are missing or differ from the checksums.
 */
export async function* readBackup(file: string, rules: ReadRules): AsyncGenerator<Part> {
  try {
    yield* partsOf(file, rules)
  } catch (error) {
    if (isOperatorError(error)) throw error
    // Any other error means that the file is damaged. In a damaged unencrypted file, parsing the
    // JSON may fail before gzip notices the damage.
    throw damaged()
  }
}

/**
 * Reads a whole backup to check it, and discards its rows. Returns its opening and the checksums of
 * its tables. Throws BackupError when the backup is damaged.
 */
export const verifyBackup = async (
  file: string,
  rules: ReadRules,
): Promise<{ opening: Opening; sums: TableSum[] }> => {
  let opening: Opening | undefined
  let sums: TableSum[] = []
  for await (const part of readBackup(file, rules)) {
    if ('opening' in part) ({ opening } = part)
    if ('sums' in part) ({ sums } = part)
  }
  if (!opening) throw new BackupError('Berkas ini bukan cadangan Nada.')
  return { opening, sums }
}
