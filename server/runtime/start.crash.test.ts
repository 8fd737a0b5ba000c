/**
 * Tests starts that must fail, the permissions of created files, and that a server stops when its
 * parent process is killed.
 */
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { makeBackup } from '#server/backup/backup.ts'
import { readPlace } from '#server/backup/place.ts'
import { openSqlite } from '#server/db/engine.ts'
import { freePort, node, run, start, startServer, stop, tool } from '../../scripts/process.ts'
import { placePassword, preparedPlace } from '../../scripts/serverPlace.ts'

const home = mkdtempSync(join(tmpdir(), 'nada-mulai-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))
const clean = { DATABASE_URL: undefined, DATA_KEY: undefined, ADMIN_PASSWORD: placePassword }
const modeOf = (path: string): number => statSync(path).mode & 0o777

/** Makes a data folder in the state after a server's first start. Returns its path. */
const prepared = async (): Promise<string> => (await preparedPlace(home)).env.DATA_DIR
/** Returns the offset and size in bytes of a table's last page in the database file. */
const pageOf = (file: string, table: string): { begin: number; size: number } => {
  const { raw } = openSqlite(file)
  const page = raw
    .prepare<[string], { begin: number; size: number }>(
      'select pgoffset as begin, pgsize as size from dbstat where name = ? order by pageno desc',
    )
    .get(table)
  raw.close()
  if (!page) throw new Error(`No page of ${table}`)
  return page
}
/**
 * Starts a server that is expected to exit with code 1 and a single line of output, without a stack
 * trace. Returns the line.
 */
const refusal = async (DATA_DIR: string): Promise<string> => {
  const PORT = String(await freePort())
  const env = { ...clean, DATA_DIR, PORT }
  const { code, output } = await run(node(tool.server), { env, quiet: true, timeout: 60_000 })
  expect(code, output).toBe(1)
  expect(output.trim()).not.toMatch(/\n/)
  return output
}

describe.runIf(process.env.ENGINE !== 'postgres')('a start on SQLite', () => {
  test('is rejected with advice where the database was emptied or deleted', async () => {
    const folder = await prepared()
    const file = join(folder, 'nada.db')
    truncateSync(file, 0)
    const empty = await refusal(folder)
    expect(empty).toMatch(/^Basis data kosong: .*nada\.db berukuran 0 byte/)
    expect(empty).toMatch(/npm run restore/)
    expect(statSync(file).size).toBe(0)
    rmSync(file)
    expect(await refusal(folder)).toMatch(/^Basis data hilang: .*nada\.db tidak ada/)
    expect(existsSync(file)).toBe(false)
    // Deletes the marker file too, as in a folder of an earlier version, which did not write it.
    // The key file still shows that there was a database.
    rmSync(join(folder, 'nada.db.ada'))
    expect(await refusal(folder)).toMatch(/^Basis data hilang: .*ada kunci-data/)
  })

  test('is rejected for a file damaged in its head, middle, end, or an unread page', async () => {
    const folder = await prepared()
    const file = join(folder, 'nada.db')
    const unread = pageOf(file, 'audit')
    const good = readFileSync(file)
    const damage = {
      // Damages a page that a start does not read, so that only a check of the whole file detects
      // it.
      unread: Buffer.concat([
        good.subarray(0, unread.begin),
        Buffer.alloc(unread.size, 7),
        good.subarray(unread.begin + unread.size),
      ]),
      head: Buffer.concat([Buffer.alloc(4096, 'sampah'), good.subarray(4096)]),
      middle: Buffer.concat([
        good.subarray(0, 40_960),
        Buffer.alloc(81_920, 7),
        good.subarray(122_880),
      ]),
      end: good.subarray(0, good.length >> 1),
    }
    for (const [part, bytes] of Object.entries(damage)) {
      writeFileSync(file, bytes)
      const output = await refusal(folder)
      expect(output, part).toMatch(
        /^Basis data rusak: .*nada\.db \(.+\)\. Pindahkan nada\.db.*npm run restore/,
      )
      expect(readFileSync(file).equals(bytes), part).toBe(true)
    }
    writeFileSync(file, damage.middle)
    const place = readPlace({ DATA_DIR: folder, BACKUP_DIR: join(folder, 'cadangan') }, {})
    await expect(makeBackup(place)).rejects.toThrow(/Basis data rusak/)
    expect(readdirSync(place.folder)).toEqual([])
  })

  test('is rejected with a message in a folder that cannot be written', async () => {
    // Uses /sys when the test runs as root, because root can write to any other folder whatever the
    // folder's permissions are.
    const folder =
      process.getuid?.() === 0 && existsSync('/sys') ? '/sys' : mkdtempSync(join(home, 'baca-'))
    if (folder !== '/sys') chmodSync(folder, 0o500)
    expect(await refusal(folder)).toMatch(
      /^DATA_DIR tidak dapat dipakai \(.+\): (pengguna .* tidak boleh menulis|sistem berkasnya hanya)/,
    )
  })

  test('makes files readable only by their owner, and corrects older ones', async () => {
    const folder = await prepared()
    const file = join(folder, 'nada.db')
    chmodSync(file, 0o644)
    const server = await startServer({ ...clean, DATA_DIR: folder, LOG_LEVEL: 'error' })
    const body = JSON.stringify({ username: 'superadmin', password: placePassword })
    const headers = { 'content-type': 'application/json' }
    expect(
      (await fetch(`${server.url}/api/auth/login`, { method: 'POST', body, headers })).status,
    ).toBe(200)
    const files = readdirSync(folder).filter((name) => statSync(join(folder, name)).isFile())
    expect(files).toEqual(
      expect.arrayContaining(['nada.db', 'nada.db-wal', 'nada.db-shm', 'kunci-data']),
    )
    for (const name of files) expect([name, modeOf(join(folder, name))]).toEqual([name, 0o600])
    await server.stop()
    const elsewhere = join(home, 'lain.db')
    openSqlite(elsewhere).raw.close()
    expect(modeOf(elsewhere)).toBe(0o600)
  })
})

/** Starts a server by the command `line`. Returns the process and the server's URL once ready. */
const begin = async (line: string[]) => {
  const port = await freePort()
  const env = { ...clean, DATA_DIR: mkdtempSync(join(home, 'data-')), PORT: String(port) }
  const child = start(line, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  await new Promise<void>((done, fail) => {
    const read = (chunk: Buffer) => {
      output += chunk
      if (/siap: http/.test(output)) done()
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', () => fail(new Error(output)))
  })
  return { child, url: `http://127.0.0.1:${port}` }
}
const answers = (url: string): Promise<boolean> =>
  fetch(`${url}/healthz`).then(
    (answer) => answer.ok,
    () => false,
  )

describe.runIf(process.env.ENGINE !== 'postgres')('a server whose parent process is killed', () => {
  test.each([
    ['npm', ['npm', 'start']],
    ['scripts/start.ts', node('scripts/start.ts')],
  ])('%s', { timeout: 300_000 }, async (_, line) => {
    const { child, url } = await begin(line)
    expect(await answers(url)).toBe(true)
    // Kills only the started process and not its children, as the kernel does when memory is short.
    child.kill('SIGKILL')
    let alive = true
    for (const until = Date.now() + 30_000; alive && Date.now() < until;) {
      await new Promise((done) => setTimeout(done, 100))
      alive = await answers(url)
    }
    await stop(child)
    expect(alive).toBe(false)
  })

  test('keeps running under a supervisor, without reading its input', async () => {
    const server = await startServer({ ...clean, DATA_DIR: mkdtempSync(join(home, 'data-')) })
    await new Promise((done) => setTimeout(done, 500))
    expect(await answers(server.url)).toBe(true)
    await server.stop()
  })
})
