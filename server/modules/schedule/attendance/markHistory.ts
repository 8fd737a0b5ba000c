/** Reads the changes of the marks of a lesson from the audit log. */
import type { CallOutput } from '#contract/call.ts'
import { KodeAbsensi, RoleId, StatusKeberangkatan } from '#contract/enums.ts'
import type { attendanceHistory } from '#contract/schedule/attendanceCalls.ts'
import type { Ctx } from '#server/http/context.ts'
import { readCalon } from '#server/modules/sales/trials/trialLead.ts'
import { readLesson } from '#server/modules/schedule/attendance/lesson.ts'
import type { MarkEntity } from '#server/modules/schedule/attendance/studentAttendance.ts'

type History = CallOutput<typeof attendanceHistory>
type Change = History['perubahan'][number]

/** Maximum number of changes that the page of a lesson shows. */
const limit = 100
const unmarked = 'Belum ditandai'

/** Values of a row before or after a change, as the audit log stores them. */
type Values = Record<string, unknown>
const parse = (text: string | null): Values => {
  const value: unknown = JSON.parse(text ?? '{}')
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
const codeText = (code: unknown): string =>
  KodeAbsensi.options.find((o) => o.value === code)?.label ?? unmarked
const turnoutText = (turnout: unknown): string =>
  turnout === StatusKeberangkatan.belum
    ? unmarked
    : (StatusKeberangkatan.options.find((o) => o.value === turnout)?.label ?? unmarked)

/** Mark of a student or of the coach. */
interface Mark {
  tanda: MarkEntity
  /** Id of the mark. */
  tanda_id: number
  /** Id of the student; null for the mark of the coach. */
  peserta_id: number | null
}
/** Reads the audit log entries of a lesson that are about marks. */
const readLessonEntries = ({ db }: Ctx, id: number) =>
  db
    .selectFrom('audit')
    .select(['id', 'aksi', 'sebelum', 'sesudah', 'user_nama', 'created_at'])
    .where('entitas', '=', 'pertemuan')
    .where('entitas_id', '=', id)
    .where('aksi', 'in', ['tandai', 'hapus-tanda'])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
type Entry = Awaited<ReturnType<typeof readLessonEntries>>[number]

/**
 * Reads the marks of a lesson: the stored marks, and the deleted marks that the audit log entries
 * of the lesson name.
 */
const readMarks = async (
  { db }: Ctx,
  id: number,
  entries: readonly Entry[],
): Promise<readonly Mark[]> => {
  const stored = await db
    .selectFrom('absensi')
    .select(['id as tanda_id', 'peserta_id'])
    .where('pertemuan_id', '=', id)
    .execute()
  const ofCoach = await db
    .selectFrom('absensi_pelatih')
    .select('id as tanda_id')
    .where('pertemuan_id', '=', id)
    .execute()
  const removed = entries.flatMap(({ aksi, sebelum }): Mark[] => {
    const { tanda, tanda_id, peserta_id } = parse(sebelum)
    if (aksi !== 'hapus-tanda' || typeof tanda_id !== 'number') return []
    return typeof peserta_id === 'number' && tanda === 'absensi'
      ? [{ tanda, tanda_id, peserta_id }]
      : [{ tanda: 'absensi-pelatih', tanda_id, peserta_id: null }]
  })
  return [
    ...stored.map((mark): Mark => ({ ...mark, tanda: 'absensi' })),
    ...ofCoach.map((mark): Mark => ({ ...mark, tanda: 'absensi-pelatih', peserta_id: null })),
    ...removed,
  ]
}
const readNames = async ({ db }: Ctx, ids: readonly number[]) => {
  const rows =
    ids.length === 0
      ? []
      : await db.selectFrom('user').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row.name]))
}

/**
 * Reads the changes of the marks of students (`absensi`) or of coaches (`absensi-pelatih`) from the
 * audit log. `nameOf` contains the ids of the marks, each with the name to show.
 */
const readChanges = async (
  ctx: Ctx,
  tanda: MarkEntity,
  nameOf: ReadonlyMap<number, string>,
): Promise<Change[]> => {
  if (nameOf.size === 0) return []
  const rows = await ctx.db
    .selectFrom('audit')
    .select(['id', 'entitas_id', 'sebelum', 'sesudah', 'user_nama', 'created_at'])
    .where('entitas', '=', tanda)
    .where('entitas_id', 'in', [...nameOf.keys()])
    .where('sebelum', 'is not', null)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  const [field, text] =
    tanda === 'absensi'
      ? (['kode_absensi', codeText] as const)
      : (['status_keberangkatan', turnoutText] as const)
  return rows.flatMap(({ id, entitas_id, sebelum, sesudah, user_nama, created_at }) => {
    const [before, after] = [parse(sebelum), parse(sesudah)]
    // Skips an update that replaced the mark of one coach by the mark of another coach. Both marks
    // are stored in the same row.
    const isOtherCoach = sesudah !== null && 'pengganti_id' in before
    if (!(field in before) || isOtherCoach) return []
    return [
      {
        id,
        nama: nameOf.get(entitas_id ?? 0) ?? '',
        dari: text(before[field]),
        ke: text(after[field]),
        oleh: user_nama,
        diubah_at: created_at,
      },
    ]
  })
}
/**
 * Returns the changes of the mark of a lead. The audit log stores these changes under the lesson.
 */
const trialChanges = (entries: readonly Entry[], nama: string): Change[] =>
  entries.flatMap(({ id, sebelum, sesudah, user_nama, created_at }) => {
    const [dari, ke] = [parse(sebelum), parse(sesudah)].map((v) => codeText(v.kode_absensi))
    if (dari === undefined || ke === undefined || dari === unmarked || dari === ke) return []
    return [{ id, nama, dari, ke, oleh: user_nama, diubah_at: created_at }]
  })

/**
 * Returns the corrections and removals of the marks of a lesson, newest first. Returns an empty
 * list for readers who are neither staff nor coach. Throws 404 for a lesson outside the reader's
 * scope.
 */
export const readMarkHistory = async (ctx: Ctx, id: number): Promise<History> => {
  const lesson = await readLesson(ctx.db, ctx, id)
  if (ctx.actor.dasar > RoleId.pelatih) return { perubahan: [] }
  const entries = await readLessonEntries(ctx, id)
  const marks = await readMarks(ctx, id, entries)
  const names = await readNames(ctx, [...new Set(marks.flatMap((m) => m.peserta_id ?? []))])
  const nameOf = (tanda: MarkEntity) =>
    new Map(
      marks
        .filter((mark) => mark.tanda === tanda)
        .map(({ tanda_id, peserta_id }) => [
          tanda_id,
          peserta_id === null ? 'Guru' : (names.get(peserta_id) ?? ''),
        ]),
    )
  const calon = (await readCalon(ctx.db, ctx.actor, [lesson])).get(id)
  const perubahan = [
    ...(await readChanges(ctx, 'absensi', nameOf('absensi'))),
    ...(await readChanges(ctx, 'absensi-pelatih', nameOf('absensi-pelatih'))),
    ...(calon ? trialChanges(entries, calon.nama) : []),
  ]
  return { perubahan: perubahan.toSorted((a, b) => b.id - a.id).slice(0, limit) }
}
