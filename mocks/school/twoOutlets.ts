/**
 * School with several rows of every kind: of its first outlet, of its second outlet, of both, and
 * of the whole school. Tests use it to check which rows an admin of only one outlet may change.
 */
import { accessCodes } from '#contract/access/accessCodes.ts'
import { RoleId, Hari, SlotPelatih, MetodePembayaran, UserStatus } from '#contract/enums.ts'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import type { Body, Client } from '#mocks/api/api.ts'
import { makeConfirmation } from '#mocks/money/confirmation.ts'
import { makeWaiting } from '#mocks/money/expense.ts'
import { enrol, makeBill, makeDraft, makeKelas, makeRuang } from '#mocks/people/family.ts'
import { storeLinks } from '#mocks/people/newAddress.ts'
import { closeLongAgo, samplesOf } from '#mocks/samples.ts'
import { addAttendance } from '#mocks/schedule/attendance.ts'
import { makeDraftHonor, makeFinalHonor, makePaidHonor } from '#mocks/schedule/honor.ts'
import { addCatalogue, nextNumber } from '#mocks/school/outletCatalogue.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'
import { now } from '#server/http/context.ts'

interface Person {
  id: number
  client: Client
}
export interface TwoOutlets extends School {
  /** Id of the first outlet. */
  here: number
  /** Id of the second outlet. */
  there: number
  /** Admin of only the outlet `here`, with every access code. */
  limited: Person
  /** Admin of all outlets, with every access code. */
  free: Person
  /**
   * Ids of people who belong to both outlets: a coach of both, a payer with a child at each, and a
   * student of `here` with a class at each.
   */
  both: { coach: number; payer: number; childHere: number; childThere: number; student: number }
  make: (name: string, body: Body) => Promise<number>
}

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
/** Returns a picture of one pixel. */
export const dot = (): Uint8Array => new Uint8Array(png)

export { nextNumber }

/** Creates a child of a payer at an outlet. */
export const makeChild = (
  s: TwoOutlets,
  akun_billing_id: number,
  gedung_id: number,
  more: Body = {},
): Promise<number> =>
  s.make('user', {
    role_id: RoleId.peserta,
    name: `Anak ${nextNumber()}`,
    akun_billing_id,
    gedung_id,
    gender: 'Perempuan',
    tanggal_lahir: '2015-03-04',
    wali_nama: 'Wali',
    wali_phone: '081234567890',
    persetujuan: true,
    ...more,
  })
/** Creates a user of a role with the required fields; returns the id. */
export const makePerson = (s: TwoOutlets, role_id: number, more: Body = {}): Promise<number> => {
  const code = nextNumber()
  return s.make('user', {
    role_id,
    name: `Orang ${code}`,
    email: `orang.${code}@contoh.id`,
    phone: `0815${10_000_000 + code}`,
    ...more,
  })
}
/** Creates an adult student and makes the student a payer too; returns the user's id. */
export const makeOwnPayer = async (s: TwoOutlets, gedung_id: number): Promise<number> => {
  const parent = await makePerson(s, RoleId.akunBilling, { gedung_id })
  const id = await makeChild(s, parent, gedung_id, {
    tanggal_lahir: '1990-01-01',
    email: `dewasa.${nextNumber()}@contoh.id`,
    phone: '081300000001',
  })
  must(await s.superadmin.post(`/user/upgrade?id=${id}`, {}))
  return id
}

/**
 * Creates classes, people and a lead of an outlet. At the second outlet, one of the classes is
 * taught by `coachThere`, a coach of that outlet only.
 */
