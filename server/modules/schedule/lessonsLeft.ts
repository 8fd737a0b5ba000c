/**
 * Lessons to come that do not follow a class: trials, extra lessons, and those that somebody has
 * moved. What becomes of their outlet or room must not leave them where they cannot be.
 */
import { sql, type SqlBool } from 'kysely'
import type { Conflict } from '#contract/schedule/rules/conflicts.ts'
import { formatJam, formatTanggal } from '#contract/values/tanggal.ts'
import type { Trx } from '#server/db/tables.ts'
import { now, type Actor } from '#server/http/context.ts'
import { refusal } from '#server/modules/schedule/refusal.ts'
import { isVisible, pertemuanScope } from '#server/modules/scope.ts'
import type { Condition } from '#server/resource/conditions.ts'

const mostNamed = 20
const elsewhere = 'pertemuan di outlet lain'
const byHand = sql<SqlBool>`(pertemuan.jenis <> 'reguler' or pertemuan.diubah = 1)`

interface Left {
  /** Which of them may not be. */
  which: Condition
  jenis: Conflict['jenis']
  /** The field of the form, and what is said before the lesson's name. */
  field: string
  text: string
}
/** Refuses a change that lessons by hand, which are still to come, cannot be with (409). */
export const refuseLeft = async (
  trx: Trx,
  actor: Actor,
  { which, jenis, field, text }: Left,
): Promise<void> => {
  const rows = await trx
    .selectFrom('pertemuan')
    .innerJoin('kursus', 'kursus.id', 'pertemuan.kursus_id')
    .select(['pertemuan.id', 'kursus.nama', 'tanggal', 'jam_mulai', 'jam_selesai'])
    .select(isVisible(pertemuanScope(actor)))
    .where('pertemuan.status', '=', 'terjadwal')
    .where('pertemuan.mulai_at', '>', now())
    .where(byHand)
    .where(which)
    .orderBy('pertemuan.mulai_at')
    .orderBy('pertemuan.id')
    .limit(mostNamed)
    .execute()
  if (rows.length === 0) return
  const konflik = rows.map(({ id, nama, tanggal, jam_mulai, jam_selesai, tampak }): Conflict => {
    const isSeen = tampak === 1
    const label = isSeen ? `${nama}, ${formatTanggal(tanggal)} ${formatJam(jam_mulai)}` : elsewhere
    return {
      jenis,
      tingkat: 'keras',
      pesan: `${text} ${label}`,
      dengan: { resource: 'pertemuan', id: isSeen ? id : null, label },
      mulai: jam_mulai,
      selesai: jam_selesai,
    }
  })
  throw refusal(konflik, () => field)
}

/** Another lesson of the same coach at the same moment. */
export const isDoubled = sql<SqlBool>`exists (select 1 from pertemuan o where o.pelatih_id = pertemuan.pelatih_id and o.id <> pertemuan.id and o.status in ('terjadwal', 'selesai') and o.mulai_at < pertemuan.selesai_at and o.selesai_at > pertemuan.mulai_at)`
