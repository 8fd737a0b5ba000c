/** Attendance of a lead in a trial lesson (domain.md 2.3, 3.10), and its effects on the lead. */
import { KodeAbsensi } from '#contract/enums.ts'
import { isTrialMark } from '#contract/sales/rules/trial.ts'
import type { AttendanceCode } from '#contract/schedule/rules/attendance.ts'
import { isOvertaken } from '#contract/schedule/rules/marking.ts'
import { formatWaktu } from '#contract/values/tanggal.ts'
import { conflict, invalidField } from '#server/errors.ts'
import { authorId, now } from '#server/http/context.ts'
import {
  readTrial,
  applyCancellation,
  applyAttendance,
  applyReopening,
  type TrialMark,
} from '#server/modules/sales/trials/trialLead.ts'
import type { Marking } from '#server/modules/schedule/attendance/studentAttendance.ts'
import { auditEvent } from '#server/resource/auditLog.ts'

export interface TrialInput {
  /** Attendance code; null removes the mark. */
  kode_absensi: AttendanceCode | null
  catatan?: string | null | undefined
  kode_terlihat?: AttendanceCode | null | undefined
}
/**
 * Reads the lead and the attendance of a trial lesson. Returns undefined if the lesson is no trial.
 */
export const findTrial = ({ trx, lesson }: Marking): Promise<TrialMark | undefined> =>
  lesson.jenis === 'trial' ? readTrial(trx, lesson.id) : Promise.resolve(undefined)

/** Stores the attendance code of the trial. Null removes the attendance. */
const storeTrial = async (
  { trx, ctx, lesson, made }: Marking,
  trial: TrialMark,
  { kode_absensi, catatan }: Pick<TrialMark, 'kode_absensi' | 'catatan'>,
): Promise<void> => {
  const isMarked = kode_absensi !== null
  const stamp = {
    ditandai_at: isMarked ? made : null,
    ditandai_oleh: isMarked ? authorId(ctx) : null,
  }
  const change = { kode_absensi, catatan, ...stamp, versi: trial.versi + 1 }
  await trx
    .updateTable('trial_lead')
    .set({ ...change, updated_at: now(), updated_by: authorId(ctx) })
    .where('id', '=', trial.id)
    .execute()
  await auditEvent(trx, ctx, {
    aksi: 'tandai',
    entitas: 'pertemuan',
    entitas_id: lesson.id,
    sebelum: JSON.stringify({ kode_absensi: trial.kode_absensi, catatan: trial.catatan }),
    sesudah: JSON.stringify({ kode_absensi, catatan }),
    gedung_id: lesson.gedung_id,
  })
  trial.kode_absensi = kode_absensi
}

/**
 * Marks a lead in a trial lesson as present or absent, or removes the mark. Returns whether the
 * attendance changed. Throws 409 and 422.
 */
export const markTrial = async (
  marking: Marking,
  trial: TrialMark | undefined,
  input: TrialInput,
): Promise<boolean> => {
  const { trx, ctx, lesson, made } = marking
  if (!trial) throw invalidField('calon', 'Pertemuan ini bukan trial seorang lead')
  const code = input.kode_absensi
  if (code !== null && !isTrialMark(code))
    throw invalidField('calon.kode_absensi', 'Pilih hadir atau tidak hadir')
  const { kode_absensi: storedCode, ditandai_at, ditandai_oleh, oleh } = trial
  const stored =
    storedCode === null || ditandai_at === null
      ? undefined
      : { code: storedCode, made: ditandai_at, by: ditandai_oleh }
  if (stored && isOvertaken(stored, { code, made, by: authorId(ctx) }, input.kode_terlihat))
    throw conflict(
      `Sudah ditandai ${KodeAbsensi.label(stored.code)} oleh ${oleh ?? 'sistem'} pada ${formatWaktu(stored.made, lesson.zona_waktu)}`,
    )
  const note = input.catatan === undefined ? trial.catatan : input.catatan
  const catatan = code === null ? null : note
  if (storedCode === code && trial.catatan === catatan) return false
  await storeTrial(marking, trial, { kode_absensi: code, catatan })
  if (storedCode !== code) await applyAttendance(trx, ctx, lesson, { lead_id: trial.lead_id, code })
  return true
}
/** Marks the trial as missed by the coach, and updates the lead as after a cancelled trial. */
export const missTrial = async (marking: Marking, trial: TrialMark | undefined): Promise<void> => {
  if (!trial || trial.kode_absensi === 'PELATIH_TIDAK_HADIR') return
  const { trx, ctx, lesson } = marking
  await storeTrial(marking, trial, {
    kode_absensi: 'PELATIH_TIDAK_HADIR',
    catatan: trial.catatan,
  })
  await applyCancellation(trx, ctx, lesson, { lead_id: trial.lead_id, why: 'guru tidak hadir' })
}
/**
 * Clears the mark that the coach's absence had set on a trial, because the coach came after all.
 */
export const reopenTrial = async (marking: Marking): Promise<void> => {
  const trial = await findTrial(marking)
  if (trial?.kode_absensi !== 'PELATIH_TIDAK_HADIR') return
  await storeTrial(marking, trial, { kode_absensi: null, catatan: trial.catatan })
  await applyReopening(marking.trx, marking.ctx, marking.lesson, trial.lead_id)
}
