/**
 * Tests a release on a root folder without Node: as the container runs it, and as systemd does. The
 * commands are read from Dockerfile and units, so that these files stay true without Docker.
 */
import {
  chmodSync,
  chownSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { RoleId } from '#contract/enums.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import { buildApp } from '../build.ts'
import { freePort, run, start, stop } from '../process.ts'
import { canIsolate, inside, makeBareRoot } from './bareDebian.ts'
import { makeRelease, maxBytes } from './make.ts'

const home = mkdtempSync(join(tmpdir(), 'nada-rilis-'))
// Lets the user of the container enter.
chmodSync(home, 0o755)
const isolated = await canIsolate()
let release: Awaited<ReturnType<typeof makeRelease>>
beforeAll(async () => {
  await buildApp()
  release = await makeRelease(join(home, 'a'))
}, 300_000)
afterAll(() => rmSync(home, { recursive: true, force: true }))
let stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of stops) await end()
  stops = []
})

test('has the same bytes whenever it is made, within its limit', async () => {
  const again = await makeRelease(join(home, 'b'))
  rmSync(join(home, 'b'), { recursive: true })
  expect(again.hash).toBe(release.hash)
  expect(release.size).toBeLessThanOrEqual(maxBytes)
  // A path of this machine would give another machine other bytes.
  const bundles = globSync('dist-server/*.js', { cwd: release.folder })
  const paths = [process.cwd(), dirname(realpathSync('node_modules')).slice(1)]
  const texts = bundles.map((name) => readFileSync(join(release.folder, name), 'utf8'))
  expect(texts.filter((text) => paths.some((path) => text.includes(path)))).toEqual([])
}, 120_000)
test('contains neither sources, except migrations, nor npm', () => {
  const files = globSync('**', { cwd: release.folder })
  const sources = files.filter((path) => path.endsWith('.ts'))
  expect(sources.filter((path) => !path.startsWith('server/db/migrations/'))).toEqual([])
  expect(files.filter((path) => /\.map$|(?:^|\/)npm(?:\/|$)/.test(path))).toEqual([])
  expect(files).toEqual(expect.arrayContaining(['LICENSE', 'VERSION', 'nada', 'bin/node']))
})

/** Returns the arguments of a Dockerfile's instruction, the last one of its name. */
const instruction = (name: string): string => {
  const text = readFileSync('Dockerfile', 'utf8')
  const value = [...text.matchAll(new RegExp(`^${name} (.*)$`, 'gm'))].at(-1)?.[1]
  if (value === undefined) throw new Error(`Dockerfile has no ${name}.`)
  return value
}
const listIn = (text: string): string[] => JSON.parse(text.slice(text.indexOf('['))) as string[]
/** Returns the value of a key in a systemd unit of the folder `deploy`. */
const unitValue = (unit: string, key: string): string => {
  const text = readFileSync(join('deploy', unit), 'utf8')
  const value = new RegExp(`^${key}=(.*)$`, 'm').exec(text)?.[1]
  if (value === undefined) throw new Error(`${unit} has no ${key}.`)
  return value
}
const cleanEnv = async (more: Record<string, string> = {}) => ({
  ...Object.fromEntries(Object.keys(process.env).map((key) => [key, undefined])),
  PATH: process.env.PATH,
  PORT: String(await freePort()),
  ADMIN_PASSWORD: 'rahasia-uji-9',
  ...more,
})
type Env = Awaited<ReturnType<typeof cleanEnv>>
const quietly = (command: string[], env: Env) => run(command, { env, quiet: true, timeout: 60_000 })
/** Starts a server, and waits until the command `check` says that the server is ready. */
const serve = async (command: string[], check: string[], env: Env): Promise<string> => {
  const child = start(command, { env, stdio: 'ignore' })
  stops.push(() => stop(child))
  for (let i = 0; i < 60 && child.exitCode === null; i++, await sleep(500))
    if ((await quietly(check, env)).code === 0) return `http://127.0.0.1:${env.PORT}`
  throw new Error(`${command.at(-2)} is not ready, code ${child.exitCode}.`)
}
/** Logs in as the superadmin. Returns a function that sends a request with that session. */
const login = async (url: string) => {
  const send = (path: string, body?: object, headers: Record<string, string> = {}) =>
    fetch(`${url}/api${path}`, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: { ...headers, 'content-type': 'application/json' },
    })
  const answer = await send('/auth/login', { username: 'superadmin', password: 'rahasia-uji-9' })
  const { data } = (await answer.json()) as { data: { key: string } }
  return (path: string, body?: object) =>
    send(path, body, { authorization: `Bearer ${data.key}`, 'idempotency-key': `rilis-${path}` })
}

