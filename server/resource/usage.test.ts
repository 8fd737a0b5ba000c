/**
 * Tests every resource whose rows can be deleted: a row cannot be deleted while other rows refer to
 * it, and the error names the referring rows.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Hari, MetodePembayaran, RoleId } from '#contract/enums.ts'
import { metaOf } from '#contract/fields.ts'
import { resources } from '#contract/registry.ts'
import type { AnyResource } from '#contract/resource.ts'
import type { Body, Client } from '#mocks/api/api.ts'
import { makeReminder } from '#mocks/money/reminder.ts'
import { makeLine } from '#mocks/money/statement.ts'
import { makeBill, makeDraft, makeKelas, makeRuang } from '#mocks/people/family.ts'
import { makeMissing } from '#mocks/samples.ts'
import { makeDraftHonor } from '#mocks/schedule/honor.ts'
import { storeLesson } from '#mocks/schedule/lesson.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'
import { walk } from '#mocks/walk.ts'
import { tableOf } from '#server/db/schema/tables.ts'
import { modules } from '#server/modules/registry.ts'
import { untyped } from '#server/resource/module.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
  const { ids, superadmin } = s
  // Creates two drafts, because the test of a reference from one bill to another needs two bills.
  for (const deskripsi of ['x', 'y'])
    must(
      await superadmin.post('/billing/create', {
        akun_billing_id: ids.akun2,
        gedung_id: ids.gedung2,
        jatuh_tempo: '2030-01-01',
        items: [{ jenis_billing_id: ids.jenis, deskripsi, harga_satuan: 1 }],
      }),
    )
  must(
    await superadmin.post('/kursus/create', {
      kode: 'LAIN',
      nama: 'Lain',
      kategori_kursus_id: ids.kategori,
      biaya_bulanan: 1,
    }),
  )
  const { versi } = must(await superadmin.get(`/kategori-kursus/view?id=${ids.kategori}`))
  must(
    await superadmin.post(`/kategori-kursus/update?id=${ids.kategori}`, {
      levels: [{ nama: 'Dasar' }],
      versi,
    }),
  )
  await storeLesson(s, s.ids.kelas, '2025-03-03')
  await makeMissing(s)
  await makeReminder(s, await makeBill(s, s.ids.akun, 1000))
  await makeDraftHonor(s, s.ids.gedung)
  await makeLine(s, s.ids.gedung)
})
afterAll(() => s.close())

interface Refusal {
  message: string
  entitas: string
  current: Body
  pemakai: {
    entitas: string
    label: string
    jumlah: number
    lebih: boolean
    contoh: { id: number; nama: string }[]
  }[]
}
const refusal = async (client: Client, name: string, id: number): Promise<Refusal> => {
  const answer = await client.post(`/${name}/delete?id=${id}`)
  expect(
    [answer.status, (await s.superadmin.get(`/${name}/view?id=${id}`)).status],
    answer.data.message,
  ).toEqual([409, 200])
  return answer.data
}
const make = async (name: string, body: Body): Promise<number> =>
  must(await s.superadmin.post(`/${name}/create`, body)).id
const kategori = (nama: string) => make('kategori-kursus', { nama })
const kursus = (kode: string, nama: string, kategori_kursus_id: number, more: Body = {}) =>
  make('kursus', { kode, nama, kategori_kursus_id, biaya_bulanan: 1, ...more })

/**
 * Columns by which a part, such as a course level, refers to the row that owns it. These references
 * do not prevent the deletion of the owning row, because its parts are deleted with it.
 */
const partColumns = new Set(['course-level.kategori_kursus_id'])
const all: AnyResource[] = Object.values(resources)
/**
 * All columns that the contract declares as references to a resource whose rows can be deleted.
 * References to users, roles and leads are omitted. A deleted lead, for example, is only marked as
 * deleted, so references to the lead stay valid.
 */
const references = all
  .filter((r) => r.access.delete !== null && !['user', 'role', 'lead'].includes(r.name))
  .flatMap((target) =>
    all.flatMap((by) =>
      Object.entries({ ...by.fields, ...by.computed }).flatMap(([field, schema]) =>
        metaOf(schema)?.resource === target.name && !partColumns.has(`${by.name}.${field}`)
          ? [[target.name, by.name, field, metaOf(schema)?.control] as const]
          : [],
      ),
    ),
  )

