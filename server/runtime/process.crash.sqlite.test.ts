/**
 * Tests the server as a process: environment variables, first start, readiness, stop, and the loss
 * of its database.
 */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { codeOf } from '#mocks/people/totp.ts'
import { ConfigError, readConfig } from '#server/runtime/config.ts'
import { query } from '../../scripts/postgres.ts'
import { freePort, node, run, start, startServer, tool } from '../../scripts/process.ts'
import {
  emptyPlace,
  placePassword,
  preparedPlace,
  type ServerPlace,
} from '../../scripts/serverPlace.ts'

const postgres = process.env.ENGINE === 'postgres'
const home = mkdtempSync(join(tmpdir(), 'nada-proses-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const clean = {
  DATABASE_URL: undefined,
  ADMIN_USERNAME: undefined,
  ADMIN_PASSWORD: undefined,
  LOG_LEVEL: 'info',
  PUBLIC_URL: undefined,
  CORS_ORIGIN: undefined,
  TRUST_PROXY: undefined,
  WORKERS: undefined,
}
type Env = Record<string, string | undefined>
let stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.reverse()) await stop()
  stops = []
})
const keepEnv = ({ env, drop }: ServerPlace): Env & ServerPlace['env'] => {
  stops.push(drop)
  return { ...clean, ...env }
}
/**
 * Makes an empty data folder and, on PostgreSQL, an empty database. Returns the environment
 * variables with which a server uses them.
 */
const place = async () => keepEnv(await emptyPlace(home))
/**
 * Creates a data folder and database in the state after a server's first start, for tests of a
 * later start. Returns the environment variables with which a server uses them.
 */
const used = async () => keepEnv(await preparedPlace(home))
/**
 * Arguments that make the server skip the preparation of the database. `used` has already prepared
 * it.
 */
const ready = ['--sudah-siap']
const serve = async (env: Env, args: string[] = []) => {
  const server = await startServer({ ...clean, ...env }, args, 25_000)
  stops.push(server.stop)
  return server
}
/** Runs a server that is expected to exit by itself. Returns its exit code and output. */
const refusal = async (env: Env, args: string[] = []) => {
  const { code, output } = await run(node(tool.server, ...args), {
    env: {
      ...clean,
      PORT: String(await freePort()),
      DATA_DIR: join(home, 'tidak-dipakai'),
      ...env,
    },
    quiet: true,
    timeout: 20_000,
  })
  return { code, output }
}
const login = async (url: string, username: string, password: string) => {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    body: JSON.stringify({ username, password }),
    headers: { 'content-type': 'application/json' },
  })
  return {
    status: response.status,
    key: ((await response.json()) as { data: { key: string } }).data.key,
  }
}
const get = (url: string, key = '') =>
  fetch(url, { headers: { authorization: `Bearer ${key}`, connection: 'close' } })

// Runs only on Linux, because the test reads the command line of a process in `/proc`. Runs only
// with SQLite, because the result does not depend on the database engine.
test.runIf(process.platform === 'linux' && !postgres)(
  'serves from a fresh process after preparing the database and compiling',
  async () => {
    const env = await used()
    // Uses an empty compile cache, as after an update of the program.
    const server = await serve({ ...env, NODE_COMPILE_CACHE: join(env.DATA_DIR, 'kosong') })
    const line = readFileSync(`/proc/${server.pid}/cmdline`, 'utf8').split('\0')
    expect(line).toContain('--sudah-siap')
    expect(line).toContain('--sudah-diterjemahkan')
    expect(line).toContain('--max-semi-space-size=2')
  },
)

