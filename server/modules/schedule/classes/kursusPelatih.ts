import { sql, type SqlBool } from 'kysely'
import { RoleId } from '#contract/enums.ts'
import type { Parsed } from '#contract/resource.ts'
import { kursusPelatih } from '#contract/schedule/kursusPelatih.ts'
import { classEnd } from '#contract/schedule/rules/weekly.ts'
import { addDays, currentDay, formatTanggal } from '#contract/values/tanggal.ts'
import { fromJson } from '#server/db/json.ts'
import type { ClassSlot } from '#server/db/schema/scheduleTables.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { conflict, invalidField } from '#server/errors.ts'
import { classChoices } from '#server/modules/schedule/classes/classChoices.ts'
import { dropLessons, followClass } from '#server/modules/schedule/classes/classLessons.ts'
import { namaKelas } from '#server/modules/schedule/classes/classNames.ts'
import {
  checkPlaceConflicts,
  type KelasWrite,
} from '#server/modules/schedule/classes/classPlace.ts'
import {
  auditPlan,
  readChange,
  readVersions,
  smallestRoom,
  conflictColumnsOf,
  type ClassChange,
} from '#server/modules/schedule/classes/classPlans.ts'
import {
  dropPlan,
  dropVersions,
  isSameSlot,
  keepPeriod,
  slotOf,
  storePlan,
} from '#server/modules/schedule/classes/classVersions.ts'
import {
  approveSlot,
  declineSlot,
  isUnanswered,
} from '#server/modules/schedule/classes/slotApproval.ts'
import { countHeld } from '#server/modules/schedule/conflicts/heldSlots.ts'
import { countSeated, findOverbookedDay } from '#server/modules/schedule/enrolments/seat.ts'
import { holdsSeatFrom } from '#server/modules/schedule/enrolments/seats.ts'
import { hasOwnStudent } from '#server/modules/schedule/lessons/ownLessons.ts'
import { kelasScope } from '#server/modules/scope.ts'
import { module, type Module, type Stored, type WritePlan } from '#server/resource/module.ts'
import { readSettings } from '#server/settings.ts'

const nextCode = async (trx: Trx, course: string): Promise<string> => {
  const { last } = await trx
    .selectFrom('kursus_pelatih')
    .select((eb) => eb.fn.max('id').as('last'))
    .executeTakeFirstOrThrow()
  return `${course}-${String((last ?? 0) + 1).padStart(3, '0')}`
}

type KelasExpands = Module<typeof kursusPelatih>['expands']
export type KelasInput = Parsed<typeof kursusPelatih>
type Kelas = Stored<typeof kursusPelatih>

/** Reads the rows of the course, coach, room and outlet that a class refers to. */
export const readClassParts = async (
  trx: Trx,
  input: Pick<KelasInput, 'kursus_id' | 'pelatih_id' | 'ruang_id' | 'gedung_id'>,
) => ({
  course: await trx
    .selectFrom('kursus')
    .select(['nama', 'kode', 'durasi_menit', 'kapasitas_maks', 'gedung'])
    .where('id', '=', input.kursus_id)
    .executeTakeFirstOrThrow(),
  coach: await trx
    .selectFrom('user')
    .select('name')
    .where('id', '=', input.pelatih_id)
    .executeTakeFirstOrThrow(),
  room: await trx
    .selectFrom('ruang')
    .select(['gedung_id', 'kapasitas', 'status'])
    .where('id', '=', input.ruang_id)
    .executeTakeFirstOrThrow(),
  outlet: await trx
    .selectFrom('gedung')
    .select(['id', 'nama', 'jam_buka', 'jam_tutup', 'zona_waktu'])
    .where('id', '=', input.gedung_id)
    .executeTakeFirstOrThrow(),
})
export type ClassParts = Awaited<ReturnType<typeof readClassParts>>

/**
 * Returns the end time of a class. Throws 422 unless the outlet offers the course and owns the
 * room, and the class ends before midnight.
 */
