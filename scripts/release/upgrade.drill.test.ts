/**
 * Tests upgrades of an unpacked release on both database engines: to a good release, to one that
 * fails after its migration, and with a kill at many moments. After each of them a start must find
 * the data, in the schema of the release that starts.
 */
import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSqlite } from '#server/db/engine.ts'
import { buildApp } from '../build.ts'
import { findBinaries, freshDatabase, startPostgres } from '../postgres.ts'
import { freePort, run, start, stop } from '../process.ts'
import { fillRelease } from './contents.ts'
import { pack } from './make.ts'

const home = mkdtempSync(join(tmpdir(), 'nada-baru-'))
const releases = join(home, 'rilis')
const oldName = 'nada-1.0.0-lama-linux-x64'
const password = 'rahasia-uji-9'

/** Makes the file of a release with an additional migration, and with another `main.js`. */
const makeFile = (name: string, main?: string): string => {
  const folder = join(releases, `nada-1.1.0-${name}-linux-x64`)
  execFileSync('cp', ['-al', join(releases, oldName), folder])
  const migration = `export const up = (db) => db.schema.createTable('uji_baru').addColumn('id', 'integer').execute()`
  writeFileSync(join(folder, 'server/db/migrations/9001_uji.ts'), migration)
  writeFileSync(join(folder, 'dist-server/db-migrations-9001_uji.js'), migration)
  if (main !== undefined) {
    rmSync(join(folder, 'dist-server/main.js'))
    writeFileSync(join(folder, 'dist-server/main.js'), main)
  }
  const file = `${folder}.tar.zst`
  pack(folder, file, '0', 1)
  return file
}

let [good, failing, hanging] = ['', '', '']
const postgres = process.env.TEST_DATABASE_URL || findBinaries() ? startPostgres() : undefined
beforeAll(async () => {
  await buildApp()
  await fillRelease(join(releases, oldName), '1.0.0-lama')
  good = makeFile('baik')
  failing = makeFile('gagal', 'console.error("tidak mau mulai"); process.exit(1)')
  hanging = makeFile('macet', 'process.stdin.once("close", () => process.exit()).resume()')
}, 300_000)
afterAll(async () => {
  await (await postgres)?.stop()
  rmSync(home, { recursive: true, force: true })
}, 60_000)

/** Installs the old release in a new place, and starts it once. */
const makePlace = async (engine: 'sqlite' | 'postgres') => {
  const place = mkdtempSync(join(home, 'tempat-'))
  const program = join(place, 'opt')
  mkdirSync(program)
  execFileSync('cp', ['-al', join(releases, oldName), program])
  symlinkSync(oldName, join(program, 'current'))
  const server = engine === 'postgres' ? await postgres : undefined
  const database = server && (await freshDatabase(server.url))
  const env = {
    DATA_DIR: join(place, 'data'),
    DATABASE_URL: database?.url,
    DATA_KEY: database && Buffer.alloc(32, 7).toString('base64'),
    ADMIN_PASSWORD: password,
    PORT: String(await freePort()),
    LOG_LEVEL: 'error',
  }
  const nada = join(program, 'current/nada')
  const command = (...args: string[]) => run([nada, ...args], { env, quiet: true, timeout: 90_000 })
  /** Starts the installed release, logs in, and stops the server. Returns the login's status. */
  const tryServer = async (): Promise<number> => {
    const child = start([nada, 'start'], { env, stdio: 'ignore' })
    try {
      for (let i = 0; (await command('ready')).code !== 0; i++, await sleep(200))
        if (i > 150 || child.exitCode !== null) throw new Error(`Not ready: ${child.exitCode}`)
      const body = JSON.stringify({ username: 'superadmin', password })
      const headers = { 'content-type': 'application/json' }
      const url = `http://127.0.0.1:${env.PORT}/api/auth/login`
      return (await fetch(url, { method: 'POST', body, headers })).status
    } finally {
      await stop(child)
    }
  }
  const hasNewTable = async (): Promise<boolean> => {
    if (!env.DATABASE_URL) {
      const { raw } = openSqlite(join(env.DATA_DIR, 'nada.db'))
      const row = raw.prepare(`select 1 from sqlite_schema where name = 'uji_baru'`).get()
      raw.close()
      return row !== undefined
    }
    const client = new pg.Client({ connectionString: env.DATABASE_URL })
    await client.connect()
    const { rows } = await client.query<{ there: boolean }>(
      `select to_regclass('uji_baru') is not null as there`,
    )
    await client.end()
    return rows[0]?.there ?? false
  }
  const installed = () => basename(readlinkSync(join(program, 'current')))
  const hasJournal = () => existsSync(join(env.DATA_DIR, 'pembaruan.json'))
  /** State after a start: login's status, release, and whether its migration ran. */
  const state = async () => ({
    login: await tryServer(),
    now: installed(),
    ran: await hasNewTable(),
  })
  await tryServer()
  const clean = async () => database?.drop()
  return { env, nada, command, state, hasNewTable, hasJournal, clean }
}
const asBefore = { login: 200, now: oldName, ran: false }
const upgraded = { login: 200, now: 'nada-1.1.0-baik-linux-x64', ran: true }

