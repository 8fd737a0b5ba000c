/**
 * Tests the real server as a process: a server that is killed repeatedly during payments, and two
 * servers that use one database.
 */
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MetodePembayaran } from '#contract/enums.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import { checkMoney, makeBill, makeKelas, makeFamily, makeOutlet } from '#mocks/people/family.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'
import { openSqlite } from '#server/db/engine.ts'
import { insertMany } from '#server/db/insertMany.ts'
import type { Db } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { startServer } from '../../../scripts/process.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())

const today = currentDay()
const onPostgres = process.env.ENGINE === 'postgres'
const folder = mkdtempSync(join(tmpdir(), 'nada-mati-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const env = {
  DATABASE_URL: process.env.DATABASE_URL,
  DATA_DIR: folder,
  LOG_LEVEL: 'error',
  ADMIN_PASSWORD: 'rahasia-uji',
}
type Server = Awaited<ReturnType<typeof startServer>>

/** Sends a call over HTTP. Returns undefined if the server was killed before it responded. */
const send = async (
  server: Server,
  token: string,
  path: string,
  body: object,
  key: string,
): Promise<{ status: number; data: any } | undefined> => {
  try {
    const response = await fetch(`${server.url}/api${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify(body),
    })
    return { status: response.status, data: ((await response.json()) as { data: unknown }).data }
  } catch {
    return undefined
  }
}

test(
  'loses no acknowledged payment when the server is killed, and makes none twice',
  { timeout: 180_000 },
  async () => {
    const families = []
    for (let i = 0; i < 6; i++) {
      const family = await makeFamily(s, s.ids.gedung, s.ids.kelas)
      for (let n = 0; n < 3; n++) await makeBill(s, family.akun, 250_000)
      families.push(family)
    }
    const { token } = s.admin
    if (!onPostgres) await sql`vacuum into ${join(folder, 'nada.db')}`.execute(s.db)
    const look = async <T>(read: (db: Db) => Promise<T>): Promise<T> => {
      if (onPostgres) return read(s.db)
      const { db } = openSqlite(join(folder, 'nada.db'))
      try {
        return await read(db)
      } finally {
        await db.destroy()
      }
    }
    interface Sent {
      key: string
      body: { akun_billing_id: number; jumlah: number; referensi: string }
      answer: { status: number; data: any } | undefined
    }
    const all: Sent[] = []
    let unanswered = 0
    for (let round = 0; round < 3; round++) {
      const server = await startServer(env)
      const open = all.filter((p) => !p.answer)
      // A client that got no response repeats the same call with the same idempotency key.
      for (const p of open)
        p.answer = await send(server, token, '/billing-payment/create', p.body, p.key)
      expect(open.filter((p) => p.answer?.status !== 201)).toEqual([])
      let alive = true
      const enough = all.length + 12 + 7 * round
      const clients = families.map(async ({ akun }) => {
        while (alive) {
          const key = randomBytes(8).toString('hex')
          const body = {
            akun_billing_id: akun,
            tanggal: today,
            metode: MetodePembayaran.tunai,
            jumlah: 1000 + all.length,
            referensi: key,
          }
          const sent: Sent = { key, body, answer: undefined }
          all.push(sent)
          sent.answer = await send(server, token, '/billing-payment/create', body, key)
          if (!sent.answer) return
          // Kills the server after enough payments, while the other clients wait for a response.
          if (all.length >= enough && alive) {
            alive = false
            await server.crash()
          }
        }
      })
      await Promise.all(clients)
      unanswered += all.filter((p) => !p.answer).length
      await look(async (db) => {
        const stored = new Map(
          (
            await db
              .selectFrom('billing_payment')
              .select(['id', 'referensi', 'jumlah', 'nomor'])
              .where('referensi', 'is not', null)
              .execute()
          ).map((p) => [p.referensi, p]),
        )
        const acknowledged = all.filter((p) => p.answer)
        expect(acknowledged.filter((p) => p.answer?.status !== 201)).toEqual([])
        expect(
          acknowledged.filter((p) => {
            const row = stored.get(p.key)
            return (
              row?.id !== p.answer?.data.id ||
              row?.jumlah !== p.body.jumlah ||
              row?.nomor !== p.answer?.data.nomor
            )
          }),
        ).toEqual([])
        expect(await checkMoney(db)).toEqual([])
      })
    }
    const server = await startServer(env)
    for (const p of all) {
      const again =
        p.answer && Math.random() < 0.8
          ? p.answer
          : await send(server, token, '/billing-payment/create', p.body, p.key)
      expect(again?.status).toBe(201)
      p.answer ??= again
      expect(again?.data).toEqual(p.answer?.data)
    }
    await server.stop()
    await look(async (db) => {
      const rows = await db
        .selectFrom('billing_payment')
        .select(['referensi', 'jumlah'])
        .where('referensi', 'is not', null)
        .execute()
      expect(rows.length).toBe(all.length)
      expect(new Set(rows.map((r) => r.referensi)).size).toBe(all.length)
      expect(rows.reduce((sum, r) => sum + r.jumlah, 0)).toBe(
        all.reduce((sum, p) => sum + p.body.jumlah, 0),
      )
      expect(await checkMoney(db)).toEqual([])
    })
    // Checks that the clients sent enough payments, and that the kills interrupted some of them.
    expect(all.length).toBeGreaterThan(30)
    expect(unanswered).toBeGreaterThan(0)
    if (process.env.LOG_STORY) console.log({ payments: all.length, unanswered })
  },
)

test(
  'finishes a generation that was killed midway with the same key on the next server',
  { timeout: 120_000 },
  async () => {
    const gedung = await makeOutlet(s)
    const kelas = await makeKelas(s, gedung, { kapasitas: 50 })
    const time = new Date().toISOString()
    // Makes enough enrolments for several transactions. The rows are copied, because creating 1,500
    // enrolments through the API would take longer than the test.
    const family = await makeFamily(s, gedung, kelas)
    const stamp = { versi: 1, created_at: time, created_by: 1, updated_at: time, updated_by: 1 }
    const payer = await s.db
      .selectFrom('user')
      .selectAll()
      .where('id', '=', family.akun)
      .executeTakeFirstOrThrow()
    const student = await s.db
      .selectFrom('user')
      .selectAll()
      .where('id', '=', family.peserta[0]!)
      .executeTakeFirstOrThrow()
    const enrolment = await s.db
      .selectFrom('kursus_peserta')
      .selectAll()
      .where('id', '=', family.kp[0]!)
      .executeTakeFirstOrThrow()
    const count = 1500
    const copies = Array.from({ length: count - 1 }, (_, i) => ({
      akun: 1_000_000 + i,
      studentId: 2_000_000 + i,
      kp: 3_000_000 + i,
      n: i,
    }))
    await transaction(s.db, async (trx) => {
      await insertMany(
        trx,
        'user',
        copies.map(({ akun, n }) => ({
          ...payer,
          ...stamp,
          id: akun,
          email: null,
          username: `salin-${n}`,
          name: `Salin ${n}`,
        })),
      )
      await insertMany(
        trx,
        'akun_billing_profil',
        copies.map(({ akun, n }) => ({ user_id: akun, nama_tagihan: `Salin ${n}` })),
      )
      await insertMany(
        trx,
        'user',
        copies.map(({ akun, studentId, n }) => ({
          ...student,
          ...stamp,
          id: studentId,
          username: `murid-${n}`,
          akun_billing_id: akun,
        })),
      )
      await insertMany(
        trx,
        'kursus_peserta',
        copies.map(({ akun, studentId, kp }) => ({
          ...enrolment,
          ...stamp,
          id: kp,
          peserta_id: studentId,
          akun_billing_id: akun,
        })),
      )
    })
    const file = join(folder, 'generate')
    const serverEnv = { ...env, DATA_DIR: file }
    const look = async <T>(read: (db: Db) => Promise<T>): Promise<T> => {
      if (onPostgres) return read(s.db)
      const { db } = openSqlite(join(file, 'nada.db'))
      try {
        return await read(db)
      } finally {
        await db.destroy()
      }
    }
    if (!onPostgres) {
      mkdirSync(file)
      await sql`vacuum into ${join(file, 'nada.db')}`.execute(s.db)
    }
    const body = { periode: '2035-01', gedung_id: [gedung] }
    const bills = (db: Db) =>
      db
        .selectFrom('billing')
        .select(['id', 'akun_billing_id', 'total'])
        .where('gedung_id', '=', gedung)
        .execute()
    const first = await startServer(serverEnv)
    const answer = send(first, s.admin.token, '/billing/generate', body, 'mati-1')
    for (let i = 0; i < 2000 && (await look(bills)).length === 0; i++)
      await new Promise((done) => setTimeout(done, 2))
    await first.crash()
    const cut = await answer
    const halfway = (await look(bills)).length
    expect(halfway).toBeGreaterThan(0)
    const second = await startServer(serverEnv)
    const done = await send(second, s.admin.token, '/billing/generate', body, 'mati-1')
    expect(done).toMatchObject({ status: 200, data: { dibuat: count, dilewati: 0 } })
    expect(await send(second, s.admin.token, '/billing/generate', body, 'mati-1')).toEqual(done)
    await second.stop()
    const storedBills = await look(bills)
    expect([
      storedBills.length,
      new Set(storedBills.map((b) => b.akun_billing_id)).size,
      storedBills.every((b) => b.total === 500_000),
    ]).toEqual([count, count, true])
    expect(await look(checkMoney)).toEqual([])
    if (process.env.LOG_STORY) console.log({ halfway, answeredBeforeKill: cut !== undefined })
  },
)

test.runIf(onPostgres)(
  'generates, publishes and pays on two servers with one database at the same moment',
  { timeout: 120_000 },
  async () => {
    const gedung = await makeOutlet(s)
    const kelas = await makeKelas(s, gedung)
    const families = []
    for (let i = 0; i < 12; i++) families.push(await makeFamily(s, gedung, kelas, 1 + (i % 2)))
    const servers = await Promise.all([startServer(env), startServer(env)])
    const both = <T>(run: (server: Server, n: number) => Promise<T>) =>
      Promise.all(servers.map(run))
    try {
      const p = must(
        await s.admin.post('/billing/pratinjau', { periode: '2036-02', gedung_id: [gedung] }),
      ).ringkasan
      const answers = await Promise.all(
        [0, 1].flatMap((i) =>
          servers.map((server, n) =>
            send(
              server,
              s.admin.token,
              '/billing/generate',
              { periode: '2036-02', gedung_id: [gedung] },
              `dua-${n}-${i}`,
            ),
          ),
        ),
      )
      expect(answers.map((a) => a?.status)).toEqual([200, 200, 200, 200])
      expect(answers.reduce((sum, a) => sum + (a?.data.dibuat ?? 0), 0)).toBe(p.tagihan)
      const rows: { id: number; total: number }[] = must(
        await s.admin.get(`/billing?gedung_id=${gedung}&per-page=100`),
      )
      expect([rows.length, rows.reduce((sum, b) => sum + b.total, 0)]).toEqual([p.tagihan, p.total])
      const published = await Promise.all(
        rows.flatMap(({ id }) =>
          servers.map((server) =>
            send(server, s.admin.token, `/billing/terbitkan?id=${id}`, {}, 'x'),
          ),
        ),
      )
      expect(published.map((a) => a?.status).toSorted()).toEqual([
        ...rows.map(() => 200),
        ...rows.map(() => 409),
      ])
      for (const { akun } of families) {
        const paymentAnswers = await both((server) =>
          send(
            server,
            s.admin.token,
            '/billing-payment/create',
            {
              akun_billing_id: akun,
              tanggal: today,
              metode: MetodePembayaran.tunai,
              jumlah: 300_000,
            },
            `bayar-${akun}`,
          ),
        )
        expect(paymentAnswers[0]).toEqual(paymentAnswers[1])
        await both((server, n) =>
          send(
            server,
            s.admin.token,
            '/billing-payment/create',
            {
              akun_billing_id: akun,
              tanggal: today,
              metode: MetodePembayaran.tunai,
              jumlah: 300_000,
            },
            `lagi-${akun}-${n}`,
          ),
        )
      }
      const { total, jumlah } = {
        ...must(await s.admin.get(`/billing/total?gedung_id=${gedung}`)),
        ...must(await s.admin.get(`/billing-payment/total?gedung_id=${gedung}`)),
      }
      expect([total, jumlah]).toEqual([p.total, 900_000 * families.length])
      expect(await checkMoney(s.db)).toEqual([])
    } finally {
      await both((server) => server.stop())
    }
  },
)
