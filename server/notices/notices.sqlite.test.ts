/**
 * Tests notices (domain.md 3.18): their recipients, that no user gets the same notice twice,
 * marking as read, and the digest for the owner.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { pemberitahuan } from '#contract/access/noticeCalls.ts'
import type { CallOutput } from '#contract/call.ts'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import type { Client } from '#mocks/api/api.ts'
import { confirmationBody } from '#mocks/money/confirmation.ts'
import {
  makeAkun,
  makeBill,
  makeKelas,
  makePelatih,
  makePeserta,
  enrol,
} from '#mocks/people/family.ts'
import { samplesOf } from '#mocks/samples.ts'
import { makeMakeUp } from '#mocks/schedule/makeUp.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'
import { tidySteps } from '#server/db/sweep.ts'
import { transaction } from '#server/db/transaction.ts'
import { readDigest } from '#server/notices/digest.ts'
import { endingMakeUps, failedJobs } from '#server/notices/due.ts'
import { storeNotices } from '#server/notices/notice.ts'

type Told = CallOutput<typeof pemberitahuan>
let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())

const readNotices = async (client: Client): Promise<Told> =>
  must(await client.get<Told>('/pemberitahuan'))
const newest = async (client: Client) => (await readNotices(client)).baris[0]
const reason = { alasan: 'Salah tulis, diganti' }

describe('the notice of an event', () => {
  test('informs a family of its bill, its payment, and the voiding of either', async () => {
    const akun = await makeAkun(s)
    const family = await s.as(akun)
    const bill = await makeBill(s, akun, 50_000)
    expect(await newest(family)).toMatchObject({
      teks: expect.stringMatching(/^Tagihan \S+ Rp50\.000 terbit, jatuh tempo /),
      dibaca: false,
      tujuan: { to: '/billing/view', id: bill },
    })
    const { id } = must(
      await s.superadmin.post<{ id: number }>('/billing-payment/create', {
        akun_billing_id: akun,
        gedung_id: s.ids.gedung,
        tanggal: currentDay(),
        metode: 0,
        jumlah: 50_000,
      }),
    )
    expect((await newest(family))?.tujuan).toEqual({ to: '/billing-payment/view', id })
    must(await s.superadmin.post(`/billing-payment/batalkan?id=${id}`, reason))
    expect((await newest(family))?.teks).toMatch(/dibatalkan$/)
    // Expects no notice for other families or for the superadmin who made the changes.
    expect((await readNotices(await s.as(await makeAkun(s)))).baris).toEqual([])
    expect((await readNotices(s.superadmin)).baris).toEqual([])
  })
  test('is the same for each family when many are published as for one', async () => {
    const akun = await makeAkun(s)
    const { id } = must(
      await s.superadmin.post<{ id: number }>('/billing/create', {
        akun_billing_id: akun,
        gedung_id: s.ids.gedung,
        jatuh_tempo: '2040-12-31',
        items: [{ jenis_billing_id: s.ids.jenis, deskripsi: 'Uji', harga_satuan: 5000 }],
      }),
    )
    must(await s.superadmin.post('/billing/terbitkan-banyak', { ids: [id] }))
    expect((await newest(await s.as(akun)))?.tujuan).toEqual({ to: '/billing/view', id })
  })
  test('informs an office of waiting entries, and a requester of the decision', async () => {
    const body = await confirmationBody(s, { gedung_id: s.ids.gedung2 })
    const { id } = must(
      await s.superadmin.post<{ id: number }>('/konfirmasi-pembayaran/create', body),
    )
    expect(await newest(s.admin2)).toMatchObject({
      teks: expect.stringMatching(/menunggu$/),
      tujuan: { to: '/konfirmasi-pembayaran/view', id },
    })
    const expense = must(
      await s.sales.post<{ id: number }>(
        '/pengeluaran-sales/create',
        await samplesOf(s)['pengeluaran-sales'].create(),
      ),
    )
    expect((await newest(s.admin2))?.tujuan?.to).toBe('/konfirmasi-pembayaran/view')
    must(await s.superadmin.post(`/pengeluaran-sales/tolak?id=${expense.id}`, reason))
    expect((await newest(s.sales))?.teks).toMatch(/^Pengeluaran .* ditolak$/)
  })
  test('informs coach and family of a cancelled lesson, and of a substitute', async () => {
    const akun = await makeAkun(s)
    const peserta = await makePeserta(s, akun, s.ids.gedung)
    const pelatih_id = await makePelatih(s)
    const kelas = await makeKelas(s, s.ids.gedung, { pelatih_id, jam_mulai: '18:00' })
    const kp = await enrol(s, peserta, kelas)
    const { id } = await s.db
      .selectFrom('pertemuan')
      .select('id')
      .where('kursus_pelatih_id', '=', kelas)
      .where('status', '=', 'terjadwal')
      .where('tanggal', '>', addDays(currentDay(), 1))
      .orderBy('mulai_at')
      .executeTakeFirstOrThrow()
    const substitute = await makePelatih(s)
    must(await s.superadmin.post(`/pertemuan/pengganti?id=${id}`, { pelatih_id: substitute }))
    expect((await newest(await s.as(substitute)))?.teks).toMatch(/sebagai pengganti$/)
    expect((await newest(await s.as(pelatih_id)))?.teks).toMatch(/ diajar Guru /)
    must(await s.superadmin.post(`/pertemuan/batal?id=${id}`, { sebab: 'sekolah', ...reason }))
    expect((await newest(await s.as(substitute)))?.teks).toMatch(/ dibatalkan$/)
    expect((await newest(await s.as(akun)))?.tujuan).toEqual({ to: '/kursus-peserta/view', id: kp })
  })
  test('is not sent for a rejected event', async () => {
    const count = () =>
      s.db
        .selectFrom('pemberitahuan')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    const before = await count()
    expect((await s.sales.post('/billing/batalkan?id=1', reason)).status).toBe(403)
    expect(await count()).toEqual(before)
  })
})

test('marks one or all as read; never another user’s', async () => {
  const akun = await makeAkun(s)
  const family = await s.as(akun)
  for (let n = 0; n < 3; n++) await makeBill(s, akun, 1000 + n)
  const count = async () =>
    must(await family.get<{ pemberitahuan: number }>('/jumlah-menu')).pemberitahuan
  expect(await count()).toBe(3)
  const [first] = (await readNotices(family)).baris
  const otherFamily = await s.as(await makeAkun(s))
  expect((await otherFamily.post(`/pemberitahuan/baca?id=${first?.id}`)).status).toBe(404)
  must(await family.post(`/pemberitahuan/baca?id=${first?.id}`))
  expect(await count()).toBe(2)
  must(await family.post('/pemberitahuan/baca'))
  expect((await readNotices(family)).baris.map((b) => b.dibaca)).toEqual([true, true, true])
  expect(await count()).toBe(0)
})

test('sends a timed notice once', async () => {
  const { akun } = await makeMakeUp(s, s.ids.gedung)
  const { berlaku_sampai } = await s.db
    .selectFrom('kredit_pengganti')
    .innerJoin('user', 'user.id', 'kredit_pengganti.peserta_id')
    .select('berlaku_sampai')
    .where('akun_billing_id', '=', akun)
    .executeTakeFirstOrThrow()
  const run = () =>
    transaction(s.db, async (trx) =>
      storeNotices(trx, await endingMakeUps(trx, [berlaku_sampai]), new Date().toISOString()),
    )
  await run()
  await run()
  const lapsing = (await readNotices(await s.as(akun))).baris.filter((b) => / hangus /.test(b.teks))
  expect(lapsing).toHaveLength(1)
  await s.db
    .insertInto('pekerjaan')
    .values({
      nama: 'uji',
      dilayani_sampai: new Date().toISOString(),
      percobaan: 0,
      mulai: new Date().toISOString(),
      selesai: new Date().toISOString(),
      hasil: 'gagal',
      ringkasan: 'Disk penuh.',
    })
    .execute()
  const failed = await transaction(s.db, (trx) => failedJobs(trx, new Date()))
  expect(failed.map((f) => f.teks)).toEqual(['Pekerjaan uji: gagal. Disk penuh.'])
  await s.db.deleteFrom('pekerjaan').where('nama', '=', 'uji').execute()
})

test('deletes read notices after a month, others after three months', async () => {
  const user_id = await makeAkun(s)
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  const rows = [
    { created_at: ago(31), dibaca_at: ago(30) },
    { created_at: ago(29), dibaca_at: ago(28) },
    { created_at: ago(89), dibaca_at: null },
    { created_at: ago(91), dibaca_at: null },
  ]
  for (const row of rows)
    await s.db
      .insertInto('pemberitahuan')
      .values({ ...row, user_id, teks: 'x', rute: '/setting', rute_id: null })
      .execute()
  const step = tidySteps.find(({ label }) => label === 'pemberitahuan')?.step
  await transaction(s.db, async (trx) => step?.(trx, Date.now()))
  const remainingRows = await s.db
    .selectFrom('pemberitahuan')
    .select('created_at')
    .where('user_id', '=', user_id)
    .orderBy('id')
    .execute()
  expect(remainingRows.map((row) => row.created_at)).toEqual([
    rows[1]?.created_at,
    rows[2]?.created_at,
  ])
})

test('lists voids in the owner’s digest, with author and reason, and manual prices', async () => {
  const akun = await makeAkun(s)
  const bill = await makeBill(s, akun, 70_000, {
    items: [
      {
        jenis_billing_id: s.ids.jenis,
        deskripsi: 'Seragam',
        harga_satuan: 70_000,
        diskon: 5000,
        diskon_alasan: 'Anak karyawan',
      },
    ],
  })
  const span = { from: new Date(Date.now() - 3_600_000).toISOString(), until: '2999-01-01' }
  const byHand = (await readDigest(s.db, span)).find((p) => p.heading.startsWith('Harga'))
  expect(byHand?.lines.join()).toContain('Seragam · potongan Rp5.000 · Anak karyawan')
  must(await s.superadmin.post(`/billing/batalkan?id=${bill}`, reason))
  const voided = (await readDigest(s.db, span)).find((p) => p.heading === 'Dibatalkan')
  expect(voided?.lines.at(-1)).toMatch(/^Tagihan \S+.* · batalkan oleh .* · Salah tulis, diganti$/)
})
