/** Writes a backup: one snapshot of a database as lines, compressed and, with a key, encrypted. */
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { encrypt } from '#server/backup/container.ts'
import { lineOf, Tally, type TableSum } from '#server/backup/rows.ts'
import type { Column, Migration, Source } from '#server/backup/source.ts'

/** First line of a backup, which describes it. */
export interface Opening {
  nada: 1
  /** Version of the program that made the backup. */
  versi: string
  mesin: 'sqlite' | 'postgres'
  dibuat: string
  migrasi: Migration[]
  /** Keys of encrypted values, separated by commas; null in an unencrypted backup. */
  kunci: string | null
}
/** Line that precedes the rows of a table. */
export interface TableLine {
  tabel: string
  kolom: [name: string, kind: Column['kind']][]
}
/** Last line of a backup: the checksums of all tables. */
export interface Manifest {
  manifes: TableSum[]
}

/** Size in characters of a piece that is compressed at once. */
const piece = 64 * 1024

/** Yields all lines of a backup in pieces; `done` is called with the checksums of the tables. */
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

/** Compression level: faster than the default 6, and little larger. */
const level = 4

/**
 * Writes a source to a new file that only its owner can read; returns the checksums of the tables.
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
