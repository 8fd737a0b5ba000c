/**
 * Planned changes of a class (decision 0130): decides how a write changes the versions of the
 * class, and copies a planned change into the row of the class on its day.
 */
import { Hari } from '#contract/enums.ts'
import { kursusPelatih } from '#contract/schedule/kursusPelatih.ts'
import { currentDay, formatJam, formatTanggal } from '#contract/values/tanggal.ts'
import { titled } from '#contract/values/titled.ts'
import { fromJson } from '#server/db/json.ts'
import type { ClassSlot } from '#server/db/schema/scheduleTables.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { conflict, invalidField } from '#server/errors.ts'
import { authorId, type Author } from '#server/http/context.ts'
import {
  dropPlan,
  isSameSlot,
  keepPeriod,
  readPlan,
  slotOf,
  type PlannedVersion,
} from '#server/modules/schedule/classes/classVersions.ts'
import type { Stamp } from '#server/modules/schedule/lessons/changeStamp.ts'
import { auditChange, auditEvent } from '#server/resource/auditLog.ts'
import { keysOf } from '#server/resource/columns.ts'
import type { Stored } from '#server/resource/module.ts'

type Kelas = Stored<typeof kursusPelatih>

/**
 * Kind of a write: the new values are valid now or from a later day, or the planned change is
 * withdrawn.
 */
export type ClassChange =
  /**
   * The row gets the new values from today on. A planned change (`plan`) is kept if there is one.
   */
  | { kind: 'now'; plan: PlannedVersion | undefined }
  /** The row keeps its slot, and the new slot is valid from the day `from` on. */
  | { kind: 'later'; from: string }
  /** The planned change is withdrawn, so that the slot in the row stays valid. */
  | { kind: 'withdraw'; plan: PlannedVersion }

interface SlotInput extends ClassSlot {
  kursus_id: number
  gedung_id: number
  mulai: string
  selesai: string | null
  berlaku_mulai: string | null
  batal_perubahan: boolean
}
type Current = ClassSlot & { id: number; kursus_id: number; gedung_id: number }

/**
 * Throws 422 with the message `why` if the input changes course or outlet. Callers use this check
 * for changes as of a later day and for classes with a planned change.
 */
const checkSameCourseAndOutlet = (current: Current, slot: SlotInput, why: string): void => {
  if (slot.kursus_id !== current.kursus_id) throw invalidField('kursus_id', why)
  if (slot.gedung_id !== current.gedung_id) throw invalidField('gedung_id', why)
}

/**
 * Returns whether the input changes the class now, plans a change for a later day, or withdraws the
 * planned change. Throws 409 for a second planned change, because a class has at most one. Throws
 * 422 for fields that cannot change as of a later day.
 */
export const readChange = async (
  trx: Trx,
  current: Current,
  input: SlotInput,
  zona: string,
): Promise<ClassChange> => {
  const plan = await readPlan(trx, current.id)
  if (input.batal_perubahan) {
    if (!plan) throw conflict('Kelas ini tidak punya perubahan yang direncanakan')
    return { kind: 'withdraw', plan }
  }
  const moves = !isSameSlot(current, input)
  if (plan) {
    const why = `Kelas ini sudah punya perubahan mulai ${formatTanggal(plan.mulai)}. Batalkan dahulu perubahan itu.`
    checkSameCourseAndOutlet(current, input, why)
    if (moves) throw conflict(why, { errors: [{ field: 'berlaku_mulai', message: why }] })
    return { kind: 'now', plan }
  }
  const { berlaku_mulai: from } = input
  if (from === null || from <= currentDay(zona) || from <= input.mulai) return { kind: 'now', plan }
  checkSameCourseAndOutlet(
    current,
    input,
    'Kursus dan outlet berganti mulai hari ini: kosongkan Berlaku Mulai',
  )
  if (!moves) return { kind: 'now', plan }
  if (input.selesai !== null && from > input.selesai)
    throw invalidField('berlaku_mulai', `Kelas selesai pada ${formatTanggal(input.selesai)}`)
  return { kind: 'later', from }
}

/** Returns the capacity of the smallest of the given rooms. */
export const smallestRoom = async (trx: Trx, ids: readonly number[]): Promise<number> => {
  const { kapasitas } = await trx
    .selectFrom('ruang')
    .select((eb) => eb.fn.min('kapasitas').as('kapasitas'))
    .where('id', 'in', ids)
    .executeTakeFirstOrThrow()
  return Number(kapasitas)
}

/**
 * Returns only the columns on confirmed conflicts and on the coach's consent. Their values belong
 * to the slot of the class.
 */
export const conflictColumnsOf = ({
  bentrok,
  alasan_bentrok,
  tanya_dulu,
  tanya_dulu_disetujui_at,
  tanya_dulu_disetujui_oleh,
  tanya_dulu_ditolak_at,
  alasan_tanya_dulu,
}: Kelas) => ({
  bentrok,
  alasan_bentrok,
  tanya_dulu,
  tanya_dulu_disetujui_at,
  tanya_dulu_disetujui_oleh,
  tanya_dulu_ditolak_at,
  alasan_tanya_dulu,
})
/**
 * Returns the columns of `conflictColumnsOf` with their values before the change was planned.
 * Returns an empty object when the planned change stores no such values.
 */
