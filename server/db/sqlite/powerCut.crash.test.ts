/**
 * Simulates twenty power cuts on SQLite. strace records every file write, sync and response of the
 * real server while it receives payments. For each of twenty random moments, the test rebuilds the
 * files as a power cut would leave them: writes synced before that moment are kept, and each other
 * write is randomly lost, kept or half written. Then the test opens the files and looks for lost
 * payments.
 */
import {
  closeSync,
  fstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MetodePembayaran } from '#contract/enums.ts'
import { makeRandom } from '#contract/values/random.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import { makeBill, makeFamily, numberGaps } from '#mocks/people/family.ts'
import { makeSchool, type School } from '#mocks/school/school.ts'
import { problemsOf } from '#server/backup/examine.ts'
import { closeFile } from '#server/backup/place.ts'
import { openSqlite } from '#server/db/engine.ts'
import { cutAt, readTrace, traceOptions, type Event } from '../../../scripts/powerCut.ts'
import { startServer } from '../../../scripts/process.ts'
import { canTrace } from '../../../scripts/strace.ts'

/**
 * Waits until strace has written its last line about a killed process, which happens only after the
 * process has ended. Throws after 30 seconds.
 */
const ended = async (trace: string, pid: number): Promise<void> => {
  const last = Buffer.alloc(4096)
  for (let tries = 0; tries < 600; tries++) {
    const handle = openSync(trace, 'r')
    const from = Math.max(0, fstatSync(handle).size - last.length)
    const read = readSync(handle, last, 0, last.length, from)
    closeSync(handle)
    const text = last.toString('latin1', 0, read)
    if (new RegExp(`^${pid} +\\+\\+\\+ killed by SIGKILL`, 'm').test(text)) return
    await sleep(50)
  }
  throw new Error('The trace does not end.')
}

const cuts = Number(process.env.NADA_CUTS ?? 20)
/** Returns a generator of random numbers from 0 to below 1. Equal seeds give equal sequences. */
const chanceOf = (seed: number): (() => number) => {
  const { int } = makeRandom(seed)
  return () => int(0, 999_999) / 1_000_000
}
/** Number of payments; enough that SQLite copies its log into the database file several times. */
const payments = 240
const clients = 4

