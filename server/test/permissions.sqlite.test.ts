/**
 * Tests which calls and rows every role can access, on all routes that the contract declares. This
 * file repeats the row scope of each resource (domain.md section 4) as plain TypeScript over all
 * rows, and compares the result with the responses of the API. A new resource does not compile
 * until its scope is added here.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessCodes } from '#contract/access/accessCodes.ts'
import type { AnyCall } from '#contract/call.ts'
/* oxlint-disable vitest/no-conditional-expect -- what is expected depends on role, route and row */
import { RoleId, Hari, MetodePembayaran, SlotPelatih } from '#contract/enums.ts'
import { allCalls as calls } from '#contract/import/importJob.ts'
import { resources, type ResourceName } from '#contract/registry.ts'
import type { AnyResource } from '#contract/resource.ts'
import { groupsOf, sumName } from '#contract/totals.ts'
import type { Client } from '#mocks/api/api.ts'
import { makeConfirmation } from '#mocks/money/confirmation.ts'
import { makeReminders } from '#mocks/money/reminder.ts'
import { makeLines } from '#mocks/money/statement.ts'
import { makeMissing, samplesOf } from '#mocks/samples.ts'
import { makeDraftHonor, makeFinalHonor } from '#mocks/schedule/honor.ts'
import { storeLesson } from '#mocks/schedule/lesson.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'
import { walk } from '#mocks/walk.ts'
import { tableOf } from '#server/db/schema/tables.ts'
import { addCalls } from '#server/http/calls.ts'
import type { Routes } from '#server/http/routes.ts'
import { handlers } from '#server/modules/calls.ts'
import { moduleOf, modules } from '#server/modules/registry.ts'
import { addResource } from '#server/resource/addResource.ts'

type Row = Record<string, unknown> & { id: number }
type Who =
  | 'superadmin'
  | 'admin'
  | 'admin2'
  | 'pelatih'
  | 'pelatih2'
  | 'sales'
  | 'sales2'
  | 'akunbilling'
  | 'akunbilling2'
  | 'peserta'
  | 'peserta2'
  | 'kasir'
  | 'kurator'
/** User of the tests. */
interface Person {
  client: Client
  id: number
  /** Base role, which decides which rows the user sees. */
  role: 'superadmin' | 'admin' | 'pelatih' | 'sales' | 'akunbilling' | 'peserta'
  outlets: number[]
  /** Access codes of a custom role; undefined if the user has the access codes of the base role. */
  codes?: readonly string[]
}
/**
 * Access codes of two custom roles: an admin of one outlet with few codes, and a sales person with
 * codes that the built-in sales role lacks.
 */
const custom = {
  kasir: [
    'billing/index',
    'billing/view',
    'billing/ekspor',
    'billing-payment/index',
    'billing-payment/view',
    'user/akun-billing',
    'user/view',
    'user/pilihan',
    'audit/index',
    'gedung/pilihan',
  ],
  kurator: [
    'user/index',
    'user/peserta',
    'user/pelatih',
    'user/view',
    'user/ekspor',
    'kursus/index',
    'kursus/update',
    'kursus-peserta/index',
    'kursus-peserta/view',
    'kursus-peserta/ekspor',
    'kursus-harga/index',
    'billing-payment/index',
    'billing-payment/view',
    'billing/batalkan',
    'audit/index',
    'role/index',
    'role/view',
    'user/info-peserta',
  ],
} as const

const declared = resources as Record<string, AnyResource>
const names = Object.keys(declared) as ResourceName[]
const routes: Routes = new Map()
for (const module of Object.values(modules)) addResource(routes, module, moduleOf)
addCalls(routes, handlers)
const all = [...routes].flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, route]) => ({
    path,
    method: method as 'GET' | 'POST',
    ...route,
  })),
)

let s: School
const people = {} as Record<Who, Person>
const rows = {} as Record<ResourceName, Row[]>
let users: Row[]
let items: Row[]
let wilayah: { user_id: number; gedung_id: number }[]
let allocations: Row[]
let confirmedBills: Row[]
let credits: Row[]

const readAll = async () => {
  for (const name of names)
    rows[name] = (
      await sql<Row>`select * from ${sql.table(tableOf(name))} order by id`.execute(s.db)
    ).rows
  users = rows.user
  wilayah = (await sql<(typeof wilayah)[number]>`select * from user_gedung`.execute(s.db)).rows
  items = (await sql<Row>`select * from billing_item`.execute(s.db)).rows
  credits = (await sql<Row>`select * from kredit_pengganti`.execute(s.db)).rows
  confirmedBills = (await sql<Row>`select * from konfirmasi_tagihan`.execute(s.db)).rows
  allocations = (await sql<Row>`select * from billing_payment_alokasi`.execute(s.db)).rows
}

/** Creates payslips of both outlets, and pay rates of one outlet and of all outlets. */
const makeHonours = async (pelatih2: number): Promise<void> => {
  const { ids } = s
  for (const gedung of [ids.gedung, ids.gedung2]) {
    await makeFinalHonor(s, gedung, gedung === ids.gedung ? ids.pelatih : pelatih2)
    await makeDraftHonor(s, gedung)
  }
  const sample = await samplesOf(s)['tarif-honor'].create()
  for (const more of [
    { pelatih_id: pelatih2, gedung_id: ids.gedung2 },
    { pelatih_id: ids.pelatih, gedung_id: null },
  ])
    must(await s.superadmin.post('/tarif-honor/create', { ...sample, ...more }))
}

