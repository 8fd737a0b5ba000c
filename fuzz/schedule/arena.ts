/**
 * Makes the small school of the schedule scene. It has few rooms and coaches, so that bookings,
 * moves and enrolments of its simulated users often conflict.
 */
import { Hari, RoleId } from '#contract/enums.ts'
import { lessonInstants } from '#contract/schedule/rules/instants.ts'
import { weekOf } from '#contract/schedule/rules/lessons.ts'
import { addDays, currentDay, weekday } from '#contract/values/tanggal.ts'
import type { Db } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { now } from '#server/http/context.ts'
import { idOf, isDone, type Post } from '../play.ts'
import type { Random } from '../random.ts'

export interface Arena {
  gedung: readonly number[]
  ruang: readonly { id: number; gedung_id: number }[]
  kursus: readonly number[]
  pelatih: readonly number[]
  peserta: readonly number[]
  /** User id of an admin of all outlets. */
  admin: number
  /** User id of an admin of only the second outlet. */
  admin2: number
  /** User id of a sales person. */
  sales: number
}

export const clockHours = ['09:00', '09:30', '10:00', '10:30', '11:00', '12:00', '13:00'] as const
/** Time zones of the two outlets. They differ, so that 10:00 in one is 11:00 in the other. */
const zones = ['Asia/Jakarta', 'Asia/Makassar'] as const
const roomsEach = 2
const seats = 3
const coaches = 5
const families = 8
const childrenEach = 3
const classes = 12

type Create = (path: string, body: object) => Promise<number>

const makePeople = async (create: Create, gedung: readonly number[]) => {
  const person = (role_id: number, name: string, more: object = {}) =>
    create('user', {
      role_id,
      name,
      email: `${name.toLowerCase().replaceAll(' ', '.')}@arena.contoh.id`,
      phone: `0819${String(10_000_000 + name.length * 104_729 + name.charCodeAt(name.length - 1))}`,
      ...more,
    })
  const pelatih: number[] = []
  for (let i = 0; i < coaches; i++) pelatih.push(await person(RoleId.pelatih, `Guru Arena ${i}`))
  const sales = await person(RoleId.sales, 'Sales Arena', { gedung_id: gedung[0] })
  const peserta: number[] = []
  for (let i = 0; i < families; i++) {
    const akun_billing_id = await person(RoleId.akunBilling, `Keluarga Arena ${i}`)
    for (let n = 0; n < childrenEach; n++)
      peserta.push(
        await person(RoleId.peserta, `Anak Arena ${i} ${n}`, {
          email: null,
          akun_billing_id,
          gedung_id: gedung[i % gedung.length],
          sales_id: sales,
          gender: 'Perempuan',
          tanggal_lahir: '2015-03-04',
          wali_nama: 'Wali',
          wali_phone: '081234567890',
          persetujuan: true,
        }),
      )
  }
  const admin = await person(RoleId.admin, 'Admin Arena')
  const admin2 = await person(RoleId.admin, 'Admin Arena Dua')
  return { pelatih, sales, peserta, admin, admin2 }
}

/**
 * Stores a lesson of each class in each of the last two weeks, without attendance. The API cannot
 * make lessons in the past.
 */
const addPast = (db: Db): Promise<void> =>
  transaction(db, async (trx) => {
    const rows = await trx
      .selectFrom('kursus_pelatih')
      .innerJoin('gedung', 'gedung.id', 'kursus_pelatih.gedung_id')
      .select(['kursus_pelatih.id as kursus_pelatih_id', 'kursus_id', 'gedung_id', 'ruang_id'])
      .select(['pelatih_id', 'hari', 'jam_mulai', 'jam_selesai', 'zona_waktu'])
      .execute()
    const stamps = { created_at: now(), created_by: null, updated_at: now(), updated_by: null }
    for (const { hari, zona_waktu, ...place } of rows) {
      const today = currentDay(zona_waktu)
      const last = addDays(today, -(((weekday(today) - hari + 6) % 7) + 1))
      for (const tanggal of [last, addDays(last, -7)])
        await trx
          .insertInto('pertemuan')
          .values({
            ...place,
            ...stamps,
            ...lessonInstants({ ...place, tanggal }, zona_waktu),
            tanggal,
            minggu: weekOf(tanggal),
            jenis: 'reguler',
            status: 'terjadwal',
            diubah: 0,
            versi: 1,
            cari: '',
          } as never)
          .execute()
    }
  })

/**
 * Makes the school through the API. `post` sends calls as superadmin. Tries random classes and
 * enrolments, and omits those that the API rejects.
 */
export const makeArena = async (post: Post, db: Db, r: Random): Promise<Arena> => {
  const tried: Create = async (path, body) => {
    const reply = await post(`/${path}/create`, body)
    return isDone(reply) ? idOf(reply) : 0
  }
  const create: Create = async (path, body) => {
    const reply = await post(`/${path}/create`, body)
    if (!isDone(reply)) throw new Error(`${path}: ${JSON.stringify(reply)}`)
    return idOf(reply)
  }
  const gedung: number[] = []
  const ruang: { id: number; gedung_id: number }[] = []
  for (const [i, zona_waktu] of zones.entries()) {
    const gedung_id = await create('gedung', {
      kode: `AR${i}`,
      nama: `Arena ${i}`,
      alamat: 'Jl. Uji 1',
      kota: 'Bandung',
      zona_waktu,
    })
    gedung.push(gedung_id)
    for (let n = 0; n < roomsEach; n++) {
      const nama = `Arena ${i}.${n}`
      ruang.push({ gedung_id, id: await create('ruang', { nama, gedung_id, kapasitas: seats }) })
    }
  }
  const kategori_kursus_id = await create('kategori-kursus', { nama: 'Arena' })
  const kursus: number[] = []
  for (const durasi_menit of [30, 60])
    kursus.push(
      await create('kursus', {
        kode: `ARENA-${durasi_menit}`,
        nama: `Arena ${durasi_menit} menit`,
        kategori_kursus_id,
        tipe: 'group',
        kapasitas_maks: seats,
        durasi_menit,
        biaya_bulanan: 500_000,
      }),
    )
  const people = await makePeople(create, gedung)
  await db
    .insertInto('user_gedung')
    .values({ user_id: people.admin2, gedung_id: gedung[1]! })
    .execute()
  const mulai = addDays(currentDay(), -60)
  const kelas: number[] = []
  for (let i = 0; i < classes; i++) {
    const room = r.pick(ruang)
    const id = await tried('kursus-pelatih', {
      pelatih_id: r.pick(people.pelatih),
      kursus_id: r.pick(kursus),
      gedung_id: room.gedung_id,
      ruang_id: room.id,
      hari: r.int(Hari.senin, Hari.minggu),
      jam_mulai: r.pick(clockHours),
      mulai,
    })
    if (id > 0) kelas.push(id)
  }
  for (const peserta_id of people.peserta)
    await tried('kursus-peserta', { peserta_id, kursus_pelatih_id: r.pick(kelas), mulai })
  await addPast(db)
  await db.updateTable('user').set({ harus_ganti_password: 0 }).execute()
  return { gedung, ruang, kursus, ...people }
}
