/** Tests that the jobs start and stop with the server process. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '#server/runtime/openDatabase.ts'
import { startServer } from '../../scripts/process.ts'
import { placePassword, preparedPlace } from '../../scripts/serverPlace.ts'

const home = mkdtempSync(join(tmpdir(), 'nada-pekerjaan-'))
let dropDatabase = async () => {}
afterAll(async () => {
  await dropDatabase()
  rmSync(home, { recursive: true, force: true })
})

interface Answer<T> {
  data: T
}
const ask = async <T>(url: string, key = '', body?: object): Promise<T> => {
  const response = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  return ((await response.json()) as Answer<T>).data
}

test(
  'catches up on missed jobs at server start, and leaves no lease when stopped',
  { timeout: 180_000 },
  async () => {
    const { env: place, drop } = await preparedPlace(home)
    dropDatabase = drop
    const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = place
    const folder = join(home, 'cadangan')
    const serve = async () => {
      const env = { ...place, BACKUP_DIR: folder }
      const server = await startServer(env, ['--sudah-siap'], 60_000)
      const login = { username: 'superadmin', password: placePassword }
      const { key } = await ask<{ key: string }>(`${server.url}/api/auth/login`, '', login)
      const list = () =>
        ask<{ nama: string; mati: string | null; terakhir: { hasil: string } | null }[]>(
          `${server.url}/api/pekerjaan`,
          key,
        )
      return { ...server, key, list }
    }
    const withDatabase = async <T>(work: (db: Parameters<typeof rowsOf>[0]) => Promise<T>) => {
      const opened = await openDatabase({ databaseUrl, dataDir })
      try {
        return await work(opened.db)
      } finally {
        await opened.close()
      }
    }

    const first = await serve()
    expect((await first.list()).filter(({ terakhir }) => terakhir)).toEqual([])
    await first.stop()
    // Simulates a night without a running server.
    await withDatabase((db) =>
      db.updateTable('pekerjaan').set({ dilayani_sampai: '2026-01-01T00:00:00.000Z' }).execute(),
    )
    const second = await serve()
    await expect
      .poll(
        async () => {
          // Jobs that a setting disables (`mati`) never run, so the test does not wait for them.
          const remainingJobs = (await second.list()).filter(
            ({ terakhir, mati }) => terakhir === null && mati === null,
          )
          return remainingJobs.map(({ nama }) => nama)
        },
        { timeout: 60_000 },
      )
      .toEqual([])

    const running = ask(`${second.url}/api/pekerjaan/jalankan`, second.key, { nama: 'cadangan' })
    running.catch(() => {})
    const parts = () => readdirSync(home).includes('cadangan') && readdirSync(folder).length > 0
    await expect.poll(parts, { timeout: 60_000, interval: 5 }).toBe(true)
    await second.stop()
    const rows = await withDatabase(rowsOf)
    expect(rows.filter(({ pemegang }) => pemegang !== null)).toEqual([])
    expect(rows.find(({ nama }) => nama === 'cadangan')?.hasil).toMatch(/^(berhasil|gagal)$/)
  },
)

const rowsOf = (db: Awaited<ReturnType<typeof openDatabase>>['db']) =>
  db.selectFrom('pekerjaan').selectAll().execute()
