/**
 * Actions that change the state of an enrolment (domain.md 2.4), with their effects on bills and
 * fees.
 */
import type * as z from 'zod/mini'
import { BillingStatus, KursusPesertaStatus } from '#contract/enums.ts'
import type { Issue } from '#contract/resource.ts'
import type { enrolmentActions, kursusPeserta } from '#contract/schedule/kursusPeserta.ts'
import { softKinds } from '#contract/schedule/rules/conflicts.ts'
import {
  endIssues,
  lastLeaveDay,
  leaveIssues,
  leaveUntilReturn,
  statusAfterStop,
  whyNotNow,
  type EnrolmentAction,
} from '#contract/schedule/rules/enrolment.ts'
import { addDays, currentDay, formatTanggal } from '#contract/values/tanggal.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { conflict, invalid, invalidField } from '#server/errors.ts'
import { now, type Ctx } from '#server/http/context.ts'
import { readStudentsInArrears } from '#server/modules/billing/bills/arrears.ts'
import {
  updateDraftsToLessons,
  readUnderbilledMonths,
  readOverbilledMonths,
  rebillMonths,
  type ChangedMonth,
} from '#server/modules/billing/corrections/rebill.ts'
import {
  dropAddedFees,
  addFeesToDraft,
  type AddedFee,
} from '#server/modules/billing/lines/addFeesToDraft.ts'
import {
  checkRegistrationPaid,
  settleRegistration,
} from '#server/modules/billing/lines/registration.ts'
import { dropLaterAttendance } from '#server/modules/schedule/attendance/attendanceAfterEnd.ts'
import { checkSeatRequest } from '#server/modules/schedule/conflicts/checkEnrolment.ts'
import type { Confirmation } from '#server/modules/schedule/conflicts/conflictError.ts'
import { pastLeaves, seatDaysFrom } from '#server/modules/schedule/enrolments/leaves.ts'
import {
  checkNewSeat,
  checkStart,
  readKelas,
  readStudent,
} from '#server/modules/schedule/enrolments/seat.ts'
import type { Stored } from '#server/resource/module.ts'
import { readSettings } from '#server/settings.ts'

export type EnrolmentRow = Stored<typeof kursusPeserta>
type Verb = keyof typeof enrolmentActions
export type VerbInput<V extends Verb> = z.output<(typeof enrolmentActions)[V]>
interface EnrolmentActionContext<V extends Verb> {
  trx: Trx
  ctx: Ctx
  row: EnrolmentRow
  input: VerbInput<V>
}
/** Effects of an action on bills and fees. */
export interface Effects {
  months: ChangedMonth[]
  fees: AddedFee[]
}

const { tidakAktif, aktif, cuti, lulus } = KursusPesertaStatus

/** Returns today's date at an outlet. */
export const todayAt = async (trx: Trx, gedung_id: number): Promise<string> => {
  const { zona_waktu } = await trx
    .selectFrom('gedung')
    .select('zona_waktu')
    .where('id', '=', gedung_id)
    .executeTakeFirstOrThrow()
  return currentDay(zona_waktu)
}
/** Throws 409 if the state of an enrolment does not allow the action. */
export const checkState = (row: EnrolmentRow, action: EnrolmentAction): void => {
  const why = whyNotNow(row, action)
  if (why) throw conflict(why)
}
/** Throws 422 with the given issues if there are any. */
export const checkIssues = (issues: Issue[]): void => {
  if (issues.length > 0) throw invalid(issues)
}

type Columns = Partial<Omit<EnrolmentRow, 'bentrok'>> & {
  cuti_lama?: string
  bentrok?: string
  tunggu_at?: string | null
}
/** Updates columns of an enrolment, its version, and the time and author of its last change. */
export const changeEnrolment = async (
  trx: Trx,
  ctx: Ctx,
  row: { id: number },
  columns: Columns,
): Promise<void> => {
  await trx
    .updateTable('kursus_peserta')
    .set((eb) => ({ ...columns, versi: eb('versi', '+', 1) }))
    .set({ updated_at: now(), updated_by: ctx.actor.id })
    .where('id', '=', row.id)
    .execute()
}
/**
 * Returns the columns that mark the family's request as granted. Returns no columns if the family
 * did not request this action.
 */
