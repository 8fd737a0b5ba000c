/**
 * Whether a dated lesson can be where it is wanted (domain.md 3.8). Whoever writes one asks here,
 * inside its transaction; what is in the way is told with where it could be instead.
 */
import { SlotPelatih } from '#contract/enums.ts'
import {
  lessonConflicts,
  nearestFree,
  type Alternative,
  type Asked,
  type Conflict,
  type ConflictKind,
  type FoundConflict,
  type WantedLesson,
} from '#contract/schedule/rules/conflicts.ts'
import { lessonInstants } from '#contract/schedule/rules/instants.ts'
import { classEnd } from '#contract/schedule/rules/weekly.ts'
import { addDays, currentDay, formatJam, formatTanggalHari } from '#contract/values/tanggal.ts'
import type { Trx } from '#server/db/tables.ts'
import { invalidField } from '#server/errors.ts'
import type { Ctx } from '#server/http/context.ts'
import { conflictField, refusal } from '#server/modules/schedule/clash.ts'
import {
  elsewhere,
  readAround,
  type LessonAround,
  type NamedLesson,
} from '#server/modules/schedule/lessonAround.ts'
import { auditEvent } from '#server/resource/auditLog.ts'

/** A lesson may be put this many days ahead (domain.md 3.10). */
export const farthestDays = 60
/** Other times are looked for on so many days. */
const searchedDays = 14

/** A lesson as it is to be; `id` and `kelas` where it has them. */
export interface LessonWish extends WantedLesson {
  id: number | null
  kelas: number | null
}
type Placed = Pick<WantedLesson, 'mulai_at' | 'pelatih_id' | 'ruang_id'>
/** What of a lesson is new: only that is asked about. */
export const newOf = (before: Placed, after: Placed): Asked => ({
  waktu: before.mulai_at !== after.mulai_at,
  pelatih: before.pelatih_id !== after.pelatih_id,
  ruang: before.ruang_id !== after.ruang_id,
})
/** Soft conflicts that whoever writes knows of, and why it shall be all the same. */
export interface Confirmation {
  konfirmasi?: readonly ConflictKind[] | undefined
  alasan?: string | null | undefined
}

