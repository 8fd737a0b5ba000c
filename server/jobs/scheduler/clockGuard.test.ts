/** A wrong clock must not charge, end or delete anything (decision 0221). */
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { KursusPesertaStatus } from '#contract/enums.ts'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import { clientFor, testKeys, type Client } from '#mocks/api/api.ts'
import { holdClock, type HeldClock } from '#mocks/clock.ts'
import { makeFamily, makeKelas, makeOutlet } from '#mocks/people/family.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'
import { createApp } from '#server/app.ts'
import { endingsJob } from '#server/jobs/endings.ts'
import { Scheduler } from '#server/jobs/scheduler/scheduler.ts'

let s: School
let enrolment = 0
beforeAll(async () => {
  s = await makeSchool()
  const gedung = await makeOutlet(s)
  const selesai = addDays(currentDay(), 60)
  const { kp } = await makeFamily(s, gedung, await makeKelas(s, gedung), 1, { selesai })
  enrolment = kp[0] ?? 0
})
afterAll(() => s.close())

const day = 24 * 3_600_000
let clock: HeldClock
let start = 0
const at = (days: number): string => new Date(start + days * day).toISOString()
beforeEach(async () => {
  await s.db.deleteFrom('pekerjaan').execute()
  await s.db.deleteFrom('jam_server').execute()
  const status = KursusPesertaStatus.aktif
  await s.db.updateTable('kursus_peserta').set({ status }).where('id', '=', enrolment).execute()
  start = Date.now()
  clock = holdClock(at(0))
})

/** Starts a server of the school. */
const startServer = async (): Promise<{ jobs: Scheduler; superadmin: Client }> => {
  const own = { db: s.db, reader: s.db, log: pino({ level: process.env.LOG_LEVEL ?? 'silent' }) }
  const jobs = new Scheduler({ ...own, clock, jobs: [endingsJob] })
  const app = createApp({ ...own, dataKeys: testKeys, jobs })
  await jobs.look()
  return { jobs, superadmin: await clientFor(app, s.db, 1) }
}
const isActive = async (): Promise<boolean> => {
  const row = await s.db
    .selectFrom('kursus_peserta')
    .select('status')
    .where('id', '=', enrolment)
    .executeTakeFirstOrThrow()
  return row.status === KursusPesertaStatus.aktif
}

test('a clock that jumps ahead for a moment ends no enrolment', async () => {
  const { jobs } = await startServer()
  clock.set(at(365))
  await jobs.look()
  expect(await isActive()).toBe(true)
  clock.set(at(0))
  await jobs.look()
  await clock.go(day)
  await jobs.look()
  expect(await jobs.doubt()).toBeUndefined()
  expect(await isActive()).toBe(true)
})

test('a jump of two days while the server runs is refused too', async () => {
  const { jobs, superadmin } = await startServer()
  clock.set(at(2))
  await jobs.look()
  expect(must(await superadmin.get('/pekerjaan/jam'))).toEqual({ terakhir: at(0), sekarang: at(2) })
  const byHand = await superadmin.post('/pekerjaan/jalankan', { nama: endingsJob.nama })
  expect(byHand.status).toBe(409)
})

test('a run under way keeps the day that it began with', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const seen: number[] = []
  const slow = {
    ...endingsJob,
    cron: '* * * * *',
    run: async ({ now }: Parameters<typeof endingsJob.run>[0]) => {
      seen.push(now())
      await promise
      seen.push(now())
      return { ringkasan: 'Beres.' }
    },
  }
  const own = { db: s.db, reader: s.db, log: pino({ level: 'silent' }) }
  const jobs = new Scheduler({ ...own, clock, jobs: [slow] })
  await jobs.look()
  await clock.go(60_000)
  const looked = jobs.look()
  await expect.poll(() => seen.length).toBe(1)
  clock.set(at(365))
  resolve()
  await looked
  expect(seen[1]).toBe(seen[0])
})

test('a server that was off over a long weekend catches up by itself', async () => {
  await startServer()
  clock.jump(at(3.5))
  const { jobs } = await startServer()
  expect(await jobs.doubt()).toBeUndefined()
})

test('a server that was off for months waits until an admin has looked at its clock', async () => {
  await startServer()
  clock.jump(at(90))
  const { jobs, superadmin } = await startServer()
  await clock.go(day)
  await jobs.look()
  expect(await isActive()).toBe(true)
  const doubt = must(await superadmin.get<any>('/pekerjaan/jam'))
  // The clock jumps again after the admin has seen the warning.
  clock.set(at(400))
  const stale = await superadmin.post('/pekerjaan/konfirmasi-jam', { sekarang: doubt.sekarang })
  expect(stale.status).toBe(409)
  clock.set(doubt.sekarang)
  must(await superadmin.post('/pekerjaan/konfirmasi-jam', { sekarang: doubt.sekarang }))
  expect(must(await superadmin.get('/pekerjaan/jam'))).toBeNull()
  await jobs.look()
  expect(await isActive()).toBe(false)
})

test('a clock that falls back by years holds the jobs, and lets them go when it is right', async () => {
  const { jobs } = await startServer()
  clock.set('2000-01-01T00:00:00.000Z')
  expect(await jobs.doubt()).toBeDefined()
  clock.set(at(0))
  expect(await jobs.doubt()).toBeUndefined()
})

test('nobody but who may run jobs confirms the clock', async () => {
  for (const client of [s.admin, s.sales, s.akun]) {
    const { status } = await client.post('/pekerjaan/konfirmasi-jam', { sekarang: at(0) })
    expect(status).toBe(403)
  }
})