describe('the environment', () => {
  const bad: [string, string][] = [
    ['PORT', 'abc'],
    ['PORT', '-1'],
    ['PORT', '70000'],
    ['PORT', '80.5'],
    ['PORT', ' '],
    ['WORKERS', '0'],
    ['WORKERS', '65'],
    ['WORKERS', '2'],
    ['TRUST_PROXY', 'ya'],
    ['TRUST_PROXY', '-1'],
    ['TRUST_PROXY', '11'],
    ['LOG_LEVEL', 'ramai'],
    ['ADMIN_USERNAME', 'A B'],
    ['ADMIN_USERNAME', 'ab'],
    ['ADMIN_PASSWORD', 'pendek7'],
    ['ADMIN_PASSWORD', 'x'.repeat(201)],
    ['DATABASE_URL', 'bukan url'],
    ['DATABASE_URL', 'mysql://nada:kata-rahasia@db/nada'],
    ['PUBLIC_URL', 'nada.id'],
    ['PUBLIC_URL', 'javascript:alert(1)'],
    ['METRICS_TOKEN', 'pendek7-pendek7'],
    ['METRICS_TOKEN', `pendek7 ${'x'.repeat(16)}`],
    ['SLOW_STATEMENT_MS', '1.5'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'kolektor:4318'],
    ['TRACES_PERCENT', '101'],
    ['FILES_URL', 'https://nada.id/berkas'],
    ['FILES_URL', 's3://Berkas'],
    ['FILES_URL', 's3://berkas/../lain'],
    ['FILES_KEY_ID', 'pendek7'],
    ['FILES_SECRET', 'pendek7'],
    ['CORS_ORIGIN', 'nada.id'],
    ['CORS_ORIGIN', 'https://nada.id/'],
    ['CORS_ORIGIN', 'https://a.id, *'],
  ]
  test.each(bad)('rejects %s=%s by name, without its secret', (name, value) => {
    let message = ''
    try {
      readConfig({ [name]: value }, false)
    } catch (error) {
      message = error instanceof ConfigError ? error.message : ''
    }
    expect(message).toMatch(new RegExp(`^${name} tidak valid`))
    expect(message).not.toMatch(/kata-rahasia|pendek7|xxxx/)
  })
  test('reads the object store, and rejects it without its key', () => {
    const FILES_URL = 's3://nada-berkas/sekolah/pusat/'
    const key = { FILES_KEY_ID: 'a', FILES_SECRET: 'pendek7' }
    const read = (more: Record<string, string>) => readConfig({ FILES_URL, ...more }, false).files
    expect(read(key)).toEqual({
      bucket: 'nada-berkas',
      prefix: 'sekolah/pusat/',
      endpoint: 'https://s3.us-east-1.amazonaws.com',
      region: 'us-east-1',
      keyId: 'a',
      secret: 'pendek7',
    })
    const minio = {
      FILES_URL: 's3://abc',
      FILES_ENDPOINT: 'http://minio:9000/',
      FILES_REGION: 'id-1',
    }
    expect(read({ ...key, ...minio })).toMatchObject({
      prefix: '',
      endpoint: 'http://minio:9000',
      region: 'id-1',
    })
    expect(() => read({ FILES_KEY_ID: 'a' })).toThrow(/^FILES_KEY_ID dan FILES_SECRET wajib/)
    expect(() => read({ ...key, FILES_REGION: 'ID 1' })).toThrow(/^FILES_REGION tidak valid/)
    expect(() => read({ ...key, FILES_ENDPOINT: 'minio' })).toThrow(/^FILES_ENDPOINT tidak valid/)
  })
  test('uses defaults for empty values', () => {
    const empty = Object.fromEntries(bad.map(([name]) => [name, '']))
    expect(readConfig(empty, false)).toEqual(readConfig({}, false))
    expect(readConfig({}, false)).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      workers: 1,
      adminUsername: 'superadmin',
      adminPassword: undefined,
      trustProxy: 0,
      corsOrigin: [],
      metricsToken: undefined,
      slowStatementMs: 1000,
      tracesUrl: undefined,
      tracesPercent: 100,
      logLevel: 'info',
    })
    expect(readConfig({ CORS_ORIGIN: 'https://a.id, http://b.id:8080' }, false).corsOrigin).toEqual(
      ['https://a.id', 'http://b.id:8080'],
    )
  })
  test('logs warnings and errors on a terminal, unless LOG_LEVEL asks for more', () => {
    expect(readConfig({}, false, true)).toMatchObject({ logLevel: 'warn', terminal: true })
    expect(readConfig({ LOG_LEVEL: 'info' }, false, true).logLevel).toBe('info')
  })
  test('allows the demo on this machine only', () => {
    expect(() => readConfig({ HOST: '0.0.0.0' }, true)).toThrow(/^HOST tidak valid/)
    expect(readConfig({ HOST: '0.0.0.0' }, false).host).toBe('0.0.0.0')
  })
  test('allows several processes only with PostgreSQL', () => {
    const DATABASE_URL = 'postgres://nada@db/nada'
    const DATA_KEY = Buffer.alloc(32, 7).toString('base64')
    expect(readConfig({ DATABASE_URL, DATA_KEY, WORKERS: '64' }, false).workers).toBe(64)
    expect(() => readConfig({ WORKERS: '2' }, false)).toThrow(/DATABASE_URL/)
    expect(readConfig({ WORKERS: '1' }, false).workers).toBe(1)
  })
  test('exits with code 1 and one line without a stack on a rejected start', async () => {
    const { code, output } = await refusal({ PORT: 'abc' })
    expect([code, output.trim()]).toEqual([
      1,
      'PORT tidak valid: "abc". Isi bilangan bulat 0 sampai 65535.',
    ])
    const flag = await refusal({}, ['--workers', 'banyak'])
    expect([flag.code, flag.output.trim()]).toEqual([
      1,
      'WORKERS tidak valid: "banyak". Isi bilangan bulat 1 sampai 64.',
    ])
  })
  test.runIf(!postgres)('names a DATA_DIR that is a file', async () => {
    const file = join(home, 'berkas')
    writeFileSync(file, 'x')
    const { code, output } = await refusal({ DATA_DIR: file })
    expect([code, output]).toEqual([1, expect.stringMatching(/^DATA_DIR tidak dapat dipakai/)])
    expect(output).not.toMatch(/\n\s+at /)
  })
  test.runIf(postgres)(
    'names an unreachable DATABASE_URL, or one that rejects the password, without the password',
    async () => {
      const wrong = new URL(inject('postgres'))
      wrong.password = 'kata-rahasia'
      for (const url of [
        `postgres://nada:kata-rahasia@127.0.0.1:${await freePort()}/x`,
        wrong.href,
      ]) {
        const { code, output } = await refusal({ DATABASE_URL: url })
        expect([code, output]).toEqual([
          1,
          expect.stringMatching(/^DATABASE_URL tidak dapat dipakai/),
        ])
        expect(output).not.toMatch(/kata-rahasia|\n\s+at /)
      }
    },
  )
})

