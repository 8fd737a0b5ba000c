/** Small school, created through the API: two outlets, a user of each role, and two families. */
import { RoleId, Hari } from '#contract/enums.ts'
import type { SettingKey } from '#contract/settings/settings.ts'
import type { Answer, Body, Client, TestApi } from '#mocks/api/api.ts'
import { copyPrepared } from '#mocks/school/prepared.ts'

export interface School extends TestApi {
  /**
   * Ids of the created rows. Names with a 2 belong to the second outlet or family, names without a
   * number to the first. `kp` is an enrolment, `adik` a sibling of `peserta`, and `jenis` a kind of
   * bill line other than tuition (`jenisKursus`).
   */
  ids: Record<
    | 'superadmin'
    | 'admin'
    | 'admin2'
    | 'pelatih'
    | 'sales'
    | 'sales2'
    | 'akun'
    | 'akun2'
    | 'peserta'
    | 'adik'
    | 'peserta2'
    | 'gedung'
    | 'gedung2'
    | 'bank'
    | 'ruang'
    | 'ruang2'
    | 'kategori'
    | 'kursus'
    | 'jenis'
    | 'jenisKursus'
    | 'kelas'
    | 'kelas2'
    | 'kp'
    | 'kpAdik'
    | 'kp2',
    number
  >
  superadmin: Client
  admin: Client
  /** Client of an admin of the second outlet only. */
  admin2: Client
  pelatih: Client
  sales: Client
  sales2: Client
  akun: Client
  akun2: Client
  peserta: Client
}

/**
 * Returns the data of a successful response. Throws the API's error for any other response, so that
 * a failed preparation of a test is visible at once.
 */
export const must = <T>(answer: Answer<T>): T => {
  if (!answer.success) throw new Error(`${answer.status} ${JSON.stringify(answer.data)}`)
  return answer.data
}

type Create = (path: string, body: Body) => Promise<number>

/** Creates two outlets, a bank account, and a course for Rp500.000 a month. */
const makeCatalogue = async (create: Create) => ({
  gedung: await create('gedung', {
    kode: 'JKT',
    nama: 'Nada Jakarta',
    alamat: 'Jl. Melati 1',
    kota: 'Jakarta',
  }),
  gedung2: await create('gedung', {
    kode: 'MKS',
    nama: 'Nada Makassar',
    alamat: 'Jl. Losari 2',
    kota: 'Makassar',
    zona_waktu: 'Asia/Makassar',
  }),
  bank: await create('bank', {
    nama_bank: 'BCA',
    no_rekening: '1234567890',
    atas_nama: 'Sekolah Nada',
  }),
  ...(await makeCourse(create)),
})
const makeCourse = async (create: Create) => {
  const kategori = await create('kategori-kursus', { nama: 'Piano' })
  const kursus = await create('kursus', {
    kode: 'PNO-1',
    nama: 'Piano Grade 1',
    kategori_kursus_id: kategori,
    tipe: 'group',
    kapasitas_maks: 50,
    biaya_bulanan: 500_000,
  })
  return { kategori, kursus }
}
/** Creates people of each role. Names with a 2 belong to the second outlet or family. */
const makePeople = async (
  create: Create,
  api: TestApi,
  { gedung, gedung2 }: { gedung: number; gedung2: number },
) => {
  const person = (role_id: number, name: string, more: Body = {}) => {
    const mail = `${name.toLowerCase().replaceAll(' ', '.')}@contoh.id`
    return create('user', {
      role_id,
      name,
      email: role_id === RoleId.peserta ? null : mail,
      phone: `0812${String(10_000_000 + name.length * 7919 + role_id)}`,
      ...more,
    })
  }
  const child = (name: string, akun_billing_id: number, gedung_id: number, sales_id: number) =>
    person(RoleId.peserta, name, {
      akun_billing_id,
      gedung_id,
      sales_id,
      gender: 'Perempuan',
      tanggal_lahir: '2015-03-04',
      wali_nama: 'Wali',
      wali_phone: '081234567890',
      persetujuan: true,
    })
  const admin = await person(RoleId.admin, 'Ayu Admin')
  const admin2 = await person(RoleId.admin, 'Bagus Admin')
  await api.db.insertInto('user_gedung').values({ user_id: admin2, gedung_id: gedung2 }).execute()
  const pelatih = await person(RoleId.pelatih, 'Citra Guru')
  const sales = await person(RoleId.sales, 'Dewi Sales', { gedung_id: gedung })
  const sales2 = await person(RoleId.sales, 'Eko Sales', { gedung_id: gedung2 })
  const akun = await person(RoleId.akunBilling, 'Fajar Santoso')
  const akun2 = await person(RoleId.akunBilling, 'Gita Wijaya')
  const peserta = await child('Hana Santoso', akun, gedung, sales)
  const adik = await child('Indra Santoso', akun, gedung, sales)
  const peserta2 = await child('Joko Wijaya', akun2, gedung2, sales2)
  return { admin, admin2, pelatih, sales, sales2, akun, akun2, peserta, adik, peserta2 }
}
/** Creates a room and a class in each outlet. */
const makeClasses = async (
  create: Create,
  { gedung, gedung2, kursus, pelatih }: Record<'gedung' | 'gedung2' | 'kursus' | 'pelatih', number>,
) => {
  const ruangIn = (gedung_id: number, nama: string) =>
    create('ruang', { nama, gedung_id, kapasitas: 50, fasilitas: ['Piano', 'AC'] })
  const ruang = await ruangIn(gedung, 'A1')
  const ruang2 = await ruangIn(gedung2, 'B1')
  const kelasAt = (gedung_id: number, ruang_id: number, jam_mulai: string) =>
    create('kursus-pelatih', {
      pelatih_id: pelatih,
      kursus_id: kursus,
      gedung_id,
      ruang_id,
      hari: Hari.senin,
      jam_mulai,
      mulai: '2024-01-01',
    })
  const kelas = await kelasAt(gedung, ruang, '09:00')
  const kelas2 = await kelasAt(gedung2, ruang2, '13:00')
  return { ruang, ruang2, kelas, kelas2 }
}
const jenisOf = async (api: TestApi, sifat: 'kursus' | 'tambahan'): Promise<number> => {
  const { id } = await api.db
    .selectFrom('jenis_billing')
    .select('id')
    .where('sifat', '=', sifat)
    .executeTakeFirstOrThrow()
  return id
}