const traced = process.env.ENGINE !== 'postgres' && (await canTrace())
describe.runIf(traced)('twenty power cuts', () => {
  const home = mkdtempSync(join(tmpdir(), 'nada-listrik-'))
  const folder = join(home, 'data')
  const file = join(folder, 'nada.db')
  const trace = join(home, 'jejak')
  let s: School
  let start: Map<string, Buffer>
  let events: Event[]

  beforeAll(async () => {
    s = await makeSchool()
    const accounts: number[] = []
    for (let i = 0; i < clients; i++) {
      const { akun } = await makeFamily(s, s.ids.gedung, s.ids.kelas)
      for (let n = 0; n < 3; n++) await makeBill(s, akun, 250_000)
      accounts.push(akun)
    }
    mkdirSync(folder)
    await sql`vacuum into ${file}`.execute(s.db)
    // Opens and closes the file once, which switches it to WAL mode as a server does.
    const { raw } = openSqlite(file)
    raw.close()
    start = new Map([[file, readFileSync(file)]])
    const under = ['strace', ...traceOptions, '-o', trace]
    const env = { DATA_DIR: folder, LOG_LEVEL: 'error' }
    const server = await startServer(env, ['--sudah-siap'], 120_000, under)
    await Promise.all(accounts.map((akun) => pay(server.url, akun, payments / clients)))
    await server.crash()
    // strace writes its last lines after the server process has ended.
    await ended(trace, server.pid)
    events = await readTrace(trace, folder)
    rmSync(trace)
  }, 240_000)
  afterAll(async () => {
    await s.close()
    rmSync(home, { recursive: true, force: true })
  })

  const pay = async (url: string, akun: number, count: number): Promise<void> => {
    for (let n = 0; n < count; n++) {
      const referensi = `listrik-${akun}-${n}`
      const body = {
        akun_billing_id: akun,
        tanggal: currentDay(),
        metode: MetodePembayaran.tunai,
        jumlah: 1000 + n,
        referensi,
      }
      const answer = await fetch(`${url}/api/billing-payment/create`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: {
          authorization: `Bearer ${s.admin.token}`,
          'content-type': 'application/json',
          'idempotency-key': referensi,
        },
      })
      expect(answer.status).toBe(201)
      await answer.arrayBuffer()
    }
  }

  /** Returns the payments that the server had acknowledged before the event with index `until`. */
  const acknowledged = (until: number): string[] =>
    events.slice(0, until).flatMap((event) => {
      if (event.kind !== 'sent' || !event.text.startsWith('HTTP/1.1 201')) return []
      return /"referensi":"([^"]+)"/.exec(event.text)?.[1] ?? []
    })

  /**
   * Opens the database files left by a power cut. Returns the payments in them (`held`) and all
   * broken rules of the data (`problems`).
   */
  const opened = async (files: ReadonlyMap<string, Buffer>) => {
    const place = mkdtempSync(join(home, 'sesudah-'))
    for (const [path, bytes] of files) writeFileSync(join(place, basename(path)), bytes)
    const { db, raw } = openSqlite(join(place, 'nada.db'))
    try {
      const problems = await problemsOf({ db, raw, close: async () => {} })
      const gaps = await numberGaps(db, 'billing_payment')
      const rows = await db.selectFrom('billing_payment').select('referensi').execute()
      return { problems: [...problems, ...gaps], held: new Set(rows.map((row) => row.referensi)) }
    } finally {
      await closeFile(db, raw)
      rmSync(place, { recursive: true })
    }
  }
  /**
   * Returns random moments for the cuts, as indexes into `events`, between the first and the last
   * response to a payment.
   */
  const moments = (chance: () => number): number[] => {
    const sent = events.flatMap((e, i) =>
      e.kind === 'sent' && /^HTTP.* 201/.test(e.text) ? [i] : [],
    )
    const [first = 0, last = 0] = [sent[0], sent.at(-1)]
    return Array.from({ length: cuts }, () => first + 1 + Math.floor(chance() * (last - first)))
  }

  test('records the complete trace', () => {
    expect(acknowledged(events.length).length).toBe(payments)
    const names = events.flatMap((e) => (e.kind === 'write' ? [basename(e.file)] : []))
    expect([...new Set(names)].toSorted()).toEqual(['nada.db', 'nada.db-shm', 'nada.db-wal'])
    expect(readdirSync(folder)).toContain('nada.db-wal')
    // Checks that replaying all recorded writes gives exactly the file that the server left.
    const whole = cutAt(start, events, events.length, () => 0)
    expect(whole.files.get(file)?.equals(readFileSync(file))).toBe(true)
  })

  test('lose no acknowledged change', { timeout: 240_000 }, async () => {
    const seed = Math.floor(Math.random() * 2 ** 31)
    const chance = chanceOf(seed)
    let [lost, inFile] = [0, 0]
    for (const until of moments(chance)) {
      const cut = cutAt(start, events, until, chance)
      const { problems, held } = await opened(cut.files)
      const missing = acknowledged(until).filter((name) => !held.has(name))
      expect({ seed, until, missing, problems }).toEqual({ seed, until, missing: [], problems: [] })
      lost += cut.lost
      if (!cut.files.get(file)?.equals(start.get(file)!)) inFile++
    }
    // Ensures that some cuts lost writes, and that some cuts happened after SQLite had copied its
    // log into the database file.
    expect(lost).toBeGreaterThan(0)
    expect(inFile).toBeGreaterThan(0)
    if (process.env.LOG_STORY) console.log({ seed, cuts, events: events.length, lost, inFile })
  })

  test('detects a sync that does nothing', { timeout: 240_000 }, async () => {
    const chance = chanceOf(7)
    let noticed = 0
    for (const until of moments(chance).slice(0, 5)) {
      const { files } = cutAt(start, events, until, chance, { honest: false })
      const after = await opened(files).catch(() => undefined)
      const missing = acknowledged(until).filter((name) => !after?.held.has(name))
      if (missing.length > 0) noticed++
    }
    expect(noticed).toBe(5)
  })
})