describe('the first start', () => {
  test('prints a generated password once, to be changed; keeps data on a second run', async () => {
    const env = await place()
    const first = await serve(env)
    const [, firstPassword] = /Akun pertama: superadmin, password: (\S+)/.exec(first.output())!
    expect(first.output().split(firstPassword!).length).toBe(2)
    const { key } = await login(first.url, 'superadmin', firstPassword!)
    expect((await get(`${first.url}/api/bank`, key)).status).toBe(403)
    const change = await fetch(`${first.url}/api/profile/update-password`, {
      method: 'POST',
      body: JSON.stringify({
        old_password: firstPassword,
        password: 'hujan-turun-pagi',
        re_password: 'hujan-turun-pagi',
      }),
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    })
    expect(change.status).toBe(200)
    expect((await get(`${first.url}/api/bank`, key)).status).toBe(200)
    await first.stop()
    const second = await serve(env)
    expect(second.output()).not.toMatch(/sandi/)
    expect((await get(`${second.url}/api/bank`, key)).status).toBe(200)
    expect((await login(second.url, 'superadmin', 'hujan-turun-pagi')).status).toBe(200)
    expect((await login(second.url, 'superadmin', firstPassword!)).status).toBe(401)
  })
  test('uses a given name and password without printing them or requiring a change', async () => {
    const env = await place()
    const DATA_DIR = join(env.DATA_DIR, 'baru', 'dalam')
    const owner = { ADMIN_USERNAME: 'pemilik', ADMIN_PASSWORD: 'sandi dengan spasi ' }
    const server = await serve({ ...env, ...owner, DATA_DIR })
    expect(server.output()).not.toMatch(/sandi/)
    // Expects that only the owner can access the data folder.
    expect(postgres ? 0 : statSync(DATA_DIR).mode & 0o077).toBe(0)
    const { key } = await login(server.url, 'pemilik', 'sandi dengan spasi ')
    expect((await get(`${server.url}/api/bank`, key)).status).toBe(200)
  })
  test('warns once of an easily guessed password, without printing it', async () => {
    const env = { ...(await place()), ADMIN_PASSWORD: 'sayang1234' }
    const first = await refusal(env, ['--siapkan'])
    expect(first).toMatchObject({
      code: 0,
      output: expect.stringContaining(
        'Peringatan: ADMIN_PASSWORD. Password ini terlalu mudah ditebak',
      ),
    })
    expect(first.output).not.toContain('sayang1234')
    const second = await refusal(env, ['--siapkan'])
    expect(second.code).toBe(0)
    expect(second.output).not.toContain('Peringatan')
  })
  test('removes the second factor of the last superadmin from the console', async () => {
    const env = await used()
    const { url, stop } = await serve(env, ready)
    const { key } = await login(url, 'superadmin', placePassword)
    const post = async (path: string, body: object) => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` }
      const response = await fetch(`${url}/api/profile/${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers,
      })
      return ((await response.json()) as { data: { rahasia: string } }).data
    }
    const { rahasia } = await post('siapkan-dua-langkah', { password: placePassword })
    await post('aktifkan-dua-langkah', { kode: codeOf(rahasia) })
    expect((await login(url, 'superadmin', placePassword)).status).toBe(401)
    expect(await refusal(env, ['--siapkan', '--reset-dua-langkah=bukan.siapa'])).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^User tidak ditemukan: bukan.siapa\s*$/),
    })
    expect(await refusal(env, ['--siapkan', '--reset-dua-langkah=superadmin'])).toMatchObject({
      code: 0,
      output: expect.stringContaining('dihapus'),
    })
    expect((await login(url, 'superadmin', placePassword)).status).toBe(200)
    await stop()
  })
})

