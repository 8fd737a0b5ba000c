/**
 * Registration fees (decision 0227). A fee is billed once per student and course, whichever way the
 * student is enrolled and however often a call is repeated. The generation bills fees that are not
 * billed yet, and a waiver needs a reason.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { UserStatus } from '#contract/enums.ts'
import { makeRandom, type Random } from '#contract/values/random.ts'
import { addDays, addMonths, currentDay } from '#contract/values/tanggal.ts'
import type { Body } from '#mocks/api/api.ts'
import { makeLead, nextDay, studentBody } from '#mocks/people/calon.ts'
import {
  checkMoney,
  makeAkun,
  makeKelas,
  makeOutlet,
  makePeserta,
  setSetting,
} from '#mocks/people/family.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'
import { engineOf } from '#server/db/engine.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())

const today = currentDay()
const month = today.slice(0, 7)
const fee = 250_000
let n = 0
const makeCourse = async (biaya_pendaftaran: number | null = fee, more: Body = {}) => {
  const kode = `DAFTAR-${++n}`
  const body = { kode, nama: kode, kategori_kursus_id: s.ids.kategori, tipe: 'group' }
  return must(
    await s.superadmin.post<{ id: number }>('/kursus/create', {
      ...body,
      kapasitas_maks: 20,
      biaya_bulanan: 400_000,
      biaya_pendaftaran,
      ...more,
    }),
  ).id
}
/** Makes a new outlet with a course, a class of the course, and a family with a child. */
const makeDesk = async (biaya_pendaftaran: number | null = fee) => {
  const gedung = await makeOutlet(s)
  const kursus = await makeCourse(biaya_pendaftaran)
  const kelas = await makeKelas(s, gedung, { kursus_id: kursus, kapasitas: 20 })
  const akun = await makeAkun(s)
  const peserta = await makePeserta(s, akun, gedung)
  return { gedung, kursus, kelas, akun, peserta }
}
/**
 * Returns the registration lines of a student on bills that are not void, with amount, key, and
 * whether the bill is a draft.
 */
const linesOf = async (peserta: number) =>
  (
    await s.db
      .selectFrom('billing_item as i')
      .innerJoin('billing', 'billing.id', 'i.billing_id')
      .innerJoin('jenis_billing as j', 'j.id', 'i.jenis_billing_id')
      .select(['i.jumlah', 'i.kunci_unik', 'i.billing_id', 'i.kursus_id', 'i.diskon'])
      .where('i.peserta_id', '=', peserta)
      .where('j.sifat', '=', 'pendaftaran')
      .where('billing.void_at', 'is', null)
      .orderBy('i.id')
      .execute()
  ).map((row) => ({ ...row }))
const amounts = async (peserta: number) => (await linesOf(peserta)).map((l) => l.jumlah)
const generate = async (gedung: number, periode = month) =>
  must(await s.admin.post<any>('/billing/generate', { periode, gedung_id: [gedung] }))
const preview = async (gedung: number, periode = month) =>
  must(await s.admin.post<any>('/billing/pratinjau', { periode, gedung_id: [gedung] }))
const fiveTimes = <T>(run: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: 5 }, (_, i) => run(i)))
const create = (body: Body) =>
  s.admin.post<any>('/kursus-peserta/create', { mulai: today, ...body })

