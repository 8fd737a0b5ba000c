import { sql } from 'kysely'
import { Hari } from '#contract/enums.ts'
import { kursusPelatih } from '#contract/resources/kursusPelatih.ts'
import { kursusPeserta } from '#contract/resources/kursusPeserta.ts'
import { classEnd, needsCheck } from '#contract/rules/overlap.ts'
import { fromJson } from '#server/db/json.ts'
import type { Trx } from '#server/db/tables.ts'
import { conflict, forbidden, invalidField } from '#server/errors.ts'
import type { Actor } from '#server/http/context.ts'
import { module } from '#server/http/module.ts'
import { keysOf } from '#server/http/rows.ts'
import { refuseBusyStudent, refuseClashes } from '#server/modules/clash.ts'
import { byRole, kelasScope, outlets, seesOutlet } from '#server/modules/scope.ts'

/** What a class is called; nobody writes it, so it follows what it is made of. */
const namaKelas = (kursus: string, hari: number, jam_mulai: string, pelatih: string): string =>
  `${kursus} – ${Hari.label(hari)} ${jam_mulai.replace(':', '.')} – ${pelatih}`
/**
 * Classes take the present names of a course, coach or room, which has changed, and are found by them. Throws 403 when one of another outlet
 * would be called otherwise by somebody who is limited.
 */
export const namaiKelas = async (
  trx: Trx,
  actor: Actor,
  of: 'kursus_id' | 'pelatih_id' | 'ruang_id',
  id: number,
): Promise<void> => {
  const classes = await trx
    .selectFrom('kursus_pelatih')
    .innerJoin('kursus', 'kursus.id', 'kursus_pelatih.kursus_id')
    .innerJoin('ruang', 'ruang.id', 'kursus_pelatih.ruang_id')
    .innerJoin('user', 'user.id', 'kursus_pelatih.pelatih_id')
    .select([
      'kursus_pelatih.id',
      'kursus_pelatih.kode',
      'kursus_pelatih.hari',
      'kursus_pelatih.jam_mulai',
      'kursus_pelatih.gedung_id',
      'kursus.nama as kursus',
      'ruang.nama as ruang',
      'user.name as pelatih',
    ])
    .where(`kursus_pelatih.${of}`, '=', id)
    .execute()
  refuseRename(actor, classes, 'kelas')
  for (const k of classes) {
    const nama = namaKelas(k.kursus, k.hari, k.jam_mulai, k.pelatih)
    await trx
      .updateTable('kursus_pelatih')
      .set({ nama, ...keysOf(kursusPelatih, { nama, kode: k.kode }, k.ruang) })
      .where('id', '=', k.id)
      .execute()
  }
}
/** Refuses a new name that rows of other outlets bear as well. Throws 403 counting them. */
export const refuseRename = (
  actor: Actor,
  rows: readonly { gedung_id: number }[],
  what: string,
): void => {
  const elsewhere = rows.filter((r) => !seesOutlet(actor, r.gedung_id)).length
  if (elsewhere > 0)
    throw forbidden(
      `Nama ini juga tertulis pada ${elsewhere} ${what} di outlet lain. Hanya admin yang memegang semua outletnya yang menggantinya.`,
    )
}

const nextCode = async (trx: Trx, course: string): Promise<string> => {
  const { last } = await trx
    .selectFrom('kursus_pelatih')
    .select((eb) => eb.fn.max('id').as('last'))
    .executeTakeFirstOrThrow()
  return `${course}-${String((last ?? 0) + 1).padStart(3, '0')}`
}

