import { sql } from 'kysely'
import { ruang } from '#contract/catalog/ruang.ts'
import { formatTanggal } from '#contract/values/tanggal.ts'
import { titled } from '#contract/values/titled.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { conflict, invalidField } from '#server/errors.ts'
import { renameKelas } from '#server/modules/schedule/classes/classNames.ts'
import { kelasText } from '#server/modules/schedule/classes/classText.ts'
import { findOverbookedDay } from '#server/modules/schedule/enrolments/seat.ts'
import { checkNoStrandedLessons } from '#server/modules/schedule/enrolments/strandedLessons.ts'
import { byRole, outlets } from '#server/modules/scope.ts'
import { module } from '#server/resource/module.ts'

/** Throws 422 when the capacity of a room becomes too small for the booked make-up lessons. */
const checkMakeUpCapacity = async (trx: Trx, id: number): Promise<void> => {
  const day = await findOverbookedDay(trx, { which: sql`pertemuan.ruang_id = ${id}` })
  if (day !== undefined)
    throw invalidField(
      'kapasitas',
      `Kursi pada ${formatTanggal(day)} dipesan untuk kelas pengganti`,
    )
}

/**
 * Throws 422 for a change of the outlet if the room was ever used. Classes, lessons and held slots
 * store their own copy of the outlet, which would no longer match the room.
 */
const checkOutletUnchanged = async (trx: Trx, id: number): Promise<void> => {
  const refuse = (by: string) => {
    throw invalidField('gedung_id', `Tidak dapat diubah: dipakai ${by}`)
  }
  const kelas = await trx
    .selectFrom('kursus_pelatih')
    .select('nama')
    .where('ruang_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  if (kelas) refuse(titled('kelas', kelas.nama))
  const version = await trx
    .selectFrom('kursus_pelatih_versi')
    .select('nama')
    .where('ruang_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  if (version) refuse(titled('kelas', version.nama))
  const lesson = await trx
    .selectFrom('pertemuan')
    .select('tanggal')
    .where('ruang_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  if (lesson) refuse(`pertemuan ${formatTanggal(lesson.tanggal)}`)
  const held = await trx
    .selectFrom('slot_ditahan')
    .select('id')
    .where('ruang_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  if (held) refuse('jam yang dipesan untuk calon peserta')
}

export const ruangModule = module(ruang, {
  scope: (actor) =>
    byRole(actor, {
      admin: sql`ruang.gedung_id in (${outlets(actor)})`,
      pelatih: 'all',
      sales: 'all',
    }),
  choiceNote: sql`(select gedung.nama from gedung where gedung.id = ruang.gedung_id)`,
  before: async ({ trx, ctx, input, current }) => {
    if (!current) return
    if (input.gedung_id !== current.gedung_id) await checkOutletUnchanged(trx, current.id)
    const large =
      input.kapasitas < current.kapasitas
        ? await kelasText(
            trx,
            ctx.actor,
            sql`ruang_id = ${current.id} and status = 'aktif' and kapasitas > ${input.kapasitas}`,
          )
        : undefined
    if (large) throw invalidField('kapasitas', `Lebih kecil dari kapasitas kelas: ${large}`)
    const active =
      current.status === 'aktif' && input.status !== 'aktif'
        ? await kelasText(trx, ctx.actor, sql`ruang_id = ${current.id} and status = 'aktif'`)
        : undefined
    if (active) throw conflict(`Ruang masih punya kelas aktif: ${active}`)
    if (current.status === 'aktif' && input.status !== 'aktif')
      await checkNoStrandedLessons(trx, ctx.actor, {
        which: sql`pertemuan.ruang_id = ${current.id}`,
        jenis: 'ruang',
        field: 'status',
        text: 'Masih dipakai',
      })
  },
  // Checks the make-up lessons after a smaller capacity. After a new name, updates the titles of
  // the classes, because these titles contain the name of the room.
  after: async ({ trx, ctx, input, current, id }) => {
    if (current && input.kapasitas < current.kapasitas) await checkMakeUpCapacity(trx, id)
    if (current && input.nama !== current.nama) await renameKelas(trx, ctx.actor, 'ruang_id', id)
  },
})
