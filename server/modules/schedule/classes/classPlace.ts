/**
 * Checks the place (coach, room, hours) of a class before it is written: finds the parts of the
 * place that are new, and the conflicts that are allowed with a reason.
 */
import type { Parsed } from '#contract/resource.ts'
import { waitsForCoach, type kursusPelatih } from '#contract/schedule/kursusPelatih.ts'
import { softKinds, type CheckedParts } from '#contract/schedule/rules/conflicts.ts'
import { isLonger, needsCheck, type Validity } from '#contract/schedule/rules/weekly.ts'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import type { ClassSlot } from '#server/db/schema/scheduleTables.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import type { Ctx } from '#server/http/context.ts'
import {
  conflictColumnsBeforePlan,
  type ClassChange,
} from '#server/modules/schedule/classes/classPlans.ts'
import type { ClassWish } from '#server/modules/schedule/classes/classRows.ts'
import { slotOf, type PlannedVersion } from '#server/modules/schedule/classes/classVersions.ts'
import { emptyApproval } from '#server/modules/schedule/classes/slotApproval.ts'
import {
  examineClass,
  type CourseWish,
  type ExaminedClass,
} from '#server/modules/schedule/conflicts/checkClass.ts'
import {
  conflictField,
  checkConfirmed,
  type Examined,
} from '#server/modules/schedule/conflicts/conflictError.ts'
import type { Stored } from '#server/resource/module.ts'

type KelasInput = Readonly<Parsed<typeof kursusPelatih>>
type Kelas = Stored<typeof kursusPelatih>
/** Columns of a stored class that are compared with the wanted class. */
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
/**
 * Fields of the form that set the place of a class. The remaining values of the place follow from
 * the outlet and the course.
 */
export type ClassPlace = Pick<
  KelasInput,
  'pelatih_id' | 'ruang_id' | 'gedung_id' | 'hari' | 'jam_mulai' | 'mulai' | 'selesai' | 'kursus_id'
>

/**
 * Returns the wanted class, composed of the form's place, the outlet and values that the caller
 * already knows.
 */
export const wishOf = (
  place: ClassPlace,
  { zona_waktu, ...outlet }: Outlet,
  knownValues: { id: number | null; nama: string; jam_selesai: string; kursi?: number },
): CourseWish => {
  const { kursus_id, pelatih_id, ruang_id, gedung_id, hari, jam_mulai, mulai, selesai } = place
  const fields = { kursus_id, pelatih_id, ruang_id, gedung_id, hari, jam_mulai, mulai, selesai }
  return { ...fields, ...knownValues, zona_waktu, outlet, tampak: 1 }
}

const times = ['hari', 'jam_mulai', 'jam_selesai', 'gedung_id'] as const
/**
 * Returns the parts of the wanted class that must be checked, because they differ from the stored
 * class. Returns undefined when the change cannot cause a conflict.
 */