beforeAll(async () => {
  s = await makeSchool()
  const { ids, superadmin } = s
  const create = async (path: string, body: Record<string, unknown>) =>
    must(await superadmin.post<{ id: number }>(`/${path}/create`, body)).id
  const pelatih2 = await create('user', {
    role_id: RoleId.pelatih,
    name: 'Kirana Guru',
    email: 'kirana@contoh.id',
    phone: '081200000099',
  })
  const kelas3 = await create('kursus-pelatih', {
    pelatih_id: pelatih2,
    kursus_id: ids.kursus,
    gedung_id: ids.gedung2,
    ruang_id: ids.ruang2,
    hari: Hari.selasa,
    jam_mulai: '10:00',
    mulai: '2024-01-01',
  })
  await create('kursus-harga', {
    kursus_id: ids.kursus,
    gedung_id: ids.gedung,
    berlaku_mulai: '2023-01-01',
    biaya_bulanan: 500_000,
  })
  await create('kursus-harga', {
    kursus_id: ids.kursus,
    gedung_id: ids.gedung2,
    berlaku_mulai: '2023-01-01',
    biaya_bulanan: 500_000,
  })
  await create('kursus-harga', {
    kursus_id: ids.kursus,
    gedung_id: null,
    berlaku_mulai: '2023-01-01',
    biaya_bulanan: 500_000,
  })
  must(
    await superadmin.post(`/kategori-kursus/update?id=${ids.kategori}`, {
      versi: 1,
      levels: [{ nama: 'Dasar' }, { nama: 'Lanjut' }],
    }),
  )
  for (const gedung_id of [null, ids.gedung, ids.gedung2])
    await create('hari-libur', { nama: 'Libur', tanggal: '2023-01-01', gedung_id })
  const selfRegistered = await create('user', {
    role_id: RoleId.peserta,
    status: 1,
    name: 'Lala Mandiri',
    gedung_id: ids.gedung,
    akun_billing_id: ids.akun,
    sales_id: ids.sales,
  })
  await s.db
    .updateTable('user')
    .set({ sumber: 'mandiri' })
    .where('id', '=', selfRegistered)
    .execute()
  // Creates a coach who may teach at an outlet but has no class there, and a coach who is deleted.
  await create('user', {
    role_id: RoleId.pelatih,
    name: 'Wira Guru',
    email: 'wira@contoh.id',
    phone: '081200000098',
    gedung_wilayah: [ids.gedung2],
    bidang: [ids.kategori],
  })
  must(
    await superadmin.post(
      `/user/delete?id=${await create('user', { role_id: RoleId.akunBilling, name: 'Pernah Ada', email: 'pernah@contoh.id', phone: '081200000097', gedung_id: ids.gedung })}`,
    ),
  )
  // Creates a payer with a custom role. The payer is assigned to a sales person and has no students
  // yet.
  const companyRole = await create('role', {
    name: 'Akun Perusahaan',
    dasar_role_id: RoleId.akunBilling,
    accesses: ['billing/index'],
  })
  await create('user', {
    role_id: companyRole,
    name: 'PT Nusantara',
    email: 'pt@contoh.id',
    phone: '081200000096',
    sales_id: ids.sales,
  })
  // Creates bills of both families for three months: paid in the first month, published in the
  // second, drafts in the third.
  for (const [periode, state] of [
    ['2025-01', 'paid'],
    ['2025-02', 'open'],
    ['2025-03', 'draft'],
  ] as const) {
    const { generate_batch_id } = must(await superadmin.post('/billing/generate', { periode }))
    if (state !== 'draft')
      must(await superadmin.post('/billing/terbitkan-banyak', { generate_batch_id }))
    if (state === 'paid')
      for (const akun_billing_id of [ids.akun, ids.akun2])
        must(
          await superadmin.post('/billing-payment/create', {
            akun_billing_id,
            tanggal: '2025-01-05',
            metode: MetodePembayaran.tunai,
            jumlah: 400_000,
          }),
        )
  }
  await makeLines(s, [ids.gedung, ids.gedung2])
  // Gives both families saldo by payments that pay no bill.
  for (const akun_billing_id of [ids.akun, ids.akun2])
    must(
      await superadmin.post('/billing-payment/create', {
        akun_billing_id,
        tanggal: '2025-01-06',
        metode: MetodePembayaran.tunai,
        jumlah: 1000,
        alokasi: [],
      }),
    )
  for (const pelatih_id of [ids.pelatih, pelatih2])
    await create('pelatih-libur', {
      pelatih_id,
      mulai: '2030-01-01',
      selesai: '2030-01-02',
      alasan: 'Pulang kampung',
    })
  for (const [sales_id, gedung_id] of [
    [ids.sales, ids.gedung],
    [ids.sales2, ids.gedung2],
  ] as const)
    await create('pengeluaran-sales', {
      ...(await samplesOf(s)['pengeluaran-sales'].create()),
      sales_id,
      gedung_id,
    })
  for (const [gedung_id, akun] of [
    [ids.gedung, ids.akun],
    [ids.gedung2, ids.akun2],
  ] as const) {
    await makeConfirmation(s, gedung_id, akun)
    await create('tutup-kas', { ...(await samplesOf(s)['tutup-kas'].create()), gedung_id })
  }
  for (const [peserta_id, kursus_pelatih_id] of [
    [ids.peserta, ids.kelas2],
    [ids.peserta2, ids.kelas],
  ]) {
    await create('kredit-pengganti', { peserta_id, kursus_id: ids.kursus, alasan: 'Listrik padam' })
    await create('daftar-tunggu', { peserta_id, kursus_pelatih_id })
  }
  for (const [gedung_id, sales_id] of [
    [ids.gedung, ids.sales],
    [ids.gedung2, ids.sales2],
  ])
    await create('lead', { nama: 'Calon', phone: '081700000001', gedung_id, sales_id })
  for (const kelas of [ids.kelas, ids.kelas2, kelas3])
    await storeLesson(s, kelas, '2025-03-03', { honor_tarif: 50_000, catatan: 'Bawa buku' })
  await makeHonours(pelatih2)
  await makeMissing(s)
  await makeReminders(s)
  const person = async (
    id: number,
    role: Person['role'],
    outlets: number[] = [],
  ): Promise<Person> => ({ client: await s.as(id), id, role, outlets })
  const special = async (
    name: keyof typeof custom,
    dasar_role_id: number,
    outlet: number,
  ): Promise<Person> => {
    const role_id = await create('role', { name, dasar_role_id, accesses: custom[name] })
    const id = await create('user', {
      role_id,
      name: `Pemegang ${name}`,
      gedung_id: outlet,
      email: `${name}@contoh.id`,
      phone: '081200000077',
    })
    if (dasar_role_id === RoleId.admin)
      await s.db.insertInto('user_gedung').values({ user_id: id, gedung_id: outlet }).execute()
    return {
      ...(await person(
        id,
        dasar_role_id === RoleId.admin ? 'admin' : 'sales',
        dasar_role_id === RoleId.admin ? [outlet] : [],
      )),
      codes: custom[name],
    }
  }
  Object.assign(people, {
    superadmin: await person(1, 'superadmin'),
    admin: await person(ids.admin, 'admin'),
    admin2: await person(ids.admin2, 'admin', [ids.gedung2]),
    pelatih: await person(ids.pelatih, 'pelatih'),
    pelatih2: await person(pelatih2, 'pelatih'),
    sales: await person(ids.sales, 'sales'),
    sales2: await person(ids.sales2, 'sales'),
    akunbilling: await person(ids.akun, 'akunbilling'),
    akunbilling2: await person(ids.akun2, 'akunbilling'),
    peserta: await person(ids.peserta, 'peserta'),
    peserta2: await person(ids.peserta2, 'peserta'),
    kasir: await special('kasir', 2, ids.gedung),
    kurator: await special('kurator', 4, ids.gedung2),
  } satisfies Record<Who, Person>)
  for (const me of Object.values(people))
    if (has(me, ['saved-view/create']))
      must(
        await me.client.post('/saved-view/create', {
          nama: 'Belum lunas',
          resource: 'billing',
          search: 'payment_status=0',
        }),
      )
  await readAll()
})
afterAll(() => s.close())

const personKeys: Who[] = [
  'superadmin',
  'admin',
  'admin2',
  'pelatih',
  'pelatih2',
  'sales',
  'sales2',
  'akunbilling',
  'akunbilling2',
  'peserta',
  'peserta2',
  'kasir',
  'kurator',
]
const holds = ({ role, codes }: Person, code: string) =>
  codes?.includes(code) ??
  (role === 'superadmin' ||
    accessCodes.some((c) => c.kode === code && (c.roles as readonly string[]).includes(role)))
const has = (person: Person, codes: readonly string[]) => codes.some((code) => holds(person, code))

