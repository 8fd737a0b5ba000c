/**
 * Calls of the form for the next class: choices, preview, moving students, and undoing the move.
 */
import type { CallOutput } from '#contract/call.ts'
import { KursusPesertaStatus } from '#contract/enums.ts'
import type { nextClassChoices, previewNextClass } from '#contract/schedule/enrolmentCalls.ts'
import { kursusPeserta } from '#contract/schedule/kursusPeserta.ts'
import { BentrokLunak, softKinds, type SoftKind } from '#contract/schedule/rules/conflicts.ts'
import { formatRupiah } from '#contract/values/rupiah.ts'
import { currentDay, formatPeriode } from '#contract/values/tanggal.ts'
import { fromJson } from '#server/db/json.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { HttpError } from '#server/errors.ts'
import { inScope, scopeOf, type Handlers } from '#server/http/calls.ts'
import { allows, type Ctx } from '#server/http/context.ts'
import { readEnrolments, tuitionOfMonth } from '#server/modules/billing/lines/tuition.ts'
import {
  classesOfCourse,
  freeSeats,
  isSameHour,
} from '#server/modules/schedule/classes/classesOfCourse.ts'
import { slotOn } from '#server/modules/schedule/classes/classVersions.ts'
import type { EnrolmentRow } from '#server/modules/schedule/enrolments/enrolmentActions.ts'
import {
  enrolmentInScope,
  previewMonths,
  dryRun,
} from '#server/modules/schedule/enrolments/enrolmentPreviews.ts'
import { kursusPesertaModule } from '#server/modules/schedule/enrolments/kursusPeserta.ts'
import {
  followingCourse,
  moveStudentToClass,
  nextDays,
  planStep,
  readClass,
  replaceClass,
  takeStep,
  type MoveResult,
  type NextClassInput,
  type Step,
} from '#server/modules/schedule/nextClass/nextClass.ts'
import { undoStep } from '#server/modules/schedule/nextClass/undoNextClass.ts'
import { withStoreErrors } from '#server/resource/storeErrors.ts'
import { readSettings } from '#server/settings.ts'

type Preview = CallOutput<typeof previewNextClass>
type Line = Preview['baris'][number]

/**
 * Returns the message of an HttpError, which the preview shows as an obstacle. Throws any other
 * error again.
 */
const refusal = (error: unknown): string => {
  if (error instanceof HttpError) return error.message
  throw error
}

/**
 * Returns the monthly tuition of a student in the old and the new class, in the first month of the
 * new class, in rupiah.
 */
const pricesOf = async (trx: Trx, old: number, moved: number, periode: string) => {
  const tuitionOf = await tuitionOfMonth(trx, await readSettings(trx), periode)
  const rows = await readEnrolments(trx, [old, moved])
  const price = (id: number): number => {
    const row = rows.get(id)
    return row ? tuitionOf(row).harga_satuan : 0
  }
  return { harga_lama: price(old), harga_baru: price(moved) }
}
const warningsOf = (
  row: EnrolmentRow,
  { mulai, selesai }: Step,
  { months }: MoveResult,
): string[] => [
  ...(row.biaya_bulanan_khusus === null
    ? []
    : [`Biaya khusus ${formatRupiah(row.biaya_bulanan_khusus)} tidak ikut ke kelas baru`]),
  ...(mulai.slice(0, 7) === selesai.slice(0, 7) && months.length > 0
    ? [`${formatPeriode(mulai.slice(0, 7))} sudah ditagih untuk kelas lama`]
    : []),
]
const blank = { harga_lama: 0, harga_baru: 0, biaya: [], tagihan: [], peringatan: [] }

const kindsOf = (stored: string | null): SoftKind[] => fromJson<SoftKind[]>(stored ?? '[]')
const tryMove = async (
  trx: Trx,
  ctx: Ctx,
  row: EnrolmentRow,
  step: Step,
  kelas_id: number,
): Promise<Line & { bentrok: SoftKind[] }> => {
  const student = { id: row.id, peserta: row.peserta_nama }
  try {
    const moved = await moveStudentToClass(trx, ctx, row, step, kelas_id)
    const after = await enrolmentInScope(trx, ctx, moved.id)
    const bentrok = after.bentrok ?? []
    return {
      ...student,
      ...(await pricesOf(trx, row.id, moved.id, step.mulai.slice(0, 7))),
      biaya: moved.fees,
      tagihan: await previewMonths(trx, ctx, moved.months),
      peringatan: [
        ...warningsOf(row, step, moved),
        ...bentrok.map((kind) => BentrokLunak.label(kind)),
      ],
      bentrok,
      halangan: null,
    }
  } catch (error) {
    return { ...student, ...blank, bentrok: [], halangan: refusal(error) }
  }
}