/** What is in the way, in words for who asks. */
const inWords = (
  { jenis, tingkat, lesson, nama }: FoundConflict<NamedLesson>,
  wanted: WantedLesson,
  { outlet, kursi }: LessonAround,
): Conflict => {
  const said: Record<ConflictKind, string> = {
    pelatih: `Guru sudah mengajar ${lesson?.label}`,
    ruang: `Ruang sudah dipakai ${lesson?.label}`,
    peserta: `${nama} sudah ikut ${lesson?.label}`,
    kapasitas: `Ruang ini hanya untuk ${kursi.get(wanted.ruang_id)} peserta`,
    slot:
      tingkat === 'keras'
        ? 'Guru tidak bisa pada jam ini'
        : `Jam ini bukan slot ${SlotPelatih.label(SlotPelatih.kosong).toLowerCase()} guru`,
    cuti: 'Guru sedang libur',
    libur: `Hari libur: ${nama}`,
    tutup: `${outlet.nama} buka ${formatJam(outlet.jam_buka)}–${formatJam(outlet.jam_tutup)}`,
    jeda: `Kurang dari 30 menit dari ${lesson?.label}`,
    saudara: `Saudaranya ikut ${lesson?.label} pada jam yang sama`,
  }
  const own = { mulai: wanted.jam_mulai, selesai: wanted.jam_selesai }
  const base = { jenis, tingkat, pesan: said[jenis] }
  if (lesson)
    return {
      ...base,
      dengan: {
        resource: lesson.id === null ? 'kursus-pelatih' : 'pertemuan',
        id: lesson.label === elsewhere ? null : (lesson.id ?? lesson.kelas),
        label: lesson.label,
      },
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

const aroundOf = (trx: Trx, ctx: Ctx, wanted: LessonWish, to: string) =>
  readAround(trx, ctx.actor, {
    id: wanted.id,
    kelas: wanted.kelas,
    pelatih: [wanted.pelatih_id],
    ruang: [wanted.ruang_id],
    gedung_id: wanted.gedung_id,
    from: wanted.tanggal,
    to,
  })

const minutesOf = (a: string): number => Number(a.slice(0, 2)) * 60 + Number(a.slice(3))
/** Every half hour of the days from the wanted one on, while the outlet is open. */
const candidatesOf = (wanted: LessonWish, around: LessonAround, to: string): WantedLesson[] => {
  const length = minutesOf(wanted.jam_selesai) - minutesOf(wanted.jam_mulai)
  const found: WantedLesson[] = []
  const time = new Date().toISOString()
  for (let tanggal = wanted.tanggal; tanggal <= to; tanggal = addDays(tanggal, 1))
    for (let minute = 0; minute < 24 * 60; minute += 30) {
      const jam_mulai = classEnd('00:00', minute) ?? ''
      const jam_selesai = classEnd(jam_mulai, length)
      if (!jam_selesai) continue
      const hours = { tanggal, jam_mulai, jam_selesai }
      const candidate = { ...wanted, ...hours, ...lessonInstants(hours, around.outlet.zona_waktu) }
      if (candidate.mulai_at > time) found.push(candidate)
    }
  return found
}
/** The three nearest times at which coach, room and students are free. */
const findAlternatives = async (trx: Trx, ctx: Ctx, wanted: LessonWish): Promise<Alternative[]> => {
  const last = addDays(currentDay(), farthestDays)
  const end = addDays(wanted.tanggal, searchedDays)
  const to = end < last ? end : last
  const around = await aroundOf(trx, ctx, wanted, to)
  return nearestFree(wanted, candidatesOf(wanted, around, to), around).map((free) => ({
    pelatih_id: free.pelatih_id,
    ruang_id: free.ruang_id,
    tanggal: free.tanggal,
    jam_mulai: free.jam_mulai,
    label: `${formatTanggalHari(free.tanggal)} ${formatJam(free.jam_mulai)}`,
  }))
}

/** What is in the way of a lesson, and where it could be instead; nothing is written. */
export const examineLesson = async (
  trx: Trx,
  ctx: Ctx,
  wanted: LessonWish,
  asked?: Asked,
): Promise<{ konflik: Conflict[]; alternatif: Alternative[] }> => {
  const around = await aroundOf(trx, ctx, wanted, wanted.tanggal)
  const konflik = lessonConflicts(wanted, around, asked).map((f) => inWords(f, wanted, around))
  return {
    konflik,
    alternatif: konflik.length === 0 ? [] : await findAlternatives(trx, ctx, wanted),
  }
}

/**
 * What is in the way of coaches for several lessons: all is read at once. A lesson is asked about
 * with the coach who would give it.
 */
export const examineCoaches = async (
  trx: Trx,
  ctx: Ctx,
  lessons: readonly LessonWish[],
  coaches: readonly number[],
): Promise<(wanted: LessonWish) => Conflict[]> => {
  const [first] = lessons
  if (!first || coaches.length === 0) return () => []
  const days = lessons.map((l) => l.tanggal).toSorted()
  const around = await readAround(trx, ctx.actor, {
    id: null,
    kelas: null,
    pelatih: coaches,
    ruang: [first.ruang_id],
    gedung_id: first.gedung_id,
    from: days[0] ?? first.tanggal,
    to: days.at(-1) ?? first.tanggal,
  })
  const byCoach = Map.groupBy(around.lessons, (l) => l.pelatih_id)
  return (wanted) => {
    const own = { ...around, lessons: byCoach.get(wanted.pelatih_id) ?? [] }
    const found = lessonConflicts(wanted, own, { pelatih: true, ruang: false, waktu: false })
    return found.map((f) => inWords(f, wanted, own))
  }
}

/**
 * Refuses a lesson that cannot be where it is wanted: 409 with what is in the way and where it
 * could be. What is only soft passes when it is confirmed with a reason, which the audit log keeps.
 */
export const demandFree = async (
  trx: Trx,
  ctx: Ctx,
  wanted: LessonWish,
  { konfirmasi = [], alasan }: Confirmation,
  asked?: Asked,
): Promise<void> => {
  const { konflik, alternatif } = await examineLesson(trx, ctx, wanted, asked)
  const open = konflik.filter((k) => k.tingkat === 'keras' || !konfirmasi.includes(k.jenis))
  if (open.length > 0) throw refusal(konflik, (k) => conflictField(k.jenis), alternatif)
  if (konflik.length === 0) return
  if (!alasan) throw invalidField('alasan', 'Isi alasan mengapa bentrok ini dibiarkan')
  await auditEvent(trx, ctx, {
    aksi: 'konfirmasi-bentrok',
    entitas: 'pertemuan',
    entitas_id: wanted.id,
    sesudah: JSON.stringify({ bentrok: [...new Set(konflik.map((k) => k.pesan))].join('. ') }),
    alasan,
    gedung_id: wanted.gedung_id,
  })
}
