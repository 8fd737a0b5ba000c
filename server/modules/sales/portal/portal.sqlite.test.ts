/**
 * Home page of sales people, and the summary of a student's courses and bills (`belajar`) in lists.
 */
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MetodePembayaran, UserStatus } from '#contract/enums.ts'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import type { Body, Client } from '#mocks/api/api.ts'
import {
  enrol,
  makeAkun,
  makeBill,
  makeKelas,
  makePelatih,
  makePeserta,
  makeRuang,
} from '#mocks/people/family.ts'
import { samplesOf } from '#mocks/samples.ts'
import { storeAway, storeLesson } from '#mocks/schedule/lesson.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'

const today = currentDay()
const day = (n: number) => addDays(today, n)

let s: School
/** Client of a sales person with data. */
let me: Client
/** Client of a sales person without any data. */
let empty: Client
let seller = 0
let kelas = 0
beforeAll(async () => {
  s = await makeSchool()
  empty = await s.as(s.ids.sales2)
  seller = must(
    await s.superadmin.post('/user/create', {
      role_id: 4,
      name: 'Sinta Sales',
      email: 'sinta@contoh.id',
      phone: '081255550001',
      gedung_id: s.ids.gedung,
      target_peserta_bulan: 4,
      target_pendapatan_bulan: 10_000_000,
    }),
  ).id
  me = await s.as(seller)
  kelas = await makeKelas(s, s.ids.gedung, { pelatih_id: await makePelatih(s) })
})
afterAll(() => s.close())

const portal = async (by: Client): Promise<any> => must(await by.get<any>('/portal/sales'))
let n = 0
const makeLead = async (more: Body = {}): Promise<number> =>
  must(
    await me.post('/lead/create', {
      nama: `Calon ${++n}`,
      phone: `0819${50_000_000 + n}`,
      gedung_id: s.ids.gedung,
      ...more,
    }),
  ).id
/** Receives cash from a family today, for a bill or as saldo. */
const payIn = async (akun: number, jumlah: number, bill?: number): Promise<void> => {
  must(
    await s.superadmin.post('/billing-payment/create', {
      akun_billing_id: akun,
      gedung_id: s.ids.gedung,
      tanggal: today,
      jumlah,
      metode: MetodePembayaran.tunai,
      alokasi: bill === undefined ? [] : [{ billing_id: bill, jumlah }],
    }),
  )
}
/**
 * Creates a bill of a family with a line for each pair of student and amount, and pays `paid`
 * rupiah of it today.
 */
const paidBill = async (
  akun: number,
  lines: readonly (readonly [number, number])[],
  paid: number,
) => {
  const bill = await makeBill(s, akun, 1, {
    items: lines.map(([peserta_id, harga_satuan]) => ({
      jenis_billing_id: s.ids.jenis,
      deskripsi: 'Uji',
      harga_satuan,
      peserta_id,
    })),
  })
  if (paid > 0) await payIn(akun, paid, bill)
  return bill
}

test('returns zeros without data', async () => {
  expect(await portal(empty)).toMatchObject({
    tindak_lanjut: [],
    jumlah_tindak_lanjut: 0,
    trial: [],
    slot: [],
    pendaftar: { sendiri: 0, belum_dipegang: 0 },
    corong: [
      { tahap: 'baru', jumlah: 0 },
      { tahap: 'dihubungi', jumlah: 0 },
      { tahap: 'trial_dijadwalkan', jumlah: 0 },
      { tahap: 'trial_hadir', jumlah: 0 },
      { tahap: 'penawaran', jumlah: 0 },
    ],
    bulan: { lead_baru: 0, target_peserta: null, target_pendapatan: null },
    tunggakan: [],
  })
})

describe('leads', () => {
  test('shows due leads, stages, trials and slots of the user only', async () => {
    await makeLead({ tindak_lanjut_at: day(-2), tindak_lanjut: 'Telepon' })
    await makeLead({ tindak_lanjut_at: today })
    await makeLead({ tindak_lanjut_at: day(3) })
    const tried = await makeLead()
    const place = {
      kursus_id: s.ids.kursus,
      pelatih_id: await makePelatih(s),
      ruang_id: await makeRuang(s, s.ids.gedung),
      tanggal: day(1),
      jam_mulai: '10:00',
    }
    must(await me.post(`/lead/trial?id=${tried}`, place))
    must(
      await me.post('/lead/tahan-slot', { lead_id: tried, kursus_pelatih_id: kelas, mulai: today }),
    )
    const lost = await makeLead()
    must(await me.post(`/lead/tahap?id=${lost}`, { tahap: 'kalah', alasan: 'Harga' }))
    const answer = await portal(me)
    expect(answer.tindak_lanjut.map((l: any) => l.tindak_lanjut_at)).toEqual([day(-2), today])
    expect(answer.jumlah_tindak_lanjut).toBe(2)
    expect(answer.trial).toMatchObject([
      { lead: { id: tried }, tanggal: day(1), jam_mulai: '10:00', kode_absensi: null },
    ])
    expect(answer.slot).toMatchObject([{ lead_id: tried, peserta_id: null }])
    expect(answer.corong.map((c: any) => c.jumlah)).toEqual([3, 0, 1, 0, 0])
    expect(answer.bulan).toMatchObject({ lead_baru: 5, kalah: 1, menang: 0 })
    expect(await portal(empty)).toMatchObject({ trial: [], slot: [], tindak_lanjut: [] })
  })
  test('counts own applicants and unassigned ones of the outlet', async () => {
    const akun = await makeAkun(s)
    const apply = async (gedung_id: number, sales_id: number | null) => {
      const id = await makePeserta(s, akun, gedung_id, { sales_id, status: UserStatus.nonaktif })
      await s.db.updateTable('user').set({ sumber: 'mandiri' }).where('id', '=', id).execute()
    }
    await apply(s.ids.gedung, null)
    await apply(s.ids.gedung, seller)
    await apply(s.ids.gedung, s.ids.sales)
    await apply(s.ids.gedung2, null)
    expect((await portal(me)).pendaftar).toEqual({ sendiri: 1, belum_dipegang: 1 })
  })
})

