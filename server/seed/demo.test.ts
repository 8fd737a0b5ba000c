import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { StatusKonfirmasi } from '#contract/billing/konfirmasi/konfirmasiEnums.ts'
import { StatusMutasiBank } from '#contract/billing/mutasiBank/mutasiBankEnums.ts'
import { paymentStatusOf } from '#contract/billing/rules/paymentStatus.ts'
import { KodeAbsensi, MetodePembayaran, StatusKredit, StatusLibur } from '#contract/enums.ts'
import { resources, type ResourceName } from '#contract/registry.ts'
import { StatusPengeluaran } from '#contract/sales/expenseEnums.ts'
import { addDays, addMonths, spansOverlap, currentDay } from '#contract/values/tanggal.ts'
import { openApi, type TestApi } from '#mocks/api/api.ts'
import { must } from '#mocks/school/school.ts'
import { openSqlite } from '#server/db/engine.ts'
import { migrate } from '#server/db/migrate/migrate.ts'
import { tableOf, type Db } from '#server/db/schema/tables.ts'
import { brokenMoney } from '#server/modules/billing/invariants.ts'
import { brokenSchedule } from '#server/modules/schedule/invariants.ts'
import { keysOf } from '#server/resource/columns.ts'
import { demoPassword, seedDemo } from '#server/seed/demo.ts'
import { firstStart } from '#server/seed/first.ts'
import { makeSchool } from '#server/seed/school.ts'

const today = currentDay()
const thisMonth = today.slice(0, 7)
const all = async <T>(db: Db, text: string): Promise<T[]> =>
  (await sql.raw<T>(text).execute(db)).rows

/**
 * Returns the inconsistent rows of bills, payments and classes, by name of the check. All lists are
 * empty if the database is consistent.
 */
