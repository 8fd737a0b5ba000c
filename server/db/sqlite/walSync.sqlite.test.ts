/** Syncs of SQLite's log: which commits wait for which sync, and a disk that fails. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { openSqlite } from '#server/db/engine.ts'
import { WalSync } from '#server/db/sqlite/walSync.ts'
import { transaction } from '#server/db/transaction.ts'

const folder = mkdtempSync(join(tmpdir(), 'nada-wal-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Returns a `WalSync` whose syncs end when the test says so. */
const controlled = (name: string) => {
  const file = join(folder, name)
  writeFileSync(`${file}-wal`, '')
  const syncs: PromiseWithResolvers<void>[] = []
  const wal = new WalSync(file, () => {
    const sync = Promise.withResolvers<void>()
    syncs.push(sync)
    return sync.promise
  })
  return { wal, syncs }
}

test('one sync covers all commits before it, and a later commit waits for the next', async () => {
  const { wal, syncs } = controlled('bersama')
  const ended: string[] = []
  const wait = async (name: string) => {
    await wal.synced()
    ended.push(name)
  }
  const first = [wait('a'), wait('b')]
  await vi.waitFor(() => expect(syncs).toHaveLength(1))
  const later = [wait('c'), wait('d')]
  syncs[0]?.resolve()
  await Promise.all(first)
  await vi.waitFor(() => expect(syncs).toHaveLength(2))
  expect(ended).toEqual(['a', 'b'])
  syncs[1]?.resolve()
  await Promise.all(later)
  expect(ended).toEqual(['a', 'b', 'c', 'd'])
  expect(syncs).toHaveLength(2)
  await wal.end()
})
test('after a failed sync, no commit is reported as stored', async () => {
  const { wal, syncs } = controlled('rusak')
  const commit = wal.synced()
  await vi.waitFor(() => expect(syncs).toHaveLength(1))
  syncs[0]?.reject(Object.assign(new Error('disk'), { code: 'EIO' }))
  await expect(commit).rejects.toMatchObject({ code: 'EIO' })
  await expect(wal.synced()).rejects.toMatchObject({ code: 'EIO' })
  expect(syncs).toHaveLength(1)
  await wal.end()
})
test('a transaction waits for a sync, except a step of a longer work', async () => {
  const { db } = openSqlite(join(folder, 'nada.db'))
  const synced = vi.spyOn(WalSync.prototype, 'synced')
  const level = (step: boolean) =>
    transaction(
      db,
      async (trx) =>
        (await sql<{ synchronous: number }>`pragma synchronous`.execute(trx)).rows[0]?.synchronous,
      { step },
    )
  // The value 1 of `synchronous` means NORMAL: the commit itself does not wait for the disk.
  expect(await level(true)).toBe(1)
  expect(synced).not.toHaveBeenCalled()
  expect(await level(false)).toBe(1)
  expect(synced).toHaveBeenCalledOnce()
  synced.mockRejectedValueOnce(Object.assign(new Error('disk'), { code: 'EIO' }))
  await expect(level(false)).rejects.toMatchObject({ code: 'EIO' })
  await db.destroy()
})