const payersOf = (sales: number) =>
  new Set([
    ...users.filter((u) => u.sales_id === sales && u.akun_billing_id).map((u) => u.akun_billing_id),
    ...users.filter((u) => baseRoleOf(u) === 5 && u.sales_id === sales).map((u) => u.id),
  ])
const student = (id: unknown) => users.find((u) => u.id === id)
/**
 * Functions by role. Each function returns whether a user of the role sees a row. A role without a
 * function sees no rows. The function `visible` handles superadmins. It also handles admins of all
 * outlets, except for rows of the resource `user`.
 */
type Rule = Partial<
  Record<
    'admin' | 'pelatih' | 'sales' | 'akunbilling' | 'peserta',
    (row: Row, me: Person) => boolean
  >
>
const everyone: Rule = {
  admin: () => true,
  pelatih: () => true,
  sales: () => true,
  akunbilling: () => true,
  peserta: () => true,
}
/**
 * Whether `isOwnEnrolment` accepts an enrolment in the class of the lesson that is valid on the day
 * of the lesson.
 */
const attends = (lesson: Row, isOwnEnrolment: (enrolment: Row) => boolean) =>
  rows['kursus-peserta'].some(
    (e) =>
      isOwnEnrolment(e) &&
      e.kursus_pelatih_id === lesson.kursus_pelatih_id &&
      String(e.mulai) <= String(lesson.tanggal) &&
      (e.selesai === null ? e.status !== 0 : String(e.selesai) >= String(lesson.tanggal)),
  )
const booked = (lesson: Row, isOwnCredit: (credit: Row) => boolean) =>
  credits.some((c) => c.pertemuan_id === lesson.id && isOwnCredit(c))
const here = (row: Row, me: Person) => me.outlets.includes(row.gedung_id as number)
/** Returns the id of the base role of a user row. */
const baseRoleOf = (row: Row) => {
  const role = rows.role.find((r) => r.id === row.role_id)
  return role?.dasar_role_id ?? role?.id
}
const kindOf = (row: Row): Record<string, boolean> => ({
  'user/pelatih': baseRoleOf(row) === 3,
  'user/sales': baseRoleOf(row) === 4,
  'user/akun-billing': baseRoleOf(row) === 5,
  'user/peserta': baseRoleOf(row) === 6,
  'user/pendaftar-mandiri': row.sumber === 'mandiri' && row.status === 1,
})
const covered = (row: Row, me: Person, only: (kind: string) => boolean = () => true) =>
  row.status !== 0 &&
  (row.id === me.id ||
    Object.entries(kindOf(row)).some(([code, is]) => is && holds(me, code) && only(code)))
const rules: Record<ResourceName, Rule> = {
  biaya: everyone,
  'produk-jasa': everyone,
  bank: everyone,
  'jenis-billing': everyone,
  'kategori-kursus': everyone,
  'course-level': everyone,
  kursus: everyone,
  role: everyone,
  access: everyone,
  promo: everyone,
  gedung: { ...everyone, admin: (row, me) => me.outlets.includes(row.id) },
  'hari-libur': { admin: (row, me) => row.gedung_id === null || here(row, me) },
  ruang: { admin: here, pelatih: () => true, sales: () => true },
  'kursus-harga': { admin: (row, me) => row.gedung_id === null || here(row, me) },
  user: {
    admin: (row, me) =>
      covered(
        row,
        me,
        (kind) =>
          seesAll(me) ||
          here(row, me) ||
          (kind === 'user/pelatih' &&
            (rows['kursus-pelatih'].some((k) => k.pelatih_id === row.id && here(k, me)) ||
              wilayah.some((w) => w.user_id === row.id && me.outlets.includes(w.gedung_id)))) ||
          (kind === 'user/akun-billing' &&
            (users.some((u) => u.akun_billing_id === row.id && here(u, me)) ||
              rows.billing.some((b) => b.akun_billing_id === row.id && here(b, me)))),
      ),
    pelatih: (row, me) => row.id === me.id,
    peserta: (row, me) => row.id === me.id,
    sales: (row, me) =>
      covered(
        row,
        me,
        (kind) =>
          kind === 'user/pelatih' ||
          (kind === 'user/akun-billing'
            ? payersOf(me.id).has(row.id)
            : kind !== 'user/sales' && row.sales_id === me.id),
      ),
    akunbilling: (row, me) => covered(row, me, () => row.akun_billing_id === me.id),
  },
  'kursus-pelatih': {
    admin: here,
    pelatih: (row, me) => row.pelatih_id === me.id,
    sales: () => true,
  },
  'kursus-peserta': {
    admin: here,
    sales: (row, me) => student(row.peserta_id)?.sales_id === me.id,
    akunbilling: (row, me) =>
      row.akun_billing_id === me.id || student(row.peserta_id)?.akun_billing_id === me.id,
    peserta: (row, me) => row.peserta_id === me.id,
  },
  'daftar-tunggu': {
    admin: here,
    sales: (row, me) => student(row.peserta_id)?.sales_id === me.id,
  },
  pertemuan: {
    admin: here,
    pelatih: (row, me) =>
      row.pelatih_id === me.id ||
      row.pelatih_asli_id === me.id ||
      rows['kursus-pelatih'].some((k) => k.id === row.kursus_pelatih_id && k.pelatih_id === me.id),
    sales: () => true,
    akunbilling: (row, me) =>
      attends(
        row,
        (e) => e.akun_billing_id === me.id || student(e.peserta_id)?.akun_billing_id === me.id,
      ) || booked(row, (c) => student(c.peserta_id)?.akun_billing_id === me.id),
    peserta: (row, me) =>
      attends(row, (e) => e.peserta_id === me.id) || booked(row, (c) => c.peserta_id === me.id),
  },
  'kredit-pengganti': {
    admin: here,
    pelatih: (row, me) => {
      const enrolment = rows['kursus-peserta'].find((e) => e.id === row.kursus_peserta_id)
      return rows['kursus-pelatih'].some(
        (k) => k.id === enrolment?.kursus_pelatih_id && k.pelatih_id === me.id,
      )
    },
    sales: (row, me) => student(row.peserta_id)?.sales_id === me.id,
    akunbilling: (row, me) => student(row.peserta_id)?.akun_billing_id === me.id,
    peserta: (row, me) => row.peserta_id === me.id,
  },
  lead: { admin: here, sales: (row, me) => row.sales_id === me.id },
  'tarif-honor': {
    admin: (row, me) =>
      here(row, me) || (row.gedung_id === null && rules['pelatih-libur'].admin!(row, me)),
  },
  'honor-periode': {
    admin: here,
    pelatih: (row, me) => row.pelatih_id === me.id && row.status !== 'draft',
  },
  'pelatih-libur': {
    admin: (row, me) =>
      users.some((u) => u.id === row.pelatih_id && here(u, me)) ||
      rows['kursus-pelatih'].some((k) => k.pelatih_id === row.pelatih_id && here(k, me)) ||
      wilayah.some((w) => w.user_id === row.pelatih_id && me.outlets.includes(w.gedung_id)),
    pelatih: (row, me) => row.pelatih_id === me.id,
  },
  billing: {
    admin: here,
    akunbilling: (row, me) => row.akun_billing_id === me.id && row.status === 1,
    sales: (row, me) =>
      payersOf(me.id).has(row.akun_billing_id as number) ||
      items.some((i) => i.billing_id === row.id && student(i.peserta_id)?.sales_id === me.id),
  },
  // Admins see the reminders of their own outlets. Sales persons and payers see the reminders of
  // the bills that they see.
  pengingat: {
    admin: here,
    sales: (row, me) =>
      rows.billing.some((b) => b.id === row.billing_id && rules.billing.sales!(b, me)),
    akunbilling: (row, me) =>
      rows.billing.some((b) => b.id === row.billing_id && rules.billing.akunbilling!(b, me)),
  },
  'billing-payment': {
    admin: (row, me) =>
      here(row, me) &&
      allocations.every(
        (a) =>
          a.payment_id !== row.id ||
          here(
            rows.billing.find((b) => b.id === a.billing_id)!,
            me,
          ),
      ),
    sales: (row, me) => payersOf(me.id).has(row.akun_billing_id as number),
    akunbilling: (row, me) => row.akun_billing_id === me.id,
  },
  'konfirmasi-pembayaran': {
    admin: (row, me) =>
      here(row, me) &&
      confirmedBills.every(
        (t) =>
          t.konfirmasi_id !== row.id ||
          here(
            rows.billing.find((b) => b.id === t.billing_id)!,
            me,
          ),
      ),
    sales: (row, me) => payersOf(me.id).has(row.akun_billing_id as number),
    akunbilling: (row, me) => row.akun_billing_id === me.id,
  },
  'mutasi-bank': {
    admin: (row, me) => {
      const outletIds: number[] = JSON.parse(
        String(rows.bank.find((b) => b.id === row.bank_id)?.gedung),
      )
      return outletIds.length > 0 && outletIds.every((id) => me.outlets.includes(id))
    },
  },
  'mutasi-saldo': {
    admin: (row, me) =>
      users.some((u) => u.id === row.akun_billing_id && rules.user.admin!(u, me)) &&
      (row.billing_id === null ||
        rows.billing.some((b) => b.id === row.billing_id && here(b, me))) &&
      (row.payment_id === null ||
        rows['billing-payment'].some(
          (p) => p.id === row.payment_id && rules['billing-payment'].admin!(p, me),
        )),
    sales: (row, me) => payersOf(me.id).has(row.akun_billing_id as number),
    akunbilling: (row, me) => row.akun_billing_id === me.id,
  },
  'pengeluaran-sales': { admin: here, sales: (row, me) => row.sales_id === me.id },
  'tutup-kas': { admin: here },
  audit: {
    admin: (row, me) =>
      (here(row, me) && seesReceipt(row, me)) || seesPerson(row, me) || seesDoer(row, me),
  },
  // Defines no function, because `visible` handles saved views: every user, including a superadmin,
  // sees only their own saved views.
  'saved-view': {},
}
/**
 * Whether a log entry is about a user whom the admin sees. The outlet of the entry does not matter.
 */