export const checkPlace = (
  input: Pick<KelasInput, 'gedung_id' | 'jam_mulai'>,
  { course, room }: ClassParts,
): { jam_selesai: string } => {
  const offered = fromJson<number[]>(course.gedung)
  if (offered.length > 0 && !offered.includes(input.gedung_id))
    throw invalidField('kursus_id', 'Kursus ini tidak ditawarkan di outlet itu')
  if (room.gedung_id !== input.gedung_id)
    throw invalidField('ruang_id', 'Ruang ini milik outlet lain')
  const jam_selesai = classEnd(input.jam_mulai, course.durasi_menit)
  if (!jam_selesai) throw invalidField('jam_mulai', 'Kelas melewati tengah malam')
  return { jam_selesai }
}

/** Returns the capacity of a class. Throws 422 if the course or the room allows less. */
const checkCapacity = (input: KelasInput, { course, room }: ClassParts): number => {
  const kapasitas = input.kapasitas ?? Math.min(course.kapasitas_maks, room.kapasitas)
  if (kapasitas > course.kapasitas_maks)
    throw invalidField('kapasitas', `Kapasitas kursus ini ${course.kapasitas_maks}`)
  // An inactive class keeps its room, even if the room is now inactive or too small. An active
  // class needs an active room that is large enough.
  if (input.status === 'aktif' && room.status !== 'aktif')
    throw invalidField('ruang_id', 'Ruang ini tidak aktif')
  if (input.status === 'aktif' && kapasitas > room.kapasitas)
    throw invalidField('kapasitas', `Kapasitas ruang ini ${room.kapasitas}`)
  return kapasitas
}

/**
 * Throws 409 or 422 for a change that the class cannot make while it has students, such as another
 * course or too few seats.
 */
const checkStudents = async (
  trx: Trx,
  input: KelasInput,
  current: Kelas,
  kapasitas: number,
): Promise<void> => {
  if (input.kursus_id !== current.kursus_id) {
    const student = await trx
      .selectFrom('kursus_peserta')
      .select('id')
      .where('kursus_pelatih_id', '=', current.id)
      .limit(1)
      .executeTakeFirst()
    if (student) throw invalidField('kursus_id', 'Tidak dapat diubah: kelas sudah punya peserta')
  }
  const n = await countSeated(trx, current.id)
  const held = (await countHeld(trx, [current.id])).get(current.id) ?? 0
  if (kapasitas < n + held)
    throw invalidField(
      'kapasitas',
      held === 0 ? `Sudah ada ${n} peserta` : `Sudah ada ${n} peserta dan ${held} tempat dipesan`,
    )
  if (input.status === 'aktif' || current.status !== 'aktif') return
  if (n > 0) throw conflict(`Kelas masih punya ${n} peserta aktif`)
  if (held > 0) throw conflict(`Di kelas ini ${held} tempat dipesan untuk calon peserta`)
}

interface Sized {
  kapasitas: number | null
  ruang_id: number
}
/**
 * Throws 422 if a new capacity or room leaves too few seats for the make-ups booked into the
 * lessons of the class. Must run after the lessons were updated.
 */
const checkMakeUpSeats = async (
  trx: Trx,
  id: number,
  before: Sized,
  after: Sized,
): Promise<void> => {
  const smaller = (after.kapasitas ?? 1) < (before.kapasitas ?? 1)
  if (!smaller && after.ruang_id === before.ruang_id) return
  const day = await findOverbookedDay(trx, { which: sql`pertemuan.kursus_pelatih_id = ${id}` })
  if (day === undefined) return
  const field = smaller ? 'kapasitas' : 'ruang_id'
  throw invalidField(field, `Kursi pada ${formatTanggal(day)} dipesan untuk kelas pengganti`)
}

