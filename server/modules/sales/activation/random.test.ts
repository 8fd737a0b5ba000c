/**
 * Random activations (domain.md 3.11). Repeated, aborted and concurrent steps create nothing twice,
 * and the first bill equals the bill that monthly generation would have made.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Hari, KursusPesertaStatus, TipePromo } from '#contract/enums.ts'
import { makeRandom, type Random } from '#contract/values/random.ts'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import type { Answer, Body } from '#mocks/api/api.ts'
import { checkLead } from '#mocks/people/activation.ts'
import { lastLead, makeLead, studentBody } from '#mocks/people/calon.ts'
import { checkMoney, makeFamily, makeKelas, makeRuang, setSetting } from '#mocks/people/family.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import type { Ctx } from '#server/http/context.ts'
import { draftFirstBill } from '#server/modules/billing/bills/firstBill.ts'
import { planGeneration } from '#server/modules/billing/generate/planGeneration.ts'
import { readMonth } from '#server/modules/billing/generate/read.ts'
import { dryRun } from '#server/modules/schedule/enrolments/enrolmentPreviews.ts'
import { readSettings } from '#server/settings.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())
/**
 * Returns the number of random cases: `NADA_CASES` if set, otherwise the given number for the
 * database engine of the test.
 */
const many = (sqlite: number, postgres: number) =>
  Number(process.env.NADA_CASES) || (engineOf(s.db) === 'sqlite' ? sqlite : postgres)

const byOffice = (): Ctx =>
  // The code under test reads only these fields of the request context.
  ({
    db: s.db,
    ip: '',
    agent: 'uji',
    actor: { id: 1, name: 'Uji', dasar: 1, gedung: [], accesses: ['*'], customRoles: [] },
  }) as unknown as Ctx

/** Creates classes of three courses at both outlets, and families with no, one or two children. */
const makeWorld = async () => {
  const course = async (kode: string, biaya_bulanan: number, more: Body = {}) =>
    must(
      await s.superadmin.post<any>('/kursus/create', {
        kode,
        nama: kode,
        kategori_kursus_id: s.ids.kategori,
        tipe: 'group',
        kapasitas_maks: 50,
        biaya_bulanan,
        ...more,
      }),
    ).id
  const courses = [s.ids.kursus, await course('VIOLIN', 333_333), await course('DRUM', 1_234_567)]
  const kelas: { id: number; kursus_id: number; gedung_id: number; hari: number }[] = []
  for (const [i, kursus_id] of courses.entries())
    for (const gedung_id of [s.ids.gedung, s.ids.gedung2]) {
      const hari = [Hari.senin, Hari.rabu, Hari.sabtu][i] ?? Hari.senin
      kelas.push({
        id: await makeKelas(s, gedung_id, {
          kursus_id,
          hari,
          // Gives the classes of the two outlets different times, so that a student can attend
          // classes at both outlets.
          jam_mulai: gedung_id === s.ids.gedung ? '11:00' : '16:00',
        }),
        kursus_id,
        gedung_id,
        hari,
      })
    }
  const families = [
    await makeFamily(s, s.ids.gedung, s.ids.kelas, 0),
    await makeFamily(s, s.ids.gedung, s.ids.kelas, 1),
    await makeFamily(s, s.ids.gedung2, s.ids.kelas2, 2),
  ]
  const promo = async (body: Body) =>
    must(await s.superadmin.post('/promo/create', { mulai: '2024-01-01', ...body }))
  const { persen, nominal } = Object.fromEntries(TipePromo.options.map((o) => [o.value, o.value]))
  await promo({ nama: 'Keluarga', tipe: persen, nilai: 1000, min_kursus_keluarga: 2 })
  await promo({ nama: 'Drum', tipe: nominal, nilai: 77_777, kursus: [courses[2]], kuota: 3 })
  await promo({
    nama: 'Anak kedua',
    tipe: persen,
    nilai: 1500,
    urutan_anak: 2,
    jenis_sifat: ['kursus'],
  })
  must(
    await s.superadmin.post('/biaya/create', {
      kode: 'AC',
      nama: 'AC',
      jenis_billing_id: s.ids.jenis,
      nominal: 25_000,
      pemicu: 'bulanan',
      gedung: [s.ids.gedung2],
      berlaku_mulai: '2024-01-01',
    }),
  )
  return { kelas, families }
}
type World = Awaited<ReturnType<typeof makeWorld>>