const seesPerson = (row: Row, me: Person) =>
  row.entitas === 'user' && users.some((u) => u.id === row.entitas_id && rules.user.admin!(u, me))
/**
 * Whether a log entry refers to no row and no outlet, and was caused by a user whom the admin sees.
 * Entries about exports and denied pages are of this kind.
 */
const seesDoer = (row: Row, me: Person) =>
  row.gedung_id === null &&
  row.entitas_id === null &&
  users.some((u) => u.id === row.created_by && rules.user.admin!(u, me))
const seesReceipt = (row: Row, me: Person) =>
  row.entitas !== 'billing-payment' ||
  rows['billing-payment'].some(
    (p) => p.id === row.entitas_id && rules['billing-payment'].admin!(p, me),
  )
const seesAll = (me: Person) =>
  me.role === 'superadmin' || (me.role === 'admin' && me.outlets.length === 0)
const visible = (name: ResourceName, me: Person): number[] =>
  rows[name]
    .filter((row) =>
      name === 'saved-view'
        ? row.user_id === me.id
        : (seesAll(me) && (me.role === 'superadmin' || name !== 'user')) ||
          (me.role !== 'superadmin' && (rules[name][me.role]?.(row, me) ?? false)),
    )
    .map((r) => r.id)
    .sort((a, b) => a - b)

/**
 * Returns the expected HTTP status of a call on a row: 403 without the access code, `ownStatus` for
 * a row in scope, `foreignStatus` for any other row.
 */
const statusFor = (
  isAllowed: boolean,
  isOwn: boolean,
  [ownStatus, foreignStatus]: [number, number],
) => {
  if (!isAllowed) return 403
  return isOwn ? ownStatus : foreignStatus
}
const listCodesOf = (name: string) => routes.get(`/${name}`)!.GET!.codes
const pages = async (client: Client, path: string): Promise<Row[]> => {
  const allRows: Row[] = []
  for (let page = 1; ; page++) {
    const answer = await client.get<Row[]>(
      `${path}${path.includes('?') ? '&' : '?'}per-page=100&page=${page}`,
    )
    allRows.push(...must(answer))
    if (page >= Number(answer.headers.get('x-pagination-page-count'))) return allRows
  }
}
const sorted = (list: Row[]) => list.map((r) => r.id).sort((a, b) => a - b)
/** Returns at most `most` values of the list, spread evenly over the list. */
const spread = <T>(many: readonly T[], most = 20): readonly T[] =>
  many.filter((_, i) => i % Math.ceil(many.length / most) === 0)
/**
 * Returns the rows to try: at most 20, or at most two if the user lacks the access code. Without
 * the code, the call is rejected before it reads any row.
 */
const tried = <T>(many: readonly T[], allowed: boolean): readonly T[] =>
  spread(many, allowed ? 20 : 2)