describe.runIf(isolated)('on a bare Debian', () => {
  test('runs as in the container: without root, with nothing writable except /data', async () => {
    expect(instruction('RUN')).toBe('install -d -o 10001 -g 10001 -m 0700 /data')
    expect(instruction('COPY')).toBe('--from=build /opt/nada /opt/nada')
    const root = join(home, 'citra')
    makeBareRoot(root, release.folder, '/opt/nada')
    const data = mkdtempSync(join(home, 'data-'))
    const [uid = 0, gid = 0] = instruction('USER').split(':').map(Number)
    if (process.getuid?.() === 0) chownSync(data, uid, gid)
    const env = await cleanEnv({ DATA_DIR: '/data', HOST: '0.0.0.0' })
    const there = (command: string[]) => inside(root, command, { data, user: `${uid}:${gid}` })
    const main = [...listIn(instruction('ENTRYPOINT')), ...listIn(instruction('CMD'))]
    const url = await serve(there(main), there(listIn(instruction('HEALTHCHECK'))), env)
    expect(await (await fetch(url)).text()).toContain('<div id="root">')
    // The account needs the native library of passwords and the library of phone numbers; its PDF
    // the drawing library and the font for letters that the standard fonts lack.
    const send = await login(url)
    const account = { role_id: RoleId.akunBilling, name: 'Łucja Žižek', phone: '081300001234' }
    const created = await send('/user/create', { ...account, email: 'l@contoh.id' })
    const { data: user } = (await created.json()) as { data: { id: number } }
    expect(created.status).toBe(201)
    const days = `dari=${currentDay()}&sampai=${currentDay()}`
    const pdf = await send(`/user/rekening-koran-pdf?id=${user.id}&${days}`)
    expect(Buffer.from(await pdf.arrayBuffer()).toString('latin1')).toMatch(/^%PDF[^]*Arimo/)
    expect(globSync('**', { cwd: data })).toContain('nada.db')
  })
  test('runs as the units of systemd start it, and makes a backup', async () => {
    const root = join(home, 'mesin')
    makeBareRoot(root, release.folder, `/opt/nada/${basename(release.folder)}`)
    symlinkSync(basename(release.folder), join(root, 'opt/nada/current'))
    const env = await cleanEnv({ DATA_DIR: '/var/lib/nada' })
    mkdirSync(join(root, 'var/lib/nada'), { recursive: true })
    const there = (unit: string) => inside(root, unitValue(unit, 'ExecStart').split(' '))
    await serve(there('nada.service'), inside(root, ['/opt/nada/current/nada', 'ready']), env)
    const backup = await quietly(there('nada-backup.service'), env)
    expect([backup.code, backup.output]).toEqual([0, expect.stringContaining('selesai')])
    const version = await quietly(inside(root, ['/opt/nada/current/nada', '--version']), env)
    expect(version.output.trim()).toBe(basename(release.folder).slice(5, -10))
    const unknown = await quietly(inside(root, ['/opt/nada/current/nada', 'mulai']), env)
    expect([unknown.code, unknown.output]).toEqual([2, expect.stringContaining('Pemakaian')])
  })
})

describe('the files of a deployment', () => {
  interface Service {
    environment: Record<string, string>
    depends_on?: object
    [key: string]: unknown
  }
  const compose = parse(readFileSync('compose.yaml', 'utf8')) as {
    services: Record<'nada' | 'postgres' | 'caddy', Service>
    volumes: object
  }
  const { nada, postgres, caddy } = compose.services
  test('compose.yaml runs the image as tested, with PostgreSQL and TLS', () => {
    expect(nada).toMatchObject({ read_only: true, cap_drop: ['ALL'], volumes: ['data:/data'] })
    expect(nada.depends_on).toEqual({ postgres: { condition: 'service_healthy' } })
    const { DATABASE_URL = '', PUBLIC_URL, TRUST_PROXY } = nada.environment
    const { POSTGRES_USER: user, POSTGRES_PASSWORD: password } = postgres.environment
    expect(DATABASE_URL).toBe(`postgres://${user}:${password}@postgres/${user}`)
    expect([PUBLIC_URL, TRUST_PROXY]).toEqual([`https://${caddy.environment.DOMAIN}`, '1'])
    expect(caddy.environment.UPSTREAM).toBe(`nada:${/PORT=(\d+)/.exec(instruction('ENV'))?.[1]}`)
    const named = Object.values(compose.services).flatMap(({ volumes }) =>
      (volumes as string[]).map((volume) => volume.split(':')[0] ?? ''),
    )
    expect(named.filter((name) => !name.startsWith('./'))).toEqual(Object.keys(compose.volumes))
  })
  test('the Caddyfile reads the variables that compose.yaml sets', () => {
    const text = readFileSync('deploy/Caddyfile', 'utf8')
    const variables = [...text.matchAll(/\{\$(\w+)/g)].map(([, name]) => name)
    expect(variables).toEqual(Object.keys(caddy.environment))
  })
  test('the guide names each variable that compose.yaml needs', () => {
    const guide = readFileSync('docs/operations.md', 'utf8')
    const needed = [...readFileSync('compose.yaml', 'utf8').matchAll(/\$\{(\w+):\?/g)]
    for (const [, name] of needed) expect(guide).toMatch(new RegExp(`^${name}=`, 'm'))
  })
  test('the shell scripts are valid', async () => {
    for (const file of ['scripts/release/nada', 'deploy/nada.sh'])
      expect(await run(['sh', '-n', file], { quiet: true })).toMatchObject({ code: 0, output: '' })
  })
  test('the units belong together', () => {
    for (const key of ['User', 'EnvironmentFile', 'WorkingDirectory', 'Environment'])
      expect(unitValue('nada-backup.service', key)).toBe(unitValue('nada.service', key))
    expect(unitValue('nada.service', 'Environment')).toBe(
      `DATA_DIR=/var/lib/${unitValue('nada.service', 'StateDirectory')}`,
    )
  })
})