export const kursusPelatihModule = module(kursusPelatih, {
  scope: kelasScope,
  before: async ({ trx, ctx, input, current }) => {
    const course = await trx
      .selectFrom('kursus')
      .select(['nama', 'kode', 'durasi_menit', 'kapasitas_maks', 'gedung'])
      .where('id', '=', input.kursus_id)
      .executeTakeFirstOrThrow()
    const coach = await trx
      .selectFrom('user')
      .select('name')
      .where('id', '=', input.pelatih_id)
      .executeTakeFirstOrThrow()
    const offered = fromJson<number[]>(course.gedung)
    if (offered.length > 0 && !offered.includes(input.gedung_id))
      throw invalidField('kursus_id', 'Kursus ini tidak ditawarkan di outlet itu')
    const room = await trx
      .selectFrom('ruang')
      .select(['gedung_id', 'kapasitas', 'status'])
      .where('id', '=', input.ruang_id)
      .executeTakeFirstOrThrow()
    if (room.gedung_id !== input.gedung_id)
      throw invalidField('ruang_id', 'Ruang ini milik outlet lain')
    const jam_selesai = classEnd(input.jam_mulai, course.durasi_menit)
    if (!jam_selesai) throw invalidField('jam_mulai', 'Kelas melewati tengah malam')
    const kapasitas = input.kapasitas ?? Math.min(course.kapasitas_maks, room.kapasitas)
    if (kapasitas > course.kapasitas_maks)
      throw invalidField('kapasitas', `Kapasitas kursus ini ${course.kapasitas_maks}`)
    // A class that rests keeps its room, whatever has become of it; to be active it must fit.
    if (input.status === 'aktif' && room.status !== 'aktif')
      throw invalidField('ruang_id', 'Ruang ini tidak aktif')
    if (input.status === 'aktif' && kapasitas > room.kapasitas)
      throw invalidField('kapasitas', `Kapasitas ruang ini ${room.kapasitas}`)
    if (current) {
      if (
        input.kursus_id !== current.kursus_id &&
        (await trx
          .selectFrom('kursus_peserta')
          .select('id')
          .where('kursus_pelatih_id', '=', current.id)
          .limit(1)
          .executeTakeFirst())
      )
        throw invalidField('kursus_id', 'Tidak dapat diubah: kelas sudah punya peserta')
      const { n } = await trx
        .selectFrom('kursus_peserta')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('kursus_pelatih_id', '=', current.id)
        .where('status', 'in', [1, 2])
        .executeTakeFirstOrThrow()
      if (kapasitas < n) throw invalidField('kapasitas', `Sudah ada ${n} peserta`)
      if (input.status !== 'aktif' && current.status === 'aktif' && n > 0)
        throw conflict(`Kelas masih punya ${n} peserta aktif`)
    }
    const nama = namaKelas(course.nama, input.hari, input.jam_mulai, coach.name)
    const outlet = await trx
      .selectFrom('gedung')
      .select(['id', 'nama', 'jam_buka', 'jam_tutup', 'zona_waktu'])
      .where('id', '=', input.gedung_id)
      .executeTakeFirstOrThrow()
    const wanted = {
      ...input,
      id: current?.id ?? null,
      nama,
      jam_selesai,
      tampak: 1,
      outlet,
      zona_waktu: outlet.zona_waktu,
    }
    if (
      current
        ? needsCheck({ ...current, zona_waktu: outlet.zona_waktu }, wanted)
        : input.status === 'aktif'
    ) {
      const moved =
        !current ||
        current.status !== input.status ||
        (['hari', 'jam_mulai', 'jam_selesai', 'gedung_id'] as const).some(
          (key) => current[key] !== wanted[key],
        )
      await refuseClashes(trx, ctx.actor, wanted, moved)
    }
    return {
      nama,
      jam_selesai,
      kapasitas,
      kode: current?.kode ?? (await nextCode(trx, course.kode)),
    }
  },
  searchText: async ({ trx, input }) =>
    (
      await trx
        .selectFrom('ruang')
        .select('nama')
        .where('id', '=', input.ruang_id)
        .executeTakeFirstOrThrow()
    ).nama,
})