/**
 * Query parameters by resource. They select or sort the rows so that the first row of the list
 * suits the test.
 */
const sorts: Partial<Record<string, string>> = {
  gedung: '&sort=-nama',
  'jenis-billing': '&sort=-urutan',
  // Selects drafts (status 0), because a published bill cannot be deleted.
  billing: '&status=0',
}

describe('a reference column', () => {
  test('occurs with single and multiple choice', () =>
    expect(new Set(references.map(([, , , control]) => control))).toEqual(
      new Set(['picker', 'pickers']),
    ))
  walk(references.map((r) => [`${r[0]} by ${r[1]}.${r[2]}`, ...r] as const))(
    'prevents deleting its target',
    async (_, target, by, field, control) => {
      const { db, superadmin } = s
      const table = untyped(db)
      const list = (name: string) =>
        name === 'user' ? '/user?jenis=peserta&per-page=1' : `/${name}?per-page=1`
      const used = must(await superadmin.get(`${list(target)}${sorts[target] ?? ''}`))[0]
      const user = must(await superadmin.get(list(by).replace('per-page=1', 'per-page=20'))).find(
        (row: Body) => target !== by || row.id !== used.id,
      )
      expect([used, user], `a row of ${target} and of ${by}, made above`).toEqual([
        expect.anything(),
        expect.anything(),
      ])
      const before = await table
        .selectFrom(tableOf(by))
        .select(field)
        .where('id', '=', user.id)
        .executeTakeFirstOrThrow()
      await table
        .updateTable(tableOf(by))
        .set({
          [field]:
            control === 'pickers'
              ? JSON.stringify([999_999, used.id, 1_000_000 + Number(used.id)])
              : used.id,
        })
        .where('id', '=', user.id)
        .execute()
      const { message, pemakai, entitas, current } = await refusal(superadmin, target, used.id)
      await table.updateTable(tableOf(by)).set(before).where('id', '=', user.id).execute()
      const group = pemakai.find((p) => p.entitas === by)!
      expect([entitas, current.id, current.versi]).toEqual([target, used.id, used.versi])
      expect(message).toContain(`${group.jumlah} ${group.label}`)
      expect(group.contoh.length).toBe(Math.min(group.jumlah, 5))
    },
  )
})

test('names at most five users and counts the others; suggests deactivation', async () => {
  const { superadmin } = s
  const id = await kategori('Gamelan')
  for (const n of [1, 2, 3, 4, 5]) await kursus(`GML-${n}`, `Gamelan ${n}`, id)
  expect((await refusal(superadmin, 'kategori-kursus', id)).message).toBe(
    'Kategori Kursus Gamelan dipakai 5 Kursus: Gamelan 1, Gamelan 2, Gamelan 3, Gamelan 4, Gamelan 5. Nonaktifkan saja.',
  )
  for (const n of [6, 7]) await kursus(`GML-${n}`, `Gamelan ${n}`, id)
  const { message, pemakai, current } = await refusal(superadmin, 'kategori-kursus', id)
  expect(message).toBe(
    'Kategori Kursus Gamelan dipakai 7 Kursus: Gamelan 1, Gamelan 2, Gamelan 3, Gamelan 4, Gamelan 5 dan 2 lainnya. Nonaktifkan saja.',
  )
  expect(pemakai).toEqual([
    {
      entitas: 'kursus',
      label: 'Kursus',
      jumlah: 7,
      lebih: false,
      contoh: expect.arrayContaining([{ id: expect.any(Number), nama: 'Gamelan 1' }]),
    },
  ])
  must(
    await superadmin.post(`/kategori-kursus/update?id=${id}`, {
      status: 'nonaktif',
      versi: current.versi,
    }),
  )
  expect((await refusal(superadmin, 'kategori-kursus', id)).message).toMatch(/dan 2 lainnya\.$/)
})

