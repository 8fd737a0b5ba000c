/** Where a class is wanted: what of it is new, and what is let stand against it. */
import type { Parsed } from '#contract/resource.ts'
import type { kursusPelatih } from '#contract/schedule/kursusPelatih.ts'
import type { Asked } from '#contract/schedule/rules/conflicts.ts'
import { isLonger, needsCheck } from '#contract/schedule/rules/weekly.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import type { Trx } from '#server/db/tables.ts'
import type { Ctx } from '#server/http/context.ts'
import {
  examineClass,
  type CourseWish,
  type ExaminedClass,
} from '#server/modules/schedule/classEngine.ts'
import type { ClassWish } from '#server/modules/schedule/classRows.ts'
import { conflictField, demandConfirmed } from '#server/modules/schedule/refusal.ts'
import { unanswered } from '#server/modules/schedule/slotApproval.ts'
import type { Stored } from '#server/resource/module.ts'

type KelasInput = Readonly<Parsed<typeof kursusPelatih>>
type Kelas = Stored<typeof kursusPelatih>
/** What of a stored class says what is new. */
export type PlacedClass = Pick<
  Kelas,
  | 'status'
  | 'pelatih_id'
  | 'ruang_id'
  | 'gedung_id'
  | 'hari'
  | 'jam_mulai'
  | 'jam_selesai'
  | 'mulai'
  | 'selesai'
>
export interface KelasWrite {
  trx: Trx
  ctx: Ctx
  input: KelasInput
  current: Kelas | undefined
}
type Outlet = ClassWish['outlet'] & { zona_waktu: string }
/** What a class is asked for, besides what the outlet and the course make of it. */
export type ClassPlace = Pick<
  KelasInput,
  | 'pelatih_id'
  | 'ruang_id'
  | 'gedung_id'
  | 'hari'
  | 'jam_mulai'
  | 'mulai'
  | 'selesai'
  | 'berlaku_mulai'
  | 'kursus_id'
>

/** A class as it is to be. */
export const wishOf = (
  place: ClassPlace,
  { zona_waktu, ...outlet }: Outlet,
  known: { id: number | null; nama: string; jam_selesai: string },
): CourseWish => {
  const { kursus_id, pelatih_id, ruang_id, gedung_id, hari, jam_mulai, mulai, selesai } = place
  const at = { kursus_id, pelatih_id, ruang_id, gedung_id, hari, jam_mulai, mulai, selesai }
  return { ...at, ...known, zona_waktu, outlet, tampak: 1 }
}

const times = ['hari', 'jam_mulai', 'jam_selesai', 'gedung_id'] as const
/** What of a class is new; undefined where nothing can stand in its way that did not before. */
const askedOf = (
  current: PlacedClass | undefined,
  wish: ClassWish,
  status: string,
): Asked | undefined => {
  if (!current) return status === 'aktif' ? { pelatih: true, ruang: true, waktu: true } : undefined
  const before = { ...current, zona_waktu: wish.zona_waktu }
  if (!needsCheck(before, { ...wish, status })) return undefined
  const waktu = current.status !== status || times.some((key) => current[key] !== wish[key])
  const longer = isLonger(current, wish)
  return {
    waktu,
    peserta: longer,
    pelatih: longer || current.pelatih_id !== wish.pelatih_id,
    ruang: longer || current.ruang_id !== wish.ruang_id,
  }
}

/** The day from which a change holds: that of its own, but not before today (domain.md 3.8). */
const holdsFrom = ({ berlaku_mulai: own }: ClassPlace, zona: string): string => {
  const today = currentDay(zona)
  return own !== null && own > today ? own : today
}
/** What is in the way of a class as it is to be; undefined where it need not be asked. */
export const examinePlace = async (
  trx: Trx,
  ctx: Ctx,
  place: ClassPlace & { status: string },
  { wish, current }: { wish: CourseWish; current: PlacedClass | undefined },
): Promise<(ExaminedClass & { asked: Asked }) | undefined> => {
  const asked = askedOf(current, wish, place.status)
  if (!asked) return undefined
  const from = current ? holdsFrom(place, wish.zona_waktu) : ''
  return { ...(await examineClass(trx, ctx, wish, { asked, from })), asked }
}

/** Whether a class has another hour of its coach than it had. */
const takesHour = (current: Kelas | undefined, wish: ClassWish, { waktu }: Asked): boolean =>
  waktu || current?.pelatih_id !== wish.pelatih_id

/**
 * Refuses a class that is in the way of others (409), and answers what is let stand against it,
 * why, and whether its coach must agree first. What stays where it was is not asked again.
 */
export const demandPlace = async (
  { trx, ctx, input, current }: KelasWrite,
  outlet: Outlet,
  known: { nama: string; jam_selesai: string },
) => {
  const wish = wishOf(input, outlet, { id: current?.id ?? null, ...known })
  const examined = await examinePlace(trx, ctx, input, { wish, current })
  const before = current?.bentrok ?? []
  if (!examined)
    return before.length > 0
      ? {}
      : { bentrok: before, alasan_bentrok: null, tanya_dulu: current?.tanya_dulu ?? false }
  const found = demandConfirmed(
    examined,
    { konfirmasi: input.konfirmasi, alasan: input.alasan_bentrok },
    { fieldOf: fieldOfClass, reasonField: 'alasan_bentrok' },
  )
  const bentrok = examined.asked.waktu ? found : [...new Set([...before, ...found])]
  return {
    bentrok,
    alasan_bentrok: bentrok.length > 0 ? input.alasan_bentrok : null,
    ...(takesHour(current, wish, examined.asked) && {
      tanya_dulu: examined.tanya_dulu,
      ...unanswered,
    }),
  }
}
/** A class has days of the week, not dates. */
const fieldOfClass = (found: Parameters<typeof conflictField>[0]): string => {
  const field = conflictField(found)
  return field === 'tanggal' ? 'hari' : field
}