const addPeopleOf = async (s: TwoOutlets, gedung_id: number, coachThere: number): Promise<void> => {
  const { ids, both } = s
  const ruang_id = await makeRuang(s, gedung_id)
  // Classes at the two outlets begin at different hours, so that `both.coach` has no conflict.
  const hours = gedung_id === ids.gedung2 ? ['09:00', '11:00'] : ['13:00', '15:00']
  const coaches = [both.coach, gedung_id === ids.gedung2 ? coachThere : both.coach]
  for (const [i, pelatih_id] of coaches.entries())
    await makeKelas(s, gedung_id, {
      pelatih_id,
      ruang_id,
      hari: Hari.selasa,
      jam_mulai: hours[i],
    })
  // Adds an applicant (inactive and registered online), an inactive user and a deleted user.
  const applicant = await makeChild(s, both.payer, gedung_id, { status: UserStatus.nonaktif })
  await s.db.updateTable('user').set({ sumber: 'mandiri' }).where('id', '=', applicant).execute()
  await makePerson(s, RoleId.akunBilling, { gedung_id, status: UserStatus.nonaktif })
  must(
    await s.superadmin.post(
      `/user/delete?id=${await makePerson(s, RoleId.akunBilling, { gedung_id })}`,
    ),
  )
  await makeOwnPayer(s, gedung_id)
  await makePerson(s, RoleId.sales, { gedung_id })
  const lead = await s.make('lead', { nama: 'Calon', phone: '081700000001', gedung_id })
  must(await s.superadmin.post(`/lead/catat?id=${lead}`, { jenis: 'telepon', isi: 'Tanya harga' }))
  const kursus_pelatih_id = await makeKelas(s, gedung_id)
  const slot = { lead_id: lead, kursus_pelatih_id, mulai: currentDay() }
  must(await s.superadmin.post('/lead/tahan-slot', slot))
  must(await s.superadmin.post(`/lead/trial?id=${lead}`, await makeTrialPlace(s, gedung_id)))
  const typed = { langkah: 'peserta', isian: '{}', versi: 0 }
  must(await s.superadmin.post(`/lead/simpan-aktivasi?id=${lead}`, typed))
}
/** Returns the input of a trial lesson in five days, with a new coach and room of an outlet. */
export const makeTrialPlace = async (s: TwoOutlets, gedung_id: number) => ({
  kursus_id: s.ids.kursus,
  pelatih_id: await makePerson(s, RoleId.pelatih, { gedung_id }),
  ruang_id: await makeRuang(s, gedung_id),
  tanggal: addDays(currentDay(), 5),
  jam_mulai: '10:00',
})
/** Stores a trusted device, a second factor, a recovery code and secret links of a user. */
const addDevice = async (s: TwoOutlets, user_id: number): Promise<void> => {
  await s.db
    .insertInto('perangkat')
    .values({
      user_id,
      token_hash: 'x',
      token_versi: 1,
      dibuat: now(),
      terpakai: now(),
    })
    .execute()
  await s.db
    .insertInto('dua_langkah')
    .values({ user_id, aktif_at: now(), disiapkan_at: null })
    .execute()
  await s.db
    .insertInto('kode_pemulihan')
    .values({ user_id, kode_hash: 'x', dipakai_at: null })
    .execute()
  await storeLinks(s.db, user_id)
}
const addPeople = async (s: TwoOutlets): Promise<void> => {
  const { ids, make, both } = s
  const outlets = [ids.gedung, ids.gedung2]
  both.coach = await makePerson(s, RoleId.pelatih, {
    gedung_wilayah: outlets,
    bidang: [ids.kategori],
    no_rekening: '1234567890',
  })
  await makePerson(s, RoleId.pelatih, {
    gedung_id: ids.gedung,
    gedung_wilayah: [ids.gedung],
    tanggal_lahir: '1980-01-01',
  })
  const coachThere = await makePerson(s, RoleId.pelatih, {
    gedung_id: ids.gedung2,
    gedung_wilayah: [ids.gedung2],
    bidang: [ids.kategori],
    no_rekening: '1234567891',
    level_maks: null,
  })
  both.payer = await makePerson(s, RoleId.akunBilling, {
    kontak: [{ nama: 'Nenek', phone: '081200000001' }],
  })
  both.childHere = await makeChild(s, both.payer, ids.gedung)
  both.childThere = await makeChild(s, both.payer, ids.gedung2)
  both.student = await makeChild(s, await makePerson(s, RoleId.akunBilling), ids.gedung, {
    sales_id: ids.sales2,
  })
  const visitor = await makeChild(s, ids.akun2, ids.gedung2)
  const payerThere = await makePerson(s, RoleId.akunBilling, {
    gedung_id: ids.gedung2,
    kontak: [{ nama: 'Kakek' }],
  })
  const nik = '7371012345678901'
  await makeChild(s, payerThere, ids.gedung2, {
    tanggal_lahir: '1995-01-01',
    nik,
    phone: '081200000002',
    alamat: 'Jl. Sana',
  })
  for (const gedung_id of outlets) await addPeopleOf(s, gedung_id, coachThere)
  await enrol(s, both.childHere, ids.kelas)
  await enrol(s, both.childThere, ids.kelas2)
  await enrol(s, both.student, ids.kelas)
  await enrol(s, both.student, ids.kelas2)
  await enrol(s, visitor, ids.kelas)
  for (const id of [both.coach, coachThere])
    must(
      await s.superadmin.post(`/user/ubah-jadwal-pelatih?id=${id}`, {
        versi: 0,
        slot: [{ hari: Hari.senin, jam: '08:00', status: SlotPelatih.kosong }],
      }),
    )
  await addAttendance(s, coachThere)
  await addDevice(s, payerThere)
  must(await s.superadmin.post(`/user/undangan?id=${payerThere}`))
  const { data } = await s.superadmin.upload('/berkas/unggah', 'foto.png', dot(), { jenis: 'foto' })
  must(await s.superadmin.post(`/user/update?id=${both.childThere}`, { versi: 1, foto: data.id }))
  await make('saved-view', { nama: 'Milik pengelola', resource: 'billing' })
}