describe('students', () => {
  test('shows new students, their payments and arrears beside the targets', async () => {
    const akun = await makeAkun(s)
    const ownStudent = await makePeserta(s, akun, s.ids.gedung, { sales_id: seller })
    const otherStudent = await makePeserta(s, akun, s.ids.gedung)
    const old = await makePeserta(s, akun, s.ids.gedung, { sales_id: seller })
    await enrol(s, ownStudent, kelas, { mulai: today })
    await enrol(s, old, kelas, { mulai: '2024-01-01' })
    // Creates a bill of which three quarters are for the sales person's student.
    await paidBill(
      akun,
      [
        [ownStudent, 300_000],
        [otherStudent, 100_000],
      ],
      200_000,
    )
    await paidBill(akun, [[otherStudent, 100_000]], 100_000)
    // Receives saldo, which becomes income when the publication of the next bill uses it.
    await payIn(akun, 60_000)
    await paidBill(akun, [[ownStudent, 60_000]], 0)
    const late = await paidBill(akun, [[ownStudent, 50_000]], 0)
    const past = { jatuh_tempo: day(-5) }
    await s.db.updateTable('billing').set(past).where('id', '=', late).execute()
    expect(await portal(me)).toMatchObject({
      bulan: {
        peserta_baru: 1,
        target_peserta: 4,
        pendapatan: 210_000,
        target_pendapatan: 10_000_000,
      },
      tunggakan: [{ id: late, sisa: 50_000 }],
      jumlah_tunggakan: 1,
      total_tunggakan: 50_000,
    })
    const lesson = await storeLesson(s, kelas, day(-3), { status: 'selesai' })
    const kp = await s.db
      .selectFrom('kursus_peserta')
      .select('id')
      .where('peserta_id', '=', old)
      .executeTakeFirstOrThrow()
    await storeAway(s, lesson, kp.id)
    await s.db
      .updateTable('absensi')
      .set({ status_keberangkatan: 1, kode_absensi: 'HADIR' })
      .where('pertemuan_id', '=', lesson)
      .execute()
    const list = async (by: Client, more = '') =>
      must(await by.get<any>(`/user?jenis=peserta&expand=belajar,kursus_aktif${more}`))
    const students = await list(me, '&status=10')
    const of = (id: number) => students.find((u: any) => u.id === id)
    expect(students.map((u: any) => u.id).toSorted()).toEqual([ownStudent, old].toSorted())
    expect(of(ownStudent).belajar).toMatchObject({ lewat_tempo: 1, sisa_lewat_tempo: 50_000 })
    expect(of(ownStudent).belajar.terakhir).toBeNull()
    expect(of(old).belajar).toMatchObject({
      lewat_tempo: 0,
      terakhir: day(-3),
      berikut: { jam_mulai: expect.any(String), tanggal: expect.any(String) },
    })
    expect((await list(me, '&menunggak=1')).map((u: any) => u.id)).toEqual([ownStudent])
    const file = await me.get<string>('/user/ekspor?jenis=peserta&status=10')
    const [head = [], ...lines] = parse(String(file.data), { bom: true })
    const cellsOf = (id: number) => {
      const line = lines.find((l: string[]) => l[head.indexOf('ID')] === String(id)) ?? []
      const columns = ['Tunggakan', 'Terakhir Hadir', 'Pertemuan Berikut']
      return columns.map((label) => line[head.indexOf(label)])
    }
    const { berikut } = of(old).belajar
    expect(cellsOf(ownStudent)).toEqual([
      '50000',
      '',
      of(ownStudent).belajar.berikut?.tanggal ?? '',
    ])
    expect(cellsOf(old)).toEqual(['0', day(-3), berikut.tanggal])
    const ofSeller = await list(s.superadmin, `&sales_id=${seller}&menunggak=1`)
    expect(ofSeller.map((u: any) => u.id)).toEqual([ownStudent])
  })
})

test('sums approved expenses of the month, waiting and rejected ones', async () => {
  const file = async (more: Body = {}) =>
    must(
      await me.post('/pengeluaran-sales/create', {
        ...(await samplesOf(s)['pengeluaran-sales'].create()),
        sales_id: seller,
        tanggal: today,
        ...more,
      }),
    ).id
  const [firstId, secondId] = [await file({ jumlah: 10_000 }), await file({ jumlah: 20_000 })]
  await file({ jumlah: 40_000 })
  must(await s.superadmin.post(`/pengeluaran-sales/setujui?id=${firstId}`))
  must(await s.superadmin.post(`/pengeluaran-sales/tolak?id=${secondId}`, { alasan: 'Nota buram' }))
  expect((await portal(me)).pengeluaran).toEqual({
    disetujui: 10_000,
    menunggu: 1,
    jumlah_menunggu: 40_000,
    ditolak: 1,
  })
})
