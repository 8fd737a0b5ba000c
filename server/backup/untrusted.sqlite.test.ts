/**
 * Tests a file that somebody else put into the backup folder. The file is rejected, or restored
 * only with a flag and without its data keys.
 */
import { createWriteStream, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip, gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeSchool, type School } from '#mocks/school/school.ts'
import { makeBackup } from '#server/backup/backup.ts'
import { BackupError, readContainer } from '#server/backup/container.ts'
import { readPlace, type Place } from '#server/backup/place.ts'
import { verifyBackup } from '#server/backup/read.ts'
import { restore, tryRestore } from '#server/backup/restore.ts'
import { keyFileName } from '#server/crypto/keyFile.ts'

const onPostgres = process.env.ENGINE === 'postgres'
const home = mkdtempSync(join(tmpdir(), 'nada-asing-'))
const fresh = () => mkdtempSync(join(home, 'tempat-'))
const backupKey = 'AGE-SECRET-KEY-1LE4HHW09JL752K78DE4GK7Z3H85Z4AZNX82TXPMYAPEJDHQXHHKSXUJ347'
const dataKey = Buffer.alloc(32, 7).toString('base64')

let s: School
let source: NodeJS.ProcessEnv
beforeAll(async () => {
  s = await makeSchool()
  const DATA_DIR = fresh()
  source = { DATA_DIR, DATA_KEY: dataKey, DATABASE_URL: process.env.DATABASE_URL }
  if (!onPostgres) await sql`vacuum into ${join(DATA_DIR, 'nada.db')}`.execute(s.db)
})
afterAll(async () => {
  await s.close()
  rmSync(home, { recursive: true, force: true })
})

const backup = async (BACKUP_KEY?: string): Promise<string> =>
  (await makeBackup(readPlace({ ...source, BACKUP_KEY, BACKUP_DIR: fresh() }, {}))).file
const target = (more: Partial<Place> = {}): Place => ({
  ...readPlace({ DATA_DIR: fresh(), BACKUP_KEY: backupKey }, {}),
  ...more,
})
/** Writes an unencrypted backup file with any content, which an attacker can do without any key. */
const forge = async (content: Iterable<Buffer> | AsyncIterable<Buffer>): Promise<string> => {
  const file = join(fresh(), 'nada-2026-01-01T00-00-00-000Z.cadangan')
  await pipeline(Readable.from(content), createGzip(), createWriteStream(file))
  return file
}

describe('an unencrypted backup with BACKUP_KEY', () => {
  test('is rejected by restore and check, and writes nothing', async () => {
    const file = await backup()
    for (const read of [restore, tryRestore]) {
      const into = target()
      await expect(read(into, file)).rejects.toThrow(/tidak terenkripsi.*--accept-unencrypted/)
      expect(readdirSync(into.dataDir)).toEqual([])
    }
  })
  test('is restored with the flag', async () => {
    const place = readPlace(
      { DATA_DIR: fresh(), BACKUP_KEY: backupKey },
      { 'accept-unencrypted': true },
    )
    expect((await restore(place, await backup())).problems).toEqual([])
  })
  test('cannot supply its own data key for encrypting new numbers', async () => {
    const container = readContainer(await backup(backupKey), { keys: [backupKey] })
    const packed: Uint8Array[] = []
    for await (const chunk of container) packed.push(chunk)
    const content = gunzipSync(Buffer.concat(packed))
    expect(content.subarray(0, content.indexOf(10)).toString()).toContain(dataKey)
    const into = target({ acceptPlain: true })
    expect((await restore(into, await forge([content]))).keysWritten).toBe(false)
    expect(existsSync(join(into.dataDir, keyFileName))).toBe(false)
  })
})

describe('a small file that unpacks to more than memory or disk can hold', () => {
  function* repeated(piece: Buffer, times: number) {
    for (let i = 0; i < times; i++) yield piece
  }
  test('is rejected at a line that does not end', async () => {
    const file = await forge(repeated(Buffer.alloc(1024 * 1024, 'a'), 80))
    await expect(verifyBackup(file, { keys: [] })).rejects.toThrow(/satu barisnya terlalu besar/)
  })
  test('is rejected at the maximum unpacked size', async () => {
    const file = await forge(repeated(Buffer.from('["isi"]\n'.repeat(1000)), 200))
    const into = target({ keys: [], maxBytes: 1_000_000 })
    await expect(restore(into, file)).rejects.toThrow(/lebih dari 1 GB setelah dibuka.*--max-size/)
    expect(readdirSync(into.dataDir)).toEqual([])
  })
  test.each(['0', '-1', 'banyak', '1.5'])('rejects --max-size %s', (size) => {
    expect(() => readPlace(source, { 'max-size': size })).toThrow(/^--max-size tidak valid/)
  })
  test('reads every part of the school’s own backup', async () => {
    const file = await backup(backupKey)
    const { sums } = await verifyBackup(file, { keys: [backupKey] })
    expect(sums.length).toBeGreaterThan(30)
    await expect(verifyBackup(await forge([]), { keys: [] })).rejects.toThrow(BackupError)
  })
})
