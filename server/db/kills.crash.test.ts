/**
 * Kills the real server on SQLite many times while clients create payments, and checks that no
 * acknowledged payment is lost.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MetodePembayaran } from '#contract/enums.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import { makeBill, makeFamily, numberGaps } from '#mocks/people/family.ts'
import { makeSchool, type School } from '#mocks/school/school.ts'
import { problemsOf } from '#server/backup/examine.ts'
import { closeFile } from '#server/backup/place.ts'
import { openSqlite } from '#server/db/engine.ts'
import { startServer } from '../../scripts/process.ts'

/** Number of kills in total; the environment variable NADA_KILLS sets another number. */
const kills = Number(process.env.NADA_KILLS ?? 60)
/** Number of servers that are killed in parallel, each with its own database. */
const lanes = 2
const clients = 4
/** Maximum time in ms from the first response of a server until it is killed. */
const soon = 60

interface Sent {
  key: string
  jumlah: number
  /** Id of the payment; undefined until the server has acknowledged it. */
  id?: number
}

describe.runIf(process.env.ENGINE !== 'postgres')('a hundred kills', () => {
  const home = mkdtempSync(join(tmpdir(), 'nada-bunuh-'))
  let s: School
  const accounts: number[] = []
  beforeAll(async () => {
    s = await makeSchool()
    for (let i = 0; i < clients; i++) {
      const { akun } = await makeFamily(s, s.ids.gedung, s.ids.kelas)
      for (let n = 0; n < 3; n++) await makeBill(s, akun, 250_000)
      accounts.push(akun)
    }
  })
  afterAll(async () => {
    await s.close()
    rmSync(home, { recursive: true, force: true })
  })

  const pay = async (url: string, akun: number, sent: Sent): Promise<void> => {
    const body = {
      akun_billing_id: akun,
      tanggal: currentDay(),
      metode: MetodePembayaran.tunai,
      referensi: sent.key,
    }
    const answer = await fetch(`${url}/api/billing-payment/create`, {
      method: 'POST',
      body: JSON.stringify({ ...body, jumlah: sent.jumlah }),
      headers: {
        authorization: `Bearer ${s.admin.token}`,
        'content-type': 'application/json',
        'idempotency-key': sent.key,
      },
    })
    const { data } = (await answer.json()) as { data: { id: number } }
    if (answer.status !== 201) throw new Error(`${answer.status} ${JSON.stringify(data)}`)
    sent.id = data.id
  }

  /**
   * Starts a server, lets all clients create payments, and kills the server during these requests.
   * Returns the sent payments.
   */
  const round = async (folder: string, name: string): Promise<Sent[]> => {
    const server = await startServer({ DATA_DIR: folder, LOG_LEVEL: 'error' }, ['--sudah-siap'])
    const all: Sent[] = []
    const { promise: first, resolve: answered } = Promise.withResolvers<void>()
    let alive = true
    const work = accounts.map(async (akun) => {
      while (alive) {
        const sent: Sent = { key: `${name}-${all.length}`, jumlah: 1000 + all.length }
        all.push(sent)
        try {
          await pay(server.url, akun, sent)
          answered()
        } catch (error) {
          // Ignores a TypeError of fetch, which means that the kill broke the connection. Any other
          // error before the kill fails the test.
          if (alive && !(error instanceof TypeError)) throw error
          return
        }
      }
    })
    await Promise.race([first, Promise.all(work)])
    await new Promise((done) => setTimeout(done, Math.random() * soon))
    alive = false
    await server.crash()
    await Promise.all(work)
    return all
  }

  const lane = async (n: number): Promise<{ sent: number; unanswered: number }> => {
    const folder = join(home, `jalur-${n}`)
    mkdirSync(folder)
    const file = join(folder, 'nada.db')
    await sql`vacuum into ${file}`.execute(s.db)
    // Starts and stops a server once: at a regular stop it writes its compile cache, which makes
    // the following starts faster.
    if (n === 0) await (await startServer({ DATA_DIR: folder }, ['--sudah-siap'])).stop()
    const all: Sent[] = []
    let unanswered = 0
    for (let i = 0; i < kills / lanes; i++) {
      const sent = await round(folder, `${n}-${i}`)
      all.push(...sent)
      unanswered += sent.filter((p) => p.id === undefined).length
      const raw = new Sqlite(file)
      const ask = raw.prepare('select referensi, id, jumlah from billing_payment')
      const stored = new Map(ask.all().map((row: any) => [row.referensi, row]))
      const lost = all.filter((p) => p.id !== undefined && stored.get(p.key)?.id !== p.id)
      expect(lost).toEqual([])
      expect(raw.pragma('quick_check', { simple: true })).toBe('ok')
      raw.close()
      // Checks all rules of the data only after every tenth kill, because the check takes longer
      // than a kill.
      if (i % 10 === 9 || i + 1 >= kills / lanes) {
        const open = openSqlite(file)
        expect(await problemsOf({ ...open, close: async () => {} })).toEqual([])
        expect(await numberGaps(open.db, 'billing_payment')).toEqual([])
        const wrong = all.filter(
          (p) => p.id !== undefined && stored.get(p.key)?.jumlah !== p.jumlah,
        )
        expect(wrong).toEqual([])
        await closeFile(open.db, open.raw)
      }
    }
    return { sent: all.length, unanswered }
  }

  test('lose no acknowledged change', { timeout: 600_000 }, async () => {
    const results = await Promise.all(Array.from({ length: lanes }, (_, n) => lane(n)))
    const sent = results.reduce((n, t) => n + t.sent, 0)
    const unanswered = results.reduce((n, t) => n + t.unanswered, 0)
    // Ensures that many kills happened during a request.
    expect(sent).toBeGreaterThan(kills)
    expect(unanswered).toBeGreaterThan(kills / 2)
    if (process.env.LOG_STORY) console.log({ kills, sent, unanswered })
  })
})