const integrity = async (db: Db): Promise<Record<string, unknown[]>> => {
  const checks = {
    'bill against live allocations': `select b.id from billing b left join (select billing_id, sum(jumlah) as jumlah from billing_payment_alokasi where void_at is null group by billing_id) a on a.billing_id = b.id where b.terbayar <> coalesce(a.jumlah, 0)`,
    'bill against lines': `select b.id from billing b join (select billing_id, sum(jumlah) as jumlah, sum(jumlah_bruto) as bruto, sum(diskon) as diskon from billing_item group by billing_id) i on i.billing_id = b.id where b.total <> i.jumlah or b.subtotal <> i.bruto or b.total_diskon <> i.diskon`,
    'bill without lines': `select id from billing where id not in (select billing_id from billing_item)`,
    saldo: `select p.user_id from akun_billing_profil p left join (select akun_billing_id, sum(jumlah) as jumlah from mutasi_saldo group by akun_billing_id) m on m.akun_billing_id = p.user_id where p.saldo_kredit <> coalesce(m.jumlah, 0) or p.saldo_kredit < 0`,
    'saldo below zero on the way': `select id from (select id, sum(jumlah) over (partition by akun_billing_id order by created_at, id) as saldo from mutasi_saldo) s where saldo < 0`,
    'receipt against allocations': `select p.id from billing_payment p left join (select payment_id, sum(jumlah) as jumlah from billing_payment_alokasi where payment_id is not null group by payment_id) a on a.payment_id = p.id where p.jumlah <> coalesce(a.jumlah, 0) + p.ke_saldo`,
    'void receipt with live allocation': `select p.id from billing_payment p join billing_payment_alokasi a on a.payment_id = p.id where (p.void_at is null) <> (a.void_at is null)`,
    'receipt to another account': `select a.id from billing_payment_alokasi a join billing_payment p on p.id = a.payment_id join billing b on b.id = a.billing_id where p.akun_billing_id <> b.akun_billing_id`,
    'saldo use against its entry': `select a.id from billing_payment_alokasi a join mutasi_saldo m on m.id = a.mutasi_id where a.jumlah <> -m.jumlah or a.billing_id <> m.billing_id`,
    'void bill with a live key or payment': `select b.id from billing b where b.void_at is not null and (b.terbayar > 0 or exists (select 1 from billing_item i where i.billing_id = b.id and i.kunci_unik is not null))`,
    'tuition without key': `select i.id from billing_item i join billing b on b.id = i.billing_id join jenis_billing j on j.id = i.jenis_billing_id where b.void_at is null and j.sifat = 'kursus' and coalesce(i.kunci_unik, '') <> 'kp:' || i.kursus_peserta_id || ':' || i.periode`,
    'paid before it was issued': `select a.id from billing_payment_alokasi a join billing b on b.id = a.billing_id where a.created_at < b.created_at`,
    'too many in a class': `select k.id from kursus_pelatih k join kursus_peserta kp on kp.kursus_pelatih_id = k.id and kp.status in (1, 2) group by k.id, k.kapasitas having count(*) > k.kapasitas`,
    'class and room': `select k.id from kursus_pelatih k join ruang r on r.id = k.ruang_id where r.gedung_id <> k.gedung_id or r.kapasitas < k.kapasitas`,
    'class, course and outlet': `select kp.id from kursus_peserta kp join kursus_pelatih k on k.id = kp.kursus_pelatih_id where kp.kursus_id <> k.kursus_id or kp.gedung_id <> k.gedung_id or kp.mulai < k.mulai`,
    'student against payer': `select kp.id from kursus_peserta kp join "user" s on s.id = kp.peserta_id where s.akun_billing_id <> kp.akun_billing_id`,
    'the future': `select id from billing_payment where tanggal >= '${today}' union all select id from billing where tanggal_terbit >= '${today}' union all select id from pengeluaran_sales where tanggal >= '${today}'`,
  }
  const result: Record<string, unknown[]> = {}
  for (const [name, text] of Object.entries(checks)) {
    const violations = await all(db, text)
    if (violations.length > 0) result[name] = violations.slice(0, 5)
  }
  const bills = await db
    .selectFrom('billing')
    .select(['id', 'status', 'payment_status', 'total', 'terbayar', 'sisa'])
    .execute()
  const wrong = bills.filter(
    (b) => b.payment_status !== paymentStatusOf(b) || b.sisa !== b.total - b.terbayar,
  )
  if (wrong.length > 0) result['payment status'] = wrong.slice(0, 5)
  for (const [jenis, table] of [
    ['tagihan', 'billing'],
    ['kuitansi', 'billing_payment'],
    ['pengeluaran', 'pengeluaran_sales'],
    ['konfirmasi', 'konfirmasi_pembayaran'],
  ] as const) {
    const numbers = await all<{ nomor: string; created_at: string; id: number }>(
      db,
      `select nomor, created_at, id from ${table} where nomor is not null`,
    )
    const series = Map.groupBy(numbers, (n) => n.nomor.slice(0, -5))
    const counters = await db
      .selectFrom('penghitung')
      .selectAll()
      .where('jenis', '=', jenis)
      .execute()
    if (counters.length !== series.size)
      result[`${jenis}: counters`] = [counters.length, series.size]
    for (const c of counters) {
      const seriesNumbers = series.get(c.seri.replace('/#', '')) ?? []
      const inOrder = seriesNumbers
        .toSorted((a, b) => a.created_at.localeCompare(b.created_at) || a.id - b.id)
        .map((n) => Number(n.nomor.slice(-4)))
      if (inOrder.length !== c.nilai || inOrder.some((n, i) => n !== i + 1))
        result[`${jenis} ${c.seri}`] = [
          c.nilai,
          ...inOrder.filter((n, i) => n !== i + 1).slice(0, 5),
        ]
    }
  }
  const classes = await db
    .selectFrom('kursus_pelatih')
    .select(['id', 'pelatih_id', 'gedung_id', 'ruang_id', 'hari', 'jam_mulai', 'jam_selesai'])
    .execute()
  const seats = await all<{
    peserta_id: number
    hari: number
    jam_mulai: string
    jam_selesai: string
  }>(
    db,
    `select kp.peserta_id, k.hari, k.jam_mulai, k.jam_selesai from kursus_peserta kp join kursus_pelatih k on k.id = kp.kursus_pelatih_id where kp.status in (1, 2)`,
  )
  const clash = (rows: readonly { jam_mulai: string; jam_selesai: string }[]) =>
    rows.some((a, i) =>
      rows
        .slice(i + 1)
        .some((b) =>
          spansOverlap(
            { mulai: a.jam_mulai, selesai: a.jam_selesai },
            { mulai: b.jam_mulai, selesai: b.jam_selesai },
          ),
        ),
    )
  for (const [name, groups] of Object.entries({
    coach: Map.groupBy(classes, (c) => `${c.pelatih_id} ${c.hari}`),
    room: Map.groupBy(classes, (c) => `${c.ruang_id} ${c.hari}`),
    student: Map.groupBy(seats, (t) => `${t.peserta_id} ${t.hari}`),
  })) {
    const keys = [...groups].filter(([, rows]) => clash(rows)).map(([key]) => key)
    if (keys.length > 0) result[`${name} at two places`] = keys
  }
  return result
}