/** Columns of a class to write, and whether the write changes the class now or plans a change. */
interface KelasPlan extends WritePlan<typeof kursusPelatih> {
  change: ClassChange
  /** Requested slot, with the name that the class has in that slot. */
  asked: ClassSlot & { nama: string }
}
const noPlan: ClassChange = { kind: 'now', plan: undefined }
/** Validates a class and returns the plan of its write. Throws 409 and 422. */
const planKelas = async (write: KelasWrite): Promise<KelasPlan> => {
  const { trx, input, current } = write
  const makings = await readClassParts(trx, input)
  const { course, coach, outlet, room } = makings
  const { jam_selesai } = checkPlace(input, makings)
  const slot = slotOf({ ...input, jam_selesai })
  const change = current
    ? await readChange(trx, current, { ...input, ...slot }, outlet.zona_waktu)
    : noPlan
  const ownRooms = [slot.ruang_id]
  if (current && change.kind === 'later') ownRooms.push(current.ruang_id)
  if (change.kind === 'now' && change.plan) ownRooms.push(change.plan.ruang_id)
  const smallest = { ...room, kapasitas: await smallestRoom(trx, ownRooms) }
  const kapasitas = checkCapacity(input, { ...makings, room: smallest })
  if (current) await checkStudents(trx, input, current, kapasitas)
  const nama = namaKelas(course.nama, input.hari, input.jam_mulai, coach.name)
  const stand = await checkPlaceConflicts(write, outlet, {
    nama,
    jam_selesai,
    change,
    kursi: input.kapasitas ?? 1,
  })
  const kode = current?.kode ?? (await nextCode(trx, course.kode))
  const keptSlot =
    current && change.kind !== 'now' ? { ...slotOf(current), nama: current.nama } : undefined
  const columns = { nama, jam_selesai, kapasitas, kode, ...stand, ...keptSlot }
  return { columns, change, asked: { ...slot, nama } }
}

/** Updates the versions and the lessons of a class after the class was written. */
const followWrite = async (
  { trx, ctx, current, plan }: KelasWrite & { plan: KelasPlan },
  id: number,
): Promise<void> => {
  const making = { at: new Date(), by: ctx }
  const after = await trx
    .selectFrom('kursus_pelatih')
    .innerJoin('gedung', 'gedung.id', 'kursus_pelatih.gedung_id')
    .select(['pelatih_id', 'ruang_id', 'kursus_id', 'gedung_id', 'hari', 'jam_mulai'])
    .select(['jam_selesai', 'mulai', 'selesai', 'kursus_pelatih.status', 'zona_waktu'])
    .select('kursus_pelatih.kapasitas')
    .where('kursus_pelatih.id', '=', id)
    .executeTakeFirstOrThrow()
  const { zona_waktu } = after
  const { change, asked } = plan
  const follow = { id, before: current, after, zona_waktu, berlaku: null }
  if (!current) return followClass(trx, follow, making)
  if (change.kind === 'later') {
    const semula = JSON.stringify(conflictColumnsOf(current))
    await storePlan(trx, id, { ...asked, mulai: change.from, semula }, making)
    await auditPlan(trx, ctx, id, after.gedung_id)
    const then = { ...after, ...slotOf(asked) }
    await followClass(trx, { ...follow, after: then, berlaku: change.from }, making)
    return checkMakeUpSeats(trx, id, current, then)
  }
  if (change.kind === 'withdraw') {
    await dropPlan(trx, id)
    const before = { ...current, ...slotOf(change.plan) }
    await followClass(trx, { ...follow, before, berlaku: change.plan.mulai }, making)
    return checkMakeUpSeats(trx, id, before, after)
  }
  if (!isSameSlot(current, after))
    await keepPeriod(trx, current, addDays(currentDay(zona_waktu, making.at), -1), making)
  await followClass(trx, follow, making)
  await checkMakeUpSeats(trx, id, current, after)
}

/**
 * Selects the enrolments with a current or future seat in the given classes. Enrolments on leave
 * are included if `keeps` is true.
 */
