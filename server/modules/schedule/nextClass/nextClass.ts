/**
 * Moves students from their old class to the next class (domain.md 3.10): ends the enrolments in
 * the old class, and creates enrolments in the next class that continue the ended ones. Such a move
 * of one or several students is called a step.
 */
import type * as z from 'zod/mini'
import { KursusPesertaStatus } from '#contract/enums.ts'
import type { nextClass } from '#contract/schedule/enrolmentCalls.ts'
import { softKinds } from '#contract/schedule/rules/conflicts.ts'
import { endIssues } from '#contract/schedule/rules/enrolment.ts'
import {
  addDays,
  addMonths,
  firstDay,
  formatTanggal,
  lastDay,
  occurrences,
} from '#contract/values/tanggal.ts'
import { fromJson } from '#server/db/json.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { conflict, forbidden, invalid, invalidField } from '#server/errors.ts'
import { allows, now, type Ctx } from '#server/http/context.ts'
import type { ChangedMonth } from '#server/modules/billing/corrections/rebill.ts'
import { addFeesToDraft, type AddedFee } from '#server/modules/billing/lines/addFeesToDraft.ts'
import { moduleOf } from '#server/modules/registry.ts'
import { dropLaterAttendance } from '#server/modules/schedule/attendance/attendanceAfterEnd.ts'
import {
  classesOfCourse,
  freeSeats,
  isSameHour,
} from '#server/modules/schedule/classes/classesOfCourse.ts'
import { slotOn } from '#server/modules/schedule/classes/classVersions.ts'
import { kursusPelatihModule } from '#server/modules/schedule/classes/kursusPelatih.ts'
import {
  changeEnrolment,
  checkLonger,
  proposalAfter,
  checkState,
  settleBills,
  todayAt,
  type EnrolmentRow,
} from '#server/modules/schedule/enrolments/enrolmentActions.ts'
import { enrolmentInScope } from '#server/modules/schedule/enrolments/enrolmentPreviews.ts'
import { kursusPesertaModule } from '#server/modules/schedule/enrolments/kursusPeserta.ts'
import { countSeated } from '#server/modules/schedule/enrolments/seat.ts'
import { auditChange } from '#server/resource/auditLog.ts'
import { rowExists, findRow } from '#server/resource/rows.ts'
import { writerOf } from '#server/resource/writer.ts'

export type NextClassInput = z.output<typeof nextClass.input>
const enrolments = writerOf(kursusPesertaModule, moduleOf)
const classes = writerOf(kursusPelatihModule, moduleOf)

export const readClass = (db: Db | Trx, id: number) =>
  db.selectFrom('kursus_pelatih').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
type OldClass = Awaited<ReturnType<typeof readClass>>

/**
 * Returns the day of the last lesson in the old class (`selesai`) and the first day in the next
 * class (`mulai`). By default these are the last lesson of this month and the first day of next
 * month. If the input contains only one of the two days, the other day is chosen to match it.
 */
export const nextDays = (
  input: { selesai: string | null; mulai: string | null },
  hari: number,
  today: string,
): { selesai: string; mulai: string } => {
  const month = today.slice(0, 7)
  const lesson = occurrences(month, hari).at(-1) ?? lastDay(month)
  const { selesai, mulai } = input
  if (selesai !== null) {
    const next = selesai === lesson ? firstDay(addMonths(month, 1)) : addDays(selesai, 1)
    return { selesai, mulai: mulai ?? next }
  }
  if (mulai !== null) return { selesai: mulai > lesson ? lesson : addDays(mulai, -1), mulai }
  return { selesai: lesson, mulai: firstDay(addMonths(month, 1)) }
}

/**
 * Returns the course that follows a course at an outlet; undefined if there is none. This is the
 * course in `kursus_selanjutnya_id`, if the outlet offers it. Otherwise it is a course of the same
 * category and the next level, preferably of the same kind and duration.
 */
