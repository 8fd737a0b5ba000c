/** Where a class is wanted: what of it is new, and what is let stand against it. */
import type { Parsed } from '#contract/resource.ts'
import { waitsForCoach, type kursusPelatih } from '#contract/schedule/kursusPelatih.ts'
import { softKinds, type Asked } from '#contract/schedule/rules/conflicts.ts'
import { isLonger, needsCheck, type Validity } from '#contract/schedule/rules/weekly.ts'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import type { ClassSlot } from '#server/db/scheduleTables.ts'
import type { Trx } from '#server/db/tables.ts'
import type { Ctx } from '#server/http/context.ts'
import {
  examineClass,
  type CourseWish,
  type ExaminedClass,
} from '#server/modules/schedule/classEngine.ts'
import { standBefore, type ClassChange } from '#server/modules/schedule/classPlans.ts'
import type { ClassWish } from '#server/modules/schedule/classRows.ts'
import { slotOf, type PlannedVersion } from '#server/modules/schedule/classVersions.ts'
import { conflictField, demandConfirmed, type Examined } from '#server/modules/schedule/refusal.ts'
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
  'pelatih_id' | 'ruang_id' | 'gedung_id' | 'hari' | 'jam_mulai' | 'mulai' | 'selesai' | 'kursus_id'
>

/** A class as it is to be. */
export const wishOf = (
  place: ClassPlace,
  { zona_waktu, ...outlet }: Outlet,
  known: { id: number | null; nama: string; jam_selesai: string; kursi?: number },
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

/** A class in one of its periods as it is to be, beside the same before. */
interface Part {
  wish: CourseWish
  before: PlacedClass
  days: Validity
  /** What is new, where that does not follow from the version before. */
  asked?: Asked
}
const everything: Asked = { pelatih: true, ruang: true, waktu: true }
/** The periods in which a class is to be, from today on (domain.md 3.8). */
const partsOf = (change: ClassChange, wish: CourseWish, current: PlacedClass): Part[] => {
  const today = currentDay(wish.zona_waktu)
  const as = (version: ClassSlot<number>): CourseWish => ({ ...wish, ...slotOf(version) })
  if (change.kind === 'withdraw') {
    const days = { mulai: change.plan.mulai, selesai: null }
    return [{ wish: as(current), before: current, days, asked: everything }]
  }
  if (change.kind === 'later')
    return [
      {
        wish: as(current),
        before: current,
        days: { mulai: today, selesai: addDays(change.from, -1) },
      },
      { wish, before: current, days: { mulai: change.from, selesai: null } },
    ]
  const { plan } = change
  if (!plan) return [{ wish, before: current, days: { mulai: today, selesai: null } }]
  return [
    { wish, before: current, days: { mulai: today, selesai: plan.sebelum } },
    {
      wish: as(plan),
      before: { ...current, ...slotOf(plan) },
      days: { mulai: plan.mulai, selesai: null },
    },
  ]
}

/** What is in the way of a class as it is to be; undefined where it need not be asked. */
export const examinePlace = async (
  trx: Trx,
  ctx: Ctx,
  status: string,
  {
    wish,
    current,
    change,
  }: { wish: CourseWish; current: PlacedClass | undefined; change: ClassChange },
): Promise<(ExaminedClass & { asked: Asked }) | undefined> => {
  if (!current) {
    const asked = askedOf(undefined, wish, status)
    return asked && { ...(await examineClass(trx, ctx, wish, { asked })), asked }
  }
  const found: (ExaminedClass & { asked: Asked })[] = []
  for (const { days, before, ...part } of partsOf(change, wish, current)) {
    const forced = status === 'aktif' ? part.asked : undefined
    const asked = forced ?? askedOf(before, part.wish, status)
    if (asked) found.push({ ...(await examineClass(trx, ctx, part.wish, { asked, days })), asked })
  }
  if (found.length === 0) return undefined
  const isNew = (key: keyof Asked) => found.some((f) => f.asked[key] === true)
  // Another slot is refused while a change is planned: there is nothing to offer.
  const moves = change.kind === 'later' || (change.kind === 'now' && !change.plan)
  return {
    konflik: found.flatMap((f) => f.konflik),
    alternatif: moves ? (found.find((f) => f.alternatif.length > 0)?.alternatif ?? []) : [],
    tanya_dulu: found.some((f) => f.tanya_dulu),
    asked: {
      pelatih: isNew('pelatih'),
      ruang: isNew('ruang'),
      waktu: isNew('waktu'),
      peserta: isNew('peserta'),
    },
  }
}

/** Whether a class has another hour of its coach than it had. */
const takesHour = (current: Kelas | undefined, wish: ClassWish, { waktu }: Asked): boolean =>
  waktu || current?.pelatih_id !== wish.pelatih_id

/**
 * What stands on a class that stays where it is: as before the change was planned. Only what is
 * hard keeps it from staying (409).
 */
const staying = (examined: Examined | undefined, plan: PlannedVersion) => {
  const asBefore = { konfirmasi: softKinds, alasan: 'Perubahan dibatalkan' }
  if (examined) demandConfirmed(examined, asBefore, atFields)
  return standBefore(plan)
}
/** Whether the class has another version later on. */
const isPlanned = (change: ClassChange): boolean =>
  change.kind === 'later' || change.plan !== undefined
/** A class that waits for its coach goes on to wait while a change is planned. */
const goesOnWaiting = (current: Kelas | undefined, change: ClassChange): boolean =>
  isPlanned(change) && current !== undefined && waitsForCoach(current)

/**
 * Refuses a class that is in the way of others (409), and answers what is let stand against it,
 * why, and whether its coach must agree first. What stays where it was is not asked again.
 */
export const demandPlace = async (
  { trx, ctx, input, current }: KelasWrite,
  outlet: Outlet,
  { change, ...known }: { nama: string; jam_selesai: string; kursi: number; change: ClassChange },
) => {
  const wish = wishOf(input, outlet, { id: current?.id ?? null, ...known })
  const examined = await examinePlace(trx, ctx, input.status, { wish, current, change })
  if (change.kind === 'withdraw') return staying(examined, change.plan)
  const before = current?.bentrok ?? []
  if (!examined)
    return before.length > 0
      ? {}
      : { bentrok: before, alasan_bentrok: null, tanya_dulu: current?.tanya_dulu ?? false }
  const confirmation = { konfirmasi: input.konfirmasi, alasan: input.alasan_bentrok }
  const found = demandConfirmed(examined, confirmation, atFields)
  const isOnlyVersion = examined.asked.waktu && !isPlanned(change)
  const bentrok = isOnlyVersion ? found : [...new Set([...before, ...found])]
  const asksCoach = takesHour(current, wish, examined.asked) && !goesOnWaiting(current, change)
  return {
    bentrok,
    alasan_bentrok: bentrok.length > 0 ? input.alasan_bentrok : null,
    ...(asksCoach && { tanya_dulu: examined.tanya_dulu, ...unanswered }),
  }
}
/** A class has days of the week, not dates. */
const fieldOfClass = (found: Parameters<typeof conflictField>[0]): string => {
  const field = conflictField(found)
  return field === 'tanggal' ? 'hari' : field
}
const atFields = { fieldOf: fieldOfClass, reasonField: 'alasan_bentrok' }