test('matches an id in a list of outlets exactly, not one with more digits', async () => {
  const { db, superadmin } = s
  const outlet = await make('gedung', {
    kode: 'BDG',
    nama: 'Nada Bandung',
    alamat: 'x',
    kota: 'Bandung',
  })
  const bank = await make('bank', { nama_bank: 'Mandiri', no_rekening: '9', atas_nama: 'Nada' })
  const lists = (gedung: number[]) =>
    db
      .updateTable('bank')
      .set({ gedung: JSON.stringify(gedung) })
      .where('id', '=', bank)
      .execute()
  for (const gedung of [[outlet], [1, outlet], [outlet, 1], [1, outlet, 2]]) {
    await lists(gedung)
    expect((await refusal(superadmin, 'gedung', outlet)).message, gedung.join()).toBe(
      'Outlet Nada Bandung dipakai 1 Bank: Mandiri. Nonaktifkan saja.',
    )
  }
  await lists([Number(`1${outlet}`), Number(`${outlet}1`), Number(`2${outlet}2`)])
  must(await superadmin.post(`/gedung/delete?id=${outlet}`))
})

test('names only readable rows in scope, and counts the others', async () => {
  const { ids, admin, admin2, superadmin } = s
  const id = await kategori('Angklung')
  const course = await kursus('AKL-1', 'Angklung 1', id)
  for (const [gedung_id, ruang_id, hari] of [
    [ids.gedung, ids.ruang, 5],
    [ids.gedung2, ids.ruang2, 6],
  ] as const)
    await make('kursus-pelatih', {
      pelatih_id: ids.pelatih,
      kursus_id: course,
      gedung_id,
      ruang_id,
      hari,
      jam_mulai: '09:00',
      mulai: '2024-01-01',
    })
  // Limits the course to the second outlet, so that the admin of that outlet may delete it.
  await s.db
    .updateTable('kursus')
    .set({ gedung: JSON.stringify([ids.gedung2]) })
    .where('id', '=', course)
    .execute()
  const names = async (client: Client) =>
    (await refusal(client, 'kursus', course)).pemakai.find((p) => p.entitas === 'kursus-pelatih')
  expect(await names(admin)).toMatchObject({
    jumlah: 2,
    contoh: [
      { nama: 'Angklung 1 – Jumat 09.00 – Citra Guru' },
      { nama: 'Angklung 1 – Sabtu 09.00 – Citra Guru' },
    ],
  })
  expect(await names(admin2)).toMatchObject({
    jumlah: 2,
    contoh: [{ nama: 'Angklung 1 – Sabtu 09.00 – Citra Guru' }],
  })
  expect((await refusal(admin2, 'kursus', course)).message).toContain(
    'Kursus Angklung 1 dipakai 2 Kelas: Angklung 1 – Sabtu 09.00 – Citra Guru dan 1 lainnya',
  )
  const role_id = await make('role', {
    name: 'Penata',
    dasar_role_id: RoleId.admin,
    accesses: ['kursus/index', 'kursus/view', 'kursus/delete'],
  })
  const limitedRole = await s.as(
    await make('user', { role_id, name: 'Penata', email: 'penata@contoh.id' }),
  )
  // Counts the lessons, because their number depends on whether today's lesson has begun.
  const { lessons } = await s.db
    .selectFrom('pertemuan')
    .select((eb) => eb.fn.countAll<number>().as('lessons'))
    .where('kursus_id', '=', course)
    .executeTakeFirstOrThrow()
  expect((await refusal(limitedRole, 'kursus', course)).message).toBe(
    `Kursus Angklung 1 dipakai 2 Kelas; ${lessons} Pertemuan. Nonaktifkan saja.`,
  )
  expect(must(await superadmin.get('/audit?entitas=kursus&aksi=delete'))).toEqual([])
})