const checkScopeOf = (
  current: PlacedClass | undefined,
  wish: ClassWish,
  status: string,
): CheckedParts | undefined => {
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

/** Check of the wanted class in one of its periods. */
interface PeriodCheck {
  wish: CourseWish
  /** Stored class, with the slot that it had in this period before the write. */
  before: PlacedClass
  days: Validity
  /** Parts to check. If undefined, the parts that differ from `before` are checked. */
  asked?: CheckedParts
}
const everything: CheckedParts = { pelatih: true, ruang: true, waktu: true }
/**
 * Splits the wanted class, from today on, into periods in which coach, room and time stay the same:
 * before and after a planned change (domain.md 3.8).
 */
const periodChecksOf = (
  change: ClassChange,
  wish: CourseWish,
  current: PlacedClass,
): PeriodCheck[] => {
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

/**
 * Returns the conflicts of a wanted class in all of its periods; undefined when no check is needed.
 */
export const examinePlace = async (
  trx: Trx,
  ctx: Ctx,
  status: string,
  {
    wish,
    current,
    change,
  }: { wish: CourseWish; current: PlacedClass | undefined; change: ClassChange },
): Promise<(ExaminedClass & { asked: CheckedParts }) | undefined> => {
  if (!current) {
    const checkedParts = checkScopeOf(undefined, wish, status)
    return (
      checkedParts && {
        ...(await examineClass(trx, ctx, wish, { asked: checkedParts })),
        asked: checkedParts,
      }
    )
  }
  const examinedPeriods: (ExaminedClass & { asked: CheckedParts })[] = []
  for (const { days, before, ...part } of periodChecksOf(change, wish, current)) {
    const forced = status === 'aktif' ? part.asked : undefined
    const checkedParts = forced ?? checkScopeOf(before, part.wish, status)
    if (checkedParts)
      examinedPeriods.push({
        ...(await examineClass(trx, ctx, part.wish, { asked: checkedParts, days })),
        asked: checkedParts,
      })
  }
  if (examinedPeriods.length === 0) return undefined
  const isNew = (key: keyof CheckedParts) => examinedPeriods.some((f) => f.asked[key] === true)
  // Offers no alternatives if the write keeps or withdraws a planned change, because the class
  // cannot get another slot then.
  const moves = change.kind === 'later' || (change.kind === 'now' && !change.plan)
  return {
    konflik: examinedPeriods.flatMap((f) => f.konflik),
    alternatif: moves
      ? (examinedPeriods.find((f) => f.alternatif.length > 0)?.alternatif ?? [])
      : [],
    tanya_dulu: examinedPeriods.some((f) => f.tanya_dulu),
    asked: {
      pelatih: isNew('pelatih'),
      ruang: isNew('ruang'),
      waktu: isNew('waktu'),
      peserta: isNew('peserta'),
    },
  }
}

/** Whether the write gives the class another time or another coach. */
const takesHour = (current: Kelas | undefined, wish: ClassWish, { waktu }: CheckedParts): boolean =>
  waktu || current?.pelatih_id !== wish.pelatih_id

/**
 * Checks a class whose planned change is withdrawn. Returns the columns on conflicts and on the
 * coach's consent as they were before that change was planned, because the class keeps its slot.
 * Soft conflicts are allowed; throws 409 for hard ones.
 */
const checkWithdrawal = (examined: Examined | undefined, plan: PlannedVersion) => {
  const asBefore = { konfirmasi: softKinds, alasan: 'Perubahan dibatalkan' }
  if (examined) checkConfirmed(examined, asBefore, atFields)
  return conflictColumnsBeforePlan(plan)
}
/** Whether the class has a planned change after the write. */
const isPlanned = (change: ClassChange): boolean =>
  change.kind === 'later' || change.plan !== undefined
/**
 * Whether a class that waits for its coach's consent keeps waiting after the write. This is the
 * case if the class has a planned change after the write.
 */
const goesOnWaiting = (current: Kelas | undefined, change: ClassChange): boolean =>
  isPlanned(change) && current !== undefined && waitsForCoach(current)

/**
 * Checks the place of a class that is written. A place that does not change is not checked. Returns
 * the columns with the confirmed soft conflicts, their reason, and whether the coach must agree
 * first. Throws 409 for hard conflicts and for soft conflicts that are not confirmed.
 */
export const checkPlaceConflicts = async (
  { trx, ctx, input, current }: KelasWrite,
  outlet: Outlet,
  {
    change,
    ...knownValues
  }: { nama: string; jam_selesai: string; kursi: number; change: ClassChange },
) => {
  const wish = wishOf(input, outlet, { id: current?.id ?? null, ...knownValues })
  const examined = await examinePlace(trx, ctx, input.status, { wish, current, change })
  if (change.kind === 'withdraw') return checkWithdrawal(examined, change.plan)
  const before = current?.bentrok ?? []
  if (!examined)
    return before.length > 0
      ? {}
      : { bentrok: before, alasan_bentrok: null, tanya_dulu: current?.tanya_dulu ?? false }
  const confirmation = { konfirmasi: input.konfirmasi, alasan: input.alasan_bentrok }
  const confirmedKinds = checkConfirmed(examined, confirmation, atFields)
  const isOnlyVersion = examined.asked.waktu && !isPlanned(change)
  const bentrok = isOnlyVersion ? confirmedKinds : [...new Set([...before, ...confirmedKinds])]
  const asksCoach = takesHour(current, wish, examined.asked) && !goesOnWaiting(current, change)
  return {
    bentrok,
    alasan_bentrok: bentrok.length > 0 ? input.alasan_bentrok : null,
    ...(asksCoach && { tanya_dulu: examined.tanya_dulu, ...emptyApproval }),
  }
}
/**
 * Returns the form field at which a conflict is shown. The form of a class has the field `hari`
 * instead of `tanggal`.
 */
const fieldOfClass = (conflict: Parameters<typeof conflictField>[0]): string => {
  const field = conflictField(conflict)
  return field === 'tanggal' ? 'hari' : field
}
const atFields = { fieldOf: fieldOfClass, reasonField: 'alasan_bentrok' }
