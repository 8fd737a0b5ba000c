/** Tests that jobs charge, end or delete nothing while the clock is wrong (decision 0221). */
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
const instantAfter = (days: number): string => new Date(start + days * day).toISOString()
beforeEach(async () => {
  await s.db.deleteFrom('pekerjaan').execute()
  await s.db.deleteFrom('jam_server').execute()
  const status = KursusPesertaStatus.aktif
  await s.db.updateTable('kursus_peserta').set({ status }).where('id', '=', enrolment).execute()
  start = Date.now()
  clock = holdClock(instantAfter(0))
})

/** Starts the API of the school with a new scheduler, and logs the superadmin in. */
const startServer = async (): Promise<{ jobs: Scheduler; superadmin: Client }> => {
  const options = {
    db: s.db,
    reader: s.db,
    log: pino({ level: process.env.LOG_LEVEL ?? 'silent' }),
  }
  const jobs = new Scheduler({ ...options, clock, jobs: [endingsJob] })
  const app = createApp({ ...options, dataKeys: testKeys, jobs })
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

test('ends no enrolment when the clock jumps ahead for a moment', async () => {
  const { jobs } = await startServer()
  clock.set(instantAfter(365))
  await jobs.look()
  expect(await isActive()).toBe(true)
  clock.set(instantAfter(0))
  await jobs.look()
  await clock.go(day)
  await jobs.look()
  expect(await jobs.doubt()).toBeUndefined()
  expect(await isActive()).toBe(true)
})

test('rejects a jump of two days while the server runs', async () => {
  const { jobs, superadmin } = await startServer()
  clock.set(instantAfter(2))
  await jobs.look()
  expect(must(await superadmin.get('/pekerjaan/jam'))).toEqual({
    terakhir: instantAfter(0),
    sekarang: instantAfter(2),
  })
  const byHand = await superadmin.post('/pekerjaan/jalankan', { nama: endingsJob.nama })
  expect(byHand.status).toBe(409)
})

test('keeps the start day of a current run', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const times: number[] = []
  const slow = {
    ...endingsJob,
    cron: '* * * * *',
    run: async ({ now }: Parameters<typeof endingsJob.run>[0]) => {
      times.push(now())
      await promise
      times.push(now())
      return { ringkasan: 'Beres.' }
    },
  }
  const options = { db: s.db, reader: s.db, log: pino({ level: 'silent' }) }
  const jobs = new Scheduler({ ...options, clock, jobs: [slow] })
  await jobs.look()
  await clock.go(60_000)
  const looked = jobs.look()
  await expect.poll(() => times.length).toBe(1)
  clock.set(instantAfter(365))
  resolve()
  await looked
  expect(times[1]).toBe(times[0])
})

test('catches up by itself after a long weekend off', async () => {
  await startServer()
  clock.jump(instantAfter(3.5))
  const { jobs } = await startServer()
  expect(await jobs.doubt()).toBeUndefined()
})

test('waits for an admin to check the clock after months off', async () => {
  await startServer()
  clock.jump(instantAfter(90))
  const { jobs, superadmin } = await startServer()
  await clock.go(day)
  await jobs.look()
  expect(await isActive()).toBe(true)
  const doubt = must(await superadmin.get<any>('/pekerjaan/jam'))
  // The clock jumps again after the admin has seen the warning.
  clock.set(instantAfter(400))
  const stale = await superadmin.post('/pekerjaan/konfirmasi-jam', { sekarang: doubt.sekarang })
  expect(stale.status).toBe(409)
  clock.set(doubt.sekarang)
  must(await superadmin.post('/pekerjaan/konfirmasi-jam', { sekarang: doubt.sekarang }))
  expect(must(await superadmin.get('/pekerjaan/jam'))).toBeNull()
  await jobs.look()
  expect(await isActive()).toBe(false)
})

test('holds the jobs when the clock falls back by years, until it is right', async () => {
  const { jobs } = await startServer()
  clock.set('2000-01-01T00:00:00.000Z')
  expect(await jobs.doubt()).toBeDefined()
  clock.set(instantAfter(0))
  expect(await jobs.doubt()).toBeUndefined()
})

test('lets only users who may run jobs confirm the clock', async () => {
  for (const client of [s.admin, s.sales, s.akun]) {
    const { status } = await client.post('/pekerjaan/konfirmasi-jam', { sekarang: instantAfter(0) })
    expect(status).toBe(403)
  }
})
