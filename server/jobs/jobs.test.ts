/**
 * Tests of the scheduler: a job runs once at each scheduled time, runs once after missed times, is
 * retried after a failure, and is aborted after a timeout.
 */
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openApi, type TestApi } from '#mocks/api/api.ts'
import { holdClock, type HeldClock } from '#mocks/clock.ts'
import { JobError, type Job, type JobContext, type Summary } from '#server/jobs/scheduler/job.ts'
import { leaseMs, readRows, type JobRow } from '#server/jobs/scheduler/lease.ts'
import { graceMs, Scheduler } from '#server/jobs/scheduler/scheduler.ts'

let api: TestApi
let clock: HeldClock
let schedulers: Scheduler[] = []
beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.db.deleteFrom('pekerjaan').execute()
  await api.db.deleteFrom('jam_server').execute()
  // 05:00 UTC is noon in Jakarta.
  clock = holdClock('2026-11-20T05:00:00.000Z')
})
afterEach(async () => {
  const stopping = schedulers.map((scheduler) => scheduler.stop())
  await clock.go(graceMs)
  await Promise.all(stopping)
  schedulers = []
})

const minute = 60_000
const day = 24 * 60 * minute
/** Makes a job scheduled at 02:00 in Jakarta, which is 19:00 UTC. */
const nightly = (run: Job['run'], more: Partial<Job> = {}): Job => ({
  nama: 'uji',
  label: 'Uji',
  ket: 'Mencoba.',
  cron: '0 2 * * *',
  limitMs: 10 * minute,
  run,
  ...more,
})
const done: Summary = { ringkasan: 'Beres.' }
const open = (jobs: readonly Job[], heldClock: HeldClock = clock): Scheduler => {
  const { db } = api
  const log = pino({ level: process.env.LOG_LEVEL ?? 'silent' })
  const scheduler = new Scheduler({ db, reader: db, log, clock: heldClock, jobs })
  schedulers.push(scheduler)
  return scheduler
}
const rowOf = async (nama = 'uji'): Promise<JobRow> => {
  const row = (await readRows(api.db)).get(nama)
  if (!row) throw new Error(`Tidak ada ${nama}`)
  return row
}
/** Waits in real time until a condition holds. */
const until = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
  await expect.poll(isSo, { timeout: 20_000, interval: 5 }).toBe(true)
}
const counting = (run: Job['run'] = async () => done) => {
  const runs: JobContext[] = []
  return {
    runs,
    run: (context: JobContext) => {
      runs.push(context)
      return run(context)
    },
  }
}
/**
 * Returns the `run` function of a job, with two functions that end its run: `end` makes the run
 * succeed, and `fail` makes it fail.
 */
const held = () => {
  const { promise, resolve, reject } = Promise.withResolvers<Summary>()
  return { ...counting(() => promise), end: () => resolve(done), fail: reject }
}

describe('the schedule', () => {
  test('is not due before its time, and runs at it once in the school’s zone', async () => {
    const { runs, run } = counting()
    const scheduler = open([nightly(run)])
    await scheduler.look()
    clock.jump('2026-11-20T18:59:59.000Z')
    await scheduler.look()
    expect(runs).toHaveLength(0)
    clock.jump('2026-11-20T19:00:00.000Z')
    await scheduler.look()
    await scheduler.look()
    expect(runs).toHaveLength(1)
    expect(await rowOf()).toMatchObject({
      hasil: 'berhasil',
      ringkasan: 'Beres.',
      galat: null,
      oleh: null,
      mulai: '2026-11-20T19:00:00.000Z',
      pemegang: null,
      sewa_sampai: null,
    })
    clock.jump('2026-11-21T19:00:01.000Z')
    await scheduler.look()
    expect(runs).toHaveLength(2)
  })

  test('makes up for missed times in one run; counts none for a new job', async () => {
    const { runs, run } = counting()
    await open([nightly(run)]).look()
    expect(runs).toHaveLength(0)
    clock.jump('2026-11-24T03:00:00.000Z')
    const later = open([nightly(run)])
    await later.look()
    await later.look()
    expect(runs).toHaveLength(1)
  })

  test('wakes a started scheduler by itself at the time', async () => {
    const { runs, run } = counting()
    const scheduler = open([nightly(run)])
    scheduler.start()
    await until(async () => (await readRows(api.db)).size === 1)
    clock.jump('2026-11-20T18:50:00.000Z')
    await clock.go(5 * minute)
    expect(runs).toHaveLength(0)
    await until(async () => {
      await clock.go(minute)
      return runs.length === 1
    })
    expect(clock.now()).toBeLessThan(Date.parse('2026-11-20T19:10:00.000Z'))
  })

  test('skips a job turned off by a setting, and does not catch up once it is on', async () => {
    const { runs, run } = counting()
    let isOff = true
    const job = nightly(run, { off: () => (isOff ? 'Mati.' : undefined) })
    const scheduler = open([job])
    await scheduler.look()
    clock.jump('2026-11-22T00:00:00.000Z')
    await scheduler.look()
    isOff = false
    await scheduler.look()
    expect(runs).toHaveLength(0)
    clock.jump('2026-11-22T19:00:00.000Z')
    await scheduler.look()
    expect(runs).toHaveLength(1)
  })

  test('runs everything after a clock that was years ahead is confirmed', async () => {
    const { runs, run } = counting()
    await open([nightly(run)], holdClock('2031-01-01T00:00:00.000Z')).look()
    await api.db
      .updateTable('pekerjaan')
      .set({
        pemegang: 'x',
        sewa_sampai: '2031-01-01T00:01:00.000Z',
        dimulai: '2031-01-01T00:00:00.000Z',
      })
      .execute()
    const scheduler = open([nightly(run)])
    await scheduler.look()
    expect(await rowOf()).toMatchObject({ pemegang: 'x' })
    await scheduler.trustClock(async () => {})
    await scheduler.look()
    expect(await rowOf()).toMatchObject({ pemegang: null })
    await clock.go(5 * minute)
    await scheduler.look()
    expect(runs).toHaveLength(1)
  })
})