/** Inserts the rows of a student of a random family, with an enrolment in a random class. */
const enrolSomebody = async (trx: Trx, r: Random, w: World) => {
  const kelas = r.pick(w.kelas as [World['kelas'][number]])
  const family = r.pick(w.families as [World['families'][number]])
  const { id: _, ...person } = await trx
    .selectFrom('user')
    .selectAll()
    .where('id', '=', s.ids.peserta)
    .executeTakeFirstOrThrow()
  const knownId = family.peserta[0]
  const columns = { akun_billing_id: family.akun, gedung_id: kelas.gedung_id, username: null }
  const peserta_id =
    knownId !== undefined && r.chance(0.3)
      ? knownId
      : (
          await trx
            .insertInto('user')
            .values({ ...person, ...columns })
            .returning('id')
            .executeTakeFirstOrThrow()
        ).id
  const { id: __, ...seat } = await trx
    .selectFrom('kursus_peserta')
    .selectAll()
    .where('id', '=', s.ids.kp)
    .executeTakeFirstOrThrow()
  const mulai = addDays(currentDay(), r.int(-20, 70))
  const place = {
    kursus_pelatih_id: kelas.id,
    kursus_id: kelas.kursus_id,
    gedung_id: kelas.gedung_id,
  }
  const khusus = r.chance(0.1) ? r.anySize(900_000) : null
  const { id } = await trx
    .insertInto('kursus_peserta')
    .values({
      ...seat,
      ...place,
      peserta_id,
      akun_billing_id: family.akun,
      mulai,
      biaya_bulanan_khusus: khusus,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return {
    id,
    peserta_id,
    akun_billing_id: family.akun,
    gedung_id: kelas.gedung_id,
    mulai,
    hari: kelas.hari,
  }
}

test('makes the same first bill as the generation of its month', async () => {
  const w = await makeWorld()
  const ctx = byOffice()
  const cases = many(500, 60)
  for (let seed = 1; seed <= cases; seed++) {
    const r = makeRandom(seed)
    if (seed % 100 === 1) {
      await setSetting(s, 'pembulatan', r.pick([1, 100, 1000]))
      await setSetting(s, 'minggu_kelima', r.pick(['libur', 'jalan']))
    }
    const { shown, generated } = await dryRun(ctx, async (trx) => {
      const row = await enrolSomebody(trx, r, w)
      await sql`savepoint tagihan`.execute(trx)
      const bill = await draftFirstBill(trx, ctx, row, null)
      const billLines = await trx
        .selectFrom('billing_item')
        .select(['deskripsi', 'jumlah', 'diskon', 'ppn', 'prorata_pembilang', 'prorata_penyebut'])
        .where('billing_id', '=', bill.billing_id)
        .where('peserta_id', '=', row.peserta_id)
        .orderBy('urutan')
        .execute()
      await sql`rollback to savepoint tagihan`.execute(trx)
      const settings = await readSettings(trx)
      const options = { periode: bill.periode, mode: settings.mode_tagihan }
      const plan = await planGeneration(await readMonth(trx, ctx.actor, settings, options))
      const planLines = plan.lines
        .filter((l) => l.peserta_id === row.peserta_id && l.hasil === 'dibuat')
        .filter((l) => l.kursus_peserta_id === row.id)
        .map(({ deskripsi, jumlah, diskon, ppn, prorata_pembilang, prorata_penyebut }) => ({
          deskripsi,
          jumlah,
          diskon,
          ppn,
          prorata_pembilang,
          prorata_penyebut,
        }))
      return { shown: billLines, generated: planLines }
    })
    expect(shown, `seed ${seed}`).toEqual(generated)
  }
})

interface Lead {
  id: number
  /** Number from which `studentBody` derives the child that step 1 registers for the lead. */
  i: number
  place: Body
}
const stepsOf = (lead: Lead): Record<string, () => Promise<Answer<any>>> => {
  const post = (path: string, body: Body = {}) => s.sales.post<any>(`${path}?id=${lead.id}`, body)
  return {
    register: () => post('/user/tambah-peserta', studentBody(lead.i)),
    again: () => s.superadmin.post(`/user/tambah-peserta?id=${lead.id}`, studentBody(lead.i)),
    hold: () => s.sales.post('/lead/tahan-slot', { lead_id: lead.id, ...lead.place }),
    preview: () => post('/user/pratinjau-kursus-peserta'),
    choose: () => post('/user/tambah-kursus-peserta'),
    office: () => s.superadmin.post(`/user/tambah-kursus-peserta?id=${lead.id}`, {}),
    read: () => s.sales.get(`/lead/aktivasi?id=${lead.id}`),
    save: () => post('/lead/simpan-aktivasi', { langkah: 'kursus', isian: '{}', versi: 1 }),
    undo: () =>
      s.superadmin.post(`/lead/urungkan-aktivasi?id=${lead.id}`, {
        alasan: 'Diurungkan oleh uji acak',
      }),
  }
}
const allowed = [200, 201, 409]

test('creates nothing twice for repeated, concurrent and aborted steps', async () => {
  const kelas = await makeKelas(s, s.ids.gedung, { kapasitas: 4, hari: Hari.kamis })
  const coach = { kursus_id: s.ids.kursus, gedung_id: s.ids.gedung, pelatih_id: s.ids.pelatih }
  const ruang_id = await makeRuang(s, s.ids.gedung)
  const leads: Lead[] = []
  for (let i = 0; i < 8; i++) {
    const id = await makeLead(s)
    const mulai = addDays(currentDay(), 8)
    // Six leads want a seat in the same class, which has four seats. The other two leads want the
    // same hour of the same coach.
    const hour = { ...coach, ruang_id, hari: Hari.jumat, jam_mulai: '15:00', mulai }
    leads.push({ id, i: lastLead(), place: i < 6 ? { kursus_pelatih_id: kelas, mulai } : hour })
  }
  const r = makeRandom(20_261_123)
  const names = [
    'register',
    'again',
    'hold',
    'hold',
    'preview',
    'choose',
    'choose',
    'office',
  ] as const
  const rare = ['read', 'save', 'undo'] as const
  for (let n = 0; n < many(200, 40); n++) {
    const lead = r.pick(leads as [Lead])
    const steps = stepsOf(lead)
    const name = r.chance(0.8) ? r.pick(names) : r.pick(rare)
    const otherName = r.chance(0.3) ? r.pick(names) : name
    // Sends two concurrent calls, or one call.
    const pressed = r.chance(0.5) ? [name, otherName] : [name]
    const answers = await Promise.all(pressed.map((p) => steps[p]?.()))
    for (const a of answers) expect(allowed, JSON.stringify(a?.data)).toContain(a?.status)
    await checkLead(s.db, lead.id)
  }
  for (const lead of leads) await checkLead(s.db, lead.id)
  const { seated } = await s.db
    .selectFrom('kursus_peserta')
    .select((eb) => eb.fn.countAll<number>().as('seated'))
    .where('kursus_pelatih_id', '=', kelas)
    .where('status', '=', KursusPesertaStatus.aktif)
    .executeTakeFirstOrThrow()
  expect(Number(seated)).toBeLessThanOrEqual(4)
  expect(await checkMoney(s.db)).toEqual([])
})