/** Creates coach pay in each status (draft, final, paid), and a rate of coach pay. */
const addHonours = async (s: TwoOutlets, gedung_id: number): Promise<void> => {
  for (const make of [makeDraftHonor, makeFinalHonor, makePaidHonor]) await make(s, gedung_id)
  await s.make('tarif-honor', { ...(await samplesOf(s)['tarif-honor'].create()), gedung_id })
}
const addBills = async (s: TwoOutlets): Promise<void> => {
  const { ids, both, superadmin } = s
  for (const periode of ['2025-01', '2025-02', '2025-03']) {
    const { generate_batch_id } = must(await superadmin.post('/billing/generate', { periode }))
    if (periode !== '2025-03')
      must(await superadmin.post('/billing/terbitkan-banyak', { generate_batch_id }))
  }
  const shared = [
    await makeBill(s, both.payer, 3000, { gedung_id: ids.gedung }),
    await makeBill(s, both.payer, 3000, { gedung_id: ids.gedung2 }),
  ]
  must(
    await superadmin.post('/billing-payment/create', {
      akun_billing_id: both.payer,
      gedung_id: ids.gedung,
      tanggal: '2025-06-02',
      metode: MetodePembayaran.tunai,
      jumlah: 6000,
      alokasi: shared.map((billing_id) => ({ billing_id, jumlah: 3000 })),
    }),
  )
  const line = (peserta_id: number, more: Body = {}) => ({
    jenis_billing_id: ids.jenis,
    deskripsi: 'Uji',
    harga_satuan: 20_000,
    peserta_id,
    ...more,
  })
  const products = (await s.db.selectFrom('produk_jasa').select(['id', 'gedung']).execute()).filter(
    (p) => p.gedung === '[]',
  )
  const studentPayers = await s.db
    .selectFrom('user')
    .innerJoin('peserta_profil', 'peserta_profil.user_id', 'user.id')
    .select(['user.id', 'user.gedung_id'])
    .where('role_id', '=', RoleId.akunBilling)
    .execute()
  for (const gedung_id of [ids.gedung, ids.gedung2]) {
    await makeWaiting(s, gedung_id)
    await addHonours(s, gedung_id)
    await makeConfirmation(s, gedung_id)
    await makeConfirmation(s, gedung_id, both.payer)
    await s.make('pengeluaran-sales', {
      ...(await samplesOf(s)['pengeluaran-sales'].create()),
      gedung_id,
    })
    await closeLongAgo(s, gedung_id)
    const items = [
      line(gedung_id === ids.gedung ? both.childHere : both.childThere, {
        produk_jasa_id: products[0]?.id,
      }),
    ]
    await makeBill(s, both.payer, 0, { gedung_id, items })
    await makeDraft(s, both.payer, 0, {
      gedung_id,
      items: [...items, line(both.childHere), line(both.childThere)],
    })
    const kode_promo = (await s.db.selectFrom('promo').select(['kode', 'gedung']).execute()).find(
      (p) => p.gedung !== '[]' && p.gedung.includes(','),
    )?.kode
    await makeBill(s, both.payer, 0, { gedung_id, items, kode_promo })
    // Creates a bill and a draft at this outlet for each payer who is also a student.
    for (const { id } of studentPayers) {
      await makeBill(s, id, 7000, { gedung_id })
      await makeDraft(s, id, 7000, { gedung_id })
    }
    const paid = await makeBill(s, both.payer, 9000, { gedung_id })
    must(
      await superadmin.post('/billing-payment/create', {
        akun_billing_id: both.payer,
        gedung_id,
        tanggal: '2025-06-01',
        metode: MetodePembayaran.tunai,
        jumlah: 20_000,
        alokasi: [{ billing_id: paid, jumlah: 9000 }],
      }),
    )
  }
  // Publishing this bill pays it from the saldo (credit) that remains from the payments above.
  await makeBill(s, both.payer, 4000, { gedung_id: ids.gedung2 })
}

/** Opens a copy of the small school (mocks/school/school.ts) and adds the rows of all kinds. */
export const makeTwoOutlets = async (): Promise<TwoOutlets> => {
  const school = await makeSchool()
  const make = async (name: string, body: Body): Promise<number> =>
    must(await school.superadmin.post<{ id: number }>(`/${name}/create`, body)).id
  const accesses = accessCodes.map((c) => c.kode)
  const role_id = await make('role', {
    name: 'Admin Outlet',
    dasar_role_id: RoleId.admin,
    accesses,
  })
  const person = async (name: string, outlets: readonly number[]): Promise<Person> => {
    const id = await make('user', {
      role_id,
      name,
      email: `${name.toLowerCase().replaceAll(' ', '.')}@contoh.id`,
      gedung_wilayah: outlets,
    })
    return { id, client: await school.as(id) }
  }
  const { gedung, gedung2 } = school.ids
  const s: TwoOutlets = {
    ...school,
    make,
    here: gedung,
    there: gedung2,
    limited: await person('Lina Outlet', [gedung]),
    free: await person('Farid Semua', []),
    both: { coach: 0, payer: 0, childHere: 0, childThere: 0, student: 0 },
  }
  const levels = [{ nama: 'Dasar' }, { nama: 'Lanjut' }]
  must(
    await s.superadmin.post(`/kategori-kursus/update?id=${s.ids.kategori}`, { versi: 1, levels }),
  )
  await addCatalogue(s)
  await addPeople(s)
  await addBills(s)
  must(
    await s.admin2.upload('/ruang/import', 'ruang.csv', 'nama;gedung;kapasitas\nRuang Impor;MKS;4'),
  )
  must(await s.admin2.post('/saved-view/create', { nama: 'Milik lain', resource: 'billing' }))
  return s
}