const tables = [
  'gedung',
  'ruang',
  'hari_libur',
  'bank',
  'kategori_kursus',
  'kursus',
  'kursus_harga',
  'user',
  'peserta_profil',
  'pelatih_profil',
  'pelatih_bidang',
  'sales_profil',
  'akun_billing_kontak',
  'user_gedung',
  'akun_billing_profil',
  'kursus_pelatih',
  'kursus_peserta',
  'lead',
  'lead_aktivitas',
  'billing',
  'billing_item',
  'billing_payment',
  'billing_payment_alokasi',
  'mutasi_saldo',
  'penghitung',
  'audit',
]
/**
 * Returns a hash of all rows, without values that depend on the clock or on the salt of a password.
 * Databases with the same rows have the same hash, because their columns have the same order.
 */
const digest = async (db: Db): Promise<string> => {
  const hash = createHash('sha256')
  for (const table of tables) {
    const rows = await all<Record<string, unknown>>(
      db,
      `select * from "${table}"${table === 'user' ? ' where role_id <> 1' : ''}`,
    )
    hash.update(
      rows
        .map(({ password_hash: _, ...row }) => JSON.stringify(row))
        .sort()
        .join('\n'),
    )
  }
  return hash.digest('hex')
}
const small = {
  students: 60,
  accounts: 45,
  coaches: 3,
  outlets: 3,
  sales: 2,
  months: 5,
  seed: 7,
  passwordHash: null,
}
const fresh = async (): Promise<Db> => {
  const { db } = openSqlite(':memory:')
  await migrate(db)
  await firstStart(db, { username: 'superadmin', password: 'rahasia-uji' })
  return db
}

let api: TestApi
const printed: string[] = []
beforeAll(async () => {
  // The demo changes nothing in a database that has users, so the user that `openApi` created is
  // deleted. The demo creates its own superadmin.
  api = await openApi()
  await api.db.deleteFrom('user').execute()
  await seedDemo(api.db, (text) => printed.push(text))
})
afterAll(() => api.close())

