/**
 * Lead of a trial lesson: the name that each reader may see, and the effects of attendance or
 * cancellation on the lead (domain.md 2.3). Booking is in trial.ts.
 */
import {
  afterCancel,
  afterMark,
  afterUnmark,
  firstNameOf,
  hiddenCalon,
  type TrialEffect,
} from '#contract/sales/rules/trial.ts'
import type { AttendanceCode } from '#contract/schedule/rules/attendance.ts'
import { currentDay, formatJam, formatTanggalHari } from '#contract/values/tanggal.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { now, type Actor, type Author } from '#server/http/context.ts'
import {
  changeLead,
  noteActivity,
  stageColumns,
  type LeadColumns,
} from '#server/modules/sales/leads/leadRow.ts'
import { leadScope } from '#server/modules/sales/leads/leadScope.ts'
import { isVisible } from '#server/modules/scope.ts'
import { auditChange } from '#server/resource/auditLog.ts'

/** Lead of a trial as a reader sees it. */
export interface Calon {
  /** Id of the lead; null for readers who may not see the lead. */
  lead_id: number | null
  nama: string
}
interface Lesson {
  id: number
  jenis: string
}
const trialsOf = (lessons: readonly Lesson[]): number[] =>
  lessons.filter((l) => l.jenis === 'trial').map((l) => l.id)
/** Reads the first names of the leads in the trials among `lessons`. The keys are lesson ids. */
export const readFirstNames = async (
  db: Db,
  lessons: readonly Lesson[],
): Promise<ReadonlyMap<number, string>> => {
  const ids = trialsOf(lessons)
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('trial_lead')
    .innerJoin('lead', 'lead.id', 'trial_lead.lead_id')
    .select(['trial_lead.pertemuan_id', 'lead.nama'])
    .where('trial_lead.pertemuan_id', 'in', ids)
    .execute()
  return new Map(rows.map((r) => [r.pertemuan_id, firstNameOf(r.nama)]))
}
/**
 * Reads the leads in the trials among `lessons`. The keys are lesson ids. The name is full for
 * readers who may see the lead, the first name for the coach of the lesson, and hidden for all
 * other readers.
 */
export const readCalon = async (
  db: Db | Trx,
  actor: Actor,
  lessons: readonly Lesson[],
): Promise<Map<number, Calon>> => {
  const ids = trialsOf(lessons)
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('trial_lead')
    .innerJoin('lead', 'lead.id', 'trial_lead.lead_id')
    .innerJoin('pertemuan', 'pertemuan.id', 'trial_lead.pertemuan_id')
    .select(['trial_lead.pertemuan_id', 'lead.id', 'lead.nama', 'pertemuan.pelatih_id'])
    .select(isVisible(leadScope(actor)))
    .where('trial_lead.pertemuan_id', 'in', ids)
    .execute()
  return new Map(
    rows.map(({ pertemuan_id, id, nama, pelatih_id, tampak }): [number, Calon] => {
      if (tampak === 1) return [pertemuan_id, { lead_id: id, nama }]
      const visibleName = pelatih_id === actor.id ? firstNameOf(nama) : hiddenCalon
      return [pertemuan_id, { lead_id: null, nama: visibleName }]
    }),
  )
}

/** Reads the lead and the attendance of a trial; undefined for a lesson that is no trial. */
export const readTrial = (db: Db | Trx, pertemuan_id: number) =>
  db
    .selectFrom('trial_lead')
    .innerJoin('lead', 'lead.id', 'trial_lead.lead_id')
    .leftJoin('user as m', 'm.id', 'trial_lead.ditandai_oleh')
    .selectAll('trial_lead')
    .select(['lead.nama', 'm.name as oleh'])
    .where('trial_lead.pertemuan_id', '=', pertemuan_id)
    .executeTakeFirst()
export type TrialMark = NonNullable<Awaited<ReturnType<typeof readTrial>>>

/** Trial lesson with the data that the lead's timeline shows. */
interface TrialLesson {
  id: number
  kursus: string
  pelatih: string
  tanggal: string
  jam_mulai: string
  zona_waktu: string
}
export const readTrialLesson = (trx: Trx, id: number): Promise<TrialLesson> =>
  trx
    .selectFrom('pertemuan')
    .innerJoin('kursus', 'kursus.id', 'pertemuan.kursus_id')
    .innerJoin('user', 'user.id', 'pertemuan.pelatih_id')
    .innerJoin('gedung', 'gedung.id', 'pertemuan.gedung_id')
    .select(['pertemuan.id', 'kursus.nama as kursus', 'user.name as pelatih'])
    .select(['pertemuan.tanggal', 'pertemuan.jam_mulai', 'gedung.zona_waktu'])
    .where('pertemuan.id', '=', id)
    .executeTakeFirstOrThrow()
export const inWords = ({ kursus, pelatih, tanggal, jam_mulai, zona_waktu }: TrialLesson): string =>
  `${kursus}, ${formatTanggalHari(tanggal)} ${formatJam(jam_mulai, zona_waktu)}, ${pelatih}`

const readLead = (trx: Trx, id: number) =>
  trx.selectFrom('lead').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
type LeadRow = Awaited<ReturnType<typeof readLead>>