const preview = (ctx: Ctx, id: number, input: NextClassInput): Promise<Preview> =>
  dryRun(ctx, async (trx) => {
    // The preview shows the affected bills but does not change them.
    const step = await planStep(trx, ctx, id, {
      ...input,
      tagihan: 'biarkan',
      // Confirms all soft conflicts, so that the preview can show them. The user must confirm them
      // only when the step is taken.
      konfirmasi: [...softKinds],
      alasan_bentrok: 'Pratinjau',
    })
    const course = await trx
      .selectFrom('kursus')
      .select('nama')
      .where('id', '=', step.kursus_id)
      .executeTakeFirstOrThrow()
    const head = { kursus: course.nama, selesai: step.selesai, mulai: step.mulai }
    let kelas_id = step.kelas_id
    try {
      kelas_id ??= await replaceClass(trx, ctx, step)
    } catch (error) {
      const halangan = refusal(error)
      const baris = step.rows.map((r) => ({
        id: r.id,
        peserta: r.peserta_nama,
        ...blank,
        halangan: null,
      }))
      return { ...head, kelas: '', halangan, bentrok: [], baris }
    }
    const kelas = await readClass(trx, kelas_id)
    const baris: Line[] = []
    const soft = new Set(step.kelas_id === null ? kindsOf(kelas.bentrok) : [])
    for (const row of step.rows) {
      const { bentrok, ...line } = await tryMove(trx, ctx, row, step, kelas_id)
      baris.push(line)
      for (const kind of bentrok) soft.add(kind)
    }
    return { ...head, kelas: kelas.nama, halangan: null, bentrok: [...soft], baris }
  })

const readChoices = async (
  ctx: Ctx,
  id: number,
  requestedId: number | undefined,
): Promise<CallOutput<typeof nextClassChoices>> => {
  await inScope(ctx, kursusPesertaModule, id)
  const { db } = ctx
  const row = await db
    .selectFrom('kursus_peserta')
    .innerJoin('gedung', 'gedung.id', 'kursus_peserta.gedung_id')
    .select(['kursus_id', 'kursus_pelatih_id', 'kursus_peserta.gedung_id', 'gedung.zona_waktu'])
    .where('kursus_peserta.id', '=', id)
    .executeTakeFirstOrThrow()
  const current = await readClass(db, row.kursus_pelatih_id)
  const days = nextDays({ selesai: null, mulai: null }, current.hari, currentDay(row.zona_waktu))
  const old = { ...current, ...(await slotOn(db, current, days.mulai)) }
  const kursus =
    requestedId === undefined
      ? await followingCourse(db, row.kursus_id, row.gedung_id)
      : await db
          .selectFrom('kursus')
          .select(['id', 'nama'])
          .where('id', '=', requestedId)
          .executeTakeFirst()
  const offered = kursus
    ? await classesOfCourse(db, { ...row, kursus_id: kursus.id, mulai: days.mulai })
    : []
  const kelas = offered.map((k) => ({
    id: k.id,
    nama: k.nama,
    ruang: k.ruang,
    sisa: freeSeats(k),
    cocok: isSameHour(k, old),
  }))
  const teman = await db
    .selectFrom('kursus_peserta')
    .select(['kursus_peserta.id', 'kursus_peserta.peserta_nama as peserta'])
    .where('kursus_pelatih_id', '=', row.kursus_pelatih_id)
    .where('kursus_peserta.id', '<>', id)
    .where('kursus_peserta.status', '=', KursusPesertaStatus.aktif)
    .where('diakhiri_at', 'is', null)
    .where(scopeOf(ctx, kursusPesertaModule))
    .orderBy('peserta_nama_kunci')
    .orderBy('kursus_peserta.id')
    .limit(100)
    .execute()
  return {
    kursus: kursus ? { id: kursus.id, nama: kursus.nama } : null,
    ...days,
    kelas: kelas.toSorted((a, b) => Number(b.cocok) - Number(a.cocok)),
    boleh_baru: allows(ctx.actor, 'kursus-pelatih/create'),
    teman,
  }
}

/**
 * Runs a change in one transaction. Throws 409 with a readable message if another user has taken
 * the seat meanwhile.
 */
const changing = <T>(ctx: Ctx, run: (trx: Trx) => Promise<T>): Promise<T> =>
  withStoreErrors(kursusPeserta, () => transaction(ctx.db, run))

export const nextClassCalls: Pick<
  Handlers,
  'nextClass' | 'previewNextClass' | 'nextClassChoices' | 'undoNextClass'
> = {
  nextClass: (ctx, input, { id }) => changing(ctx, (trx) => takeStep(trx, ctx, id, input)),
  previewNextClass: (ctx, input, { id }) => preview(ctx, id, input),
  nextClassChoices: (ctx, _, { id, kursus_id }) =>
    readChoices(ctx, id, kursus_id === undefined ? undefined : Number(kursus_id)),
  undoNextClass: (ctx, _, { id }) => changing(ctx, (trx) => undoStep(trx, ctx, id)),
}