test('distinguishes several users with one name', async () => {
  const { ids, superadmin } = s
  const bank_id = await make('bank', { nama_bank: 'Jago', no_rekening: '77', atas_nama: 'Nada' })
  const body = {
    akun_billing_id: ids.akun,
    tanggal: '2024-01-01',
    metode: MetodePembayaran.transfer,
    bank_id,
    jumlah: 1000,
  }
  const [a, b] = [
    must(await superadmin.post('/billing-payment/create', body)).nomor,
    must(await superadmin.post('/billing-payment/create', body)).nomor,
  ]
  expect((await refusal(superadmin, 'bank', bank_id)).message).toBe(
    `Bank Jago dipakai 2 Pembayaran: ${a}, ${b}. Nonaktifkan saja.`,
  )
  const id = await kategori('Biola')
  for (const kode of ['BIO-1', 'BIO-2']) await kursus(kode, 'Biola', id)
  expect((await refusal(superadmin, 'kategori-kursus', id)).message).toBe(
    'Kategori Kursus Biola dipakai 2 Kursus: Biola – BIO-1, Biola – BIO-2. Nonaktifkan saja.',
  )
})

test('names bills by number, drafts by family and month; counts those out of scope', async () => {
  const { ids, admin2, superadmin } = s
  const produk_jasa_id = await make('produk-jasa', {
    kode: 'UJI',
    nama: 'Uji',
    jenis_billing_id: ids.jenis,
    harga: 1,
  })
  const bill = (akun_billing_id: number, gedung_id: number, more: Body = {}) =>
    make('billing', {
      akun_billing_id,
      gedung_id,
      jatuh_tempo: '2040-01-01',
      items: [{ jenis_billing_id: ids.jenis, produk_jasa_id, deskripsi: 'x', harga_satuan: 1 }],
      ...more,
    })
  const [published, draft, elsewhere] = [
    await bill(ids.akun2, ids.gedung2),
    await bill(ids.akun2, ids.gedung2, { periode: '2026-12' }),
    await bill(ids.akun, ids.gedung),
  ]
  await s.db
    .updateTable('produk_jasa')
    .set({ gedung: JSON.stringify([ids.gedung2]) })
    .where('id', '=', produk_jasa_id)
    .execute()
  const { nomor } = must(await superadmin.post(`/billing/terbitkan?id=${published}`))
  expect((await refusal(superadmin, 'produk-jasa', produk_jasa_id)).message).toBe(
    `Produk & Jasa Uji dipakai 3 Tagihan: ${nomor}, Draft Gita Wijaya Desember 2026, Draft Fajar Santoso. Nonaktifkan saja.`,
  )
  expect((await refusal(admin2, 'produk-jasa', produk_jasa_id)).pemakai).toEqual([
    {
      entitas: 'billing',
      label: 'Tagihan',
      jumlah: 3,
      lebih: false,
      contoh: [
        { id: published, nama: nomor },
        { id: draft, nama: 'Draft Gita Wijaya Desember 2026' },
      ],
    },
  ])
  must(await superadmin.post(`/billing/delete?id=${draft}`))
  must(await superadmin.post(`/billing/delete?id=${elsewhere}`))
  must(
    await superadmin.post(`/billing/batalkan?id=${published}`, {
      alasan: 'Tagihan untuk pengujian',
    }),
  )
  expect((await refusal(superadmin, 'produk-jasa', produk_jasa_id)).message).toBe(
    `Produk & Jasa Uji dipakai 1 Tagihan: ${nomor}. Nonaktifkan saja.`,
  )
})