const enrolmentsIn = (db: Db | Trx, ids: readonly number[], keeps: boolean) =>
  db
    .selectFrom('kursus_peserta as kp')
    .where('kp.kursus_pelatih_id', 'in', ids)
    .where(holdsSeatFrom(currentDay(), keeps))

const readSeatCounts: KelasExpands['isi'] = async ({ db, ids }) => {
  const { cuti_tahan_slot } = await readSettings(db)
  const rows = await enrolmentsIn(db, ids, cuti_tahan_slot)
    .select((eb) => ['kp.kursus_pelatih_id', eb.fn.countAll<number>().as('terisi')])
    .groupBy('kp.kursus_pelatih_id')
    .execute()
  const takenSeats = new Map(rows.map((r) => [r.kursus_pelatih_id, Number(r.terisi)]))
  return new Map(ids.map((id) => [id, { terisi: takenSeats.get(id) ?? 0 }]))
}
/**
 * Reads the students of classes. A coach sees all students of the coach's classes; a sales person
 * sees only the students of that sales person (domain.md section 4).
 */
const readSeated: KelasExpands['peserta'] = async ({ db, actor, ids }) => {
  const rows = await enrolmentsIn(db, ids, true)
    .innerJoin('user', 'user.id', 'kp.peserta_id')
    .select([
      'kp.kursus_pelatih_id',
      'kp.id as kursus_peserta_id',
      'user.id',
      'user.name',
      'user.nama_panggilan',
      'kp.status',
      'kp.mulai',
      'kp.selesai',
    ])
    .$if(actor.dasar === RoleId.sales, (q) => q.where('user.sales_id', '=', actor.id))
    .orderBy('user.name_kunci')
    .orderBy('user.id')
    .execute()
  const rowsByClass = Map.groupBy(rows, (r) => r.kursus_pelatih_id)
  return new Map(
    [...rowsByClass].map(([id, ownRows]) => [
      id,
      ownRows.map(({ kursus_pelatih_id: _, ...row }) => row),
    ]),
  )
}

/** Reads the past and planned versions of classes, ordered by first day. */
const readOwnVersions: KelasExpands['versi_jadwal'] = async ({ db, ids }) => {
  const versionsByClass = Map.groupBy(await readVersions(db, ids), (v) => v.kursus_pelatih_id)
  return new Map(
    [...versionsByClass].map(([id, versions]) => [
      id,
      versions.map(({ kursus_pelatih_id: _, ...v }) => v),
    ]),
  )
}

/** Columns of free text about a class, written by staff or the coach. */
const notes = ['catatan', 'alasan_bentrok', 'alasan_tanya_dulu']

export const kursusPelatihModule = module(kursusPelatih, {
  scope: kelasScope,
  // Sales people see all classes. For classes without a student of their own, the notes are hidden.
  conceal: (actor) =>
    actor.dasar === RoleId.sales
      ? [{ columns: notes, where: sql<SqlBool>`not ${hasOwnStudent(actor)}` }]
      : [],
  ...classChoices,
  expands: { isi: readSeatCounts, peserta: readSeated, versi_jadwal: readOwnVersions },
  plan: planKelas,
  actions: { 'setujui-slot': approveSlot, 'tolak-slot': declineSlot },
  filters: { persetujuan: isUnanswered },
  after: (write) => followWrite(write, write.id),
  parts: [
    {
      table: 'kursus_pelatih_versi',
      by: 'kursus_pelatih_id',
      references: { pelatih_id: 'user', ruang_id: 'ruang' },
    },
  ],
  beforeDelete: async ({ trx, ctx, row }) => {
    const making = { at: new Date(), by: ctx }
    await dropLessons(trx, sql`pertemuan.kursus_pelatih_id = ${row.id}`, making)
    await dropVersions(trx, row.id)
  },
  searchText: async ({ trx, input }) => {
    const room = await trx
      .selectFrom('ruang')
      .select('nama')
      .where('id', '=', input.ruang_id)
      .executeTakeFirstOrThrow()
    return room.nama
  },
})