describe('calls', () => {
  test('require a valid token, except the public ones', async () => {
    const forged = { headers: { authorization: `Bearer ${'x'.repeat(43)}` } }
    for (const { path, method, access } of all.filter((r) => r.access !== 'public')) {
      expect(access, path).toMatch(/session|code/)
      for (const init of [{}, forged, { headers: { authorization: 'Basic c3VwZXJhZG1pbjo=' } }]) {
        const response = await s.app.request(`/api${path}`, { method, ...init })
        expect(
          [response.status, response.headers.get('www-authenticate')],
          `${method} ${path}`,
        ).toEqual([401, 'Bearer'])
        expect(await response.json()).toMatchObject({
          success: false,
          data: { status: 401, message: expect.any(String) },
        })
      }
    }
    expect(all.filter((r) => r.access === 'public').map((r) => r.path)).toEqual([
      '/auth/login',
      '/auth/send-otp',
      '/auth/reset-password',
      '/auth/konfirmasi-email',
      '/auth/pilihan-daftar',
      '/auth/register',
      '/kalender/{token}.ics',
    ])
  })

  walk(personKeys)(
    'are rejected for everybody exactly without the code in their role',
    async (key) => {
      const me = people[key]
      // Reads the audit log, except entries about rejected calls.
      const written = () =>
        s.db
          .selectFrom('audit')
          .select(['id', 'aksi', 'entitas'])
          .where('aksi', '<>', 'panggilan-ditolak')
          .orderBy('id')
          .execute()
      const call = async ({ path, method, access, codes }: (typeof all)[number]) => {
        expect(codes.length, `${path} has a code`).toBeGreaterThan(0)
        // Sends no id and no valid input. The call must return 403 if it is forbidden, and any
        // other status, usually 422, if it is allowed.
        const answer =
          method === 'GET' ? await me.client.get(path) : await me.client.post(path, {}, null)
        expect([200, 400, 403, 422], `${access} ${path}: ${JSON.stringify(answer.data)}`).toContain(
          answer.status,
        )
        expect(answer.status === 403, `${key} ${method} ${path}`).toBe(!has(me, codes))
      }
      const coded = all.filter((r) => r.access === 'code')
      for (const route of coded.filter((r) => r.method === 'GET')) await call(route)
      // Expects that POST calls without valid input write nothing to the audit log. GET calls are
      // sent before the comparison, because exports write to the log.
      const before = await written()
      for (const route of coded.filter((r) => r.method !== 'GET')) await call(route)
      expect(await written(), 'a call without input changed something').toEqual(before)
    },
  )

  test('use codes of the product; only superadmin holds the wildcard', async () => {
    const knownCodes = new Set<string>(accessCodes.map((c) => c.kode))
    for (const { path, codes } of all)
      for (const code of codes) expect(knownCodes.has(code), `${path} ${code}`).toBe(true)
    for (const role of rows.role.filter((r) => r.id <= 6)) {
      const accesses = JSON.parse(role.accesses as string) as string[]
      const name = ['', 'superadmin', 'admin', 'pelatih', 'sales', 'akunbilling', 'peserta'][
        role.id
      ]!
      expect(accesses.toSorted(), name).toEqual(
        name === 'superadmin'
          ? ['*']
          : accessCodes
              .filter((c) => (c.roles as readonly string[]).includes(name))
              .map((c) => c.kode as string)
              .sort(),
      )
    }
  })
})