const requestGrant = (row: EnrolmentRow, action: EnrolmentAction): Columns =>
  row.permintaan_status === 'diajukan' && row.permintaan === action
    ? { permintaan_status: 'disetujui' }
    : {}
/**
 * Returns the columns that decide the coach's proposal to graduate the student. A graduation grants
 * the proposal. A stop declines it.
 */
export const proposalAfter = (row: EnrolmentRow, status: EnrolmentRow['status']): Columns => {
  if (row.usulan_status !== 'diajukan') return {}
  if (status === lulus) return { usulan_status: 'disetujui' }
  return status === tidakAktif
    ? { usulan_status: 'ditolak', usulan_jawaban: 'Peserta berhenti dari kelas ini' }
    : {}
}

/**
 * Corrects the billed months that charge more lessons than they now have, as the user chose in
 * `pilihan`: `biarkan` changes no bill, `batalkan` only removes the lines of months without
 * lessons, `prorata` adjusts all these months. Returns these months, whatever the choice.
 */
export const settleBills = async (
  { trx, ctx, row }: Pick<EnrolmentActionContext<Verb>, 'trx' | 'ctx' | 'row'>,
  pilihan: VerbInput<'berhenti'>['tagihan'],
  alasan: string,
): Promise<ChangedMonth[]> => {
  const months = await readOverbilledMonths(trx, ctx, row.id)
  if (pilihan !== 'biarkan') await rebillMonths(trx, ctx, months, { pilihan, alasan })
  return months
}

/**
 * Adds regained lessons to the bills of months that charge fewer lessons. Drafts are always
 * changed. Published bills are changed only if `tagihan` is `prorata`.
 */
const rebillRegainedLessons = async (
  { trx, ctx, row }: Pick<EnrolmentActionContext<Verb>, 'trx' | 'ctx' | 'row'>,
  { tagihan, alasan }: Pick<VerbInput<'kembali'>, 'tagihan' | 'alasan'>,
): Promise<Effects> => {
  const months = await readUnderbilledMonths(trx, ctx, row.id)
  const why = alasan ?? 'Peserta kembali'
  await updateDraftsToLessons(trx, ctx, months, why)
  const published = months.filter((m) => m.bill.status === BillingStatus.terbit)
  if (tagihan === 'prorata')
    await rebillMonths(trx, ctx, published, { pilihan: 'prorata', alasan: why })
  return { months, fees: [] }
}

/**
 * Checks the seat on the given days. If `isNew` is true, the student has no seat on these days yet.
 * Returns the columns about confirmed soft conflicts. Throws 409 and 422.
 */
const checkSeat = async (
  { trx, ctx, row }: Pick<EnrolmentActionContext<Verb>, 'trx' | 'ctx' | 'row'>,
  { mulai, selesai }: { mulai: string; selesai: string | null },
  { isNew, ...confirmation }: Confirmation & { isNew: boolean },
): Promise<Columns> => {
  const kelas = await readKelas(trx, row.kursus_pelatih_id)
  if (isNew) checkNewSeat(await readStudent(trx, row.peserta_id), kelas)
  const { id, peserta_id } = row
  const joining = { id, peserta_id, kelas_id: kelas.id, mulai, selesai, isNew }
  const { bentrok, alasan_bentrok } = await checkSeatRequest(trx, ctx, joining, {
    ...confirmation,
    reasonField: 'alasan',
  })
  return { bentrok: JSON.stringify(bentrok), alasan_bentrok }
}

/**
 * Confirmation of all soft conflicts, for a seat that continues. Only hard conflicts prevent the
 * continuation.
 */
export const confirmAllSoft: Confirmation = { konfirmasi: softKinds, alasan: 'Seperti sebelumnya' }
/**
 * Checks the seat on the days that the later last day `selesai` (null for no end) adds. Returns the
 * columns that store confirmed conflicts. Throws 409 if the seat is taken.
 */