describe('the registration fee of a family', () => {
  test('is charged once at the desk, with a retry and two generations', async () => {
    const { gedung, kursus, kelas, peserta } = await makeDesk()
    const body = { peserta_id: peserta, kursus_pelatih_id: kelas }
    expect(must(await create(body))).toMatchObject({ status: 1, biaya_pendaftaran: fee })
    expect((await create(body)).status).toBe(409)
    expect(await linesOf(peserta)).toMatchObject([
      { jumlah: fee, kunci_unik: `pd:${kursus}:${peserta}` },
    ])
    await generate(gedung)
    await generate(gedung)
    expect(await amounts(peserta)).toEqual([fee])
  })
  test('is charged once for five simultaneous posts, in one class and in five', async () => {
    const { gedung, kursus, kelas, peserta } = await makeDesk()
    const answers = await fiveTimes(() => create({ peserta_id: peserta, kursus_pelatih_id: kelas }))
    expect(answers.filter((a) => a.success)).toHaveLength(1)
    expect(await amounts(peserta)).toEqual([fee])
    const otherStudent = await makePeserta(s, await makeAkun(s), gedung)
    const classes: number[] = []
    for (const hari of [1, 2, 3, 4, 5])
      classes.push(await makeKelas(s, gedung, { kursus_id: kursus, hari, kapasitas: 20 }))
    const several = await fiveTimes((i) =>
      create({ peserta_id: otherStudent, kursus_pelatih_id: classes[i] }),
    )
    expect(several.map((a) => a.status)).toEqual([201, 201, 201, 201, 201])
    expect(await amounts(otherStudent)).toEqual([fee])
  })
  for (const sumber of ['lead', 'mandiri'] as const)
    test(`is charged once for an activation as ${sumber}, with a retry or five posts`, async () => {
      for (const times of [2, 5]) {
        const { kelas } = await makeDesk()
        const id = sumber === 'lead' ? await makeLead(s) : await makeApplicant()
        const of = `id=${id}&sumber=${sumber}`
        const body = studentBody(5_000_000 + ++n)
        const student = must(await s.superadmin.post<any>(`/user/tambah-peserta?${of}`, body))
        const whom = sumber === 'lead' ? { lead_id: id } : { peserta_id: student.id }
        const place = { kursus_pelatih_id: kelas, mulai: nextDay(1) }
        must(await s.superadmin.post('/lead/tahan-slot', { ...whom, ...place }))
        const path = `/user/tambah-kursus-peserta?${of}`
        const previewBill = must(
          await s.superadmin.post<any>(`/user/pratinjau-kursus-peserta?${of}`),
        ).tagihan
        expect(previewBill.baris.map((l: any) => l.jumlah)).toContain(fee)
        const answers =
          times === 2
            ? [await s.superadmin.post<any>(path), await s.superadmin.post<any>(path)]
            : await fiveTimes(() => s.superadmin.post<any>(path))
        expect(answers.map((a) => a.status)).toEqual(answers.map(() => 200))
        expect(await amounts(student.id)).toEqual([fee])
        // Tuition and registration are on the same draft, whose total equals that of the preview.
        const firstAnswer = answers.map((a) => must(a)).find((a) => !a.sudah)
        expect(firstAnswer.tagihan.total_tagihan).toBe(previewBill.total_tagihan)
        expect((await linesOf(student.id))[0]?.billing_id).toBe(firstAnswer.tagihan.billing_id)
      }
    })
  test('is charged once while a generation runs during the enrolment', async () => {
    const { gedung, kelas, peserta } = await makeDesk()
    const body = { peserta_id: peserta, kursus_pelatih_id: kelas }
    await Promise.all([create(body), generate(gedung), generate(gedung), generate(gedung)])
    await generate(gedung)
    expect(await amounts(peserta)).toEqual([fee])
  })
})

const makeApplicant = async (): Promise<number> => {
  const id = await makePeserta(s, await makeAkun(s), s.ids.gedung)
  await s.db
    .updateTable('user')
    .set({ sumber: 'mandiri', status: UserStatus.nonaktif, akun_billing_id: null, activation: 0 })
    .set({ sales_id: s.ids.sales })
    .where('id', '=', id)
    .execute()
  return id
}

