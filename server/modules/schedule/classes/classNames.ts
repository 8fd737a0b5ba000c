/** Derives the names of classes, and updates them when a course, coach or room is renamed. */
import { Hari } from '#contract/enums.ts'
import { kursusPelatih } from '#contract/schedule/kursusPelatih.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { forbidden } from '#server/errors.ts'
import type { Actor } from '#server/http/context.ts'
import { seesOutlet } from '#server/modules/scope.ts'
import { keysOf } from '#server/resource/columns.ts'

/** Returns the name of a class from its course, slot and coach. Users never edit the name. */
export const namaKelas = (
  kursus: string,
  hari: number,
  jam_mulai: string,
  pelatih: string,
): string => `${kursus} – ${Hari.label(hari)} ${jam_mulai.replace(':', '.')} – ${pelatih}`
/**
 * Updates the names and search keys of classes after their course, coach or room was renamed.
 * Throws 403 if a class belongs to an outlet outside the actor's outlets.
 */
export const renameKelas = async (
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
  checkRenameScope(actor, classes, 'kelas')
  for (const k of classes) {
    const nama = namaKelas(k.kursus, k.hari, k.jam_mulai, k.pelatih)
    await trx
      .updateTable('kursus_pelatih')
      .set({ nama, ...keysOf(kursusPelatih, { nama, kode: k.kode }, k.ruang) })
      .where('id', '=', k.id)
      .execute()
  }
  await renamePlans(trx, of, id)
}
/** Updates the names in planned changes of classes after a course or coach was renamed. */
const renamePlans = async (
  trx: Trx,
  of: 'kursus_id' | 'pelatih_id' | 'ruang_id',
  id: number,
): Promise<void> => {
  if (of === 'ruang_id') return
  const plans = await trx
    .selectFrom('kursus_pelatih_versi as v')
    .innerJoin('kursus_pelatih as k', 'k.id', 'v.kursus_pelatih_id')
    .innerJoin('kursus', 'kursus.id', 'k.kursus_id')
    .innerJoin('user', 'user.id', 'v.pelatih_id')
    .select(['v.id', 'v.hari', 'v.jam_mulai', 'kursus.nama as kursus', 'user.name as pelatih'])
    .where('v.selesai', 'is', null)
    .where(of === 'kursus_id' ? 'k.kursus_id' : 'v.pelatih_id', '=', id)
    .execute()
  for (const v of plans)
    await trx
      .updateTable('kursus_pelatih_versi')
      .set({ nama: namaKelas(v.kursus, v.hari, v.jam_mulai, v.pelatih) })
      .where('id', '=', v.id)
      .execute()
}
/**
 * Throws 403 if any of `rows` belongs to an outlet that the actor may not see, because renaming
 * would change those rows as well. The message contains their number.
 */
export const checkRenameScope = (
  actor: Actor,
  rows: readonly { gedung_id: number }[],
  kind: string,
): void => {
  const elsewhere = rows.filter((r) => !seesOutlet(actor, r.gedung_id)).length
  if (elsewhere > 0)
    throw forbidden(
      `Nama ini juga tertulis pada ${elsewhere} ${kind} di outlet lain. Hanya admin yang memegang semua outletnya yang menggantinya.`,
    )
}