export const checkLonger = async (
  x: Pick<EnrolmentActionContext<Verb>, 'trx' | 'ctx' | 'row'>,
  selesai: string | null,
  confirmation: Confirmation = confirmAllSoft,
): Promise<Columns> => {
  const { selesai: last } = x.row
  if (last === null || (selesai !== null && selesai <= last)) return {}
  return checkSeat(x, { mulai: addDays(last, 1), selesai }, { isNew: true, ...confirmation })
}

/**
 * Activates an inactive enrolment (status 0 → 1) from a given day, for a new student or for a
 * student who returns after a stop.
 */
const activate = async (x: EnrolmentActionContext<'aktifkan'>): Promise<Effects> => {
  const { trx, ctx, row, input } = x
  checkState(row, 'aktifkan')
  const stopped = row.diakhiri_at !== null
  const mulai = input.mulai ?? (stopped ? await todayAt(trx, row.gedung_id) : row.mulai)
  const selesai = stopped ? null : row.selesai
  if (stopped && row.selesai !== null && mulai <= row.selesai)
    throw invalidField('mulai', `Sebelumnya sampai ${formatTanggal(row.selesai)}`)
  if (selesai !== null && mulai > selesai)
    throw invalidField('mulai', `Selesai ${formatTanggal(selesai)}`)
  checkStart(await readKelas(trx, row.kursus_pelatih_id), mulai)
  await checkRegistrationPaid(trx, row.id)
  const stand = await checkSeat(x, { mulai, selesai }, { isNew: true, ...input })
  await changeEnrolment(trx, ctx, row, {
    ...stand,
    status: aktif,
    selesai,
    diakhiri_at: null,
    tunggu_at: null,
    alasan_status: input.alasan,
    ...(await seatDaysFrom(trx, row, mulai)),
  })
  await settleRegistration(trx, ctx, row.id)
  return rebillRegainedLessons(x, input)
}

/** Throws 409 for a student with overdue bills if the setting `tahan_cuti_tunggakan` is on. */
export const checkArrears = async (trx: Trx, { peserta_id }: EnrolmentRow): Promise<void> => {
  const { tahan_cuti_tunggakan } = await readSettings(trx)
  if (!tahan_cuti_tunggakan) return
  if ((await readStudentsInArrears(trx, [peserta_id], 1)).size > 0)
    throw conflict('Ada tagihan yang lewat jatuh tempo: cuti setelah dibayar')
}
/** Puts an active enrolment on leave (status 1 → 2). A leave lasts whole months. */
const takeLeave = async (x: EnrolmentActionContext<'cuti'>): Promise<Effects> => {
  const { trx, ctx, row, input } = x
  checkState(row, 'cuti')
  await checkArrears(trx, row)
  const { cuti_maks_bulan: maks } = await readSettings(trx)
  const mulai = input.cuti_mulai
  const selesai = input.cuti_selesai ?? lastLeaveDay(mulai, maks)
  const today = await todayAt(trx, row.gedung_id)
  checkIssues(leaveIssues(row, { mulai, selesai }, { maks, today }))
  await changeEnrolment(trx, ctx, row, {
    status: cuti,
    cuti_mulai: mulai,
    cuti_selesai: selesai,
    cuti_lama: await pastLeaves(trx, row),
    alasan_status: input.alasan,
    ...requestGrant(row, 'cuti'),
  })
  const months = await settleBills(x, input.tagihan, input.alasan ?? 'Cuti peserta')
  const periode = mulai.slice(0, 7)
  const event = { ...row, pemicu: 'cuti' as const, kursus_peserta_id: row.id, periode }
  return { months, fees: await addFeesToDraft(trx, ctx, event) }
}