describe('a single run', () => {
  test('starts in one of eight schedulers that look at one moment', async () => {
    for (let round = 1; round <= 5; round++) {
      const { runs, run } = counting()
      const many = Array.from({ length: 8 }, () => open([nightly(run, { nama: `uji-${round}` })]))
      await many[0]!.look()
      clock.jump(new Date(clock.now() + day).toISOString())
      await Promise.all(many.map((scheduler) => scheduler.look()))
      expect(runs).toHaveLength(1)
    }
  })

  test('blocks other starts while it lasts, by the clock and by hand', async () => {
    const work = held()
    const [firstScheduler, secondScheduler] = [open([nightly(work.run)]), open([nightly(work.run)])]
    await firstScheduler.look()
    await clock.go(day)
    const running = firstScheduler.look()
    await until(() => work.runs.length === 1)
    await secondScheduler.look()
    expect(
      await secondScheduler.runFor(secondScheduler.jobs[0]!, 1, async () => {}),
    ).toBeUndefined()
    expect(await firstScheduler.runFor(firstScheduler.jobs[0]!, 1, async () => {})).toBeUndefined()
    work.end()
    await running
    expect(work.runs).toHaveLength(1)
    expect(await rowOf()).toMatchObject({ hasil: 'berhasil' })
  })

  test('renews its lease for as long as the work takes', async () => {
    const work = held()
    const [firstScheduler, secondScheduler] = [open([nightly(work.run)]), open([nightly(work.run)])]
    await firstScheduler.look()
    await clock.go(day)
    const running = firstScheduler.look()
    await until(() => work.runs.length === 1)
    for (let n = 0; n < 16; n++) {
      const before = (await rowOf()).sewa_sampai
      await clock.go(leaseMs / 4)
      await until(async () => (await rowOf()).sewa_sampai !== before)
    }
    await secondScheduler.look()
    expect(work.runs).toHaveLength(1)
    work.end()
    await running
  })

  test('reports a dead process’s run as failed, repeats it and rejects late writes', async () => {
    const work = held()
    await open([nightly(work.run)]).look()
    await clock.go(day)
    // The clock of this scheduler stands still. Like a suspended process, the scheduler therefore
    // does not renew the lease of its run.
    const asleep = open([nightly(work.run)], holdClock(new Date(clock.now()).toISOString()))
    const sleeping = asleep.look()
    await until(() => work.runs.length === 1)
    await clock.go(leaseMs + 1)
    const next = counting()
    const alive = open([nightly(next.run)])
    await alive.look()
    expect(await rowOf()).toMatchObject({ hasil: 'gagal', pemegang: null, percobaan: 1 })
    expect((await rowOf()).galat).toContain('Server berhenti')
    await expect(work.runs[0]!.transaction(async () => {})).rejects.toThrow(/no longer ours/)
    await clock.go(5 * minute)
    await alive.look()
    expect(next.runs).toHaveLength(1)
    expect(await rowOf()).toMatchObject({ hasil: 'berhasil', percobaan: 0, coba_lagi: null })
    // The suspended process resumes and reports the result of its run. It no longer holds the
    // lease, so the result is discarded.
    work.fail(new Error('too late'))
    await sleeping
    expect(await rowOf()).toMatchObject({ hasil: 'berhasil' })
  })
})

