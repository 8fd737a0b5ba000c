import { sql } from 'kysely'
import { gedung } from '#contract/catalog/gedung.ts'
import { isClosed } from '#contract/schedule/rules/weekly.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { conflict } from '#server/errors.ts'
import type { Ctx } from '#server/http/context.ts'
import { rezoneLessons } from '#server/modules/schedule/classes/classLessons.ts'
import {
  classConflict,
  readActive,
  type ClassWish,
} from '#server/modules/schedule/classes/classRows.ts'
import { kelasText } from '#server/modules/schedule/classes/classText.ts'
import { checkMovedClasses } from '#server/modules/schedule/conflicts/checkClass.ts'
import {
  checkConfirmedAndLog,
  type Confirmation,
} from '#server/modules/schedule/conflicts/conflictError.ts'
import {
  isNotOf,
  leftConflict,
  readStrandedLessons,
  checkNoStrandedLessons,
} from '#server/modules/schedule/enrolments/strandedLessons.ts'
import { byRole, outlets, seesAllOutlets } from '#server/modules/scope.ts'
import { module, type Stored } from '#server/resource/module.ts'

type Outlet = Stored<typeof gedung>
type Hours = Pick<Outlet, 'nama' | 'jam_buka' | 'jam_tutup' | 'zona_waktu'>
interface HoursChange {
  current: Outlet
  input: Hours & Confirmation
}
const outsideOf = 'Di luar jam buka itu:'
/**
 * Checks changed opening hours. Throws 409 for a class outside the new hours. Also throws 409 for a
 * lesson outside the new hours, unless the user gives a reason. This lesson check covers only
 * lessons that were made by hand or are at a former time of their class. Ignores classes and
 * lessons that were already outside the old hours.
 */
const checkOpeningHours = async (
  trx: Trx,
  ctx: Ctx,
  { current, input }: HoursChange,
  classes: readonly ClassWish[],
): Promise<void> => {
  const { jam_buka, jam_tutup } = input
  if (jam_buka <= current.jam_buka && jam_tutup >= current.jam_tutup) return
  const outside = classes.filter((c) => isClosed(c, input) && !isClosed(c, current))
  const ids = outside.flatMap((c) => c.id ?? [])
  const strandedLessons = await readStrandedLessons(
    trx,
    ctx.actor,
    sql`pertemuan.gedung_id = ${current.id} and (pertemuan.jam_mulai < ${jam_buka} or pertemuan.jam_selesai > ${jam_tutup}) and pertemuan.jam_mulai >= ${current.jam_buka} and pertemuan.jam_selesai <= ${current.jam_tutup} and ${isNotOf(ids)}`,
  )
  const konflik = [
    ...outside.map((c) => classConflict(c, { jenis: 'tutup', text: outsideOf })),
    ...strandedLessons.map((l) =>
      leftConflict(l, { jenis: 'tutup', tingkat: 'lunak', text: outsideOf }),
    ),
  ]
  const field = jam_buka > current.jam_buka ? 'jam_buka' : 'jam_tutup'
  await checkConfirmedAndLog(
    trx,
    ctx,
    { examined: { konflik }, confirmation: input, fieldOf: () => field },
    { entitas: 'gedung', entitas_id: current.id, gedung_id: current.id },
  )
}
/**
 * Throws 409 if a new time zone of an outlet causes conflicts. The new zone shifts the classes of
 * the outlet relative to the classes that its coaches give at other outlets.
 */
const checkTimeZone = async (
  trx: Trx,
  ctx: Ctx,
  { current, input }: HoursChange,
  classes: readonly ClassWish[],
): Promise<void> => {
  const { nama, jam_buka, jam_tutup, zona_waktu } = input
  if (zona_waktu === current.zona_waktu) return
  const outlet = { id: current.id, nama, jam_buka, jam_tutup }
  await checkMovedClasses(trx, ctx.actor, {
    moved: classes.map((c) => ({ ...c, zona_waktu, outlet })),
    field: 'zona_waktu',
    hours: false,
  })
}
const timeKeys = ['jam_buka', 'jam_tutup', 'zona_waktu'] as const
const checkTimes = async (trx: Trx, ctx: Ctx, change: HoursChange): Promise<void> => {
  const { current, input } = change
  if (timeKeys.every((key) => current[key] === input[key])) return
  const classes = await readActive(
    trx,
    ctx.actor,
    sql`gedung.id = ${current.id} and coalesce(kursus_pelatih.selesai, '9999') >= ${currentDay(current.zona_waktu)}`,
  )
  await checkOpeningHours(trx, ctx, change, classes)
  await checkTimeZone(trx, ctx, change, classes)
}

export const gedungModule = module(gedung, {
  scope: (actor) =>
    byRole(actor, {
      admin: seesAllOutlets(actor) ? 'all' : sql`gedung.id in (${outlets(actor)})`,
      pelatih: 'all',
      sales: 'all',
      akunBilling: 'all',
      peserta: 'all',
    }),
  // Actors who may choose an outlet in a picker may also read the logo file of the outlet, because
  // bills show the logo.
  fileCodes: ['gedung/pilihan'],
  before: async ({ trx, ctx, input, current }) => {
    if (current) await checkTimes(trx, ctx, { current, input })
    if (current?.status !== 'aktif' || input.status === 'aktif') return
    const active = await kelasText(
      trx,
      ctx.actor,
      sql`gedung_id = ${current.id} and status = 'aktif'`,
    )
    if (active) throw conflict(`Outlet masih punya kelas aktif: ${active}`)
  },
  after: async ({ trx, ctx, input, current, id }) => {
    if (!current || input.zona_waktu === current.zona_waktu) return
    const stuck = await rezoneLessons(trx, id, input.zona_waktu)
    if (stuck.length === 0) return
    await checkNoStrandedLessons(trx, ctx.actor, {
      which: sql`pertemuan.id in (${sql.join(stuck)})`,
      jenis: 'pelatih',
      field: 'zona_waktu',
      text: 'Pada saat yang sama gurunya mengajar di tempat lain:',
    })
    const message = 'Pada saat yang sama guru atau pesertanya ada di pertemuan lain'
    throw conflict(message, { errors: [{ field: 'zona_waktu', message }] })
  },
})