/** Writes a setting directly to its table, before the first rows of the school are created. */
const setBefore = (api: TestApi, key: SettingKey, value: unknown) =>
  api.db
    .updateTable('setting')
    .set({ value: JSON.stringify(value) })
    .where('key', '=', key)
    .execute()

/**
 * Fills an empty database with the school and returns the ids. The course costs Rp500.000 a month,
 * and the classes are on Mondays.
 */
const fillSchool = async (api: TestApi): Promise<School['ids']> => {
  const superadmin = await api.as(1)
  // Tests use separate months, so that numbers and bills of other tests do not interfere. Some of
  // these months are many years in the future, which the default of the setting does not allow.
  await setBefore(api, 'batas_tahun_depan', 20)
  // Classes also have a lesson in the fifth week of a month, so that a lesson "in ten days" exists
  // on every day on which the tests run.
  await setBefore(api, 'minggu_kelima', 'jalan')
  // The school has no bills yet, but its dashboard is that of a working school.
  await setBefore(api, 'panduan', 'tutup')
  const create: Create = async (path, body) =>
    must(await superadmin.post<{ id: number }>(`/${path}/create`, body)).id
  const catalogue = await makeCatalogue(create)
  const people = await makePeople(create, api, catalogue)
  const classes = await makeClasses(create, { ...catalogue, ...people })
  const enrol = (peserta_id: number, kursus_pelatih_id: number) =>
    create('kursus-peserta', { peserta_id, kursus_pelatih_id, mulai: '2024-01-01' })
  return {
    superadmin: 1,
    ...people,
    ...catalogue,
    ...classes,
    jenis: await jenisOf(api, 'tambahan'),
    jenisKursus: await jenisOf(api, 'kursus'),
    kp: await enrol(people.peserta, classes.kelas),
    kpAdik: await enrol(people.adik, classes.kelas),
    kp2: await enrol(people.peserta2, classes.kelas2),
  }
}

/**
 * Opens a copy of the school, with a logged-in client of each user. The school itself is created
 * once per process (mocks/school/prepared.ts).
 */
export const makeSchool = async (): Promise<School> => {
  const { api, ids } = await copyPrepared(fillSchool)
  return {
    ...api,
    ids,
    superadmin: await api.as(1),
    admin: await api.as(ids.admin),
    admin2: await api.as(ids.admin2),
    pelatih: await api.as(ids.pelatih),
    sales: await api.as(ids.sales),
    sales2: await api.as(ids.sales2),
    akun: await api.as(ids.akun),
    akun2: await api.as(ids.akun2),
    peserta: await api.as(ids.peserta),
  }
}