export const followingCourse = async (
  db: Db | Trx,
  kursus_id: number,
  gedung_id: number,
): Promise<{ id: number; nama: string } | undefined> => {
  const ownCourse = await db
    .selectFrom('kursus')
    .leftJoin('course_level', 'course_level.id', 'kursus.course_level_id')
    .select(['kursus_selanjutnya_id', 'kursus.kategori_kursus_id', 'tipe', 'durasi_menit'])
    .select('course_level.urutan')
    .where('kursus.id', '=', kursus_id)
    .executeTakeFirstOrThrow()
  const offered = await db
    .selectFrom('kursus')
    .leftJoin('course_level', 'course_level.id', 'kursus.course_level_id')
    .select(['kursus.id', 'kursus.nama', 'kursus.gedung', 'tipe', 'durasi_menit'])
    .select('course_level.urutan')
    .where('kursus.status', '=', 'aktif')
    .where('kursus.kategori_kursus_id', '=', ownCourse.kategori_kursus_id)
    .orderBy('kursus.id')
    .execute()
  const here = offered.filter(({ gedung }) => {
    const outlets = fromJson<number[]>(gedung)
    return outlets.length === 0 || outlets.includes(gedung_id)
  })
  const named = here.find((k) => k.id === ownCourse.kursus_selanjutnya_id)
  if (named || ownCourse.urutan === null) return named
  const likeness = (k: (typeof here)[number]) =>
    Number(k.tipe === ownCourse.tipe) * 2 + Number(k.durasi_menit === ownCourse.durasi_menit)
  return here
    .filter((k) => k.urutan === Number(ownCourse.urutan) + 1)
    .toSorted((a, b) => likeness(b) - likeness(a))[0]
}

/** Planned step to the next class. */
export interface Step {
  /** Enrolments in the old class of all students who move. */
  rows: EnrolmentRow[]
  old: OldClass
  /** Id of the course of the next class. */
  kursus_id: number
  /** Day of the last lesson in the old class. */
  selesai: string
  /** First day in the next class. */
  mulai: string
  /** Id of the next class; null if the class must be created. */
  kelas_id: number | null
  input: NextClassInput
}

/**
 * Reads the enrolments of the students who move to the next class; ignores repeated ids. Throws 422
 * unless all enrolments are in one class. Throws 403 or 404 for enrolments that the actor may not
 * change.
 */
const readRows = async (trx: Trx, ctx: Ctx, ids: readonly number[]): Promise<EnrolmentRow[]> => {
  const rows: EnrolmentRow[] = []
  for (const id of new Set(ids)) rows.push(await enrolmentInScope(trx, ctx, id))
  const kelas = rows[0]?.kursus_pelatih_id
  if (rows.some((r) => r.kursus_pelatih_id !== kelas))
    throw invalidField('lain', 'Semua peserta harus dari kelas yang sama')
  return rows
}
const courseOf = async (
  trx: Trx,
  row: EnrolmentRow,
  requestedId: number | null,
): Promise<number> => {
  const proposed = requestedId ?? (await followingCourse(trx, row.kursus_id, row.gedung_id))?.id
  if (proposed === undefined)
    throw invalidField('kursus_id', 'Pilih kursus selanjutnya: kursus ini tidak menyebutnya')
  if (proposed === row.kursus_id)
    throw invalidField('kursus_id', 'Kursusnya sama. Ubah kelasnya di jadwal peserta.')
  return proposed
}
/**
 * Returns the id of the next class: of the class that the user requested or, without a request, of
 * a class at the same hour with enough free seats. Returns null if the user requested a new class.
 * Throws 422 if no class fits.
 */
