/**
 * Rows of held slots (domain.md 2.3): reading them with the names of coach, course and room, and
 * releasing them.
 */
import { sql, type SqlBool } from 'kysely'
import type { CallOutput } from '#contract/call.ts'
import { Hari } from '#contract/enums.ts'
import { isHeld, whyNotProlonged } from '#contract/sales/rules/slotHold.ts'
import type { heldSlot } from '#contract/sales/slotCalls.ts'
import { formatJam } from '#contract/values/tanggal.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { notFound } from '#server/errors.ts'
import { now, type Author, type Ctx } from '#server/http/context.ts'
import { auditEvent } from '#server/resource/auditLog.ts'
import type { Condition } from '#server/resource/query/conditions.ts'

/** Lead or applicant for whom a slot is held. One of the ids is null. */
export interface Calon {
  lead_id: number | null
  peserta_id: number | null
}

/**
 * Reads at most `limit` held slots that meet a condition, the oldest first. The condition refers to
 * the slots by the alias `s`.
 */
const readStored = (trx: Trx, which: Condition, limit = 1) =>
  trx
    .selectFrom('slot_ditahan as s')
    .innerJoin('kursus', 'kursus.id', 's.kursus_id')
    .innerJoin('gedung', 'gedung.id', 's.gedung_id')
    .innerJoin('ruang', 'ruang.id', 's.ruang_id')
    .innerJoin('user as guru', 'guru.id', 's.pelatih_id')
    .leftJoin('kursus_pelatih as k', 'k.id', 's.kursus_pelatih_id')
    .selectAll('s')
    .select(['kursus.nama as kursus', 'gedung.nama as gedung', 'gedung.zona_waktu'])
    .select(['ruang.nama as ruang', 'guru.name as pelatih', 'k.nama as kelas'])
    .where(which)
    .orderBy('s.id')
    .limit(limit)
    .execute()
export type SlotRow = Awaited<ReturnType<typeof readStored>>[number]

export const inWords = (row: SlotRow): NonNullable<CallOutput<typeof heldSlot>['slot']> => {
  const day = Hari.options.find((o) => o.value === row.hari)?.value ?? Hari.minggu
  const { kursus_pelatih_id } = row
  return {
    id: row.id,
    versi: row.versi,
    kursus: { id: row.kursus_id, nama: row.kursus },
    gedung: { id: row.gedung_id, nama: row.gedung, zona_waktu: row.zona_waktu },
    kelas: kursus_pelatih_id === null ? null : { id: kursus_pelatih_id, nama: row.kelas ?? '' },
    pelatih: { id: row.pelatih_id, name: row.pelatih },
    ruang: { id: row.ruang_id, nama: row.ruang },
    hari: day,
    jam_mulai: row.jam_mulai,
    jam_selesai: row.jam_selesai,
    mulai: row.mulai,
    sampai_at: row.sampai_at,
    habis: !isHeld(row, now()),
    boleh_diperpanjang: whyNotProlonged(row, now()) === undefined,
  }
}

export const ofCalon = async (
  trx: Trx,
  { lead_id, peserta_id }: Calon,
): Promise<SlotRow | undefined> => {
  const condition =
    lead_id === null ? sql`s.peserta_id = ${peserta_id}` : sql`s.lead_id = ${lead_id}`
  return (await readStored(trx, sql<SqlBool>`${condition}`))[0]
}

/** Reads a slot by its id. Throws 404 when it does not exist. */
export const findStored = async (trx: Trx, id: number): Promise<SlotRow> => {
  const [row] = await readStored(trx, sql<SqlBool>`s.id = ${id}`)
  if (!row) throw notFound('Slot')
  return row
}

/** Writes a slot's change to the audit log and to the lead's timeline. */
export const note = async (
  trx: Trx,
  ctx: Author,
  row: SlotRow,
  { aksi, isi, alasan = null }: { aksi: string; isi: string; alasan?: string | null },
): Promise<void> => {
  const text = `${isi}: ${row.kursus}, ${Hari.label(inWords(row).hari)} ${formatJam(row.jam_mulai)}, ${row.pelatih}`
  await auditEvent(trx, ctx, {
    aksi,
    entitas: row.lead_id === null ? 'user' : 'lead',
    entitas_id: row.lead_id ?? row.peserta_id,
    sesudah: JSON.stringify({ slot: text, sampai_at: row.sampai_at }),
    alasan,
    gedung_id: row.gedung_id,
  })
  if (row.lead_id === null) return
  const oleh = ctx.actor?.id ?? null
  await trx
    .insertInto('lead_aktivitas')
    .values({ lead_id: row.lead_id, jenis: 'catatan', isi: text, pada_at: now(), oleh })
    .execute()
}
/** Deletes a held slot, so that other people can take its seat or hour. */
export const dropHold = async (
  trx: Trx,
  ctx: Author,
  row: SlotRow,
  { isi, alasan }: { isi: string; alasan?: string | null },
): Promise<void> => {
  await trx.deleteFrom('slot_ditahan').where('id', '=', row.id).execute()
  await note(trx, ctx, row, { aksi: 'lepas-slot', isi, ...(alasan && { alasan }) })
}
/** Reads expired slots, the oldest first. */
export const readExpired = (trx: Trx, time: string, limit: number): Promise<SlotRow[]> =>
  readStored(trx, sql<SqlBool>`s.sampai_at <= ${time}`, limit)
/** Releases the slot held for a lead, if any, when the lead is won, lost or deleted. */
export const dropHoldOf = async (trx: Trx, ctx: Ctx, lead_id: number, isi: string) => {
  const row = await ofCalon(trx, { lead_id, peserta_id: null })
  if (row) await dropHold(trx, ctx, row, { isi })
}
