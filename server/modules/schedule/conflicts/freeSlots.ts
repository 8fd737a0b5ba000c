/**
 * Reads and saves the week of a coach: the free slots and the classes in them. The whole week has
 * one version number.
 */
import { sql } from 'kysely'
import type { CallOutput } from '#contract/call.ts'
import { Hari, SlotPelatih } from '#contract/enums.ts'
import type { jadwalPelatih } from '#contract/schedule/jadwalCalls.ts'
import {
  fillSlots,
  slotTimes,
  emptyWeek,
  daySummary,
  slotsOf,
  statusAt,
} from '#contract/schedule/rules/freeSlots.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { conflict, invalidField, notFound } from '#server/errors.ts'
import { scopeOf, type Handlers } from '#server/http/calls.ts'
import { now, type Ctx } from '#server/http/context.ts'
import { kindOf } from '#server/modules/access/user/kinds.ts'
import { userModule } from '#server/modules/access/user/user.ts'
import { hiddenClass } from '#server/modules/schedule/classes/classRows.ts'
import { classPeriods } from '#server/modules/schedule/classes/classVersions.ts'
import { kursusPelatihModule } from '#server/modules/schedule/classes/kursusPelatih.ts'
import { checkClosedSlots } from '#server/modules/schedule/conflicts/checkFreeSlots.ts'
import type { Confirmation } from '#server/modules/schedule/conflicts/conflictError.ts'
import { auditEvent } from '#server/resource/auditLog.ts'
import { rowExists } from '#server/resource/rows.ts'

type Jadwal = CallOutput<typeof jadwalPelatih>
/**
 * Placeholder for the details of a class outside the reader's scope. The reader sees only that the
 * coach is busy.
 */
const hiddenKelas = {
  id: null,
  nama: hiddenClass,
  kursus: null,
  gedung: null,
  ruang: null,
}

/** Reads a coach in the actor's scope. Throws 404 for any other user. */
export const coachOf = async (db: Db | Trx, ctx: Ctx, id: number) => {
  const coach = (await rowExists(db, userModule, ctx.actor, id))
    ? await db
        .selectFrom('user')
        .select(['id', 'name', 'gedung_id'])
        .where('id', '=', id)
        .where(kindOf('pelatih', ctx.actor))
        .executeTakeFirst()
    : undefined
  return coach ?? Promise.reject(notFound('Guru'))
}
/**
 * Returns the free slots of a coach as a string with one status digit per half hour of the week
 * (contract/schedule/rules/freeSlots.ts).
 */
export const weekOf = async (db: Db | Trx, id: number): Promise<string> => {
  const rows = await db
    .selectFrom('jadwal_kosong_pelatih')
    .select(['hari', 'jam', 'status'])
    .where('pelatih_id', '=', id)
    .execute()
  return fillSlots(emptyWeek, rows)
}

/**
 * Reads the active classes of a coach with one row per period that is not over, ordered by weekday
 * and time.
 */
const classesOf = async (db: Db | Trx, ctx: Ctx, id: number): Promise<Jadwal['kelas']> => {
  const rows = await db
    .selectFrom(classPeriods(db))
    .innerJoin('kursus', 'kursus.id', 'kursus_pelatih.kursus_id')
    .innerJoin('gedung', 'gedung.id', 'kursus_pelatih.gedung_id')
    .innerJoin('ruang', 'ruang.id', 'kursus_pelatih.ruang_id')
    .select([
      'kursus_pelatih.id',
      'kursus_pelatih.nama',
      'kursus.nama as kursus',
      'gedung.nama as gedung',
      'ruang.nama as ruang',
      'hari',
      'jam_mulai',
      'jam_selesai',
      'mulai',
      'selesai',
    ])
    .select(
      sql<number>`case when ${scopeOf(ctx, kursusPelatihModule)} then 1 else 0 end`.as('tampak'),
    )
    .where('pelatih_id', '=', id)
    .where('kursus_pelatih.status', '=', 'aktif')
    .where((eb) => eb.or([eb('selesai', 'is', null), eb('selesai', '>=', currentDay())]))
    .orderBy('hari')
    .orderBy('jam_mulai')
    .orderBy('kursus_pelatih.id')
    .execute()
  return rows.map(({ tampak, ...row }) => (tampak === 1 ? row : { ...row, ...hiddenKelas }))
}
const readGrid = async (db: Db | Trx, ctx: Ctx, id: number): Promise<Jadwal> => {
  const { name } = await coachOf(db, ctx, id)
  const head = await db
    .selectFrom('jadwal_kosong_versi')
    .leftJoin('user', 'user.id', 'jadwal_kosong_versi.updated_by')
    .select([
      'jadwal_kosong_versi.versi',
      'jadwal_kosong_versi.updated_at',
      'user.name as diubah_oleh',
    ])
    .where('pelatih_id', '=', id)
    .executeTakeFirst()
  return {
    pelatih: { id, name },
    versi: head?.versi ?? 0,
    updated_at: head?.updated_at ?? null,
    diubah_oleh: head?.diubah_oleh ?? null,
    slot: slotsOf(await weekOf(db, id)),
    kelas: await classesOf(db, ctx, id),
  }
}