describe('the registration fee on bills', () => {
  test('is billed to a payer who was blocked before, as the preview shows', async () => {
    const { gedung, kursus, kelas, akun, peserta } = await makeDesk()
    const block = (blokir_tagihan: number) =>
      s.db
        .updateTable('akun_billing_profil')
        .set({ blokir_tagihan })
        .where('user_id', '=', akun)
        .execute()
    await block(1)
    must(await create({ peserta_id: peserta, kursus_pelatih_id: kelas }))
    expect(await amounts(peserta)).toEqual([])
    const next = addMonths(month, 1)
    const registrations = async () =>
      (await preview(gedung, next)).baris
        .filter((b: any) => b.jenis === 'pendaftaran')
        .map((b: any) => [b.hasil, b.jumlah])
    expect(await registrations()).toEqual([['diblokir', 0]])
    await block(0)
    expect(await registrations()).toEqual([['dibuat', fee]])
    const { ringkasan } = await preview(gedung, next)
    await generate(gedung, next)
    const sum = await s.db
      .selectFrom('billing')
      .select((eb) => eb.fn.sum<number>('total').as('total'))
      .where('gedung_id', '=', gedung)
      .executeTakeFirstOrThrow()
    expect(Number(sum.total)).toBe(ringkasan.total)
    expect(await linesOf(peserta)).toMatchObject([{ jumlah: fee, kursus_id: kursus }])
    expect(await registrations()).toEqual([])
  })
  test('is deleted with the enrolment from its draft, not from a published bill', async () => {
    const { gedung, kelas, akun, peserta } = await makeDesk()
    const sibling = await makePeserta(s, akun, gedung)
    const siblingEnrolment = must(
      await create({ peserta_id: sibling, kursus_pelatih_id: kelas }),
    ).id
    const mistake = must(await create({ peserta_id: peserta, kursus_pelatih_id: kelas })).id
    const remove = (id: number) => s.admin.post<any>(`/kursus-peserta/delete?id=${id}`, {})
    must(await remove(mistake))
    expect(await amounts(peserta)).toEqual([])
    const line = (await linesOf(sibling))[0]!
    const bill = () => s.admin.get<any>(`/billing/view?id=${line.billing_id}`)
    expect(must(await bill())).toMatchObject({ total: fee, sisa: fee })
    must(await s.admin.post(`/billing/terbitkan?id=${line.billing_id}`))
    expect((await remove(siblingEnrolment)).status).toBe(409)
    expect(await amounts(sibling)).toEqual([fee])
    const again = must(await create({ peserta_id: peserta, kursus_pelatih_id: kelas })).id
    const alone = (await linesOf(peserta))[0]!.billing_id
    must(await remove(again))
    expect((await s.admin.get<any>(`/billing/view?id=${alone}`)).status).toBe(404)
  })
  test('is billed again after its line is removed from a draft or its bill is void', async () => {
    const { gedung, kelas, peserta } = await makeDesk()
    must(await create({ peserta_id: peserta, kursus_pelatih_id: kelas }))
    const [line] = await linesOf(peserta)
    must(await s.admin.post(`/billing/terbitkan?id=${line?.billing_id}`))
    const alasan = 'Salah tanggal'
    must(await s.admin.post(`/billing/batalkan?id=${line?.billing_id}`, { alasan }))
    expect(await amounts(peserta)).toEqual([])
    await generate(gedung, addMonths(month, 1))
    expect(await amounts(peserta)).toEqual([fee])
  })
  test('keeps its line and key when the draft is edited', async () => {
    const { gedung, kelas, peserta } = await makeDesk()
    must(await create({ peserta_id: peserta, kursus_pelatih_id: kelas }))
    const [before] = await linesOf(peserta)
    const bill = must(await s.admin.get<any>(`/billing/view?id=${before?.billing_id}&expand=items`))
    const free = { jenis_billing_id: s.ids.jenis, deskripsi: 'Buku', qty: 1, harga_satuan: 50_000 }
    const items = [...bill.items, { ...free, peserta_id: peserta, alasan_manual: 'Titipan' }]
    must(await s.admin.post(`/billing/update?id=${bill.id}`, { versi: bill.versi, items }))
    expect(await linesOf(peserta)).toEqual([before])
    await generate(gedung)
    expect(await amounts(peserta)).toEqual([fee])
  })
})