describe.each(names)('rows of %s', (name) => {
  const resource = declared[name]!
  const offered = (operation: string) =>
    resource.access[operation] !== null && resource.access[operation] !== undefined
  const expands = Object.keys(resource.expand).join(',')

  /**
   * Filters and searches the list by the values of a row outside the user's scope. Expects that no
   * result contains this row.
   */
  const expectUnfound = async (me: Person, row: Row) => {
    const find = async (query: string, value: unknown) =>
      (await pages(me.client, `/${name}?${query}=${encodeURIComponent(String(value))}`)).map(
        (r) => r.id,
      )
    for (const filter of resource.filters.filter((f) => row[f] !== null && row[f] !== ''))
      expect(await find(filter, row[filter]), filter).not.toContain(row.id)
    const word = resource.search.map((f) => row[f]).find((v) => typeof v === 'string' && v !== '')
    if (word) expect(await find('q', word)).not.toContain(row.id)
  }
  /**
   * Expects that the sums, and the row counts of groups, cover only visible rows that are not void.
   * The total row count also covers visible void rows.
   */
  const expectTotals = async (me: Person, ownIds: number[]) => {
    const live = rows[name].filter((r) => ownIds.includes(r.id) && !r.void_at)
    const sum = (t: string, groupRows = live) => groupRows.reduce((all, r) => all + Number(r[t]), 0)
    const byGroup = groupsOf(resource).flatMap(({ by, value }) => {
      const groupRows = live.filter((r) => r[by] === value)
      return [
        [sumName('jumlah_baris', value), groupRows.length],
        ...resource.totals.map((t) => [sumName(t, value), sum(t, groupRows)]),
      ]
    })
    expect(must(await me.client.get(`/${name}/total`))).toEqual({
      jumlah_baris: ownIds.length,
      ...Object.fromEntries(resource.totals.map((t) => [t, sum(t)])),
      ...Object.fromEntries(byGroup),
    })
  }

  /**
   * Expects that a picker offers only visible rows, and that a request for other rows by id returns
   * none.
   */
  const expectChoices = async (me: Person, ownIds: number[], foreign: Row[]) => {
    const choices = must(await me.client.get<Row[]>(`/${name}/pilihan`))
    expect(
      choices.every((c) => ownIds.includes(c.id)),
      'pilihan',
    ).toBe(true)
    if (ownIds.length > 0) expect(choices.length).toBeGreaterThan(0)
    if (foreign.length > 0)
      expect(
        must(
          await me.client.get(
            `/${name}/pilihan?id=${foreign
              .slice(0, 50)
              .map((r) => r.id)
              .join(',')}`,
          ),
        ),
        'pilihan by id',
      ).toEqual([])
  }

  test('include one hidden from somebody, where anybody is limited', () => {
    expect(rows[name].length).toBeGreaterThan(0)
    if (rules[name] === everyone) return
    expect(
      personKeys.some((key) => {
        const n = visible(name, people[key]).length
        return n > 0 && n < rows[name].length
      }),
    ).toBe(true)
  })

  const expectExported = async (me: Person, ownIds: readonly number[]) => {
    const csv = (await me.client.get<string>(`/${name}/ekspor?fields=id&sort=id`)).data
    const written = csv.replace('\uFEFF', '').trim().split('\n').slice(1).map(Number)
    // Ignores entries of the audit log that are newer than the rows read before the export. The log
    // grows during the test, and its export may contain the entry about the export itself.
    const last = rows[name].at(-1)?.id ?? 0
    const exportedIds = name === 'audit' ? written.filter((id) => id <= last) : written
    expect(exportedIds, 'ekspor').toEqual(ownIds)
  }
  walk(personKeys)(
    'are limited to scope in list, total, search, sort, filter, expand, choice and export',
    async (key) => {
      const me = people[key]
      // Reads the rows again, because exports have added entries to the audit log.
      if (name === 'audit') await readAll()
      const scoped = visible(name, me)
      // Omits deleted users, which a list contains only if a filter asks for their status.
      const ownIds =
        name === 'user'
          ? scoped.filter((id) => users.find((u) => u.id === id)?.status !== 0)
          : scoped
      const foreign = rows[name].filter((r) => !scoped.includes(r.id))
      if (has(me, listCodesOf(name))) {
        expect(sorted(await pages(me.client, `/${name}`)), 'list').toEqual(ownIds)
        if (name === 'user')
          expect(
            sorted(await pages(me.client, '/user?filter[status][in]=0,1,10')),
            'with deleted',
          ).toEqual(scoped)
        expect(
          (await me.client.get(`/${name}?per-page=1`)).headers.get('x-pagination-total-count'),
          'count',
        ).toBe(String(ownIds.length))
        for (const sort of [...resource.sort, 'id'])
          expect(sorted(await pages(me.client, `/${name}?sort=-${sort}`)), sort).toEqual(ownIds)
        if (expands) {
          const withAll = await pages(me.client, `/${name}?expand=${expands}`)
          expect(sorted(withAll), 'expand').toEqual(ownIds)
          expect(JSON.stringify(withAll)).not.toMatch(/password_hash|token_|_kunci"|"cari"/)
        }
        for (const row of spread(foreign)) await expectUnfound(me, row)
        if (resource.totals.length > 0) await expectTotals(me, ownIds)
      }
      if (offered('pilihan') && resource.choice && has(me, [`${name}/pilihan`])) {
        await expectChoices(me, ownIds, foreign)
      }
      if (offered('ekspor') && has(me, [`${name}/ekspor`])) {
        await expectExported(me, ownIds)
      }
    },
  )

  /**
   * Expects that a user can read the printable document of each visible row, and gets 404 for other
   * rows.
   */
  const expectPapers = async (
    me: Person,
    paper: string,
    ofBoth: (allowed: boolean) => readonly { id: number; mine: boolean }[],
  ) => {
    const allowed = has(me, [`${name}/${paper}`])
    for (const { id, mine } of ofBoth(allowed)) {
      const { status } = await me.client.get(`/${name}/kertas?id=${id}`)
      expect(status, `kertas ${id}`).toBe(statusFor(allowed, mine, [200, 404]))
    }
  }
  walk(personKeys)('return 404 for a foreign id and are never written by it', async (key) => {
    const me = people[key]
    const ownIds = visible(name, me)
    const before = JSON.stringify(rows[name])
    const ofBoth = (allowed: boolean) => [
      ...tried(ownIds, allowed).map((id) => ({ id, mine: true })),
      ...tried(
        rows[name].map((r) => r.id).filter((id) => !ownIds.includes(id)),
        allowed,
      ).map((id) => ({ id, mine: false })),
    ]
    if (offered('view')) {
      const allowed = has(me, [`${name}/view`])
      for (const { id, mine } of ofBoth(allowed)) {
        const { status, data } = await me.client.get(
          `/${name}/view?id=${id}${expands ? `&expand=${expands}` : ''}`,
        )
        expect(status, `view ${id}: ${JSON.stringify(data)}`).toBe(
          statusFor(allowed, mine, [200, 404]),
        )
      }
    }
    if (resource.paper) await expectPapers(me, resource.paper, ofBoth)
    for (const verb of ['update', 'delete', ...Object.keys(resource.actions)].filter(offered)) {
      const allowed = has(me, [`${name}/${verb}`])
      for (const { id, mine } of ofBoth(allowed)) {
        // Sends an outdated version, so that a call on a visible row returns 409 and changes
        // nothing. Skips deletes of visible rows: a delete needs no version, so it would succeed.
        if (allowed && mine && verb === 'delete') continue
        const { status, data } = await me.client.post(`/${name}/${verb}?id=${id}`, { versi: -1 })
        if (allowed && mine) expect([status, data.current?.id], `${verb} ${id}`).toEqual([409, id])
        else expect(status, `${verb} ${id}`).toBe(allowed ? 404 : 403)
      }
    }
    const { rows: after } =
      await sql<Row>`select * from ${sql.table(tableOf(name))} order by id`.execute(s.db)
    // Expects that the calls above have changed no row. Skips the audit log, because exports are
    // logged.
    if (name !== 'audit') expect(JSON.stringify(after)).toBe(before)
  })
})

describe('calls on one person', () => {
  /**
   * All calls that take the id of a row as a query parameter. The first segment of the path names
   * the resource of the row. Exceptions are some calls that take the id of a person.
   */
  const onRow = Object.values(calls as Record<string, AnyCall>).filter(
    ({ query }) => query !== undefined && 'id' in query.shape,
  )
  const elsewhere = new Set([
    // Accepts only ids of the caller's own notices. Tested in
    // server/notices/notices.sqlite.test.ts.
    '/pemberitahuan/baca',
    '/promo/pemakaian',
    '/billing/generate-batch',
    '/kursus/harga-pada',
    '/berkas',
    // Filters its list by the id. For a row out of scope, this call returns an empty list instead
    // of 404.
    '/kursus-peserta/cetak',
    '/pertemuan/absensi',
    '/pertemuan/riwayat-absensi',
    '/pertemuan/tandai',
    '/pertemuan/calon-pengganti',
    '/pelatih-libur/pertemuan',
    '/kredit-pengganti/pertemuan',
    '/hari-libur/pratinjau-hapus',
    // Calls that accept only classes of the calling coach; tested in
    // graduationProposal.sqlite.test.ts.
    '/kursus-peserta/usulkan-lulus',
    '/kursus-peserta/tarik-usulan',
    // Tested in server/modules/billing/share/share.sqlite.test.ts.
    '/billing/share-detail',
    '/billing/share',
    '/billing/share-cabut',
    '/billing/share-kirim',
    // Tested in server/modules/billing/saldo/statementMail.sqlite.test.ts.
    '/mutasi-saldo/nota-kredit',
    '/mutasi-saldo/nota-kredit-kertas',
    // Tested in server/modules/sales/leads/lead.test.ts.
    '/lead/teks',
    '/lead/dipegang',
    // Calls that take the id of a lead or of an applicant; tested in
    // server/modules/sales/activation/activation.test.ts.
    '/lead/aktivasi',
    '/lead/simpan-aktivasi',
    '/lead/urungkan-aktivasi',
    '/lead/slot-kosong',
    '/user/tambah-peserta',
    '/user/tambah-kursus-peserta',
    '/user/pratinjau-kursus-peserta',
  ])
  const isEnrolment = (path: string) => path.startsWith('/kursus-peserta/')
  const bodies: Record<string, Record<string, unknown>> = {
    '/user/ubah-jadwal-pelatih': {
      versi: -1,
      slot: [{ hari: Hari.senin, jam: '08:00', status: SlotPelatih.kosong }],
    },
    '/user/undangan': {},
    '/user/cabut-undangan': {},
    '/user/cabut-tautan': {},
    '/pendaftar-mandiri/ambil': {},
    '/pendaftar-mandiri/serahkan': { sales_id: 2_000_000_000 },
    '/pendaftar-mandiri/tutup': { alasan_tutup: 'spam' },
    '/pendaftar-mandiri/buka': {},
    '/pendaftar-mandiri/lengkapi-profile': {
      versi: -1,
      name: 'Uji Wilayah',
      gender: 'Perempuan',
      tanggal_lahir: '1990-01-01',
      phone: '081200000001',
      email: 'uji.wilayah@contoh.id',
      gedung_id: 1,
    },
    '/user/kalender': {},
    '/user/kalender-cabut': {},
    '/user/lihat-nik': { alasan: 'Uji wilayah data' },
    '/user/refund-saldo': {
      jumlah: 1,
      tanggal: '2025-01-01',
      metode: MetodePembayaran.tunai,
      bukti: 1,
      alasan: 'Uji wilayah data',
    },
    '/user/alih-saldo': { ke_id: 2_000_000_000, jumlah: 1, alasan: 'Uji wilayah data' },
    '/user/koreksi-saldo': { arah: 'tambah', jumlah: 1, alasan: 'Uji wilayah data' },
    '/kursus-peserta/pratinjau-aktifkan': {},
    '/kursus-peserta/pratinjau-cuti': { cuti_mulai: '2026-12-01' },
    '/kursus-peserta/pratinjau-kembali': {},
    '/kursus-peserta/pratinjau-berhenti': { selesai: '2026-11-23', alasan: 'Uji wilayah data' },
    '/kursus-peserta/pratinjau-lulus': { selesai: '2026-11-23' },
    '/kursus-peserta/kelas-selanjutnya': {},
    '/kursus-peserta/pratinjau-kelas-selanjutnya': {},
    '/kursus-peserta/batal-kelas-selanjutnya': {},
  }
  /** Query parameters that a GET needs in addition to the id. */
  const queries: Record<string, string> = {
    '/billing/kursus': '&periode=2026-11',
    '/user/rekening-koran': '&dari=2025-01-01&sampai=2025-02-01',
    '/user/rekening-koran-pdf': '&dari=2025-01-01&sampai=2025-02-01',
  }
  test('are all covered', () => {
    for (const { method, path } of onRow.filter(
      (c) => !elsewhere.has(c.path) && !/\/import-/.test(c.path),
    )) {
      expect(path, 'a call on another row than a person: test its scope, and name it here').toMatch(
        /^\/(user|kursus-peserta|pendaftar-mandiri)\/|^\/billing\/(kursus|isian)$/,
      )
      expect(method === 'GET' || path in bodies, `${path}: say what it is sent`).toBe(true)
    }
  })
  walk(personKeys)('show prices of a course at outlets in scope only', async (key) => {
    const me = people[key]
    const ownIds = visible('gedung', me)
    for (const { id } of rows.gedung) {
      const { status } = await me.client.get(
        `/kursus/harga-pada?id=${s.ids.kursus}&tanggal=2025-01-01&gedung_id=${id}`,
      )
      expect(status, `${key} ${id}`).toBe(
        statusFor(has(me, ['kursus-harga/index']), ownIds.includes(id), [200, 422]),
      )
    }
  })
  walk(personKeys)('show attendance of lessons in scope only', async (key) => {
    const me = people[key]
    const ownIds = new Set(visible('pertemuan', me))
    const code = has(me, ['kursus-pelatih/absensi'])
    const otherLessons = rows.pertemuan.filter((r) => !ownIds.has(r.id))
    const ownLessons = rows.pertemuan.filter((r) => ownIds.has(r.id))
    for (const { id } of [...tried(ownLessons, code), ...tried(otherLessons, code)]) {
      for (const read of ['absensi', 'riwayat-absensi']) {
        const answer = await me.client.get(`/pertemuan/${read}?id=${id}`)
        expect(answer.status, `${read} ${id}`).toBe(statusFor(code, ownIds.has(id), [200, 404]))
      }
      // Sends the id of an enrolment that does not exist, so that the call stores no attendance.
      const { status } = await me.client.post(`/pertemuan/tandai?id=${id}`, {
        peserta: [{ kursus_peserta_id: 2_000_000_000, kode_absensi: 'HADIR' }],
      })
      if (code && ownIds.has(id)) expect([403, 409, 422], `${id}`).toContain(status)
      else expect(status, `${id}`).toBe(code ? 404 : 403)
    }
  })
  walk(personKeys)('show lessons for make-ups in scope only', async (key) => {
    const me = people[key]
    const ownIds = new Set(visible('kredit-pengganti', me))
    for (const { id } of rows['kredit-pengganti']) {
      const { status } = await me.client.get(`/kredit-pengganti/pertemuan?id=${id}`)
      expect(status, `${id}`).toBe(
        statusFor(has(me, ['kredit-pengganti/pesan']), ownIds.has(id), [200, 404]),
      )
    }
  })
  walk(personKeys)('preview effects of a holiday only to users who may delete it', async (key) => {
    const me = people[key]
    const ownIds = new Set(visible('hari-libur', me))
    for (const { id, gedung_id } of rows['hari-libur']) {
      const { status } = await me.client.get(`/hari-libur/pratinjau-hapus?ids=${id}`)
      const isOwn = me.outlets.length === 0 || gedung_id !== null
      expect(status, `${id}`).toBe(
        statusFor(has(me, ['hari-libur/delete']), ownIds.has(id), [isOwn ? 200 : 403, 404]),
      )
    }
  })
  walk(personKeys)('reach no person out of scope', async (key) => {
    const me = people[key]
    const foreign = {
      user: users.filter((u) => !visible('user', me).includes(u.id)),
      enrolment: rows['kursus-peserta'].filter(
        (k) => !visible('kursus-peserta', me).includes(k.id),
      ),
    }
    for (const { method, path, access } of onRow.filter(
      (c) => !elsewhere.has(c.path) && !/\/import-/.test(c.path),
    ))
      for (const { id } of tried(
        isEnrolment(path) ? foreign.enrolment : foreign.user,
        access === 'session' || has(me, [access]),
      )) {
        const { status } =
          method === 'GET'
            ? await me.client.get(`${path}?id=${id}${queries[path] ?? ''}`)
            : await me.client.post(`${path}?id=${id}`, bodies[path])
        expect(
          access === 'session' ? [403, 404] : [has(me, [access]) ? 404 : 403],
          `${path} ${id}`,
        ).toContain(status)
      }
  })
  walk(personKeys)('show billing, students and banks of a person in scope only', async (key) => {
    const me = people[key]
    const ownIds = new Set(visible('user', me))
    for (const call of ['info-billing', 'info-peserta', 'list-payment-bank']) {
      for (const { id, name } of users) {
        const { status } = await me.client.get(`/user/${call}?id=${id}`)
        if (!has(me, [`user/${call}`])) expect(status, `${call} ${String(name)}`).toBe(403)
        else if (!ownIds.has(id)) expect(status, `${call} ${String(name)}`).toBe(404)
        else
          expect(call === 'info-billing' ? [200, 404] : [200], `${call} ${String(name)}`).toContain(
            status,
          )
      }
    }
  })
  walk(personKeys)('show the grid of coaches in scope only', async (key) => {
    const me = people[key]
    const ownIds = new Set(visible('user', me))
    const classes = new Set(visible('kursus-pelatih', me))
    for (const { id, role_id, name } of users) {
      const isOwnCoach = ownIds.has(id) && role_id === RoleId.pelatih
      const { status, data } = await me.client.get(`/user/jadwal-pelatih?id=${id}`)
      expect(status, String(name)).toBe(
        statusFor(has(me, ['user/jadwal-pelatih']), isOwnCoach, [200, 404]),
      )
      if (status === 200)
        for (const kelas of data.kelas)
          expect(kelas.id === null || classes.has(kelas.id), kelas.nama).toBe(true)
      // Sends an outdated version, so that the call changes nothing. It returns 409 for a user with
      // the access code and a coach in scope.
      const slot = [{ hari: Hari.senin, jam: '08:00', status: SlotPelatih.kosong }]
      const saved = await me.client.post(`/user/ubah-jadwal-pelatih?id=${id}`, { versi: -1, slot })
      expect(saved.status, String(name)).toBe(
        statusFor(has(me, ['user/ubah-jadwal-pelatih']), isOwnCoach, [409, 404]),
      )
    }
  })
  walk(personKeys)('return only data in scope', async (key) => {
    const me = people[key]
    if (!has(me, ['user/info-billing'])) return
    const [ownBills, ownClasses, ownUsers] = [
      visible('billing', me),
      visible('kursus-peserta', me),
      visible('user', me),
    ]
    for (const id of ownUsers) {
      const billing = await me.client.get(`/user/info-billing?id=${id}`)
      if (billing.success)
        for (const bill of billing.data.tagihan) expect(ownBills).toContain(bill.id)
      for (const person of must(await me.client.get(`/user/info-peserta?id=${id}`))) {
        expect(ownUsers).toContain(person.id)
        for (const kelas of person.kursus_peserta) expect(ownClasses).toContain(kelas.id)
      }
    }
  })
})

describe('writes that reach into another outlet or family', () => {
  const refused = async (
    client: Client,
    path: string,
    body: Record<string, unknown>,
    field: string,
  ) => {
    const { status, data } = await client.post(path, body)
    expect([status, data.errors?.[0]?.field], `${path} ${JSON.stringify(data)}`).toEqual([
      422,
      field,
    ])
  }
  test('are rejected for an admin of one outlet who names rows of another', async () => {
    const { ids, admin2 } = s
    await refused(
      admin2,
      '/kursus-pelatih/create',
      {
        pelatih_id: ids.pelatih,
        kursus_id: ids.kursus,
        gedung_id: ids.gedung,
        ruang_id: ids.ruang2,
        hari: Hari.rabu,
        jam_mulai: '10:00',
        mulai: '2024-01-01',
      },
      'gedung_id',
    )
    await refused(
      admin2,
      '/kursus-peserta/create',
      { peserta_id: ids.peserta, kursus_pelatih_id: ids.kelas2, mulai: '2024-01-01' },
      'peserta_id',
    )
    await refused(
      admin2,
      '/kursus-peserta/create',
      { peserta_id: ids.peserta2, kursus_pelatih_id: ids.kelas, mulai: '2024-01-01' },
      'kursus_pelatih_id',
    )
    await refused(
      admin2,
      '/kursus-harga/create',
      {
        kursus_id: ids.kursus,
        gedung_id: ids.gedung,
        berlaku_mulai: '2024-01-01',
        biaya_bulanan: 1,
      },
      'gedung_id',
    )
    await refused(
      admin2,
      '/billing/create',
      {
        akun_billing_id: ids.akun,
        gedung_id: ids.gedung2,
        jatuh_tempo: '2030-01-01',
        items: [{ jenis_billing_id: ids.jenis, deskripsi: 'x', harga_satuan: 1 }],
      },
      'akun_billing_id',
    )
    await refused(
      admin2,
      '/billing/generate',
      { periode: '2025-09', gedung_id: [ids.gedung] },
      'gedung_id',
    )
    await refused(
      admin2,
      '/billing/pratinjau',
      { periode: '2025-09', gedung_id: [ids.gedung] },
      'gedung_id',
    )
    await refused(
      admin2,
      '/user/create',
      {
        role_id: RoleId.sales,
        name: 'Sales Baru',
        email: 'sb@contoh.id',
        phone: '081200001111',
        gedung_id: ids.gedung,
      },
      'gedung_id',
    )
    expect(
      (
        await admin2.post('/gedung/create', {
          kode: 'BDG',
          nama: 'Nada Bandung',
          alamat: 'x',
          kota: 'Bandung',
        })
      ).status,
    ).toBe(403)
    const { baris } = must(await admin2.post('/billing/pratinjau', { periode: '2025-09' }))
    expect(new Set(baris.map((b: Row) => b.gedung_id))).toEqual(new Set([ids.gedung2]))
    const drafts = rows.billing
      .filter((b) => b.status === 0 && b.gedung_id === ids.gedung)
      .map((b) => b.id)
    expect(must(await admin2.post('/billing/terbitkan-banyak', { ids: drafts }))).toMatchObject({
      berhasil: 0,
      gagal: drafts.map((id) => ({ id })),
    })
  })
  test('show no names or sums of a batch of another outlet', async () => {
    const foreign = await s.db
      .selectFrom('generate_batch')
      .select('id')
      .orderBy('id')
      .executeTakeFirstOrThrow()
    expect((await s.admin2.get(`/billing/generate-batch?id=${foreign.id}`)).status).toBe(404)
    expect((await s.admin.get(`/billing/generate-batch?id=${foreign.id}`)).status).toBe(200)
  })
  test('let only a superadmin create or change a superadmin or an admin', async () => {
    const { ids, admin, admin2, sales } = s
    expect(
      (
        await admin.post('/user/create', {
          role_id: RoleId.admin,
          name: 'Admin Palsu',
          email: 'p@contoh.id',
        })
      ).status,
    ).toBe(403)
    expect(
      (await admin.post('/user/create', { role_id: RoleId.superadmin, name: 'Super Palsu' }))
        .status,
    ).toBe(403)
    for (const id of [ids.superadmin, ids.admin2])
      expect([403, 404]).toContain(
        (await admin.post(`/user/update?id=${id}`, { versi: 1, password: 'rahasia-baru' })).status,
      )
    expect([403, 404]).toContain(
      (await admin2.post(`/user/update?id=${ids.admin}`, { versi: 1, name: 'x' })).status,
    )
    expect([403, 404]).toContain((await admin.post(`/user/delete?id=${ids.superadmin}`)).status)
    const studentRow = must(await sales.get(`/user/view?id=${ids.peserta}`))
    for (const change of [{ role_id: RoleId.admin }, { status: 1 }, { sales_id: ids.sales2 }])
      expect(
        (await sales.post(`/user/update?id=${ids.peserta}`, { versi: studentRow.versi, ...change }))
          .status,
        JSON.stringify(change),
      ).toBeGreaterThanOrEqual(400)
    const self = must(await sales.get(`/user/view?id=${ids.sales}`))
    for (const change of [{ role_id: RoleId.superadmin }, { role_id: RoleId.admin }, { status: 1 }])
      expect(
        (await sales.post(`/user/update?id=${ids.sales}`, { versi: self.versi, ...change })).status,
      ).toBeGreaterThanOrEqual(400)
    const me = must(await admin.get(`/user/view?id=${ids.admin}`))
    expect(
      (
        await admin.post(`/user/update?id=${ids.admin}`, {
          versi: me.versi,
          role_id: RoleId.superadmin,
        })
      ).status,
    ).toBe(403)
  })
  test('apply changed codes of a role at once', async () => {
    const accesses = JSON.stringify(['bank/index'])
    const { accesses: before } = await s.db
      .selectFrom('role')
      .select('accesses')
      .where('id', '=', 6)
      .executeTakeFirstOrThrow()
    expect((await s.peserta.get('/bank')).status).toBe(403)
    await s.db.updateTable('role').set({ accesses }).where('id', '=', 6).execute()
    expect((await s.peserta.get('/bank')).status).toBe(200)
    await s.db.updateTable('role').set({ accesses: before }).where('id', '=', 6).execute()
    expect((await s.peserta.get('/bank')).status).toBe(403)
  })
  test('allow nothing for a wildcard that is not the first entry', async () => {
    const { accesses: before } = await s.db
      .selectFrom('role')
      .select('accesses')
      .where('id', '=', 6)
      .executeTakeFirstOrThrow()
    await s.db.updateTable('role').set({ accesses: '["x","*"]' }).where('id', '=', 6).execute()
    expect((await s.peserta.get('/bank')).status).toBe(403)
    await s.db.updateTable('role').set({ accesses: before }).where('id', '=', 6).execute()
  })
})