/** Returns the resident memory of a process in MB (Linux only). */
const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
test.runIf(process.platform === 'linux' && !postgres)(
  'keeps the memory of the server through two hundred interrupted uploads',
  async () => {
    const env = await used()
    const { url, pid } = await serve(env, ready)
    const { key } = await login(url, 'superadmin', placePassword)
    const idle = memoryOf(pid)
    const bytes = Buffer.alloc(4.9 * 1024 * 1024)
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': String(bytes.length + 100),
    }
    const statuses: (number | undefined)[] = []
    const uploads = Array.from({ length: 200 }, () =>
      request(`${url}/api/berkas/unggah`, { method: 'POST', headers, agent: false })
        .on('response', ({ statusCode }) => statuses.push(statusCode))
        .on('error', () => {}),
    )
    await Promise.all(
      uploads.map((upload) => new Promise((sent) => void upload.write(bytes, sent))),
    )
    let most = 0
    for (let n = 0; n < 10; n++) {
      most = Math.max(most, memoryOf(pid))
      await sleep(100)
    }
    expect(most - idle).toBeLessThan(300)
    expect((await get(`${url}/api/profile`, key)).status).toBe(200)
    for (const upload of uploads) upload.destroy()
  },
)

test('gives a superadmin without the first password a new one from the console', async () => {
  const env = await used()
  const reset = await refusal(env, ['--reset-sandi=superadmin'])
  expect(reset.code).toBe(0)
  const password = /^Password baru superadmin: (\S{12}) /m.exec(reset.output)?.[1] ?? ''
  expect(await refusal(env, ['--reset-sandi=bukan.siapa'])).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^User tidak ditemukan: bukan.siapa\s*$/),
  })
  const { url, stop } = await serve(env, ready)
  expect((await login(url, 'superadmin', placePassword)).status).toBe(401)
  expect((await login(url, 'superadmin', password)).status).toBe(200)
  await stop()
})

