/** Messages about conflicts of a lesson or class. */
import { SlotPelatih } from '#contract/enums.ts'
import type { Conflict, ConflictKind, FoundConflict } from '#contract/schedule/rules/conflicts.ts'
import { isWeekly, type Wanted } from '#contract/schedule/rules/overlap.ts'
import { formatJam, formatTanggal } from '#contract/values/tanggal.ts'
import type { NamedClass } from '#server/modules/schedule/classes/classRows.ts'
import type { NamedHold } from '#server/modules/schedule/conflicts/heldSlots.ts'
import type { NamedLesson } from '#server/modules/schedule/conflicts/lessonConflictData.ts'

/**
 * Lesson, class or held slot that may conflict. Its label contains only what the reader may see.
 */
export type LabelledRival = NamedLesson | NamedClass | NamedHold
interface Outlet {
  id: number
  nama: string
  jam_buka: string
  jam_tutup: string
}

const isHold = (lesson: LabelledRival | undefined): lesson is NamedHold =>
  lesson !== undefined && 'calon' in lesson

/**
 * Returns the message of each kind of conflict. Messages about leave and holidays include the date
 * of the conflict if `tanggal` is set.
 */
const conflictMessagesByKind = (
  { tingkat, lesson, nama, tanggal }: FoundConflict<LabelledRival>,
  outlet: Outlet,
  seats: string,
): Record<ConflictKind, string> => {
  const on = tanggal === undefined ? '' : ` ${formatTanggal(tanggal)}`
  return {
    pelatih: isHold(lesson)
      ? `Jam guru ini dipesan untuk ${lesson.label}`
      : `Guru sudah mengajar ${lesson?.label}`,
    ruang: isHold(lesson)
      ? `Ruang ini dipesan untuk ${lesson.label}`
      : `Ruang sudah dipakai ${lesson?.label}`,
    peserta: `${nama} sudah ikut ${lesson?.label}`,
    kapasitas: seats,
    slot:
      tingkat === 'keras'
        ? 'Guru tidak bisa pada jam ini'
        : `Jam ini bukan slot ${SlotPelatih.label(SlotPelatih.kosong).toLowerCase()} guru`,
    cuti: on ? `Guru libur pada${on}` : 'Guru sedang libur',
    libur: on ? `Hari libur${on}: ${nama}` : `Hari libur: ${nama}`,
    tutup: `${outlet.nama} buka ${formatJam(outlet.jam_buka)}–${formatJam(outlet.jam_tutup)}`,
    jeda: `Kurang dari 30 menit dari ${lesson?.label}`,
    saudara: `Saudaranya ikut ${lesson?.label} pada jam yang sama`,
  }
}

/**
 * Returns the link to the conflicting lesson, class or held slot. The id is null if the reader may
 * not see the linked row.
 */
const conflictTarget = (lesson: LabelledRival): Conflict['dengan'] => {
  if (isHold(lesson)) {
    const { resource, id } = lesson.calon
    return { resource, id: lesson.tampak ? id : null, label: lesson.label }
  }
  const isClass = isWeekly(lesson)
  const id = lesson.id ?? lesson.kelas
  return {
    resource: isClass || lesson.id === null ? 'kursus-pelatih' : 'pertemuan',
    id: lesson.tampak ? id : null,
    label: lesson.label,
  }
}

/**
 * Returns a conflict as the API reports it, with its message. `seats` is the message for a room
 * with too few seats. If a class conflicts with a single lesson, the date of that lesson comes
 * before the message.
 */
export const formatConflict = (
  conflict: FoundConflict<LabelledRival>,
  wish: Wanted,
  { outlet, seats }: { outlet: Outlet; seats: string },
): Conflict => {
  const { jenis, tingkat, lesson, nama } = conflict
  // The message for a weekly class states the date of the conflict. The message for a dated lesson
  // omits the date, because the form already shows it.
  const shownConflict = isWeekly(wish) ? conflict : { ...conflict, tanggal: undefined }
  const { tanggal: _, ...rest } = shownConflict
  const said = conflictMessagesByKind(
    shownConflict.tanggal === undefined ? rest : { ...rest, tanggal: shownConflict.tanggal },
    outlet,
    seats,
  )[jenis]
  const day =
    lesson && isWeekly(wish) && !isWeekly(lesson) ? `${formatTanggal(lesson.tanggal)}: ` : ''
  const base = { jenis, tingkat, pesan: `${day}${said}` }
  const ownHours = { mulai: wish.jam_mulai, selesai: wish.jam_selesai }
  if (lesson)
    return {
      ...base,
      dengan: conflictTarget(lesson),
      mulai: lesson.jam_mulai,
      selesai: lesson.jam_selesai,
    }
  if (jenis === 'kapasitas')
    return {
      ...base,
      ...ownHours,
      dengan: { resource: 'ruang', id: wish.ruang_id, label: 'Ruang' },
    }
  if (jenis === 'cuti' || jenis === 'slot')
    return {
      ...base,
      ...ownHours,
      dengan: { resource: 'user', id: wish.pelatih_id, label: 'Guru' },
    }
  return {
    ...base,
    dengan: { resource: 'gedung', id: outlet.id, label: nama ?? outlet.nama },
    mulai: outlet.jam_buka,
    selesai: outlet.jam_tutup,
  }
}
