/**
 * Tests the counts beside menu items: the roles that get each count, its scope, and the index that
 * its query uses.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RoleId, UserStatus } from '#contract/enums.ts'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import type { Client } from '#mocks/api/api.ts'
import { makeConfirmation } from '#mocks/money/confirmation.ts'
import { makeWaiting } from '#mocks/money/expense.ts'
import { samplesOf } from '#mocks/samples.ts'
import { must, makeSchool, type School } from '#mocks/school/school.ts'
import { engineOf } from '#server/db/engine.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())

/** Returns the menu's counts without the number of unread notices, which server/notices counts. */
const counts = async (by: Client) => {
  const { pemberitahuan, ...menu } = must(await by.get<Record<string, number>>('/jumlah-menu'))
  expect(pemberitahuan).toBeTypeOf('number')
  return menu
}

/** Creates a draft bill of a payer at an outlet. */
const addDraft = async (akun_billing_id: number, gedung_id: number) =>
  must(
    await s.superadmin.post<{ id: number; versi: number }>('/billing/create', {
      akun_billing_id,
      gedung_id,
      jatuh_tempo: '2040-12-31',
      items: [{ jenis_billing_id: s.ids.jenis, deskripsi: 'Kursus', qty: 1, harga_satuan: 1000 }],
    }),
  )
let n = 0
/** Creates an applicant who registered at an outlet. */
const addApplicant = async (
  gedung_id: number,
  more: { status?: 1 | 10; sumber?: 'admin'; sales_id?: number } = {},
) => {
  n++
  const { sales_id = s.ids.sales2, ...rest } = more
  const { id } = must(
    await s.superadmin.post<{ id: number }>('/user/create', {
      role_id: RoleId.peserta,
      name: `Pendaftar ${n}`,
      phone: `08128888${1000 + n}`,
      akun_billing_id: s.ids.akun,
      gedung_id,
      sales_id,
      gender: 'Perempuan',
      tanggal_lahir: '1999-03-04',
      persetujuan: true,
    }),
  )
  await s.db
    .updateTable('user')
    .set({ status: 1, sumber: 'mandiri', ...rest })
    .where('id', '=', id)
    .execute()
}

/** Creates a lead whose next step is due on a day. */
const addLead = async (gedung_id: number, sales_id: number, tindak_lanjut_at: string | null) =>
  must(
    await s.superadmin.post<{ id: number }>('/lead/create', {
      nama: 'Calon',
      phone: '081700000001',
      gedung_id,
      sales_id,
      tindak_lanjut_at,
    }),
  )

test('counts drafts, applicants, expenses and leads by the user’s scope and codes', async () => {
  const { akun, akun2, gedung, gedung2, sales, sales2 } = s.ids
  await addDraft(akun, gedung)
  await addDraft(akun, gedung)
  const otherDraft = await addDraft(akun2, gedung2)
  await addApplicant(gedung, { sales_id: sales })
  await addApplicant(gedung2)
  await addApplicant(gedung2)
  // Activated applicants and users created by an admin are not counted.
  await addApplicant(gedung, { status: UserStatus.aktif })
  await addApplicant(gedung, { sumber: 'admin' })

  // Only leads whose next step is due today or earlier are counted. Leads with a later next step
  // and lost leads are not counted.
  await addLead(gedung, sales, currentDay())
  await addLead(gedung2, sales2, '2026-01-01')
  await addLead(gedung, sales, addDays(currentDay(), 2))
  const lost = await addLead(gedung, sales, '2026-01-01')
  must(await s.admin.post(`/lead/tahap?id=${lost.id}`, { tahap: 'kalah', alasan: 'Pindah kota' }))

  await makeWaiting(s, gedung)
  await makeWaiting(s, gedung2)
  await makeConfirmation(s, gedung)
  await makeConfirmation(s, gedung2)
  // An expense entered by the superadmin is approved at once, so it is not counted.
  must(
    await s.superadmin.post(
      '/pengeluaran-sales/create',
      await samplesOf(s)['pengeluaran-sales'].create(),
    ),
  )
  expect(await counts(s.superadmin)).toEqual({
    draf: 3,
    pendaftar: 3,
    pengeluaran: 2,
    pengingat: 0,
    konfirmasi: 2,
    permintaan: 0,
    tindakLanjut: 2,
  })
  expect(await counts(s.admin)).toEqual({
    draf: 3,
    pendaftar: 3,
    pengeluaran: 2,
    pengingat: 0,
    konfirmasi: 2,
    permintaan: 0,
    tindakLanjut: 2,
  })
  expect(await counts(s.admin2)).toEqual({
    draf: 1,
    pendaftar: 2,
    pengeluaran: 1,
    pengingat: 0,
    konfirmasi: 1,
    permintaan: 0,
    tindakLanjut: 1,
  })
  expect(await counts(s.sales)).toEqual({
    pendaftar: 1,
    pengingat: 0,
    permintaan: 0,
    tindakLanjut: 1,
  })
  expect(await counts(s.pelatih)).toEqual({})
  expect(await counts(s.peserta)).toEqual({})

  must(await s.admin2.post(`/billing/terbitkan?id=${otherDraft.id}`, { versi: otherDraft.versi }))
  expect(await counts(s.admin2)).toEqual({
    draf: 0,
    pendaftar: 2,
    pengeluaran: 1,
    pengingat: 0,
    konfirmasi: 1,
    permintaan: 0,
    tindakLanjut: 1,
  })
})