type Slot = Jadwal['slot'][number]
const slotKey = ({ hari, jam }: { hari: number; jam: string }): string => `${hari} ${jam}`

/** Throws 409 with the current week if another user has changed it in the meantime. */
const checkVersion = async (trx: Trx, ctx: Ctx, id: number, versi: number): Promise<void> => {
  const head = await trx
    .selectFrom('jadwal_kosong_versi')
    .select('versi')
    .where('pelatih_id', '=', id)
    .executeTakeFirst()
  if ((head?.versi ?? 0) === versi) return
  const current = await readGrid(trx, ctx, id)
  throw conflict(`Jadwal diubah oleh ${current.diubah_oleh ?? 'sistem'} sejak Anda membukanya`, {
    current,
  })
}

/** Stores changed slots. A closed slot (tidak bisa) has no row. */
const storeSlots = async (trx: Trx, id: number, changed: readonly Slot[]): Promise<void> => {
  await trx
    .deleteFrom('jadwal_kosong_pelatih')
    .where('pelatih_id', '=', id)
    .where((eb) =>
      eb.or(changed.map((s) => eb.and([eb('hari', '=', s.hari), eb('jam', '=', s.jam)]))),
    )
    .execute()
  const open = changed.filter((s) => s.status !== SlotPelatih.tidakBisa)
  if (open.length === 0) return
  await trx
    .insertInto('jadwal_kosong_pelatih')
    .values(open.map((s) => ({ pelatih_id: id, ...s })))
    .execute()
}

/**
 * Returns a summary of the changed days for the audit log, because a list of up to 175 slots would
 * be unreadable.
 */
const daysInWords = (week: string, days: readonly Slot['hari'][]): string =>
  JSON.stringify(Object.fromEntries(days.map((hari) => [Hari.label(hari), daySummary(week, hari)])))

/**
 * Saves the given slots of a coach's week. If a slot changes, increases the version number of the
 * week by one.
 */
const saveGrid = async (
  trx: Trx,
  ctx: Ctx,
  id: number,
  { versi, slot, ...confirmation }: Confirmation & { versi: number; slot: readonly Slot[] },
): Promise<Jadwal> => {
  const coach = await coachOf(trx, ctx, id)
  await checkVersion(trx, ctx, id, versi)
  if (new Set(slot.map((s) => slotKey(s))).size < slot.length)
    throw invalidField('slot', 'Satu slot hanya boleh disebut sekali')
  const before = await weekOf(trx, id)
  // Checks every slot of the first save. Later saves check only the slots whose status changes.
  const isNews = (s: Slot) =>
    versi === 0 || statusAt(before, s.hari, slotTimes.indexOf(s.jam)) !== s.status
  await checkClosedSlots(trx, ctx, coach, { slots: slot.filter(isNews), ...confirmation })
  const after = fillSlots(before, slot)
  const changed = slotsOf(after, before)
  if (changed.length === 0) return readGrid(trx, ctx, id)
  await storeSlots(trx, id, changed)
  const stamp = { versi: versi + 1, updated_at: now(), updated_by: ctx.actor.id }
  await trx
    .insertInto('jadwal_kosong_versi')
    .values({ pelatih_id: id, ...stamp })
    .onConflict((c) => c.column('pelatih_id').doUpdateSet(stamp))
    .execute()
  const days = [...new Set(changed.map((s) => s.hari))]
  await auditEvent(trx, ctx, {
    aksi: 'ubah-jadwal-pelatih',
    entitas: 'user',
    entitas_id: id,
    sebelum: daysInWords(before, days),
    sesudah: daysInWords(after, days),
    gedung_id: coach.gedung_id,
  })
  return readGrid(trx, ctx, id)
}

/**
 * Saves the given slots of a coach inside a transaction, without confirming conflicts. Returns
 * whether a slot changed.
 */
export const storeWeek = async (
  trx: Trx,
  ctx: Ctx,
  id: number,
  slot: readonly Slot[],
): Promise<boolean> => {
  const { versi } = await readGrid(trx, ctx, id)
  const after = await saveGrid(trx, ctx, id, { versi, slot })
  return after.versi !== versi
}

export const jadwalCalls: Pick<Handlers, 'jadwalPelatih' | 'updateJadwalPelatih'> = {
  jadwalPelatih: (ctx, _, { id }) => readGrid(ctx.db, ctx, id),
  updateJadwalPelatih: (ctx, input, { id }) =>
    transaction(ctx.db, (trx) => saveGrid(trx, ctx, id, input)),
}
