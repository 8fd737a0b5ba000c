/**
 * Writes a backup: one snapshot of a database as lines of JSON, compressed, and encrypted if there
 * is a backup key.
 */
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { encrypt } from '#server/backup/container.ts'
import { lineOf, Tally, type TableSum } from '#server/backup/rows.ts'
import type { Column, Migration, Source } from '#server/backup/source.ts'

/** First line of a backup file. */
export interface Opening {
  nada: 1
  /** Version of the program that made the backup. */
  versi: string
  mesin: 'sqlite' | 'postgres'
  dibuat: string
  migrasi: Migration[]
  /** Data keys that decrypt columns, separated by commas; null in an unencrypted backup. */
  kunci: string | null
}
/** Line before the rows of a table, with the table's name and columns. */
export interface TableLine {
  tabel: string
  kolom: [name: string, kind: Column['kind']][]
}
/** Last line of a backup: the checksums of all tables. */
export interface Manifest {
  manifes: TableSum[]
}

/** Number of characters that are passed to the compression at once. */
const piece = 64 * 1024

/**
 * Yields the whole text of a backup, many lines at a time; at the end calls `done` with the
 * checksums of the tables.
 */
async function* lines(
  source: Source,
  opening: Opening,
  done: (sums: TableSum[]) => void,
): AsyncGenerator<string> {
  yield `${JSON.stringify(opening)}\n`
  const manifest: TableSum[] = []
  for (const table of await source.tables()) {
    const columns = table.columns.map((c): TableLine['kolom'][number] => [c.name, c.kind])
    let text = `${JSON.stringify({ tabel: table.name, kolom: columns } satisfies TableLine)}\n`
    const tally = new Tally(table)
    for await (const rows of source.rows(table)) {
      for (const row of rows) {
        const line = lineOf(table, row)
        tally.add(row, line)
        text += line
        if (text.length < piece) continue
        yield text
        text = ''
      }
    }
    if (text) yield text
    manifest.push(tally.end(await source.nextId(table)))
  }
  yield `${JSON.stringify({ manifes: manifest } satisfies Manifest)}\n`
  done(manifest)
}

/** Compression level of gzip: faster than the default 6, with slightly larger files. */
const level = 4

/**
 * Writes all tables of a source to a new backup file that only its owner can read, and returns the
 * tables' checksums. Without `key` the file is not encrypted. Throws when the file exists.
 */
export const writeBackup = async (
  file: string,
  source: Source,
  opening: Opening,
  key: string | undefined,
): Promise<TableSum[]> => {
  let sums: TableSum[] = []
  await pipeline(
    Readable.from(
      lines(source, opening, (all) => (sums = all)),
      { highWaterMark: 4 },
    ),
    createGzip({ level }),
    (data: AsyncIterable<Buffer>) => (key === undefined ? data : encrypt(data, key)),
    createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }),
  )
  return sums
}
