/**
 * Activations over HTTP against a server of its own: requests that their sender gives up midway,
 * and a server that is killed. Whoever goes on finds each lead where it was (domain.md 3.11).
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Activation, Hari } from '#contract/enums.ts'
import { makeRandom } from '#contract/values/random.ts'
import { checkLead } from '#mocks/activation.ts'
import type { Body } from '#mocks/api.ts'
import { lastLead, makeHour, makeLead, nextDay, studentBody } from '#mocks/calon.ts'
import { checkMoney, makeKelas } from '#mocks/family.ts'
import { makeSchool, type School } from '#mocks/school.ts'
import { openSqlite } from '#server/db/engine.ts'
import type { Db } from '#server/db/tables.ts'
import { startServer } from '../../../../scripts/process.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())

const onPostgres = process.env.ENGINE === 'postgres'
/** Interruptions that a long run asks for; else fewer on PostgreSQL. */
const asked = Number(process.env.NADA_CASES) || 0
const rounds = onPostgres && asked === 0 ? 2 : 3
const each = Math.ceil((asked || (onPostgres ? 40 : 200)) / rounds)
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
  /** What step 2 asks for: a seat of a class that others want too, or an hour. */
  place: Body
  /**
   * What was typed and acknowledged, and what was sent since: what its sender gave up may still be
   * under way, and come before what was sent after it.
   */
  typed: { known: string | null; sent: string[] }
}

/** Reads what the server has stored, also while it runs or after it died. */
const look = async <T>(read: (db: Db) => Promise<T>): Promise<T> => {
  if (onPostgres) return read(s.db)
  const { db } = openSqlite(join(folder, 'nada.db'))
  try {
    return await read(db)
  } finally {
    await db.destroy()
  }
}
/** A call over HTTP; undefined when it was given up, or the server died before it answered. */
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

/** The step that the state asks for, as the wizard would send it. */
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
  const made: Wizard[] = []
  for (let i = 0; i < count; i++) {
    const id = await makeLead(s)
    const seat = { kursus_pelatih_id: kelas, mulai: nextDay(Hari.kamis) }
    const place = i % 2 === 0 ? seat : await makeHour(s)
    made.push({
      id,
      place,
      student: studentBody(lastLead()),
      typed: { known: null, sent: [] },
    })
  }
  return made
}
const isAllowed = (answer: Sent | undefined): boolean =>
  !answer || [200, 201, 409].includes(answer.status)

test(
  'given up and killed at random: each goes on where it was, and nothing is made twice',
  { timeout: asked > 0 ? 900_000 : 180_000 },
  async () => {
    const wizards = await makeWizards(8)
    if (!onPostgres) await sql`vacuum into ${join(folder, 'nada.db')}`.execute(s.db)
    const r = makeRandom(20_261_124)
    let cut = 0
    const refused: unknown[] = []
    /** Types, presses, and perhaps does not wait for what comes of it. */
    const workOn = async (server: Server, w: Wizard): Promise<void> => {
      const state = await readState(server, w)
      if (!state) return
      if (state.activation !== Activation.pilihKursus && r.chance(0.3)) {
        const isian = JSON.stringify({ name: `Ketikan ${r.int(1, 1e9)}` })
        w.typed.sent.push(isian)
        const body = { langkah: 'peserta', isian, versi: state.versi }
        const patience = r.int(1, 15)
        const kept = await call(server, `/lead/simpan-aktivasi?id=${w.id}`, { body, patience })
        // Nothing that was sent before it can come any more: it was of an older state.
        if (kept?.status === 200) w.typed = { known: isian, sent: [] }
        cut += kept ? 0 : 1
        return
      }
      const { path, body, office } = nextStep(w, state)
      const by = office ? s.superadmin : s.sales
      // A step takes what was typed with it, unless it was given up before it came in.
      const press = () => call(server, path, { body, by, patience: r.int(1, 40) })
      const answers = await Promise.all(r.chance(0.4) ? [press(), press()] : [press()])
      refused.push(...answers.filter((a) => !isAllowed(a)))
      cut += answers.filter((a) => !a).length
      if (!path.startsWith('/lead/tahan')) w.typed = { known: null, sent: [] }
    }
    for (let round = 0; round < rounds; round++) {
      const server = await startServer(env)
      for (const w of wizards) {
        const { draf } = await readState(server, w)
        const { known, sent } = w.typed
        const isKept = known === null || [known, ...sent].includes(draf?.isian)
        const wanted = [known, ...sent].join(' or ')
        expect(isKept, `lead ${w.id}: ${wanted}, not ${draf?.isian}`).toBe(true)
      }
      const enough = (round + 1) * each
      const clients = wizards.map(async (w) => {
        while (cut < enough) await workOn(server, w)
      })
      // The one that is over first pulls the plug; the others are in the middle of theirs.
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