export const conflictColumnsBeforePlan = ({
  semula,
}: PlannedVersion): Partial<ReturnType<typeof conflictColumnsOf>> =>
  semula === null ? {} : fromJson<ReturnType<typeof conflictColumnsOf>>(semula)

/** Reads versions of classes with the names of coach and room, ordered by class and first day. */
export const readVersions = (db: Db | Trx, classes: readonly number[]) =>
  db
    .selectFrom('kursus_pelatih_versi as v')
    .innerJoin('user', 'user.id', 'v.pelatih_id')
    .innerJoin('ruang', 'ruang.id', 'v.ruang_id')
    .select(['v.id', 'v.kursus_pelatih_id', 'v.mulai', 'v.selesai', 'v.hari', 'v.jam_mulai'])
    .select(['v.jam_selesai', 'user.name as pelatih', 'ruang.nama as ruang', 'v.pelatih_id'])
    .where('v.kursus_pelatih_id', 'in', classes)
    .orderBy('v.kursus_pelatih_id')
    .orderBy('v.mulai')
    .execute()

/** Writes an audit log entry about the planned change of a class. */
export const auditPlan = async (
  trx: Trx,
  ctx: Author,
  id: number,
  gedung_id: number,
): Promise<void> => {
  const plan = (await readVersions(trx, [id])).find((v) => v.selesai === null)
  if (!plan) return
  const { mulai, hari, jam_mulai, pelatih, ruang } = plan
  const rencana = `Mulai ${formatTanggal(mulai)}: ${Hari.label(hari)} ${formatJam(jam_mulai)}, ${titled('Ruang', ruang)}, ${pelatih}`
  const sesudah = JSON.stringify({ rencana })
  await auditEvent(trx, ctx, {
    aksi: 'rencana-perubahan',
    entitas: kursusPelatih.name,
    entitas_id: id,
    sesudah,
    gedung_id,
  })
}

/**
 * Reads the classes whose planned change has begun by the given time. A change begins on its first
 * day by the date at the outlet.
 */
const readDuePlans = async (trx: Trx, time: Date) => {
  const due = await trx
    .selectFrom('kursus_pelatih_versi as v')
    .innerJoin('kursus_pelatih as k', 'k.id', 'v.kursus_pelatih_id')
    .innerJoin('gedung', 'gedung.id', 'k.gedung_id')
    .select(['v.kursus_pelatih_id as id', 'v.mulai', 'gedung.zona_waktu'])
    .where('v.selesai', 'is', null)
    .where('v.mulai', '<=', currentDay('Asia/Jayapura', time))
    .where((eb) => eb.or([eb('k.selesai', 'is', null), eb('k.selesai', '>=', eb.ref('v.mulai'))]))
    .orderBy('v.kursus_pelatih_id')
    .execute()
  return due.filter(({ mulai, zona_waktu }) => mulai <= currentDay(zona_waktu, time))
}

/**
 * Copies a planned change that has begun into the row of the class, and stores the previous slot as
 * a past version.
 */
const beginPlan = async (trx: Trx, id: number, making: Stamp): Promise<void> => {
  const plan = await readPlan(trx, id)
  if (!plan) return
  const kelas = await trx
    .selectFrom('kursus_pelatih')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const room = await trx
    .selectFrom('ruang')
    .select('nama')
    .where('id', '=', plan.ruang_id)
    .executeTakeFirstOrThrow()
  await dropPlan(trx, id)
  await keepPeriod(trx, kelas, plan.sebelum ?? plan.mulai, making)
  const after = { ...slotOf(plan), nama: plan.nama }
  await trx
    .updateTable('kursus_pelatih')
    .set((eb) => ({
      ...after,
      ...keysOf(kursusPelatih, { nama: plan.nama, kode: kelas.kode }, room.nama),
      versi: eb('versi', '+', 1),
      updated_at: making.at.toISOString(),
      updated_by: authorId(making.by),
    }))
    .where('id', '=', id)
    .execute()
  await auditChange(trx, making.by, {
    aksi: 'update',
    entitas: kursusPelatih.name,
    before: { ...kelas },
    after: { ...kelas, ...after },
  })
}

/** Maximum number of planned changes that one transaction applies. */
const batch = 200
/**
 * Copies all planned changes that have begun into the rows of their classes. Safe to repeat. Even
 * before this job runs, the schedule is correct, because its rules also read planned versions.
 */
export const applyDuePlans = async (
  making: Stamp,
  write: <T>(fn: (trx: Trx) => Promise<T>) => Promise<T>,
): Promise<void> => {
  const step = async (trx: Trx) => {
    const begun = await readDuePlans(trx, making.at)
    for (const { id } of begun.slice(0, batch)) await beginPlan(trx, id, making)
    return begun.length > batch
  }
  while (await write(step));
}
