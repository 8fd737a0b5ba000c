/**
 * Makes the small school of the money scene. Its simulated users bill families, record payments and
 * pay refunds at the same time.
 */
import { Hari, MetodePembayaran, RoleId } from '#contract/enums.ts'
import { softKinds } from '#contract/schedule/rules/conflicts.ts'
import { addMonths, currentDay, firstDay } from '#contract/values/tanggal.ts'
import type { Db } from '#server/db/schema/tables.ts'
import { idOf, isDone, type Post } from '../play.ts'
import type { Arena } from './arena.ts'
import { studentOf } from './people.ts'
import { monthsBack } from './rows.ts'
import { tiers } from './settings.ts'

const families = 10
const letStand = { konfirmasi: softKinds, alasan_bentrok: 'Uji acak' }
type Create = (path: string, body: object) => Promise<number>

const makePeople = async (create: Create, gedung: readonly number[]) => {
  const akun: number[] = []
  const students: number[] = []
  for (let i = 0; i < families; i++) {
    const gedung_id = gedung[i % gedung.length] ?? 0
    // Two payers with the same phone number count as a family. Credit can be moved between the
    // payers of a family.
    const id = await create('user', {
      role_id: RoleId.akunBilling,
      name: `Keluarga Uang ${i}`,
      email: `keluarga.uang.${i}@arena.contoh.id`,
      phone: `0818${10_000_000 + Math.floor(i / 2)}`,
      gedung_id,
    })
    akun.push(id)
    for (let n = 0; n < 2; n++)
      students.push(await create('user', studentOf(`${i} ${n}`, id, gedung_id)))
  }
  const staff = (name: string, role_id: number, phone: string) =>
    create('user', { role_id, name, email: `${phone}@arena.contoh.id`, phone })
  return {
    akun,
    students,
    pelatih: await staff('Guru Uang', RoleId.pelatih, '081999000001'),
    admin: await staff('Admin Uang', RoleId.admin, '081999000002'),
    kasir: await staff('Kasir Uang', RoleId.admin, '081999000004'),
    admin2: await staff('Admin Uang Dua', RoleId.admin, '081999000003'),
  }
}

/**
 * Makes a class at each outlet and enrols the students of that outlet in it. Returns the ids of the
 * classes in the order of the outlets.
 */
const makeCourses = async (
  create: Create,
  {
    gedung,
    students,
    pelatih,
  }: { gedung: readonly number[]; students: readonly number[]; pelatih: number },
): Promise<number[]> => {
  const kategori_kursus_id = await create('kategori-kursus', { nama: 'Uang' })
  const kursus_id = await create('kursus', {
    kode: 'UANG',
    nama: 'Piano Uang',
    kategori_kursus_id,
    tipe: 'group',
    kapasitas_maks: 40,
    biaya_bulanan: 500_000,
  })
  const mulai = firstDay(addMonths(currentDay().slice(0, 7), -monthsBack - 1))
  const kelas: number[] = []
  for (const [i, gedung_id] of gedung.entries()) {
    const ruang_id = await create('ruang', { nama: `Uang ${i}`, gedung_id, kapasitas: 40 })
    const kursus_pelatih_id = await create('kursus-pelatih', {
      pelatih_id: pelatih,
      kursus_id,
      gedung_id,
      ruang_id,
      hari: Hari.senin + i,
      jam_mulai: '10:00',
      mulai,
      ...letStand,
    })
    kelas.push(kursus_pelatih_id)
    for (const [n, peserta_id] of students.entries())
      if (Math.floor(n / 2) % gedung.length === i)
        await create('kursus-peserta', { peserta_id, kursus_pelatih_id, mulai, ...letStand })
  }
  return kelas
}

/**
 * Promos: for the second child of a family, for everybody, and by code. Some can be used only a few
 * times. A `nilai` without `tipe` is in hundredths of a percent.
 */
const promos = [
  { urutan_anak: 2, nilai: 1000, kuota: 3000, dapat_digabung: true },
  { nilai: 700, kuota: 6, prioritas: 9, dapat_digabung: true },
  { nilai: 500, dapat_digabung: false },
  { kode: 'UANG-KODE', tipe: 'nominal', nilai: 25_000, kuota_per_akun: 400, dapat_digabung: true },
  { kode: 'UANG-DUA', tipe: 'nominal', nilai: 15_000, kuota_per_akun: 2, dapat_digabung: true },
] as const
/**
 * Monthly fees, one for each outlet. The fee of the second outlet is valid only from the first day
 * of the month ten months before the current month.
 */
