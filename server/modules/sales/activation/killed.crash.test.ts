/**
 * Runs activations over HTTP against a separate server, while clients abort requests and the test
 * kills the server. Afterwards every activation must be able to continue from its last completed
 * step (domain.md 3.11).
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Activation, Hari } from '#contract/enums.ts'
import { makeRandom } from '#contract/values/random.ts'
import type { Body } from '#mocks/api/api.ts'
import { checkLead } from '#mocks/people/activation.ts'
import { lastLead, makeHour, makeLead, nextDay, studentBody } from '#mocks/people/calon.ts'
import { checkMoney, makeKelas } from '#mocks/people/family.ts'
import { makeSchool, type School } from '#mocks/school/school.ts'
import { openSqlite } from '#server/db/engine.ts'
import type { Db } from '#server/db/schema/tables.ts'
import { startServer } from '../../../../scripts/process.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())

const onPostgres = process.env.ENGINE === 'postgres'
/**
 * Number of requests to interrupt, from `NADA_CASES`. If it is 0 (variable not set), the test
 * interrupts about 40 requests on PostgreSQL and about 200 on SQLite.
 */
const cases = Number(process.env.NADA_CASES) || 0
const rounds = onPostgres && cases === 0 ? 2 : 3
const casesPerRound = Math.ceil((cases || (onPostgres ? 40 : 200)) / rounds)
const folder = mkdtempSync(join(tmpdir(), 'nada-aktivasi-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const env = {
  DATABASE_URL: process.env.DATABASE_URL,
  DATA_DIR: folder,
  LOG_LEVEL: 'error',
  ADMIN_PASSWORD: 'rahasia-uji',
}
type Server = Awaited<ReturnType<typeof startServer>>
interface Sent {
  status: number
  data: any
}
interface Wizard {
  id: number
  student: Body
  /**
   * Slot to hold in step 2. Half of the leads want a seat in the same class, the other leads want
   * an hour of a coach.
   */
  place: Body
  /**
   * `known` is the last text that the server has confirmed as saved. `sent` contains the texts sent
   * afterwards. The server may receive an aborted request late, even after later requests.
   */
  typed: { known: string | null; sent: string[] }
}

/**
 * Reads from the server's database, both while the server runs and after the test has killed it.
 */
const look = async <T>(read: (db: Db) => Promise<T>): Promise<T> => {
  if (onPostgres) return read(s.db)
  const { db } = openSqlite(join(folder, 'nada.db'))
  try {
    return await read(db)
  } finally {
    await db.destroy()
  }
}
/**
 * Calls the server over HTTP. Returns undefined when the client aborted the request, or when the
 * server was killed before it responded.
 */
const call = async (
  server: Server,
  path: string,
  { body, by = s.sales, patience }: { body?: Body; by?: { token: string }; patience?: number } = {},
): Promise<Sent | undefined> => {
  try {
    const response = await fetch(`${server.url}/api${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${by.token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
      ...(patience !== undefined && { signal: AbortSignal.timeout(patience) }),
    })
    return { status: response.status, data: ((await response.json()) as { data: unknown }).data }
  } catch {
    return undefined
  }
}
const readState = async (server: Server, { id }: Wizard): Promise<any> =>
  (await call(server, `/lead/aktivasi?id=${id}`))?.data

/** Returns the API call that the wizard makes next in the given state of the activation. */
const nextStep = (w: Wizard, state: any): { path: string; body: Body; office?: true } => {
  const { id } = w
  if (state.activation === Activation.belum)
    return { path: `/user/tambah-peserta?id=${id}`, body: w.student }
  if (state.activation === Activation.pilihKursus)
    return {
      path: `/lead/urungkan-aktivasi?id=${id}`,
      body: { alasan: 'Diurungkan oleh uji acak' },
      office: true,
    }
  return state.slot
    ? { path: `/user/tambah-kursus-peserta?id=${id}`, body: {} }
    : { path: '/lead/tahan-slot', body: { lead_id: id, ...w.place } }
}
const makeWizards = async (count: number): Promise<Wizard[]> => {
  const kelas = await makeKelas(s, s.ids.gedung, { kapasitas: 4, hari: Hari.kamis })
  const wizards: Wizard[] = []
  for (let i = 0; i < count; i++) {
    const id = await makeLead(s)
    const seat = { kursus_pelatih_id: kelas, mulai: nextDay(Hari.kamis) }
    const place = i % 2 === 0 ? seat : await makeHour(s)
    wizards.push({
      id,
      place,
      student: studentBody(lastLead()),
      typed: { known: null, sent: [] },
    })
  }
  return wizards
}
const isAllowed = (answer: Sent | undefined): boolean =>
  !answer || [200, 201, 409].includes(answer.status)

test(
  'resumes after aborts and kills at random and creates nothing twice',
  { timeout: cases > 0 ? 900_000 : 180_000 },
  async () => {
    const wizards = await makeWizards(8)
    if (!onPostgres) await sql`vacuum into ${join(folder, 'nada.db')}`.execute(s.db)
    const r = makeRandom(20_261_124)
    let cut = 0
    const refused: unknown[] = []
    /**
     * Saves a typed text or sends the next step. Sometimes aborts the request before the response
     * arrives.
     */
    const workOn = async (server: Server, w: Wizard): Promise<void> => {
      const state = await readState(server, w)
      if (!state) return
      if (state.activation !== Activation.pilihKursus && r.chance(0.3)) {
        const isian = JSON.stringify({ name: `Ketikan ${r.int(1, 1e9)}` })
        w.typed.sent.push(isian)
        const body = { langkah: 'peserta', isian, versi: state.versi }
        const patience = r.int(1, 15)
        const answer = await call(server, `/lead/simpan-aktivasi?id=${w.id}`, { body, patience })
        // After a confirmed save, the server has this text. The server rejects earlier requests
        // that arrive later, because they contain an older version.
        if (answer?.status === 200) w.typed = { known: isian, sent: [] }
        cut += answer ? 0 : 1
        return
      }
      const { path, body, office } = nextStep(w, state)
      const by = office ? s.superadmin : s.sales
      const press = () => call(server, path, { body, by, patience: r.int(1, 40) })
      const answers = await Promise.all(r.chance(0.4) ? [press(), press()] : [press()])
      refused.push(...answers.filter((a) => !isAllowed(a)))
      cut += answers.filter((a) => !a).length
      // Forgets the typed text. A completed step deletes the text on the server, but an aborted
      // request may not have arrived, so it is unknown whether the server still has the text.
      if (!path.startsWith('/lead/tahan')) w.typed = { known: null, sent: [] }
    }
    for (let round = 0; round < rounds; round++) {
      const server = await startServer(env)
      for (const w of wizards) {
        const { draf } = await readState(server, w)
        const { known, sent } = w.typed
        const isKept = known === null || [known, ...sent].includes(draf?.isian)
        const expectedText = [known, ...sent].join(' or ')
        expect(isKept, `lead ${w.id}: ${expectedText}, not ${draf?.isian}`).toBe(true)
      }
      const enough = (round + 1) * casesPerRound
      const clients = wizards.map(async (w) => {
        while (cut < enough) await workOn(server, w)
      })
      // Kills the server when the first client finishes, while other clients still wait for
      // responses.
      await Promise.race(clients)
      await server.crash()
      await Promise.all(clients)
      for (const { id } of wizards) await look((db) => checkLead(db, id))
      expect(await look(checkMoney)).toEqual([])
    }
    expect(refused).toEqual([])
    const server = await startServer(env)
    const finish = async (w: Wizard) => {
      for (let i = 0; i < 4; i++) {
        const state = await readState(server, w)
        if (state.activation === Activation.pilihKursus) return
        const { path, body } = nextStep(w, state)
        await call(server, path, { body })
      }
    }
    for (const w of wizards) await finish(w)
    for (const w of wizards)
      expect((await readState(server, w)).activation).toBe(Activation.pilihKursus)
    await server.stop()
    for (const { id } of wizards) await look((db) => checkLead(db, id))
    expect(await look(checkMoney)).toEqual([])
    if (process.env.LOG_STORY) console.log({ rounds, cut })
  },
)