/** Returns the columns of the lead that the result of its trial changes. */
export const followingColumns = (
  row: Pick<LeadRow, 'tahap' | 'menang_at'>,
  next: TrialEffect | undefined,
): LeadColumns =>
  next
    ? {
        ...(next.tahap !== row.tahap && stageColumns(row, next.tahap, null)),
        tindak_lanjut_at: next.tindak_lanjut_at,
        tindak_lanjut: next.tindak_lanjut,
      }
    : {}

/**
 * Writes the result of a trial to the lead's timeline, and updates the given columns of the lead.
 */
const recordTrialResult = async (
  trx: Trx,
  ctx: Author,
  row: LeadRow,
  { isi, columns, isLogged = true }: { isi: string; columns: LeadColumns; isLogged?: boolean },
): Promise<void> => {
  await noteActivity(trx, ctx, { lead_id: row.id, jenis: 'trial', isi })
  await changeLead(trx, ctx, row.id, { ...columns, aktivitas_at: now() })
  // Omits the audit entry when an action on the lead caused the result, because that action writes
  // its own entry.
  if (!isLogged) return
  const after = await readLead(trx, row.id)
  await auditChange(trx, ctx, { aksi: 'hasil-trial', entitas: 'lead', before: row, after })
}
/**
 * Whether a lesson is the lead's current trial. The result of an older trial is written to the
 * timeline, but does not change the lead's stage.
 */
const isCurrent = (row: LeadRow, lesson: { id: number }): boolean =>
  row.trial_pertemuan_id === lesson.id && row.dihapus_at === null

const attendanceWords = (code: AttendanceCode | null): string => {
  if (code === null) return 'Absensi trial dihapus'
  return code === 'HADIR' ? 'Hadir trial' : 'Tidak hadir trial'
}
/**
 * Updates the lead with the attendance that the coach entered for the lead's trial. A code of null
 * means that the attendance was removed.
 */
export const applyAttendance = async (
  trx: Trx,
  ctx: Author,
  lesson: TrialLesson,
  { lead_id, code }: { lead_id: number; code: AttendanceCode | null },
): Promise<void> => {
  const row = await readLead(trx, lead_id)
  const effect = () =>
    code === null
      ? afterUnmark(row.tahap, lesson.tanggal)
      : afterMark(row.tahap, code, currentDay(lesson.zona_waktu))
  const next = isCurrent(row, lesson) ? effect() : undefined
  const isi = `${attendanceWords(code)}: ${inWords(lesson)}`
  await recordTrialResult(trx, ctx, row, { isi, columns: followingColumns(row, next) })
}
/**
 * Updates the lead after the cancellation of a trial. The lead then has no trial. `why` is a short
 * reason for the timeline.
 */
export const applyCancellation = async (
  trx: Trx,
  ctx: Author,
  lesson: TrialLesson,
  { lead_id, why, isLogged = true }: { lead_id: number; why: string; isLogged?: boolean },
): Promise<void> => {
  const row = await readLead(trx, lead_id)
  const isNow = isCurrent(row, lesson)
  const next = isNow ? afterCancel(row.tahap, currentDay(lesson.zona_waktu)) : undefined
  await recordTrialResult(trx, ctx, row, {
    isi: `Trial batal (${why}): ${inWords(lesson)}`,
    columns: { ...followingColumns(row, next), ...(isNow && { trial_pertemuan_id: null }) },
    isLogged,
  })
}
/**
 * Gives the lead its cancelled trial back, because the trial takes place after all. Does nothing if
 * another trial was booked meanwhile, or if the lead was deleted.
 */
export const applyReopening = async (
  trx: Trx,
  ctx: Author,
  lesson: TrialLesson,
  lead_id: number,
): Promise<void> => {
  const row = await readLead(trx, lead_id)
  if (row.trial_pertemuan_id !== null || row.dihapus_at !== null) return
  const stage = row.tahap === 'dihubungi' ? stageColumns(row, 'trial_dijadwalkan', null) : {}
  const columns = { ...stage, trial_pertemuan_id: lesson.id }
  await recordTrialResult(trx, ctx, row, {
    isi: `Trial jadi diadakan: ${inWords(lesson)}`,
    columns,
  })
}
/**
 * Updates the lead after the school has cancelled the lesson. Does nothing if the lesson is no
 * trial.
 */
export const recordTrialCancelled = async (
  trx: Trx,
  ctx: Author,
  pertemuan_id: number,
  why: string,
): Promise<void> => {
  const trial = await readTrial(trx, pertemuan_id)
  if (!trial) return
  const lesson = await readTrialLesson(trx, pertemuan_id)
  await applyCancellation(trx, ctx, lesson, { lead_id: trial.lead_id, why })
}
/**
 * Updates the lead after time, room or coach of the lesson has changed. Does nothing if the lesson
 * is no trial.
 */
export const recordTrialMoved = async (
  trx: Trx,
  ctx: Author,
  pertemuan_id: number,
): Promise<void> => {
  const trial = await readTrial(trx, pertemuan_id)
  if (!trial) return
  const lesson = await readTrialLesson(trx, pertemuan_id)
  const row = await readLead(trx, trial.lead_id)
  const isi = `Trial dipindahkan: ${inWords(lesson)}`
  const columns = isCurrent(row, lesson) ? { tindak_lanjut_at: lesson.tanggal } : {}
  await recordTrialResult(trx, ctx, row, { isi, columns })
}
