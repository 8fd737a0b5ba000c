/** Tests of the jobs, and of the calls by which a superadmin lists and runs them. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CallOutput } from '#contract/call.ts'
import type { pekerjaanList, runPekerjaan } from '#contract/settings/pekerjaanCalls.ts'
import { clientFor, testKeys, type Client } from '#mocks/api/api.ts'
import { holdClock, type HeldClock } from '#mocks/clock.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'
import { createApp } from '#server/app.ts'
import { backupsIn } from '#server/backup/backup.ts'
import { verifyBackup } from '#server/backup/read.ts'
import { openSqlite } from '#server/db/engine.ts'
import type { Db } from '#server/db/schema/tables.ts'
import { keptKeysMs, sweepBatch } from '#server/db/sweep.ts'
import { backupJob } from '#server/jobs/backup.ts'
import { heldSlotsJob } from '#server/jobs/heldSlots.ts'
import { missedLessonsJob } from '#server/jobs/missedLessons.ts'
import { noticeMailsJob } from '#server/jobs/noticeMails.ts'
import { noticesJob } from '#server/jobs/notices.ts'
import { ownerDigestJob } from '#server/jobs/ownerDigest.ts'
import { jobs } from '#server/jobs/registry.ts'
import { reminderMailsJob } from '#server/jobs/reminderMails.ts'
import type { Job } from '#server/jobs/scheduler/job.ts'
import { Scheduler } from '#server/jobs/scheduler/scheduler.ts'

type Shown = CallOutput<typeof pekerjaanList>[number]

let s: School
const log = pino({ level: process.env.LOG_LEVEL ?? 'silent' })
const day = 86_400_000
const instantAfter = (ms: number) => new Date(Date.now() + ms).toISOString()
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())

const run = async (nama: string, by: Client = s.superadmin) =>
  must(await by.post<CallOutput<typeof runPekerjaan>>('/pekerjaan/jalankan', { nama }))
const list = async (by: Client = s.superadmin) => must(await by.get<Shown[]>('/pekerjaan'))
const jobOf = async (nama: string) => {
  const job = (await list()).find((item) => item.nama === nama)
  if (!job) throw new Error(`Tidak ada ${nama}`)
  return job
}

describe('the declarations', () => {
  test.each(jobs.map((job) => [job.nama, job] as const))(
    '%s has a name, a description, a time at night and a limit',
    (nama, job) => {
      expect(nama).toMatch(/^[a-z-]+$/)
      expect(job.label).toMatch(/^[A-Z]/)
      expect(job.ket).toMatch(/^[A-Z].*\.$/)
      const [minute, hour] = job.cron.split(' ').map(Number)
      const isAtNight = hour! * 60 + minute! < 4 * 60
      // The jobs in this list also run by day, because lessons begin and held slots expire all day,
      // and mails are sent in the morning. All other jobs run only at night.
      const allDay = [
        missedLessonsJob,
        heldSlotsJob,
        reminderMailsJob,
        noticesJob,
        noticeMailsJob,
        ownerDigestJob,
      ]
      expect(isAtNight || allDay.includes(job)).toBe(true)
      expect(job.limitMs).toBeGreaterThan(0)
    },
  )
  test('have unique names', () => {
    expect(new Set(jobs.map(({ nama }) => nama)).size).toBe(jobs.length)
  })
})

describe('the superadmin', () => {
  test('sees what each job does, its next run and its last result', async () => {
    const before = await jobOf('integritas')
    expect(before).toMatchObject({ label: 'Pemeriksaan data', terakhir: null, mati: null })
    expect(before.berikut! > instantAfter(0) && before.berikut! < instantAfter(day + 1000)).toBe(
      true,
    )
    // Expects 20:00 UTC, which is 03:00 in Jakarta, the scheduled time of this job.
    expect(before.berikut).toMatch(/T20:00:00\.000Z$/)
    const after = await run('integritas')
    expect(after).toMatchObject({ berjalan: null, berikut: before.berikut })
    expect(after.terakhir).toMatchObject({ hasil: 'berhasil', galat: null, oleh: 'Superadmin' })
    expect(after.terakhir!.ringkasan).toMatch(/^Semua \d+ aturan dipenuhi\.$/)
    expect(await jobOf('integritas')).toEqual(after)
  })
  test('gets an error for an unknown job', async () => {
    expect((await s.superadmin.post('/pekerjaan/jalankan', { nama: 'tidak-ada' })).status).toBe(404)
    expect((await s.superadmin.post('/pekerjaan/jalankan', {})).status).toBe(422)
  })
  test('is the only role with access', async () => {
    for (const client of [s.admin, s.admin2, s.sales, s.pelatih, s.akun, s.peserta]) {
      expect((await client.get('/pekerjaan')).status).toBe(403)
      expect((await client.post('/pekerjaan/jalankan', { nama: 'integritas' })).status).toBe(403)
    }
    expect((await s.anonymous.get('/pekerjaan')).status).toBe(401)
  })
  test('sees a running job as running, and cannot start it twice', async () => {
    const { promise, resolve } = Promise.withResolvers<{ ringkasan: string }>()
    const slow: Job = {
      ...backupJob,
      nama: 'lambat',
      off: undefined,
      run: () => promise,
    }
    const scheduler = new Scheduler({ db: s.db, reader: s.db, log, jobs: [slow] })
    const app = createApp({ db: s.db, dataKeys: testKeys, log, jobs: scheduler })
    const client = await clientFor(app, s.db, 1)
    const running = run('lambat', client)
    await expect.poll(async () => (await list(client))[0]?.berjalan?.oleh).toBe('Superadmin')
    const second = await client.post('/pekerjaan/jalankan', { nama: 'lambat' })
    expect([second.status, (second.data as { message: string }).message]).toEqual([
      409,
      'Cadangan sedang berjalan. Tunggu sampai selesai.',
    ])
    resolve({ ringkasan: 'Selesai.' })
    expect(await running).toMatchObject({ berjalan: null, terakhir: { ringkasan: 'Selesai.' } })
    await scheduler.stop()
  })
})

describe('Pemeriksaan data', () => {
  test('reports which account breaks which rule, and changes nothing', async () => {
    const saldo = () =>
      s.db
        .selectFrom('akun_billing_profil')
        .select('saldo_kredit')
        .where('user_id', '=', s.ids.akun)
        .executeTakeFirstOrThrow()
    const set = (saldo_kredit: number) =>
      s.db
        .updateTable('akun_billing_profil')
        .set({ saldo_kredit })
        .where('user_id', '=', s.ids.akun)
        .execute()
    await set(7)
    const { terakhir } = await run('integritas')
    expect(terakhir).toMatchObject({ hasil: 'temuan', galat: null })
    expect(terakhir!.ringkasan).toContain(
      `Tidak cocok: saldo = mutasi, tidak negatif: ${s.ids.akun}`,
    )
    expect(await saldo()).toEqual({ saldo_kredit: 7 })
    await set(0)
    expect((await run('integritas')).terakhir).toMatchObject({ hasil: 'berhasil' })
  })
})

describe('Pertemuan', () => {
  test('creates missing lessons of classes, and none twice', async () => {
    await s.db.deleteFrom('pertemuan').execute()
    const result = (await run('pertemuan')).terakhir
    expect(result).toMatchObject({ hasil: 'berhasil' })
    const [, count] = /^(\d+) pertemuan dibuat untuk 2 kelas, 0 disesuaikan\.$/.exec(
      result?.ringkasan ?? '',
    )!
    const rows = await s.db.selectFrom('pertemuan').select('id').execute()
    expect([Number(count) > 10, rows.length]).toEqual([true, Number(count)])
    expect((await run('pertemuan')).terakhir?.ringkasan).toBe(
      '0 pertemuan dibuat untuk 2 kelas, 0 disesuaikan.',
    )
  })
})

describe('Pembersihan', () => {
  const key = (kunci: string, age: number, jawaban: string | null) => ({
    user_id: 1,
    kunci,
    panggilan: 'billing/generate',
    body_hash: '',
    jawaban,
    created_at: instantAfter(-age),
  })
  const countOf = async (table: 'otp' | 'sesi' | 'perangkat' | 'berkas' | 'import_job') =>
    (await s.db.selectFrom(table).select('id').execute()).length

  test('keeps an idempotency key thirty days, one without a response for its limit', async () => {
    await run('pembersihan')
    await s.db.deleteFrom('idempotensi').execute()
    const rows = [
      key('baru', keptKeysMs - day, '{}'),
      key('lama', keptKeysMs + day, '{}'),
      key('lama-berjalan', keptKeysMs + 300 * day, null),
    ]
    await s.db.insertInto('idempotensi').values(rows).execute()
    expect((await run('pembersihan')).terakhir?.ringkasan).toBe('Dihapus: 1 catatan panggilan.')
    const keptKeys = await s.db.selectFrom('idempotensi').select('kunci').orderBy('kunci').execute()
    expect(keptKeys.map(({ kunci }) => kunci)).toEqual(['baru', 'lama-berjalan'])
  })

  test('deletes more than one batch of counters at once', async () => {
    const many = Array.from({ length: 2 * sweepBatch + 5 }, (_, n) => ({
      kunci: `k${n}`,
      mulai: instantAfter(-day),
      sampai: instantAfter(-1000),
      jumlah: 1,
    }))
    await s.db.insertInto('batas_laju').values(many).execute()
    const { terakhir } = await run('pembersihan')
    expect(terakhir?.ringkasan).toBe(`Dihapus: ${2 * sweepBatch + 5} hitungan percobaan.`)
  })

  test('deletes access tokens that have expired or ended with the sessions of their user', async () => {
    const token = {
      user_id: 1,
      token_versi: 1,
      awalan: 'nada_x',
      kode: '[]',
      gedung: '[]',
      dibuat: instantAfter(0),
      terpakai: null,
      kedaluwarsa: instantAfter(day),
    }
    await s.db
      .insertInto('token_akses')
      .values([
        { ...token, nama: 'berlaku', token_hash: 'a' },
        { ...token, nama: 'kedaluwarsa', token_hash: 'b', kedaluwarsa: instantAfter(-1000) },
        { ...token, nama: 'password lama', token_hash: 'c', token_versi: 0 },
      ])
      .execute()
    expect((await run('pembersihan')).terakhir?.ringkasan).toBe('Dihapus: 2 token akses.')
    const keptTokens = await s.db.selectFrom('token_akses').select('nama').execute()
    expect(keptTokens).toEqual([{ nama: 'berlaku' }])
  })

  test('deletes expired sessions, codes, devices, files, imports; keeps valid ones', async () => {
    const before = [
      await countOf('otp'),
      await countOf('sesi'),
      await countOf('perangkat'),
      await countOf('berkas'),
      await countOf('import_job'),
    ]
    const code = {
      email: 'a@contoh.id',
      tujuan: 'reset' as const,
      kode_hash: '',
      dibuat: instantAfter(0),
    }
    const otp = [-1000, 60_000].map((ms) => ({
      ...code,
      kedaluwarsa: instantAfter(ms),
      dipakai_at: null,
    }))
    await s.db.insertInto('otp').values(otp).execute()
    const session = { user_id: 1, token_versi: 1, dibuat: instantAfter(0), ip: null, agen: null }
    const sessions = [
      {
        ...session,
        token_hash: 'a',
        terpakai: instantAfter(-13 * 3_600_000),
        kedaluwarsa: instantAfter(day),
      },
      { ...session, token_hash: 'b', terpakai: instantAfter(0), kedaluwarsa: instantAfter(-1000) },
      { ...session, token_hash: 'c', terpakai: instantAfter(0), kedaluwarsa: instantAfter(day) },
    ]
    await s.db.insertInto('sesi').values(sessions).execute()
    const device = { user_id: 1, token_versi: 1, dibuat: instantAfter(0) }
    const devices = [181, 179].map((days) => ({
      ...device,
      token_hash: String(days),
      terpakai: instantAfter(-days * day),
    }))
    await s.db.insertInto('perangkat').values(devices).execute()
    const file = {
      nama: 'a.png',
      jenis: 'foto' as const,
      mime: 'image/png',
      ukuran: 1,
      sha256: '',
      lebar: 1,
      tinggi: 1,
      bidang: null,
      created_by: 1,
    }
    await s.db
      .insertInto('berkas')
      .values([
        { ...file, entitas: null, entitas_id: null, created_at: instantAfter(-1.1 * day) },
        { ...file, entitas: null, entitas_id: null, created_at: instantAfter(-0.9 * day) },
        { ...file, entitas: 'user', entitas_id: 1, created_at: instantAfter(-9 * day) },
      ])
      .execute()
    const trial = {
      jenis: 'user',
      nama_berkas: 'a.csv',
      mode: 'tambah' as const,
      status: 'siap' as const,
      kunci: null,
      sidik: '',
      kepala: '[]',
      isi: '[]',
      baris: 0,
      diproses: 0,
      berhasil: 0,
      diperbarui: 0,
      akun_baru: 0,
      gagal: '[]',
      created_by: 1,
      updated_at: instantAfter(0),
    }
    await s.db
      .insertInto('import_job')
      .values([6, 8].map((days) => ({ ...trial, created_at: instantAfter(-days * day) })))
      .execute()
    expect((await run('pembersihan')).terakhir?.ringkasan).toBe(
      'Dihapus: 1 kode, 2 sesi, 1 perangkat, 1 unggahan, 1 isi impor.',
    )
    expect([
      await countOf('otp'),
      await countOf('sesi'),
      await countOf('perangkat'),
      await countOf('berkas'),
      await countOf('import_job'),
    ]).toEqual(before.map((n, i) => n + (i === 3 ? 2 : 1)))
  })
})

/**
 * Timeout of a test in ms. It is long, because each backup starts a process, which competes with
 * other tests for the processor.
 */