describe('the agreed fee', () => {
  test('is the latest of the outlet, else of all outlets, else of the course', async () => {
    const { gedung, kursus, kelas } = await makeDesk()
    const dated = (berlaku_mulai: string, more: Body) =>
      s.superadmin.post('/kursus-harga/create', {
        kursus_id: kursus,
        berlaku_mulai,
        biaya_bulanan: 400_000,
        ...more,
      })
    must(await dated(addDays(today, -40), { biaya_pendaftaran: 300_000 }))
    must(await dated(addDays(today, -20), { gedung_id: gedung, biaya_pendaftaran: 0 }))
    must(await dated(addDays(today, -10), { gedung_id: gedung }))
    must(await dated(addDays(today, 5), { gedung_id: gedung, biaya_pendaftaran: 120_000 }))
    const agreed = async (mulai: string, classId = kelas) => {
      const peserta_id = await makePeserta(s, await makeAkun(s), gedung)
      const row = must(await create({ peserta_id, kursus_pelatih_id: classId, mulai }))
      expect(await amounts(peserta_id)).toEqual(
        row.biaya_pendaftaran === null ? [] : [row.biaya_pendaftaran],
      )
      return row.biaya_pendaftaran
    }
    expect(await agreed(addDays(today, -50))).toBe(fee)
    expect(await agreed(addDays(today, -30))).toBe(300_000)
    // Expects no fee (null) on both dates, because the outlet's price row of 20 days ago sets the
    // fee to 0. The price row of 10 days ago leaves the fee empty, so the 0 is still in force.
    expect(await agreed(addDays(today, -15))).toBeNull()
    expect(await agreed(today)).toBeNull()
    expect(await agreed(addDays(today, 6))).toBe(120_000)
    const elsewhere = await makeKelas(s, await makeOutlet(s), { kursus_id: kursus, kapasitas: 9 })
    expect(await agreed(today, elsewhere)).toBe(300_000)
    const on = must(
      await s.superadmin.get<any>(
        `/kursus/harga-pada?id=${kursus}&tanggal=${addDays(today, 6)}&gedung_id=${gedung}`,
      ),
    )
    expect(on.biaya_pendaftaran).toBe(120_000)
  })
  test('is shown at the desk before the enrolment is saved', async () => {
    const { kelas, peserta } = await makeDesk()
    const body = { peserta_id: peserta, kursus_pelatih_id: kelas, mulai: today }
    const notes = async () =>
      must(await s.admin.post<any>('/kursus-peserta/periksa', body)).catatan.join()
    expect(await notes()).toContain('Biaya pendaftaran Rp250.000')
    must(await create(body))
    const otherStudent = await makePeserta(s, await makeAkun(s), s.ids.gedung)
    const otherBody = { peserta_id: otherStudent, kursus_pelatih_id: s.ids.kelas, mulai: today }
    const free = must(await s.admin.post<any>('/kursus-peserta/periksa', otherBody))
    expect(free.catatan.join()).not.toContain('Biaya pendaftaran')
  })
  test('is not charged to students who enrolled before the course had one', async () => {
    const { gedung, kursus, kelas, peserta } = await makeDesk(null)
    must(await create({ peserta_id: peserta, kursus_pelatih_id: kelas }))
    must(
      await s.superadmin.post(`/kursus/update?id=${kursus}`, { versi: 1, biaya_pendaftaran: fee }),
    )
    await generate(gedung)
    expect(await amounts(peserta)).toEqual([])
  })
  test('is not charged again on a return, but is charged for another course', async () => {
    const { gedung, kelas, peserta } = await makeDesk()
    const { id } = must(await create({ peserta_id: peserta, kursus_pelatih_id: kelas }))
    const end = { selesai: today, alasan: 'Pindah rumah' }
    must(await s.admin.post(`/kursus-peserta/berhenti?id=${id}`, end))
    must(await s.admin.post(`/kursus-peserta/aktifkan?id=${id}`, { mulai: addDays(today, 1) }))
    must(await s.admin.post(`/kursus-peserta/lulus?id=${id}`, { selesai: addDays(today, 1) }))
    const again = { peserta_id: peserta, kursus_pelatih_id: kelas, mulai: addDays(today, 2) }
    must(await create(again))
    expect(await amounts(peserta)).toEqual([fee])
    const otherClass = await makeKelas(s, gedung, {
      kursus_id: await makeCourse(75_000),
      kapasitas: 20,
      hari: 3,
    })
    must(await create({ peserta_id: peserta, kursus_pelatih_id: otherClass }))
    expect(await amounts(peserta)).toEqual([fee, 75_000])
  })
  test('gets its promo on the day on which it is billed', async () => {
    const { kursus, kelas, peserta } = await makeDesk()
    must(
      await s.superadmin.post('/promo/create', {
        nama: 'Bebas daftar',
        tipe: 'gratis_pendaftaran',
        nilai: 0,
        mulai: today,
        selesai: today,
        jenis_sifat: ['pendaftaran'],
        kursus: [kursus],
      }),
    )
    must(await create({ peserta_id: peserta, kursus_pelatih_id: kelas }))
    expect(await linesOf(peserta)).toMatchObject([{ jumlah: 0, diskon: fee }])
  })
})