describe('a running server', () => {
  // Server shared by the tests that change no data.
  let env: Env
  let server: Awaited<ReturnType<typeof startServer>>
  let drop: () => Promise<void>
  beforeAll(async () => {
    ;({ env, drop } = await preparedPlace(home))
    server = await startServer({ ...clean, ...env }, ready, 25_000)
  })
  afterAll(async () => {
    await server.stop()
    await drop()
  })
  test('serves health and readiness, rejects unknown calls, sends security headers', async () => {
    const { url } = server
    expect(await (await get(`${url}/healthz`)).json()).toEqual({ status: 'ok' })
    expect([
      (await get(`${url}/readyz`)).status,
      await (await get(`${url}/readyz`)).json(),
    ]).toEqual([200, { status: 'siap' }])
    const { headers, status } = await get(`${url}/api/tidak-ada`)
    expect(status).toBe(404)
    expect(headers.get('content-security-policy')).toMatch(/script-src 'self'(;|$)/)
    expect([
      headers.get('x-content-type-options'),
      headers.get('x-frame-options'),
      headers.get('x-powered-by'),
      headers.get('server'),
    ]).toEqual(['nosniff', 'DENY', null, null])
    expect(headers.get('strict-transport-security')).toBeNull()
    const big = await fetch(`${url}/api/auth/login`, {
      method: 'POST',
      body: JSON.stringify({ username: 'x'.repeat(10 * 1024 * 1024) }),
      headers: { 'content-type': 'application/json' },
    })
    expect([big.status, ((await big.json()) as { success: boolean }).success]).toEqual([413, false])
  })
  test('gets a response instead of a reset for a file rejected before it is read', async () => {
    const { port } = new URL(server.url)
    const body = Buffer.alloc(3 * 1024 * 1024, 'x')
    const refused = (connection: string) =>
      new Promise<unknown>((done) => {
        // Simulates a browser with a slow connection, whose file arrives in parts long after the
        // server has rejected it.
        const parts = [0, 1, 2].map((n) => body.subarray(n * 1024 * 1024, (n + 1) * 1024 * 1024))
        const socket = connect(Number(port), '127.0.0.1')
        let answer = ''
        socket.on('data', (chunk) => (answer += chunk.toString('latin1')))
        socket.on('error', (error) => done(`${error.message} after ${answer.length} bytes`))
        socket.on('close', () => done({ answer: answer.slice(0, 12), unsent: parts.length }))
        socket.write(
          `POST /api/user/import HTTP/1.1\r\nhost: x\r\nconnection: ${connection}\r\n` +
            `content-type: multipart/form-data; boundary=x\r\ncontent-length: ${body.length}\r\n\r\n`,
        )
        const sendNext = () => {
          const part = parts.shift()
          if (part) socket.write(part, () => setTimeout(sendNext, 300))
          else setTimeout(() => socket.end(), 300)
        }
        sendNext()
      })
    const answers = await Promise.all(['close', 'keep-alive', 'close', 'keep-alive'].map(refused))
    expect(answers).toEqual(Array(4).fill({ answer: 'HTTP/1.1 401', unsent: 0 }))
  })
  test('reports a port in use in one line', async () => {
    const { port } = new URL(server.url)
    const { code, output } = await refusal({ ...env, PORT: port })
    expect([code, output.trim()]).toEqual([
      1,
      `Port ${port} sudah dipakai. Pilih yang lain dengan PORT.`,
    ])
  })
  test('completes current requests on SIGTERM, then exits with code 0', async () => {
    const { url, stop } = await serve(await used(), ready)
    // Opens a connection without any request, which must not delay the stop.
    const idle = connect(Number(new URL(url).port), '127.0.0.1')
    await new Promise((resolve) => idle.once('connect', resolve))
    // Starts three logins. They are still in progress when the signal arrives, because hashing a
    // password takes time. Each login has its own connection, because a server may close a
    // kept-alive connection before it reads the next request.
    const under = [1, 2, 3].map(
      () =>
        new Promise<number | undefined>((done, fail) => {
          request(
            `${url}/api/auth/login`,
            { method: 'POST', agent: false, headers: { 'content-type': 'application/json' } },
            (answer) => {
              answer.resume()
              done(answer.statusCode)
            },
          )
            .once('error', fail)
            .end(JSON.stringify({ username: 'superadmin', password: placePassword }))
        }),
    )
    // Waits for the response to a later request. The server accepts connections in order, so by
    // then it has accepted the connections of the logins.
    await get(`${url}/healthz`)
    const before = Date.now()
    await stop()
    // Expects an end well before the 10 s after which the server exits in any case.
    expect(Date.now() - before).toBeLessThan(7500)
    expect(await Promise.all(under)).toEqual([200, 200, 200])
    await expect(get(`${url}/healthz`)).rejects.toThrow('fetch failed')
    idle.destroy()
  })
})