const classOf = async (
  trx: Trx,
  ctx: Ctx,
  step: Omit<Step, 'kelas_id'>,
): Promise<number | null> => {
  const { input, kursus_id, old, mulai, rows } = step
  if (input.kelas_baru) return null
  const requestedId = input.kursus_pelatih_id
  if (requestedId !== null) {
    const isVisible = await rowExists(trx, kursusPelatihModule, ctx.actor, requestedId)
    const kelas = isVisible ? await readClass(trx, requestedId) : undefined
    if (kelas?.kursus_id !== kursus_id)
      throw invalidField('kursus_pelatih_id', 'Kelas itu bukan dari kursus selanjutnya')
    return requestedId
  }
  const freeClass = (
    await classesOfCourse(trx, { gedung_id: old.gedung_id, kursus_id, mulai })
  ).find((k) => isSameHour(k, old) && freeSeats(k) >= rows.length)
  if (!freeClass)
    throw invalidField('kursus_pelatih_id', 'Pilih kelas: tidak ada yang kosong di jam yang sama')
  return freeClass.id
}

/**
 * Validates the input of a step to the next class and fills in defaults. Throws 403, 404, 409 and
 * 422.
 */
export const planStep = async (
  trx: Trx,
  ctx: Ctx,
  id: number,
  input: NextClassInput,
): Promise<Step> => {
  const rows = await readRows(trx, ctx, [id, ...input.lain])
  const [first] = rows
  if (!first) throw invalidField('lain', 'Pilih peserta')
  const now = await readClass(trx, first.kursus_pelatih_id)
  const kursus_id = await courseOf(trx, first, input.kursus_id)
  const today = await todayAt(trx, first.gedung_id)
  const { selesai, mulai } = nextDays(input, now.hari, today)
  const issues = endIssues(first, selesai, today)
  if (issues.length > 0) throw invalid(issues)
  if (mulai <= selesai) throw invalidField('mulai', 'Harus sesudah pertemuan terakhir')
  if (mulai > addDays(today, 366)) throw invalidField('mulai', 'Paling jauh setahun dari hari ini')
  // The next class gets the hour that the old class has on `mulai`, the first day in the next
  // class.
  const old = { ...now, ...(await slotOn(trx, now, mulai)) }
  const step = { rows, old, kursus_id, selesai, mulai, input }
  return { ...step, kelas_id: await classOf(trx, ctx, step) }
}

/** Sets or removes the last day of a class, and updates its lessons. Throws 409. */
export const endClass = async (
  trx: Trx,
  ctx: Ctx,
  id: number,
  selesai: string | null,
): Promise<void> => {
  const row = await findRow(trx, kursusPelatihModule, ctx.actor, id)
  if (!row || row.selesai === selesai) return
  // Confirms all soft conflicts, because the class had this coach, room and time before the move.
  const stand = { konfirmasi: softKinds, alasan_bentrok: 'Kelas selanjutnya dibatalkan' }
  await classes.update(trx, ctx, row, { versi: row.versi, selesai, ...stand })
}

/**
 * Ends the old class of a step and creates a class for the next course at the same hour, with the
 * same coach and room. Throws 403, and 409 if other students remain in the old class.
 */
export const replaceClass = async (trx: Trx, ctx: Ctx, step: Step): Promise<number> => {
  if (!allows(ctx.actor, 'kursus-pelatih/create') || !allows(ctx.actor, 'kursus-pelatih/update'))
    throw forbidden('Kelas baru hanya dibuat oleh admin')
  const { old, mulai, selesai } = step
  const otherCount = await countSeated(
    trx,
    old.id,
    mulai,
    step.rows.map((r) => r.id),
  )
  if (otherCount > 0)
    throw conflict(`${otherCount} peserta lain masih di kelas ini: pilih kelas yang sudah ada`, {
      errors: [{ field: 'kelas_baru', message: `${otherCount} peserta lain masih di kelas ini` }],
    })
  await endClass(
    trx,
    ctx,
    old.id,
    old.selesai !== null && old.selesai < mulai ? old.selesai : selesai,
  )
  const body = {
    pelatih_id: old.pelatih_id,
    kursus_id: step.kursus_id,
    gedung_id: old.gedung_id,
    ruang_id: old.ruang_id,
    hari: old.hari,
    jam_mulai: old.jam_mulai,
    mulai,
    status: 'aktif',
    konfirmasi: step.input.konfirmasi,
    alasan_bentrok: step.input.alasan_bentrok,
  }
  const { tanya_dulu, tanya_dulu_disetujui_at, tanya_dulu_disetujui_oleh } = old
  const { tanya_dulu_ditolak_at, alasan_tanya_dulu } = old
  const fixed = {
    lanjutan_dari_id: old.id,
    lanjutan_selesai: old.selesai,
    // Copies the coach's answer about this hour, because it is also valid for the new class.
    tanya_dulu,
    tanya_dulu_disetujui_at,
    tanya_dulu_disetujui_oleh,
    tanya_dulu_ditolak_at,
    alasan_tanya_dulu,
  }
  return (await classes.create(trx, ctx, body, { fixed })).id
}