describe('failures', () => {
  test('are stored in words and retried three times, then at the next time', async () => {
    const { runs, run } = counting(async () => {
      throw new JobError('Printer terbakar.')
    })
    const scheduler = open([nightly(run)])
    await scheduler.look()
    await clock.go(day)
    await scheduler.look()
    expect(await rowOf()).toMatchObject({
      hasil: 'gagal',
      galat: 'Printer terbakar.',
      ringkasan: null,
      berhasil_terakhir: null,
    })
    for (const [minutes, count] of [
      [4, 1],
      [1, 2],
      [19, 2],
      [1, 3],
      [59, 3],
      [1, 4],
      [600, 4],
    ] as const) {
      await clock.go(minutes * minute)
      await scheduler.look()
      expect([minutes, runs.length]).toEqual([minutes, count])
    }
    await clock.go(day)
    await scheduler.look()
    expect(runs).toHaveLength(5)
    expect(await rowOf()).toMatchObject({ percobaan: 1 })
  })

  test('of the program are reported without their message', async () => {
    const scheduler = open([
      nightly(async () => {
        throw new TypeError('x is not a function')
      }),
    ])
    await scheduler.look()
    await clock.go(day)
    await scheduler.look()
    expect((await rowOf()).galat).toBe(
      'Terjadi kesalahan di server. Penyebabnya ada di log server.',
    )
  })

  test('of one job block no other job', async () => {
    const { runs, run } = counting()
    const bad = nightly(() => Promise.reject(new Error('x')), { nama: 'buruk' })
    const scheduler = open([bad, nightly(run)])
    await scheduler.look()
    await clock.go(day)
    await scheduler.look()
    expect(runs).toHaveLength(1)
  })

  test('end a hanging run after its limit; it writes nothing more and may run again', async () => {
    const work = held()
    const scheduler = open([nightly(work.run)])
    await scheduler.look()
    await clock.go(day)
    const looking = scheduler.look()
    await until(() => work.runs.length === 1)
    const [run] = work.runs
    await clock.go(10 * minute)
    await looking
    expect(await rowOf()).toMatchObject({ hasil: 'lewat_waktu', pemegang: null, percobaan: 1 })
    expect((await rowOf()).galat).toContain('10 menit')
    expect(run!.signal.aborted).toBe(true)
    await expect(run!.transaction(async () => {})).rejects.toThrow('is over')
    await expect(run!.pause()).rejects.toThrow('is over')
    work.end()
    await clock.go(5 * minute)
    await scheduler.look()
    expect(await rowOf()).toMatchObject({ hasil: 'berhasil' })
  })

  test('keep findings beside the summary, without counting as failures', async () => {
    const scheduler = open([nightly(async () => ({ ringkasan: 'Dua.', temuan: ['a', 'b'] }))])
    await scheduler.look()
    await clock.go(day)
    await scheduler.look()
    expect(await rowOf()).toMatchObject({
      hasil: 'temuan',
      ringkasan: 'Dua.\na\nb',
      coba_lagi: null,
      percobaan: 0,
    })
  })
})

describe('stopping', () => {
  test('gives a current run a grace period', async () => {
    const work = held()
    const scheduler = open([nightly(work.run)])
    await scheduler.look()
    await clock.go(day)
    void scheduler.look()
    await until(() => work.runs.length === 1)
    const stopped = scheduler.stop()
    await clock.go(graceMs - 1)
    expect(work.runs[0]!.signal.aborted).toBe(false)
    work.end()
    await stopped
    expect(await rowOf()).toMatchObject({ hasil: 'berhasil', pemegang: null })
  })

  test('then ends it and releases its lease; the next start runs it at once', async () => {
    const work = held()
    const scheduler = open([nightly(work.run)])
    await scheduler.look()
    await clock.go(day)
    void scheduler.look()
    await until(() => work.runs.length === 1)
    const stopped = scheduler.stop()
    await clock.go(graceMs)
    await stopped
    expect(await rowOf()).toMatchObject({ hasil: 'gagal', pemegang: null, percobaan: 0 })
    const { runs, run } = counting()
    await open([nightly(run)]).look()
    expect(runs).toHaveLength(1)
  })

  test('starts nothing in a stopped scheduler', async () => {
    const { runs, run } = counting()
    const scheduler = open([nightly(run)])
    await scheduler.look()
    await scheduler.stop()
    await clock.go(day)
    await scheduler.look()
    expect(await scheduler.runFor(scheduler.jobs[0]!, 1, async () => {})).toBeUndefined()
    expect(runs).toHaveLength(0)
  })
})