// Covers two kinds of server: without arguments, it replaces its process after preparing the
// database; with `ready`, it skips the preparation and serves in the same process.
test.each([
  ['SIGTERM', []],
  ['SIGINT', ready],
] as const)('exits with code 0 on %s despite open connections', async (signal, args) => {
  const child = start(node(tool.server, ...args), {
    env: { ...(await used()), HOST: '127.0.0.1', PORT: String(await freePort()) },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const url = await new Promise<string>((resolve) =>
    child.stdout!.on('data', (chunk: Buffer) => {
      const readyUrl = /siap: (\S+)/.exec(String(chunk))?.[1]
      if (readyUrl) resolve(readyUrl)
    }),
  )
  // Opens two connections: one kept alive after a request, and one without any request.
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  const idle = connect(Number(new URL(url).port), '127.0.0.1')
  await new Promise((resolve) => idle.once('connect', resolve))
  const ended = new Promise((resolve) => child.once('exit', (code, by) => resolve([code, by])))
  child.kill(signal)
  expect(await ended).toEqual([0, null])
  idle.destroy()
})

describe.runIf(postgres)('a PostgreSQL that stops', () => {
  test('leads to 500 or 503 without its text, and to recovery once it is back', async () => {
    const env = await used()
    const { url, output } = await serve(env, ready)
    const { key } = await login(url, 'superadmin', placePassword)
    const name = new URL(env.DATABASE_URL!).pathname.slice(1)
    const admin = inject('postgres')
    // Cuts all database connections during requests, five times. The process must survive.
    for (let round = 0; round < 5; round++) {
      const under = Array.from({ length: 6 }, (_, i) =>
        i % 2
          ? login(url, 'superadmin', placePassword).then((a) => a.status)
          : get(`${url}/api/bank`, key).then((r) => r.status),
      )
      await new Promise((resolve) => setTimeout(resolve, 10 * round))
      await query(
        admin,
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
      )
      for (const status of await Promise.all(under)) expect([200, 500, 503]).toContain(status)
    }
    await query(
      admin,
      `alter database ${name} allow_connections false`,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
    )
    const answer = await get(`${url}/api/bank`, key)
    const text = await answer.text()
    expect([500, 503]).toContain(answer.status)
    expect(text).not.toMatch(/postgres|connection|database|terminat|select|nada_/i)
    expect((await get(`${url}/readyz`)).status).toBe(503)
    expect((await get(`${url}/healthz`)).status).toBe(200)
    await query(admin, `alter database ${name} allow_connections true`)
    expect((await get(`${url}/api/bank`, key)).status).toBe(200)
    expect((await get(`${url}/readyz`)).status).toBe(200)
    expect(output()).not.toMatch(new RegExp(`${new URL(env.DATABASE_URL!).password}|${key}`))
  })
})