export const kursusPesertaModule = module(kursusPeserta, {
  large: true,
  scope: (actor) =>
    byRole(actor, {
      2: sql`kursus_peserta.gedung_id in (${outlets(actor)})`,
      4: sql`kursus_peserta.peserta_id in (select s.id from "user" s where s.sales_id = ${actor.id})`,
      5: sql`(kursus_peserta.akun_billing_id = ${actor.id} or kursus_peserta.peserta_id in (select s.id from "user" s where s.akun_billing_id = ${actor.id}))`,
      6: sql`kursus_peserta.peserta_id = ${actor.id}`,
    }),
  before: async ({ trx, ctx, input, current }) => {
    if (
      input.biaya_bulanan_khusus !== (current?.biaya_bulanan_khusus ?? null) &&
      ctx.actor.dasar > 2
    )
      throw forbidden('Biaya khusus hanya oleh admin')
    if (input.status === 9 && current?.status !== 9 && ctx.actor.dasar > 2)
      throw forbidden('Hanya admin yang meluluskan peserta')
    if (current?.status === 9)
      throw conflict('Peserta sudah lulus dari kelas ini. Buat jadwal baru.')
    if (current && input.peserta_id !== current.peserta_id)
      throw invalidField('peserta_id', 'Peserta tidak dapat diganti')
    const student = await trx
      .selectFrom('user')
      .select(['name', 'akun_billing_id', 'sales_id', 'status'])
      .where('id', '=', input.peserta_id)
      .executeTakeFirstOrThrow()
    const kelas = await trx
      .selectFrom('kursus_pelatih')
      .select(['id', 'nama', 'kursus_id', 'gedung_id', 'kapasitas', 'status', 'mulai', 'selesai'])
      .where('id', '=', input.kursus_pelatih_id)
      .executeTakeFirstOrThrow()
    if (current && kelas.kursus_id !== current.kursus_id)
      throw invalidField(
        'kursus_pelatih_id',
        'Kelas kursus lain: hentikan yang ini dan daftarkan yang baru',
      )
    if (student.akun_billing_id === null)
      throw invalidField('peserta_id', 'Peserta belum punya akun billing')
    const isActive = input.status === 1 || input.status === 2
    if (isActive && (!current || current.status === 0 || kelas.id !== current.kursus_pelatih_id)) {
      if (student.status !== 10) throw invalidField('peserta_id', 'Peserta tidak aktif')
      if (kelas.status !== 'aktif') throw invalidField('kursus_pelatih_id', 'Kelas tidak aktif')
      const { n } = await trx
        .selectFrom('kursus_peserta')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('kursus_pelatih_id', '=', kelas.id)
        .where('status', 'in', [1, 2])
        .executeTakeFirstOrThrow()
      const penuh = `Kelas ${kelas.nama} penuh (${n} dari ${kelas.kapasitas})`
      if (n >= (kelas.kapasitas ?? 1))
        throw conflict(penuh, { errors: [{ field: 'kursus_pelatih_id', message: penuh }] })
    }
    const longer =
      current && (input.mulai < current.mulai || (input.selesai ?? '9') > (current.selesai ?? '9'))
    const wasSeated = current?.status === 1 || current?.status === 2
    if (isActive && (!wasSeated || longer || kelas.id !== current.kursus_pelatih_id))
      await refuseBusyStudent(trx, ctx.actor, { ...input, id: current?.id, kelas_id: kelas.id })
    if (input.mulai < kelas.mulai) throw invalidField('mulai', `Kelas baru dimulai ${kelas.mulai}`)
    // Payer, outlet and sales are those of the day it was made: a later move of the student does not rewrite the past.
    return {
      peserta_nama: student.name,
      kursus_id: kelas.kursus_id,
      gedung_id: kelas.gedung_id,
      akun_billing_id: current?.akun_billing_id ?? student.akun_billing_id,
      sales_id: current ? current.sales_id : student.sales_id,
    }
  },
})