describe('a waiver', () => {
  const bebas_pendaftaran = 'Kakaknya sudah belajar di sini'
  test('requires a reason and an admin, and is never billed', async () => {
    const { gedung, kelas, peserta } = await makeDesk()
    const body = { peserta_id: peserta, kursus_pelatih_id: kelas, mulai: today, bebas_pendaftaran }
    await s.db
      .updateTable('user')
      .set({ sales_id: s.ids.sales })
      .where('id', '=', peserta)
      .execute()
    expect((await s.sales.post('/kursus-peserta/create', body)).status).toBe(403)
    must(await create(body))
    await generate(gedung)
    expect(await amounts(peserta)).toEqual([])
  })
  test('removes the fee from the draft, and adds it when the waiver is withdrawn', async () => {
    const { kelas, peserta } = await makeDesk()
    const { id, versi } = must(await create({ peserta_id: peserta, kursus_pelatih_id: kelas }))
    const change = (by: number, reason: string | null) =>
      s.admin.post<any>(`/kursus-peserta/update?id=${id}`, { versi: by, bebas_pendaftaran: reason })
    const waived = must(await change(versi, bebas_pendaftaran))
    expect(await amounts(peserta)).toEqual([])
    must(await change(waived.versi, null))
    expect(await amounts(peserta)).toEqual([fee])
  })
  test('hides its reason from the family', async () => {
    const { gedung, kursus } = await makeDesk()
    const kelas = await makeKelas(s, gedung, { kursus_id: kursus, hari: 6 })
    const peserta_id = await makePeserta(s, s.ids.akun, s.ids.gedung)
    const { id } = must(await create({ peserta_id, kursus_pelatih_id: kelas, bebas_pendaftaran }))
    const row = must(await s.akun.get<any>(`/kursus-peserta/view?id=${id}`))
    expect(JSON.stringify(row)).not.toContain(bebas_pendaftaran)
  })
})

test('keeps a new seat inactive until the required registration fee is paid', async () => {
  await setSetting(s, 'wajib_lunas_pendaftaran', true)
  const { kelas, akun, gedung, peserta } = await makeDesk()
  const enrolment = must(await create({ peserta_id: peserta, kursus_pelatih_id: kelas }))
  expect(enrolment).toMatchObject({
    status: 0,
    alasan_status: expect.stringContaining('belum lunas'),
  })
  const begin = () => s.admin.post<any>(`/kursus-peserta/aktifkan?id=${enrolment.id}`)
  expect((await begin()).status).toBe(409)
  const [line] = await linesOf(peserta)
  must(await s.admin.post(`/billing/terbitkan?id=${line?.billing_id}`))
  expect((await begin()).status).toBe(409)
  const pay = { akun_billing_id: akun, gedung_id: gedung, tanggal: today, metode: 0, jumlah: fee }
  must(await s.admin.post('/billing-payment/create', pay))
  must(await begin())
  await setSetting(s, 'wajib_lunas_pendaftaran', false)
  expect(await amounts(peserta)).toEqual([fee])
})