test('requires a token and omits numbers without their code', async () => {
  expect((await s.anonymous.get('/jumlah-menu')).status).toBe(401)
  const role = must(
    await s.superadmin.post<{ id: number }>('/role/create', {
      name: 'Penerbit',
      dasar_role_id: RoleId.admin,
      accesses: ['billing/terbitkan'],
    }),
  )
  await s.db.updateTable('user').set({ role_id: role.id }).where('id', '=', s.ids.admin2).execute()
  expect(Object.keys(await counts(s.admin2))).toEqual(['draf'])
})

test('reads the counts from indexes with many bills and people', async () => {
  await fillBills(20_000)
  await fillDrafts(1_500)
  if (engineOf(s.db) === 'postgres') await sql`analyze billing, "user"`.execute(s.db)
  expect((await counts(s.superadmin)).draf).toBe(1000)
  const plans = {
    all: await plan(sql`billing.status = 0 and billing.void_at is null`),
    limited: await plan(
      sql`billing.status = 0 and billing.void_at is null and billing.gedung_id in (${s.ids.gedung2})`,
    ),
  }
  for (const text of Object.values(plans)) {
    expect(text).toContain('billing_draf')
    expect(text).not.toMatch(/Seq Scan on billing|SCAN billing"/)
  }
})

const plan = async (where: ReturnType<typeof sql>) => {
  const prefix = engineOf(s.db) === 'sqlite' ? sql`explain query plan ` : sql`explain `
  const { rows } =
    await sql`${prefix} select count(*) from (select 1 from billing where ${where} limit 1000) as counted`.execute(
      s.db,
    )
  return JSON.stringify(rows)
}
const fillBills = (count: number) => fill(count, 1)
const fillDrafts = (count: number) => fill(count, 0)
/** Inserts many bills without lines, as after years of use; the counts do not read lines. */
const fill = async (count: number, status: 0 | 1) => {
  const columns = sql.raw(
    'akun_billing_id, gedung_id, jatuh_tempo, status, payment_status, subtotal, total_diskon, total_ppn, total, terbayar, sisa, nama_tagihan, nama_tagihan_kunci, sumber, nomor, cari, created_at, updated_at',
  )
  for (let start = 0; start < count; start += 500) {
    const rows = Array.from({ length: Math.min(500, count - start) }, (_, i) => {
      const nomor = status === 1 ? `BANYAK-${start + i}` : null
      return sql`(${s.ids.akun}, ${s.ids.gedung}, '2026-01-10', ${sql.lit(status)}, ${sql.lit(status * 2)}, 1, 0, 0, 1, ${sql.lit(status)}, ${sql.lit(1 - status)}, 'x', 'x', 'manual', ${nomor}, '', 'x', 'x')`
    })
    await sql`insert into billing (${columns}) values ${sql.join(rows)}`.execute(s.db)
  }
}