/** Ends a leave (status 2 → 1), or withdraws an announced stop. */
const comeBack = async (x: EnrolmentActionContext<'kembali'>): Promise<Effects> => {
  const { trx, ctx, row, input } = x
  checkState(row, 'kembali')
  if (row.status === aktif) {
    const stand = await checkLonger(x, null, input)
    const ongoing = { ...stand, selesai: null, diakhiri_at: null, alasan_status: input.alasan }
    await changeEnrolment(trx, ctx, row, ongoing)
    return rebillRegainedLessons(x, input)
  }
  const { cuti_tahan_slot } = await readSettings(trx)
  const back = input.tanggal ?? (await todayAt(trx, row.gedung_id))
  const leave = leaveUntilReturn(row, back)
  const from = back < row.mulai ? row.mulai : back
  const days = { mulai: from, selesai: row.selesai }
  const stand = await checkSeat(x, days, { isNew: !cuti_tahan_slot, ...input })
  await changeEnrolment(trx, ctx, row, {
    ...stand,
    status: aktif,
    cuti_mulai: leave?.mulai ?? null,
    cuti_selesai: leave?.selesai ?? null,
    alasan_status: input.alasan,
  })
  if (!leave && row.cuti_mulai) await dropAddedFees(trx, ctx, row.id, row.cuti_mulai.slice(0, 7))
  return rebillRegainedLessons(x, input)
}

/**
 * Returns the columns that end an open leave (without a last day) on `selesai`. Without a last day,
 * the leave would no longer count after the status changes.
 */
const closedLeave = ({ cuti_mulai, cuti_selesai }: EnrolmentRow, selesai: string): Columns =>
  cuti_mulai !== null && cuti_selesai === null && cuti_mulai <= selesai
    ? { cuti_selesai: selesai }
    : {}
/**
 * Stops an enrolment that is active or on leave (status 1 or 2 → 0) after its last lesson. Until
 * the last lesson, the student keeps the seat and the enrolment keeps its status.
 */
const stop = async (x: EnrolmentActionContext<'berhenti'>): Promise<Effects> => {
  const { trx, ctx, row, input } = x
  checkState(row, 'berhenti')
  const today = await todayAt(trx, row.gedung_id)
  checkIssues(endIssues(row, input.selesai, today))
  await checkLonger(x, input.selesai)
  await dropLaterAttendance(trx, row.id, input.selesai)
  const status = statusAfterStop(row, input.selesai, today)
  await changeEnrolment(trx, ctx, row, {
    status,
    selesai: input.selesai,
    diakhiri_at: now(),
    alasan_status: input.alasan,
    ...closedLeave(row, input.selesai),
    ...requestGrant(row, 'berhenti'),
    ...proposalAfter(row, status),
  })
  return { months: await settleBills(x, input.tagihan, input.alasan), fees: [] }
}
/** Ends an active enrolment as graduated (status 1 → 9), with the day of the last lesson. */
const graduate = async (x: EnrolmentActionContext<'lulus'>): Promise<Effects> => {
  const { trx, ctx, row, input } = x
  checkState(row, 'lulus')
  checkIssues(endIssues(row, input.selesai, await todayAt(trx, row.gedung_id)))
  await checkLonger(x, input.selesai)
  await dropLaterAttendance(trx, row.id, input.selesai)
  await changeEnrolment(trx, ctx, row, {
    status: lulus,
    selesai: input.selesai,
    diakhiri_at: now(),
    alasan_status: input.alasan,
    ...proposalAfter(row, lulus),
  })
  return { months: await settleBills(x, input.tagihan, input.alasan ?? 'Lulus'), fees: [] }
}

/** Functions that run the actions. Previews show the returned effects. */
export const verbs: { [V in Verb]: (x: EnrolmentActionContext<V>) => Promise<Effects> } = {
  aktifkan: activate,
  cuti: takeLeave,
  kembali: comeBack,
  berhenti: stop,
  lulus: graduate,
}

export const enrolmentHandlers = {
  aktifkan: async (x: EnrolmentActionContext<'aktifkan'>) => void (await activate(x)),
  cuti: async (x: EnrolmentActionContext<'cuti'>) => void (await takeLeave(x)),
  kembali: async (x: EnrolmentActionContext<'kembali'>) => void (await comeBack(x)),
  berhenti: async (x: EnrolmentActionContext<'berhenti'>) => void (await stop(x)),
  lulus: async (x: EnrolmentActionContext<'lulus'>) => void (await graduate(x)),
}
