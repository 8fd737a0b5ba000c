/** A small school, made through the API: two outlets, one user of each role, two families. */
import { openApi, type Answer, type Body, type Client, type TestApi } from '#mocks/api.ts'

export interface School extends TestApi {
  /** Ids of what was made. `gedung`, `sales`, `akun` and `kelas` are of the first outlet; those with a 2 of another outlet, sales person and family. `jenis`: a kind of line that is no tuition. */
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
  /** An admin of the second outlet only. */ admin2: Client
  pelatih: Client
  sales: Client
  sales2: Client
  akun: Client
  akun2: Client
  peserta: Client
}

/** Fails with what the API said, so that a broken fixture is not mistaken for a broken test. */
export const must = <T>(answer: Answer<T>): T => {
  if (!answer.success) throw new Error(`${answer.status} ${JSON.stringify(answer.data)}`)
  return answer.data
}

/** Prices in rupiah: the course costs 500.000 a month, in four meetings. Classes are on Mondays. */
export const makeSchool = async (): Promise<School> => {
  const api = await openApi()
  const superadmin = await api.as(1)
  // Tests take months of their own, so that what the others number or generate does not show: many of them lie far ahead.
  await api.db
    .updateTable('setting')
    .set({ value: '20' })
    .where('key', '=', 'batas_tahun_depan')
    .execute()
  const create = async (path: string, body: Body): Promise<number> =>
    must(await superadmin.post<{ id: number }>(`/${path}/create`, body)).id
  const gedung = await create('gedung', {
    kode: 'JKT',
    nama: 'Nada Jakarta',
    alamat: 'Jl. Melati 1',
    kota: 'Jakarta',
  })
  const gedung2 = await create('gedung', {
    kode: 'MKS',
    nama: 'Nada Makassar',
    alamat: 'Jl. Losari 2',
    kota: 'Makassar',
    zona_waktu: 'Asia/Makassar',
  })
  const bank = await create('bank', {
    nama_bank: 'BCA',
    no_rekening: '1234567890',
    atas_nama: 'Sekolah Nada',
  })
  const kategori = await create('kategori-kursus', { nama: 'Piano' })
  const kursus = await create('kursus', {
    kode: 'PNO-1',
    nama: 'Piano Grade 1',
    kategori_kursus_id: kategori,
    tipe: 'group',
    kapasitas_maks: 50,
    biaya_bulanan: 500_000,
  })
  const person = (role_id: number, name: string, more: Body = {}) => {
    const mail = `${name.toLowerCase().replaceAll(' ', '.')}@contoh.id`
    return create('user', {
      role_id,
      name,
      email: role_id === 6 ? null : mail,
      phone: `0812${String(10_000_000 + name.length * 7919 + role_id)}`,
      ...more,
    })
  }
  const admin = await person(2, 'Ayu Admin')
  const admin2 = await person(2, 'Bagus Admin')
  await api.db.insertInto('user_gedung').values({ user_id: admin2, gedung_id: gedung2 }).execute()
  const pelatih = await person(3, 'Citra Guru')
  const sales = await person(4, 'Dewi Sales', { gedung_id: gedung })
  const sales2 = await person(4, 'Eko Sales', { gedung_id: gedung2 })
  const akun = await person(5, 'Fajar Santoso')
  const akun2 = await person(5, 'Gita Wijaya')
  const child = (name: string, akun_billing_id: number, gedung_id: number, sales_id: number) =>
    person(6, name, {
      akun_billing_id,
      gedung_id,
      sales_id,
      gender: 'Perempuan',
      tanggal_lahir: '2015-03-04',
      wali_nama: 'Wali',
      wali_phone: '081234567890',
      persetujuan: true,
    })
  const peserta = await child('Hana Santoso', akun, gedung, sales)
  const adik = await child('Indra Santoso', akun, gedung, sales)
  const peserta2 = await child('Joko Wijaya', akun2, gedung2, sales2)
  const ruangDi = (gedung_id: number, nama: string) =>
    create('ruang', { nama, gedung_id, kapasitas: 50, fasilitas: ['Piano', 'AC'] })
  const ruang = await ruangDi(gedung, 'A1')
  const ruang2 = await ruangDi(gedung2, 'B1')
  const kelasAt = (gedung_id: number, ruang_id: number, jam_mulai: string) =>
    create('kursus-pelatih', {
      pelatih_id: pelatih,
      kursus_id: kursus,
      gedung_id,
      ruang_id,
      hari: 1,
      jam_mulai,
      mulai: '2024-01-01',
    })
  const kelas = await kelasAt(gedung, ruang, '09:00')
  const kelas2 = await kelasAt(gedung2, ruang2, '13:00')
  const enrol = (peserta_id: number, kursus_pelatih_id: number) =>
    create('kursus-peserta', { peserta_id, kursus_pelatih_id, mulai: '2024-01-01' })
  const jenisOf = async (sifat: 'kursus' | 'tambahan') =>
    (
      await api.db
        .selectFrom('jenis_billing')
        .select('id')
        .where('sifat', '=', sifat)
        .executeTakeFirstOrThrow()
    ).id
  const ids = {
    superadmin: 1,
    admin,
    admin2,
    pelatih,
    sales,
    sales2,
    akun,
    akun2,
    peserta,
    adik,
    peserta2,
    gedung,
    gedung2,
    ruang,
    ruang2,
    bank,
    kategori,
    kursus,
    kelas,
    kelas2,
    jenis: await jenisOf('tambahan'),
    jenisKursus: await jenisOf('kursus'),
    kp: await enrol(peserta, kelas),
    kpAdik: await enrol(adik, kelas),
    kp2: await enrol(peserta2, kelas2),
  }
  return {
    ...api,
    ids,
    superadmin,
    admin: await api.as(admin),
    admin2: await api.as(admin2),
    pelatih: await api.as(pelatih),
    sales: await api.as(sales),
    sales2: await api.as(sales2),
    akun: await api.as(akun),
    akun2: await api.as(akun2),
    peserta: await api.as(peserta),
  }
}