describe.each(['sqlite', ...(postgres ? ['postgres' as const] : [])] as const)(
  'on %s',
  (engine) => {
    test('installs a release, and not a second time', async () => {
      const { command, state, hasJournal, clean } = await makePlace(engine)
      const { code, output } = await command('upgrade', good)
      expect([code, output]).toEqual([0, expect.stringContaining('terpasang')])
      expect(hasJournal()).toBe(false)
      expect(await state()).toEqual(upgraded)
      const again = await command('upgrade', good)
      expect([again.code, again.output]).toEqual([2, expect.stringContaining('sudah terpasang')])
      expect(await state()).toEqual(upgraded)
      await clean()
    }, 120_000)
    test('returns to the old release and its data if the new one does not start', async () => {
      const { command, state, hasJournal, clean } = await makePlace(engine)
      const { code, output } = await command('upgrade', failing)
      expect([code, output]).toEqual([
        1,
        expect.stringMatching(/tidak mau mulai[^]*tidak dipasang/),
      ])
      expect(hasJournal()).toBe(false)
      expect(await state()).toEqual(asBefore)
      expect((await command('check')).code).toBe(0)
      await clean()
    }, 120_000)
    test('is rejected while a server runs, and for a file that is no release', async () => {
      const { env, nada, command, state, clean } = await makePlace(engine)
      const child = start([nada, 'start'], { env, stdio: 'ignore' })
      while ((await command('ready')).code !== 0) await sleep(200)
      const running = await command('upgrade', good)
      await stop(child)
      expect([running.code, running.output]).toEqual([2, expect.stringContaining('masih berjalan')])
      const wrong = join(env.DATA_DIR, 'x.tar.zst')
      writeFileSync(wrong, readFileSync(good).subarray(0, 5_000_000))
      const broken = await command('upgrade', wrong)
      expect([broken.code, broken.output]).toEqual([
        1,
        expect.stringContaining('bukan berkas rilis'),
      ])
      expect(await state()).toEqual(asBefore)
      await clean()
    }, 120_000)
    test('is undone by the next start if it was killed after the migration', async () => {
      const { env, nada, state, hasNewTable, hasJournal, clean } = await makePlace(engine)
      const log = join(env.DATA_DIR, '../pembaruan.log')
      const out = openSync(log, 'a')
      const child = start([nada, 'upgrade', hanging], { env, stdio: ['ignore', out, out] })
      // The new release never gets ready, so its migration ends long before the upgrade.
      while (!(await hasNewTable())) {
        expect(child.exitCode, readFileSync(log, 'utf8')).toBeNull()
        await sleep(200)
      }
      child.kill('SIGKILL')
      expect(hasJournal()).toBe(true)
      expect(await state()).toEqual(asBefore)
      expect(hasJournal()).toBe(false)
      await clean()
    }, 120_000)
    test('leaves the data of one release or the other, whenever it is killed', async () => {
      const { env, nada, command, state, hasJournal, clean } = await makePlace(engine)
      const kills = Number(process.env.NADA_KILLS ?? 4)
      for (let i = 0; i < kills; i++) {
        const child = start([nada, 'upgrade', good], { env, stdio: 'ignore' })
        await sleep(400 + (i * 4200) / kills)
        child.kill('SIGKILL')
        const result = await state()
        expect(hasJournal()).toBe(false)
        expect([asBefore, upgraded]).toContainEqual(result)
        if (result.ran) break
      }
      await command('upgrade', good)
      expect(await state()).toEqual(upgraded)
      await clean()
    }, 240_000)
  },
)