const fees = [
  { nominal: 35_000, berlaku_mulai: '2015-01-01' },
  { nominal: 20_000, berlaku_mulai: firstDay(addMonths(currentDay().slice(0, 7), -10)) },
] as const
/** Makes a product, monthly fees, promos and bank accounts. Returns their ids for the arena. */
const makeGoods = async (create: Create, gedung: readonly number[]) => {
  const jenis = await create('jenis-billing', { kode: 'UANG', nama: 'Uji uang', sifat: 'lain' })
  const produk = await create('produk-jasa', {
    kode: 'UANG',
    nama: 'Buku uang',
    jenis_billing_id: jenis,
    harga: 45_000,
    stok: 4000,
  })
  for (const [i, more] of fees.entries())
    await create('biaya', {
      kode: `UANG-${i}`,
      nama: `Fasilitas ${i}`,
      jenis_billing_id: jenis,
      pemicu: 'bulanan',
      gedung: gedung.slice(i, i + 1),
      ...more,
    })
  const promo: number[] = []
  for (const [i, more] of promos.entries())
    promo.push(await create('promo', { nama: `Uang ${i}`, mulai: '2024-01-01', ...more }))
  const kode = promos.flatMap((definition) => ('kode' in definition ? [definition.kode] : []))
  const bank = await create('bank', {
    nama_bank: 'BCA',
    no_rekening: '1',
    atas_nama: 'Nada',
    metode: MetodePembayaran.transfer,
  })
  const banks: number[] = []
  for (const id of gedung)
    banks.push(
      await create('bank', {
        nama_bank: 'BRI',
        no_rekening: `3${id}`,
        atas_nama: 'Nada',
        metode: MetodePembayaran.transfer,
        gedung: [id],
      }),
    )
  const mesin = await create('bank', {
    nama_bank: 'EDC',
    no_rekening: '2',
    atas_nama: 'Nada',
    tipe: 'edc',
    metode: MetodePembayaran.kartuKredit,
  })
  return { jenis, produk, kode, promo, bank, banks, mesin, brought: new Map<number, string>() }
}

/**
 * Changes settings of the school, so that overdue bills get a late fee and reminders can be sent at
 * any hour.
 */
const setRules = async (post: Post, db: Db): Promise<void> => {
  for (const [key, value] of [
    ['denda_tier', tiers[0]],
    ['denda_mulai', '2020-01-01'],
    ['pengingat_dari', '08:00'],
    ['pengingat_sampai', '08:00'],
  ] as const) {
    const { versi } = await db
      .selectFrom('setting')
      .select('versi')
      .where('key', '=', key)
      .executeTakeFirstOrThrow()
    const reply = await post('/setting/update', { key, value, versi, alasan: 'Uji acak uang' })
    if (!isDone(reply)) throw new Error(`${key}: ${JSON.stringify(reply)}`)
  }
}

/** Makes the school through the API, as its superadmin. */
export const makeArena = async (post: Post, db: Db): Promise<Arena> => {
  const create: Create = async (path, body) => {
    const reply = await post(`/${path}/create`, body)
    if (!isDone(reply)) throw new Error(`${path}: ${JSON.stringify(reply)}`)
    return idOf(reply)
  }
  const gedung: number[] = []
  for (const [i, zona_waktu] of ['Asia/Jakarta', 'Asia/Makassar'].entries())
    gedung.push(
      await create('gedung', {
        kode: `UG${i}`,
        nama: `Uang ${i}`,
        alamat: 'Jl. Uji 1',
        kota: 'Bandung',
        zona_waktu,
      }),
    )
  const { akun, students, ...staff } = await makePeople(create, gedung)
  const kelas = await makeCourses(create, { gedung, students, pelatih: staff.pelatih })
  const second = { user_id: staff.admin2, gedung_id: gedung[1] ?? 0 }
  await db.insertInto('user_gedung').values(second).execute()
  await db.updateTable('user').set({ harus_ganti_password: 0 }).execute()
  await setRules(post, db)
  const pairs = akun.flatMap((id, i): [number, number][] => {
    const partner = akun[i % 2 === 0 ? i + 1 : i - 1]
    return partner === undefined ? [] : [[id, partner]]
  })
  return {
    gedung,
    akun,
    kelas,
    pairs,
    ...(await makeGoods(create, gedung)),
    admin: staff.admin,
    kasir: staff.kasir,
    admin2: staff.admin2,
  }
}
