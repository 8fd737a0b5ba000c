/** Tests a server of several worker processes: a killed worker, and a stop during requests. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, request, type ClientRequest, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MetodePembayaran } from '#contract/enums.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import { makeAkun, makeBill } from '#mocks/people/family.ts'
import { makeSchool, type School } from '#mocks/school/school.ts'
import { startServer } from '../../scripts/process.ts'

type Server = Awaited<ReturnType<typeof startServer>>

/** A connection that stays open, and the process that has accepted it. */
interface Line {
  agent: Agent
  pid: number
}

/** Returns the pid in the log line of the only request for a path. */
const pidOf = async (server: Server, path: string): Promise<number> => {
  const find = () => server.output().match(new RegExp(`"pid":(\\d+).*"path":"${path}"`))?.[1]
  await expect.poll(find, { timeout: 5000 }).toBeDefined()
  return Number(find())
}

/** Resolves with the response to a request, whose body may still be sent. */
const responseTo = (sent: ClientRequest): Promise<IncomingMessage> =>
  new Promise((done, fail) => {
    sent.once('error', fail).once('response', (response) => {
      response.resume()
      done(response)
    })
  })

let lines = 0
const openLine = async (server: Server): Promise<Line> => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const path = `/api/jalur-${lines++}`
  await responseTo(request(server.url + path, { agent }).end())
  return { agent, pid: await pidOf(server, path) }
}

/** Opens connections, eight at a time, until at least two workers have accepted some. */
const openLines = async (server: Server): Promise<Line[]> => {
  const open: Line[] = []
  const pids = () => new Set(open.map(({ pid }) => pid))
  while (pids().size < 2 && open.length < 400)
    open.push(...(await Promise.all(Array.from({ length: 8 }, () => openLine(server)))))
  expect(pids().size).toBeGreaterThan(1)
  return open
}

describe.runIf(process.env.ENGINE === 'postgres')('several workers', () => {
  const home = mkdtempSync(join(tmpdir(), 'nada-pelayan-'))
  let s: School
  let akun: number
  beforeAll(async () => {
    s = await makeSchool()
    akun = await makeAkun(s)
    for (let n = 0; n < 3; n++) await makeBill(s, akun, 250_000)
  })
  afterAll(async () => {
    await s.close()
    rmSync(home, { recursive: true, force: true })
  })

  const serve = (workers: number): Promise<Server> => {
    const env = { DATA_DIR: home, DATABASE_URL: process.env.DATABASE_URL, LOG_LEVEL: 'debug' }
    return startServer(env, ['--sudah-siap', '--workers', String(workers)], 60_000)
  }
  const headersOf = (key: string) => ({
    authorization: `Bearer ${s.admin.token}`,
    'content-type': 'application/json',
    'idempotency-key': key,
  })
  const bodyOf = (referensi: string): string =>
    JSON.stringify({
      akun_billing_id: akun,
      tanggal: currentDay(),
      metode: MetodePembayaran.tunai,
      jumlah: 1000,
      referensi,
    })
  /**
   * Sends half of a payment through a connection. Returns a function that sends the rest and
   * resolves with the response.
   */
  const beginPayment = async ({ url }: Server, agent: Agent, key: string) => {
    const body = bodyOf(key)
    const headers = { ...headersOf(key), 'content-length': Buffer.byteLength(body) }
    const path = `${url}/api/billing-payment/create`
    const sent = request(path, { agent, method: 'POST', headers })
    const response = responseTo(sent)
    response.catch(() => {})
    await new Promise((done) => sent.write(body.slice(0, 20), done))
    return () => {
      sent.end(body.slice(20))
      return response
    }
  }
  const repeatPayment = async ({ url }: Server, key: string) => {
    const init = { method: 'POST', headers: headersOf(key), body: bodyOf(key) }
    return (await fetch(`${url}/api/billing-payment/create`, init)).status
  }

  test.each([2, 4])(
    '%i: a killed one loses its connections only; a stop completes open requests',
    { timeout: 120_000 },
    async (workers) => {
      const server = await serve(workers)
      const open = await openLines(server)
      const victim = open[0]?.pid ?? 0
      const payments = await Promise.all(
        open.map(async ({ agent, pid }, n) => {
          const key = `pelayan-${workers}-${n}`
          return { key, pid, finish: await beginPayment(server, agent, key) }
        }),
      )
      process.kill(victim, 'SIGKILL')
      await expect.poll(server.output).toContain('a worker died')
      const results = await Promise.all(
        payments.map(({ finish }) =>
          finish().then(
            ({ statusCode }) => statusCode,
            () => 'lost',
          ),
        ),
      )
      expect(results).toEqual(payments.map(({ pid }) => (pid === victim ? 'lost' : 201)))
      for (const { key } of payments) expect(await repeatPayment(server, key)).toBe(201)
      const stored = await s.db
        .selectFrom('billing_payment')
        .select('referensi')
        .where('referensi', 'like', `pelayan-${workers}-%`)
        .execute()
      expect(stored.map((row) => row.referensi).toSorted()).toEqual(
        payments.map(({ key }) => key).toSorted(),
      )

      // With two workers, connections to two workers need the replacement of the killed one.
      open.push(...(await openLines(server)))
      const { agent } = open.find(({ pid }) => pid !== victim)!
      const finishLast = await beginPayment(server, agent, `pelayan-akhir-${workers}`)
      const before = performance.now()
      const stopped = server.stop()
      await sleep(1000)
      const { statusCode, headers } = await finishLast()
      expect([statusCode, headers.connection]).toEqual([201, 'close'])
      await stopped
      // Expects an end before the 8 s after which `stop` kills the primary process.
      expect(performance.now() - before).toBeLessThan(7500)
      await expect(fetch(`${server.url}/healthz`)).rejects.toThrow('fetch failed')
      for (const line of open) line.agent.destroy()
    },
  )

  // Runs only on Linux, because the test reads the pids of the workers in `/proc`.
  test.runIf(process.platform === 'linux')('ends after five deaths within a minute', async () => {
    const server = await serve(5)
    const pids = readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8')
    for (const pid of pids.trim().split(' ')) process.kill(Number(pid), 'SIGKILL')
    const isServing = () => fetch(`${server.url}/healthz`).then(Boolean, () => false)
    await expect.poll(server.output, { timeout: 10_000 }).toContain('workers die too often')
    await expect.poll(isServing, { timeout: 10_000 }).toBe(false)
    await server.stop()
  })
})