describe('the demo school', () => {
  test('has the documented numbers', async () => {
    const count = async (text: string) =>
      (await all<{ n: number }>(api.db, `select count(*) as n from ${text}`))[0]?.n
    expect(await count('gedung')).toBe(3)
    expect((await all(api.db, 'select distinct zona_waktu from gedung')).length).toBe(2)
    expect([
      await count('kursus'),
      await count('kategori_kursus'),
      await count('"user" where role_id = 3'),
      await count('"user" where role_id = 4'),
    ]).toEqual([12, 5, 10, 3])
    expect([await count('peserta_profil'), await count('akun_billing_profil')]).toEqual([405, 300])
    expect([
      await count('"user" where sumber = \'mandiri\' and status = 1'),
      await count('pelatih_profil'),
      await count('sales_profil'),
    ]).toEqual([5, 10, 3])
    for (const table of ['pelatih_bidang', 'akun_billing_kontak'])
      expect(await count(table), table).toBeGreaterThan(15)
    const periods = await all<{ periode: string; n: number }>(
      api.db,
      'select periode, count(*) as n from billing where periode is not null group by periode order by periode',
    )
    expect(periods.map((p) => p.periode)).toEqual(
      Array.from({ length: 12 }, (_, i) => addMonths(thisMonth, i - 11)),
    )
    expect(Math.min(...periods.map((p) => p.n))).toBeGreaterThan(150)
    for (const where of [
      'payment_status = 0 and status = 1',
      'payment_status = 1',
      `sisa > 0 and void_at is null and status = 1 and jatuh_tempo < '${today}'`,
      'void_at is not null',
      'status = 0',
    ])
      expect(await count(`billing where ${where}`), where).toBeGreaterThan(2)
    for (const where of [
      'metode = 0',
      "kanal = 'qris'",
      'metode = 2',
      'ke_saldo > 0',
      'void_at is not null',
    ])
      expect(await count(`billing_payment where ${where}`), where).toBeGreaterThan(5)
    expect(await count("bank where tipe = 'qris' and gambar is null")).toBe(0)
    expect(
      await count(
        "bank join berkas on berkas.id = bank.gambar and berkas.entitas = 'bank' and berkas.entitas_id = bank.id join berkas_isi on berkas_id = berkas.id",
      ),
    ).toBe(1)
    for (const status of [0, 1, 2, 9])
      expect(
        await count(`kursus_peserta where status = ${status}`),
        `status ${status}`,
      ).toBeGreaterThan(3)
    for (const { value } of StatusPengeluaran.options)
      expect(
        await count(`pengeluaran_sales where void_at is null and status = '${value}'`),
        value,
      ).toBeGreaterThan(2)
    for (const { value } of StatusKonfirmasi.options)
      expect(await count(`konfirmasi_pembayaran where status = '${value}'`), value).toBeGreaterThan(
        2,
      )
    for (const { value } of StatusMutasiBank.options)
      expect(await count(`mutasi_bank where status = '${value}'`), value).toBeGreaterThan(0)
    for (const where of ['void_at is not null', 'bukti is not null', 'bukti is null'])
      expect(await count(`pengeluaran_sales where ${where}`), where).toBeGreaterThan(0)
    expect(await count('billing_item where prorata_pembilang is not null')).toBeGreaterThan(10)
    expect(printed.join('\n')).toMatch(/akunbilling +nada-demo/)
  })
  test('has a past with attendance, absences and the amounts owed for them', async () => {
    const count = async (text: string) =>
      (await all<{ n: number }>(api.db, `select count(*) as n from ${text}`))[0]?.n
    for (const status of ['selesai', 'pindah', 'batal_pelatih', 'batal_sekolah'])
      expect(
        await count(`pertemuan where tanggal < '${today}' and status = '${status}'`),
        status,
      ).toBeGreaterThan(10)
    for (const { value } of KodeAbsensi.options)
      expect(await count(`absensi where kode_absensi = '${value}'`), value).toBeGreaterThan(20)
    for (const { value } of StatusKredit.options)
      expect(await count(`kredit_pengganti where status = '${value}'`), value).toBeGreaterThan(0)
    for (const { value } of StatusLibur.options)
      expect(await count(`pelatih_libur where status = '${value}'`), value).toBeGreaterThan(0)
    const [first] = await all<{ day: string }>(
      api.db,
      `select min(p.tanggal) as day from pertemuan p join "user" u on u.id = p.pelatih_id where u.username = 'pelatih'`,
    )
    expect(first!.day < addDays(today, -330)).toBe(true)
    const ahead = (table: string, from: string) =>
      count(
        `pertemuan where tanggal ${from} '${today}' and id in (select pertemuan_id from ${table})`,
      )
    expect([await ahead('absensi', '>='), await ahead('absensi_pelatih', '>')]).toEqual([0, 0])
    // Each student of a lesson that the school cancelled has a make-up credit, as if a user had
    // cancelled it in the app.
    const off = `pertemuan p join absensi a on a.pertemuan_id = p.id left join kredit_pengganti k on k.asal_absensi_id = a.id where p.status = 'batal_sekolah'`
    const owed = `${off} and a.kode_absensi = 'LIBUR' and k.sebab = 'sekolah'`
    expect(await count(owed)).toBe(await count(off))
    expect(await count(`pertemuan where honor_nominal > 0 and status <> 'selesai'`)).toBe(0)
    expect(await count(`pertemuan where honor_nominal > 0`)).toBeGreaterThan(100)
  })
  test('has trials: attended, missed and upcoming', async () => {
    const trials = await all<{ tanggal: string; kode_absensi: string | null; tahap: string }>(
      api.db,
      `select p.tanggal, t.kode_absensi, l.tahap from trial_lead t join pertemuan p on p.id = t.pertemuan_id join lead l on l.id = t.lead_id and l.trial_pertemuan_id = p.id`,
    )
    const of = (code: string | null) => trials.filter((t) => t.kode_absensi === code)
    expect(of('HADIR').length).toBeGreaterThan(5)
    expect(of('ALPA').length).toBeGreaterThan(0)
    expect(of(null).length).toBeGreaterThan(3)
    expect(of(null).every((t) => t.tanggal > today)).toBe(true)
    expect(trials.every((t) => t.kode_absensi === null || t.tanggal < today)).toBe(true)
    expect(of('HADIR').every((t) => t.tahap !== 'trial_dijadwalkan')).toBe(true)
  })
  test('has few unconfirmed coaches today, and one absent', async () => {
    const marks = await all<{ status: number | null }>(
      api.db,
      `select ap.status_keberangkatan as status from pertemuan p left join absensi_pelatih ap on ap.pertemuan_id = p.id where p.tanggal = '${today}' and p.status in ('terjadwal', 'batal_pelatih')`,
    )
    const silent = marks.filter(({ status }) => status === null).length
    expect(silent).toBeLessThanOrEqual(Math.ceil(marks.length / 12))
    expect(marks.filter(({ status }) => status === 2)).toHaveLength(marks.length > 0 ? 1 : 0)
  })
  test('passes the integrity checks', async () => {
    expect(await integrity(api.db)).toEqual({})
    expect(await brokenMoney(api.db)).toEqual([])
    expect(await brokenSchedule(api.db)).toEqual([])
  })
  test('has the key columns that the server would write', async () => {
    for (const name of [
      'gedung',
      'bank',
      'kursus',
      'kategori-kursus',
      'ruang',
      'hari-libur',
      'kursus-peserta',
      'lead',
      'billing-payment',
      'pengeluaran-sales',
      'konfirmasi-pembayaran',
      'mutasi-bank',
    ] as ResourceName[]) {
      const rows = await all<Record<string, unknown>>(
        api.db,
        `select * from "${tableOf(name)}" limit 400`,
      )
      for (const row of rows) expect(row).toMatchObject(keysOf(resources[name], row))
    }
    for (const row of await all<Record<string, unknown>>(
      api.db,
      'select * from billing order by id desc limit 400',
    )) {
      const { cari: _cari, ...keys } = keysOf(resources.billing, row)
      expect(row).toMatchObject(keys)
    }
    for (const row of await all<Record<string, unknown> & { ruang: string }>(
      api.db,
      'select k.*, r.nama as ruang from kursus_pelatih k join ruang r on r.id = k.ruang_id',
    ))
      expect(row).toMatchObject(keysOf(resources['kursus-pelatih'], row, row.ruang))
    for (const row of await all<Record<string, unknown> & { no_induk: string }>(
      api.db,
      'select u.*, p.no_induk from "user" u join peserta_profil p on p.user_id = u.id where u.role_id = 6',
    ))
      expect(row).toMatchObject(keysOf(resources.user, row, row.no_induk))
  })
  test('has persons that satisfy the rules of a user form', async () => {
    for (const row of await all<Record<string, unknown>>(
      api.db,
      'select * from "user" where role_id > 1',
    )) {
      const input = { ...row, persetujuan: row.persetujuan_at !== null }
      expect([row.name, resources.user.check?.(input as never)]).toEqual([row.name, []])
    }
  })
  test('is kept when it already exists', async () => {
    const before = await digest(api.db)
    const again: string[] = []
    await seedDemo(api.db, (text) => again.push(text))
    expect(again[0]).toMatch(/dipertahankan/)
    expect(await digest(api.db)).toBe(before)
  })

  test('lets each role log in and see its own', async () => {
    const logins = await Promise.all(
      ['superadmin', 'admin', 'pelatih', 'sales', 'akunbilling', 'peserta', 'admin.makassar'].map(
        async (username) => {
          const { key } = must(
            await api.anonymous.post<{ key: string }>('/auth/login', {
              username,
              password: demoPassword,
            }),
          )
          const get = async (path: string) =>
            await api.app.request(`/api${path}`, { headers: { authorization: `Bearer ${key}` } })
          const profile = (await (await get('/profile')).json()) as {
            data: { harus_ganti_password: boolean; id: number }
          }
          return {
            username,
            get,
            id: profile.data.id,
            mustChange: profile.data.harus_ganti_password,
          }
        },
      ),
    )
    expect(logins.filter((l) => l.mustChange)).toEqual([])
    const loginOf = (name: string) => logins.find((l) => l.username === name)!
    const total = async (name: string, path: string) =>
      Number((await loginOf(name).get(path)).headers.get('x-pagination-total-count'))
    for (const status of [0, 1, 2])
      expect(
        await total('akunbilling', `/billing?payment_status=${status}`),
        `akunbilling ${status}`,
      ).toBeGreaterThan(0)
    expect(await total('akunbilling', '/user?jenis=peserta')).toBe(2)
    expect(
      await (
        await loginOf('akunbilling').get(`/user/info-billing?id=${loginOf('akunbilling').id}`)
      ).json(),
    ).toMatchObject({ data: { saldo_kredit: 200_000 } })
    expect(await total('peserta', '/kursus-peserta')).toBeGreaterThan(0)
    expect(await total('pelatih', '/kursus-pelatih')).toBeGreaterThan(5)
    expect(await total('sales', '/user?jenis=peserta')).toBeGreaterThan(20)
    const [everywhere, makassar] = [
      await total('admin', '/billing'),
      await total('admin.makassar', '/billing'),
    ]
    expect(makassar).toBeGreaterThan(100)
    expect(makassar).toBeLessThan(everywhere)
  })
  test('returns every list to the superadmin', async () => {
    const superadmin = await api.as(
      (
        await api.db
          .selectFrom('user')
          .select('id')
          .where('username', '=', 'superadmin')
          .executeTakeFirstOrThrow()
      ).id,
    )
    for (const [name, r] of Object.entries(resources)) {
      const expand = Object.keys(r.expand).join()
      expect([
        name,
        (await superadmin.get(`/${name}?${expand && `expand=${expand}`}`)).status,
      ]).toEqual([name, 200])
    }
    for (const jenis of ['pelatih', 'sales', 'akun-billing', 'peserta', 'pendaftar-mandiri'])
      expect((await superadmin.get(`/user?jenis=${jenis}`)).status).toBe(200)
  })
  test('has a next month to be generated, paid and printed', async () => {
    const admin = await api.as(
      (
        await api.db
          .selectFrom('user')
          .select('id')
          .where('username', '=', 'admin')
          .executeTakeFirstOrThrow()
      ).id,
    )
    const periode = addMonths(thisMonth, 1)
    const plan = must(await admin.post('/billing/pratinjau', { periode }))
    const results = Map.groupBy(plan.baris as { hasil: string }[], (b) => b.hasil)
    expect(plan.ringkasan.tagihan).toBeGreaterThan(200)
    expect(plan.ringkasan.ada).toBe(0)
    for (const hasil of ['diblokir', 'nominal_0', 'tanpa_akun', 'cuti', 'belum_mulai', 'selesai'])
      expect(results.get(hasil)?.length ?? 0, hasil).toBeGreaterThan(0)
    // Tests that the stored bills of this month equal those that the server would make. The preview
    // of the monthly run first finds almost none to add. Once the unique keys are deleted, it finds
    // the same bills as the stored ones.
    const now = must(await admin.post('/billing/pratinjau', { periode: thisMonth }))
    expect(
      (now.baris as { hasil: string }[]).filter((b) => b.hasil === 'dibuat').length,
    ).toBeLessThan(12)
    const stored = await all<{ kunci_unik: string; jumlah: number; deskripsi: string }>(
      api.db,
      `select kunci_unik, jumlah, deskripsi from billing_item where kunci_unik like '%:${thisMonth}'`,
    )
    await api.db
      .updateTable('billing_item')
      .set({ kunci_unik: null })
      .where('kunci_unik', 'like', `%:${thisMonth}`)
      .execute()
    const replay = must(await admin.post('/billing/pratinjau', { periode: thisMonth }))
    const planned = new Map(
      (
        replay.baris as {
          kursus_peserta_id: number
          jumlah: number
          deskripsi: string
          hasil: string
        }[]
      ).map((b) => [`kp:${b.kursus_peserta_id}:${thisMonth}`, b]),
    )
    const differing = stored.filter((s) => {
      const p = planned.get(s.kunci_unik)
      return p?.hasil === 'dibuat' && (p.jumlah !== s.jumlah || p.deskripsi !== s.deskripsi)
    })
    expect(differing).toEqual([])
    expect(stored.length).toBeGreaterThan(300)
    const batch = must(await admin.post('/billing/generate', { periode }))
    expect(batch.dibuat).toBe(plan.ringkasan.tagihan)
    const published = must(
      await admin.post('/billing/terbitkan-banyak', { generate_batch_id: batch.generate_batch_id }),
    )
    expect(published).toMatchObject({ berhasil: 200, gagal: [] })
    const [bill] = (await admin.get(`/billing?periode=${periode}&payment_status=0`)).data as {
      akun_billing_id: number
      sisa: number
    }[]
    must(
      await admin.post('/billing-payment/create', {
        akun_billing_id: bill!.akun_billing_id,
        tanggal: today,
        metode: MetodePembayaran.tunai,
        jumlah: bill!.sisa,
      }),
    )
  })
})

// Runs for SQLite only, because the test always makes its own SQLite databases in memory.
test
  .runIf(process.env.ENGINE !== 'postgres')
  .each(['2026-01-01', '2026-03-01', '2027-02-26', '2028-02-29', '2026-12-25', '2026-12-31'])(
  'is consistent and reproducible for a school on %s',
  async (day) => {
    const [a, b] = [await fresh(), await fresh()]
    await makeSchool(a, { ...small, today: day })
    await makeSchool(b, { ...small, today: day }, { atomic: true })
    const { 'the future': future, ...wrong } = await integrity(a)
    expect(wrong).toEqual({})
    expect(await all(a, `select id from billing where tanggal_terbit >= '${day}'`)).toEqual([])
    expect(future === undefined || day > today).toBe(true)
    expect(await digest(a)).toBe(await digest(b))
    await Promise.all([a.destroy(), b.destroy()])
  },
)