describe('a reference in a part of a row', () => {
  const wisher = { nama: 'Calon Bagian', phone: '081712345678' }
  /**
   * Holds a slot in a class for a lead or an applicant. Returns the condition that selects the held
   * slot, and the name of the lead or applicant.
   */
  const keptFor = async (ownerColumn: string, id: number) => {
    const { ids, superadmin } = s
    const kelas = await makeKelas(s, ids.gedung, { hari: Hari.sabtu })
    const slot = { [ownerColumn]: id, kursus_pelatih_id: kelas }
    must(await superadmin.post('/lead/tahan-slot', { ...slot, mulai: '2040-01-01' }))
    return {
      where: { [ownerColumn]: id },
      nama: ownerColumn === 'lead_id' ? wisher.nama : 'Hana Santoso',
    }
  }
  /**
   * Creates or reads a row of a table that a module declares in `parts`. Returns the condition that
   * selects this row, and the name of the resource row that owns it.
   */
  const sample = async (
    table: string,
    ownerColumn: string,
  ): Promise<{ where: Record<string, number>; nama: string }> => {
    const { ids, superadmin } = s
    if (table === 'slot_ditahan')
      return ownerColumn === 'lead_id'
        ? keptFor('lead_id', await make('lead', { ...wisher, gedung_id: ids.gedung }))
        : keptFor(ownerColumn, ids.peserta)
    if (table === 'kursus_pelatih_versi') {
      const kelas = await makeKelas(s, ids.gedung, { hari: Hari.minggu, jam_mulai: '17:00' })
      const later = { versi: 1, jam_mulai: '18:00', berlaku_mulai: '2040-01-02' }
      const { nama } = must(await superadmin.post<any>(`/kursus-pelatih/update?id=${kelas}`, later))
      return { where: { kursus_pelatih_id: kelas }, nama }
    }
    if (table === 'peserta_profil') return { where: { user_id: ids.peserta }, nama: 'Hana Santoso' }
    if (table === 'konfirmasi_tagihan') {
      const [row] = must(await superadmin.get('/konfirmasi-pembayaran?per-page=1'))
      return { where: { konfirmasi_id: row.id }, nama: row.nomor }
    }
    if (table !== 'billing_item') return { where: { user_id: ids.pelatih }, nama: 'Citra Guru' }
    const [bill] = must(await superadmin.get('/billing?expand=items&per-page=1'))
    return { where: { id: bill.items[0].id }, nama: bill.nomor ?? 'Draft Gita Wijaya' }
  }
  const parts = Object.values(modules).flatMap(({ resource, parts: ownParts = [] }) =>
    ownParts.flatMap(({ table, by, references: acuan, list, label }) =>
      Object.entries(acuan).flatMap(([field, target]) =>
        resources[target].access.delete === null || target === 'user'
          ? []
          : [{ by: resource.name, table, whose: by, field, target, list, label }],
      ),
    ),
  )
  walk(parts.map((p) => [`${p.target} by ${p.table}, ${p.field}`, p] as const))(
    'prevents deleting its target',
    async (_, { by, table, whose, field, target, list, label }) => {
      const { ids, db, superadmin } = s
      const kategori_kursus_id = await kategori(`Bagian ${whose} ${field}`)
      const free: Partial<Record<string, () => Promise<number>>> = {
        'kategori-kursus': async () => kategori_kursus_id,
        kursus: () =>
          kursus(`BAG-${field.toUpperCase().replaceAll('_', '-')}`, 'Bagian', kategori_kursus_id),
        gedung: () => make('gedung', { kode: 'BAG', nama: 'Bagian', alamat: 'x', kota: 'x' }),
        'jenis-billing': () =>
          make('jenis-billing', { kode: 'BAG', nama: 'Bagian', sifat: 'lain' }),
        promo: () => make('promo', { nama: `Bagian ${field}`, nilai: 1, mulai: '2040-01-01' }),
        biaya: () =>
          make('biaya', {
            kode: 'BAG',
            nama: 'Bagian',
            jenis_billing_id: ids.jenis,
            nominal: 1,
            berlaku_mulai: '2040-01-01',
          }),
        'produk-jasa': () =>
          make('produk-jasa', {
            kode: 'BAG',
            nama: 'Bagian',
            jenis_billing_id: ids.jenis,
            harga: 1,
          }),
        ruang: () => makeRuang(s, ids.gedung),
        'kursus-pelatih': () => makeKelas(s, ids.gedung),
        billing: () => makeDraft(s, ids.akun, 1000),
        'kursus-peserta': () =>
          make('kursus-peserta', {
            peserta_id: ids.peserta,
            kursus_pelatih_id: ids.kelas2,
            mulai: '2024-01-01',
            status: 0,
          }),
      }
      const id = await free[target]!()
      const { where, nama } = await sample(table, whose)
      const [key, value] = Object.entries(where)[0]!
      const value_ = list ? JSON.stringify([id]) : id
      // In the tables `user_gedung` and `pelatih_bidang`, each reference is a row, so the test
      // inserts a row. In other tables, the test sets the column of an existing row.
      const link = table === 'user_gedung' || table === 'pelatih_bidang'
      const before = link
        ? undefined
        : await untyped(db)
            .selectFrom(table)
            .select(field)
            .where(key, '=', value)
            .executeTakeFirstOrThrow()
      if (link)
        await untyped(db)
          .insertInto(table)
          .values({ [whose]: value, [field]: id })
          .execute()
      else
        await untyped(db)
          .updateTable(table)
          .set({ [field]: value_ })
          .where(key, '=', value)
          .execute()
      const { pemakai } = await refusal(superadmin, target, id)
      expect(pemakai).toEqual([
        {
          entitas: by,
          label: label ?? resources[by as 'user'].label[0],
          jumlah: 1,
          lebih: false,
          contoh: [{ id: expect.any(Number), nama }],
        },
      ])
      if (link)
        await untyped(db).deleteFrom(table).where(key, '=', value).where(field, '=', id).execute()
      else await untyped(db).updateTable(table).set(before!).where(key, '=', value).execute()
      must(await superadmin.post(`/${target}/delete?id=${id}`))
    },
  )

  test('has names for every foreign key to a row that may be deleted', async () => {
    const { db } = s
    const keys =
      process.env.ENGINE === 'postgres'
        ? (
            await sql<{
              table: string
              column: string
              to: string
            }>`select c.conrelid::regclass::text as "table", a.attname as "column", c.confrelid::regclass::text as "to" from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1] where c.contype = 'f' and c.connamespace = current_schema()::regnamespace`.execute(
              db,
            )
          ).rows
        : (
            await sql<{
              table: string
              column: string
              to: string
            }>`select m.name as "table", k."from" as "column", k."table" as "to" from sqlite_master m join pragma_foreign_key_list(m.name) k where m.type = 'table'`.execute(
              db,
            )
          ).rows
    const targets = new Map(
      all
        .filter((r) => r.access.delete !== null && !['user', 'role'].includes(r.name))
        .map((r) => [tableOf(r.name) as string, r.name]),
    )
    const named = new Set([
      ...all.flatMap((r) =>
        Object.entries({ ...r.fields, ...r.computed }).flatMap(([field, schema]) =>
          metaOf(schema)?.resource ? [`${tableOf(r.name)}.${field}`] : [],
        ),
      ),
      ...Object.values(modules).flatMap((m) =>
        (m.parts ?? []).flatMap((p) =>
          Object.keys(p.references).map((field) => `${p.table}.${field}`),
        ),
      ),
    ])
    const unnamed = keys
      .map((k) => ({ ...k, table: k.table.replaceAll('"', '') }))
      .filter((k) => targets.has(k.to.replaceAll('"', '')) && !named.has(`${k.table}.${k.column}`))
      .map((k) => `${k.table}.${k.column}`)
    // Foreign keys without a declared reference, each for one of these reasons:
    // 1. The referring row is deleted together with the row to which it refers.
    // 2. The key refers to a lead, and leads are only marked as deleted.
    // 3. The key refers to a published bill, which cannot be deleted. Example: late fees.
    // 4. A declared reference usually prevents the deletion already. Example: `tutup_kas_rincian`
    //    counts payments, which refer to the same bank. Without a declared reference, the foreign
    //    key alone prevents the deletion, and the error does not name the referring rows.
    expect(unnamed.toSorted()).toEqual([
      'absensi.kursus_peserta_id',
      'aktivasi.lead_id',
      'billing_item.billing_id',
      'billing_payment_alokasi.billing_id',
      'denda.billing_id',
      'denda.tagihan_id',
      'impor_mutasi.bank_id',
      'kursus_pelatih.lanjutan_dari_id',
      'kursus_pelatih_versi.kursus_pelatih_id',
      'kursus_peserta.lead_id',
      'lead.digabung_ke_id',
      'lead_aktivitas.lead_id',
      'pesan_keluar.billing_id',
      'promo_pemakaian.promo_id',
      'slot_ditahan.lead_id',
      'tautan_tagihan.billing_id',
      'trial_lead.lead_id',
      'tutup_kas_rincian.bank_id',
      'user.lead_id',
    ])
    expect(keys.length).toBeGreaterThan(40)
  })
})
