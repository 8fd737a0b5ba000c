/** What stands in the way of a lesson or class, in words for who asks. */
import { SlotPelatih } from '#contract/enums.ts'
import type { Conflict, ConflictKind, FoundConflict } from '#contract/schedule/rules/conflicts.ts'
import { isWeekly, type Wanted } from '#contract/schedule/rules/meeting.ts'
import { formatJam, formatTanggal } from '#contract/values/tanggal.ts'
import type { NamedClass } from '#server/modules/schedule/classRows.ts'
import type { NamedHold } from '#server/modules/schedule/heldSlots.ts'
import type { NamedLesson } from '#server/modules/schedule/lessonAround.ts'

/** What may be in the way of a lesson or class, in words for who may see it. */
export type Named = NamedLesson | NamedClass | NamedHold
interface Outlet {
  id: number
  nama: string
  jam_buka: string
  jam_tutup: string
}

const isHold = (lesson: Named | undefined): lesson is NamedHold =>
  lesson !== undefined && 'calon' in lesson

/** What the time or the day of something says against it; a class is told of which days. */
const sayings = (
  { tingkat, lesson, nama, tanggal }: FoundConflict<Named>,
  outlet: Outlet,
  seats: string,
): Record<ConflictKind, string> => {
  const on = tanggal === undefined ? '' : ` ${formatTanggal(tanggal)}`
  return {
    pelatih: isHold(lesson)
      ? `Jam guru ini ditahan untuk ${lesson.label}`
      : `Guru sudah mengajar ${lesson?.label}`,
    ruang: isHold(lesson)
      ? `Ruang ini ditahan untuk ${lesson.label}`
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

/** The lesson or class that is in the way: one out of scope is told without its id. */
const otherOf = (lesson: Named): Conflict['dengan'] => {
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
 * A conflict as a refusal tells it. `seats`: what is said of too little room. What meets a class on
 * one day alone is told with that day.
 */
export const inWords = (
  found: FoundConflict<Named>,
  wanted: Wanted,
  { outlet, seats }: { outlet: Outlet; seats: string },
): Conflict => {
  const { jenis, tingkat, lesson, nama } = found
  // Of a class the day is told; that of a single lesson is known.
  const told = isWeekly(wanted) ? found : { ...found, tanggal: undefined }
  const { tanggal: _, ...rest } = told
  const said = sayings(
    told.tanggal === undefined ? rest : { ...rest, tanggal: told.tanggal },
    outlet,
    seats,
  )[jenis]
  const day =
    lesson && isWeekly(wanted) && !isWeekly(lesson) ? `${formatTanggal(lesson.tanggal)}: ` : ''
  const base = { jenis, tingkat, pesan: `${day}${said}` }
  const own = { mulai: wanted.jam_mulai, selesai: wanted.jam_selesai }
  if (lesson)
    return {
      ...base,
      dengan: otherOf(lesson),
      mulai: lesson.jam_mulai,
      selesai: lesson.jam_selesai,
    }
  if (jenis === 'kapasitas')
    return { ...base, ...own, dengan: { resource: 'ruang', id: wanted.ruang_id, label: 'Ruang' } }
  if (jenis === 'cuti' || jenis === 'slot')
    return { ...base, ...own, dengan: { resource: 'user', id: wanted.pelatih_id, label: 'Guru' } }
  return {
    ...base,
    dengan: { resource: 'gedung', id: outlet.id, label: nama ?? outlet.nama },
    mulai: outlet.jam_buka,
    selesai: outlet.jam_tutup,
  }
}