export interface MoveResult {
  id: number
  months: ChangedMonth[]
  fees: AddedFee[]
}
/**
 * Ends the enrolment of one student in the old class and creates the enrolment in the next class.
 * Throws 403, 409 and 422.
 */
export const moveStudentToClass = async (
  trx: Trx,
  ctx: Ctx,
  row: EnrolmentRow,
  { selesai, mulai, kursus_id, input }: Step,
  kelas_id: number,
): Promise<MoveResult> => {
  checkState(row, 'kelas-selanjutnya')
  if (selesai < row.mulai)
    throw conflict(`${row.peserta_nama} baru mulai ${formatTanggal(row.mulai)}`)
  await checkLonger({ trx, ctx, row }, selesai)
  await dropLaterAttendance(trx, row.id, selesai)
  await changeEnrolment(trx, ctx, row, {
    status: KursusPesertaStatus.lulus,
    selesai,
    diakhiri_at: now(),
    alasan_status: input.catatan_level ?? 'Naik ke kelas selanjutnya',
    ...proposalAfter(row, KursusPesertaStatus.lulus),
  })
  const after = await enrolmentInScope(trx, ctx, row.id)
  const aksi = 'kelas-selanjutnya'
  const change = { aksi, entitas: 'kursus-peserta', before: { ...row }, after: { ...after } }
  await auditChange(trx, ctx, change)
  const { konfirmasi, alasan_bentrok } = input
  const body = {
    peserta_id: row.peserta_id,
    kursus_pelatih_id: kelas_id,
    mulai,
    konfirmasi,
    alasan_bentrok,
  }
  const fixed = {
    sebelumnya_id: row.id,
    sebelumnya_selesai: row.selesai,
    catatan_level: input.catatan_level,
    // Charges no registration fee, because the student is already registered (decision 0227).
    biaya_pendaftaran: null,
  }
  const { id } = await enrolments.create(trx, ctx, body, { fixed })
  const { peserta_id, akun_billing_id, gedung_id } = row
  const periode = mulai.slice(0, 7)
  const event = { pemicu: 'kenaikan_level' as const, kursus_peserta_id: id, periode, kursus_id }
  const fees = await addFeesToDraft(trx, ctx, { ...event, peserta_id, akun_billing_id, gedung_id })
  const months = await settleBills({ trx, ctx, row }, input.tagihan, 'Naik ke kelas selanjutnya')
  return { id, months, fees }
}

/** Moves all students of a step to the next class, or none if one of them cannot move. */
export const takeStep = async (
  trx: Trx,
  ctx: Ctx,
  id: number,
  input: NextClassInput,
): Promise<{ id: number; ids: number[]; kursus_pelatih_id: number }> => {
  const step = await planStep(trx, ctx, id, input)
  const kelas_id = step.kelas_id ?? (await replaceClass(trx, ctx, step))
  const ids: number[] = []
  for (const row of step.rows)
    ids.push((await moveStudentToClass(trx, ctx, row, step, kelas_id)).id)
  return { id: ids[0] ?? 0, ids, kursus_pelatih_id: kelas_id }
}