test('bills an inactive enrolment despite a conflict if the fee must be paid first', async () => {
  await setSetting(s, 'wajib_lunas_pendaftaran', true)
  const { gedung, kelas, kursus, peserta } = await makeDesk()
  const clash = await makeKelas(s, gedung, { kursus_id: await makeCourse(null), kapasitas: 20 })
  must(await create({ peserta_id: peserta, kursus_pelatih_id: clash }))
  const waits = { peserta_id: peserta, kursus_pelatih_id: kelas, status: 0 }
  expect(must(await create(waits)).status).toBe(0)
  await setSetting(s, 'wajib_lunas_pendaftaran', false)
  expect(await linesOf(peserta)).toMatchObject([{ jumlah: fee, kursus_id: kursus }])
})

interface Kelas {
  id: number
  kursus: number
  fee: number | null
}
const pickOne = <T>(r: Random, list: readonly T[]): T | undefined => list[r.int(0, list.length - 1)]
/**
 * Runs random steps for two students, and computes the expected registration fees independently of
 * the server's code.
 */
const story = async (r: Random) => {
  const gedung = await makeOutlet(s)
  const courses = [await makeCourse(), await makeCourse(90_000), await makeCourse(null)]
  const classes: Kelas[] = []
  for (const [i, kursus] of courses.entries())
    for (const hari of [2, 4]) {
      const id = await makeKelas(s, gedung, {
        kursus_id: kursus,
        hari: hari + (i % 2),
        kapasitas: 20,
      })
      classes.push({ id, kursus, fee: [fee, 90_000, null][i] ?? null })
    }
  const akun = await makeAkun(s)
  const students = [await makePeserta(s, akun, gedung), await makePeserta(s, akun, gedung)]
  const due = new Map<string, number>()
  const knownKeys = new Set<string>()
  const enrolments: number[] = []
  const steps = {
    enrol: async () => {
      const [kelas, peserta] = [pickOne(r, classes), pickOne(r, students)]
      if (!kelas) return
      const bebas_pendaftaran = r.chance(0.2) ? 'Diskon guru' : null
      const mulai = addDays(today, r.int(-40, 5))
      const body = { peserta_id: peserta, kursus_pelatih_id: kelas.id, mulai, bebas_pendaftaran }
      const answer = await create(body)
      if (!answer.success) return
      enrolments.push(answer.data.id)
      const key = `pd:${kelas.kursus}:${peserta}`
      const isFirst = !knownKeys.has(key)
      knownKeys.add(key)
      if (isFirst && kelas.fee !== null && bebas_pendaftaran === null) due.set(key, kelas.fee)
    },
    stop: async () => {
      const end = { selesai: addDays(today, 20), alasan: 'Diuji acak' }
      await s.admin.post(`/kursus-peserta/berhenti?id=${pickOne(r, enrolments) ?? 0}`, end)
    },
    void: async () => {
      const lines = (await Promise.all(students.map(linesOf))).flat()
      const id = pickOne(r, lines)?.billing_id
      if (id === undefined) return
      await s.admin.post(`/billing/terbitkan?id=${id}`)
      await s.admin.post(`/billing/batalkan?id=${id}`, { alasan: 'Diuji acak' })
    },
    generate: () => generate(gedung, addMonths(month, r.int(-1, 1))),
  }
  const names = ['enrol', 'enrol', 'enrol', 'stop', 'void', 'generate'] as const
  for (let i = 0; i < 14; i++) {
    await steps[r.pick(names)]()
    for (const line of (await Promise.all(students.map(linesOf))).flat())
      expect(due.get(line.kunci_unik ?? '')).toBe(line.jumlah)
  }
  await generate(gedung)
  await generate(gedung, addMonths(month, 1))
  const lines = (await Promise.all(students.map(linesOf))).flat()
  return {
    billed: lines.map((l) => `${l.kunci_unik} ${l.jumlah}`).toSorted(),
    due: [...due].map(([key, amount]) => `${key} ${amount}`).toSorted(),
  }
}
test('bills each enrolment once in random enrolments, stops, voids and generations', async () => {
  const seeds = engineOf(s.db) === 'sqlite' ? 12 : 4
  for (let seed = 1; seed <= seeds; seed++) {
    const { billed, due } = await story(makeRandom(seed))
    expect(billed, `seed ${seed}`).toEqual(due)
  }
})

test('keeps every money rule after all tests', async () => {
  expect(await checkMoney(s.db)).toEqual([])
})