const timeout = 180_000

describe('Cadangan', { timeout }, () => {
  const home = mkdtempSync(join(tmpdir(), 'nada-pekerjaan-'))
  const dataDir = join(home, 'data')
  let db: Db
  let close = async () => {}
  let clock: HeldClock
  let folder: string
  let scheduler: Scheduler
  beforeAll(async () => {
    ;({ db } = s)
    if (process.env.ENGINE === 'postgres') return
    // The database of the tests is in memory. It is copied into a file, because the backup process
    // can read only a file.
    mkdirSync(dataDir)
    const file = join(dataDir, 'nada.db')
    await sql`vacuum into ${file}`.execute(s.db)
    ;({ db } = openSqlite(file))
    close = () => db.destroy()
  })
  afterAll(async () => {
    await close()
    rmSync(home, { recursive: true, force: true })
  })
  const env = () => ({
    DATA_DIR: dataDir,
    DATABASE_URL: process.env.DATABASE_URL,
    BACKUP_DIR: folder,
  })
  const open = (more: NodeJS.ProcessEnv = {}) =>
    new Scheduler({
      db,
      reader: db,
      log,
      clock,
      jobs: [backupJob],
      backupEnv: { ...env(), ...more },
    })
  const setting = (key: 'cadangan_otomatis' | 'cadangan_simpan', value: unknown) =>
    db
      .updateTable('setting')
      .set({ value: JSON.stringify(value) })
      .where('key', '=', key)
      .execute()
  const last = async () =>
    (await db.selectFrom('pekerjaan').selectAll().where('nama', '=', 'cadangan').execute())[0]
  const byHand = async () => (await scheduler.runFor(backupJob, 1, async () => {}))?.ended
  beforeEach(async () => {
    folder = mkdtempSync(join(home, 'cadangan-'))
    await db.deleteFrom('pekerjaan').execute()
    await db.deleteFrom('cadangan').execute()
    clock = holdClock(new Date().toISOString())
    scheduler = open()
    await scheduler.look()
  })
  afterEach(() => scheduler.stop())

  test('runs by itself only when the setting allows it', async () => {
    await clock.go(day)
    await scheduler.look()
    expect(backupsIn(folder)).toEqual([])
    await setting('cadangan_otomatis', true)
    await scheduler.look()
    expect(backupsIn(folder)).toEqual([])
    await clock.go(day)
    await scheduler.look()
    expect(await last()).toMatchObject({ hasil: 'berhasil', oleh: null })
    const [file = ''] = backupsIn(folder)
    expect((await verifyBackup(file, { keys: [] })).sums.length).toBeGreaterThan(30)
    expect(statSync(file).mode & 0o077).toBe(0)
    await setting('cadangan_otomatis', false)
  })

  test('skips a day that has one; always runs by hand, and keeps the newest', async () => {
    await setting('cadangan_otomatis', true)
    await setting('cadangan_simpan', 2)
    for (const count of [1, 2, 2]) {
      await byHand()
      expect(await last()).toMatchObject({ hasil: 'berhasil', oleh: 1 })
      expect(backupsIn(folder)).toHaveLength(count)
    }
    const { dilayani_sampai } = (await last())!
    // Moves `dilayani_sampai`, the time up to which the job has run, back by one day, so that the
    // job is due now.
    await db
      .updateTable('pekerjaan')
      .set({ dilayani_sampai: new Date(Date.parse(dilayani_sampai) - day).toISOString() })
      .execute()
    await scheduler.look()
    expect(await last()).toMatchObject({
      hasil: 'berhasil',
      ringkasan: 'Hari ini sudah ada cadangan.',
    })
    expect(backupsIn(folder)).toHaveLength(2)
    await setting('cadangan_otomatis', false)
  })

  test('explains a failed backup, leaves nothing, and the server keeps working', async () => {
    scheduler = open({ BACKUP_KEY: 'bukan kunci' })
    await byHand()
    expect((await last())?.galat).toMatch(/^BACKUP_KEY tidak valid/)
    const file = join(folder, 'berkas')
    writeFileSync(file, '')
    scheduler = open({ BACKUP_DIR: join(file, 'di-dalam') })
    await byHand()
    expect(await last()).toMatchObject({ hasil: 'gagal' })
    expect((await last())?.galat).not.toMatch(/log server|at /)
    expect(backupsIn(folder)).toEqual([])
  })

  test('reports a missing place for backups', async () => {
    const { terakhir } = await run('cadangan')
    expect(terakhir).toMatchObject({
      hasil: 'gagal',
      galat: 'Server ini tidak diatur untuk membuat cadangan.',
    })
  })

  test('ends its process at the time limit', async () => {
    const limited = { ...backupJob, limitMs: 1000 }
    scheduler = open()
    const begun = await scheduler.runFor(limited, 1, async () => {})
    await expect.poll(() => readdirSync(folder), { timeout: 60_000, interval: 2 }).toHaveLength(1)
    await clock.go(1000)
    await begun?.ended
    expect(await last()).toMatchObject({ hasil: 'lewat_waktu', pemegang: null })
    await new Promise((resolve) => setTimeout(resolve, 1500))
    expect(backupsIn(folder)).toEqual([])
  })
})
