/**
 * Finds substitutes for lessons, and finds lessons without a coach (domain.md 3.10). Changes no
 * data.
 */
import { sql, type SqlBool } from 'kysely'
import type { CallOutput } from '#contract/call.ts'
import { RoleId, StatusKeberangkatan, UserStatus } from '#contract/enums.ts'
import { coachAlertMinutes } from '#contract/schedule/rules/marking.ts'
import {
  mostOpenLessons,
  namedSubstitutes,
  type unattendedLessons,
} from '#contract/schedule/substituteCalls.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { inScope, scopeOf, type Handlers } from '#server/http/calls.ts'
import type { Ctx } from '#server/http/context.ts'
import { userModule } from '#server/modules/access/user/user.ts'
import { gedungModule } from '#server/modules/catalog/gedung.ts'
import { pelatihLiburModule } from '#server/modules/schedule/coaches/pelatihLibur.ts'
import { isOpenFor } from '#server/modules/schedule/coaches/uncoveredLessons.ts'
import {
  examineCoaches,
  type PlannedLesson,
} from '#server/modules/schedule/conflicts/checkLesson.ts'
import { pertemuanModule } from '#server/modules/schedule/lessons/pertemuan.ts'
import { hasBaseRole } from '#server/modules/scope.ts'
import type { Condition } from '#server/resource/query/conditions.ts'

/**
 * SQL condition that the attendance `ap` belongs to the coach who gives the lesson now.
 * `markOfPresentCoach` in attendance/lesson.ts applies the same rule to rows.
 */
const isOwnMark = sql<SqlBool>`coalesce(ap.pengganti_id, 0) = case when pertemuan.pelatih_asli_id is null then 0 else pertemuan.pelatih_id end`
const turnout = sql<
  0 | 1 | 2
>`case when ${isOwnMark} then coalesce(ap.status_keberangkatan, 0) else 0 end`

/**
 * Reads the lessons in the caller's row scope that meet a condition, ordered by time, with the
 * names of related rows.
 */
const readLessons = (trx: Trx, ctx: Ctx, which: Condition) =>
  trx
    .selectFrom('pertemuan')
    .innerJoin('kursus', 'kursus.id', 'pertemuan.kursus_id')
    .innerJoin('gedung', 'gedung.id', 'pertemuan.gedung_id')
    .innerJoin('ruang', 'ruang.id', 'pertemuan.ruang_id')
    .innerJoin('user', 'user.id', 'pertemuan.pelatih_id')
    .leftJoin('user as asli', 'asli.id', 'pertemuan.pelatih_asli_id')
    .leftJoin('absensi_pelatih as ap', 'ap.pertemuan_id', 'pertemuan.id')
    .select(['pertemuan.id', 'pertemuan.kursus_pelatih_id as kelas', 'pertemuan.kursus_id'])
    .select(['pertemuan.gedung_id', 'pertemuan.ruang_id', 'pertemuan.pelatih_id'])
    .select(['pelatih_asli_id', 'tanggal', 'jam_mulai', 'pertemuan.jam_selesai', 'mulai_at'])
    .select('selesai_at')
    .select(['kursus.nama as kursus', 'kursus.kategori_kursus_id', 'gedung.nama as gedung'])
    .select([
      'gedung.zona_waktu',
      'ruang.nama as ruang',
      'user.name as pelatih',
      'asli.name as asli',
    ])
    .select([turnout.as('status_keberangkatan')])
    .select(sql<string | null>`case when ${isOwnMark} then ap.alasan end`.as('alasan_absen'))
    .where(scopeOf(ctx, pertemuanModule))
    .where(which)
    .orderBy('mulai_at')
    .orderBy('pertemuan.id')
    .limit(mostOpenLessons)
    .execute()
type Lesson = Awaited<ReturnType<typeof readLessons>>[number]

const inWords = (row: Lesson) => ({
  id: row.id,
  tanggal: row.tanggal,
  jam_mulai: row.jam_mulai,
  jam_selesai: row.jam_selesai,
  kursus: { id: row.kursus_id, nama: row.kursus },
  ruang: { id: row.ruang_id, nama: row.ruang },
  gedung: { id: row.gedung_id, nama: row.gedung, zona_waktu: row.zona_waktu },
  pelatih: { id: row.pelatih_id, name: row.pelatih },
})

/**
 * Reads the active coaches in the actor's row scope who teach one of the course categories in
 * `bidang`. Coaches whose ids are in `named` are read regardless of their categories.
 */
const readCoaches = async (trx: Trx, ctx: Ctx, bidang: readonly number[], named: number[]) => {
  const teaches = sql<SqlBool>`"user".id in (select b.user_id from pelatih_bidang b where b.kategori_kursus_id in (${sql.join(bidang)}))`
  const rows = await trx
    .selectFrom('user')
    .leftJoin('pelatih_bidang as b', 'b.user_id', 'user.id')
    .select(['user.id', 'user.name', 'b.kategori_kursus_id'])
    .where(scopeOf(ctx, userModule))
    .where(hasBaseRole(ctx.actor, [RoleId.pelatih]))
    .where('user.status', '=', UserStatus.aktif)
    .where((eb) => eb.or([teaches, eb('user.id', 'in', [0, ...named])]))
    .orderBy('user.name_kunci')
    .orderBy('user.id')
    .execute()
  return [...Map.groupBy(rows, (r) => r.id)].map(([id, coachRows]) => ({
    id,
    name: coachRows[0]?.name ?? '',
    bidang: coachRows.map((r) => r.kategori_kursus_id),
  }))
}

/**
 * Returns a function that lists the possible substitutes of a lesson with their conflicts. The
 * original coach comes first, then coaches without conflicts.
 */
const findSubstitutes = async (trx: Trx, ctx: Ctx, lessons: readonly Lesson[]) => {
  if (lessons.length === 0) return () => []
  const named = lessons.flatMap((l) => l.pelatih_asli_id ?? [])
  const bidang = [...new Set(lessons.map((l) => l.kategori_kursus_id))]
  const coaches = await readCoaches(trx, ctx, bidang, named)
  const ids = coaches.map((c) => c.id)
  const conflictsOf = await examineCoaches(trx, ctx, lessons, ids)
  const rank = (konflik: ReturnType<typeof conflictsOf>): number => {
    if (konflik.length === 0) return 0
    return konflik.some((k) => k.tingkat === 'keras') ? 2 : 1
  }
  return (lesson: Lesson) =>
    coaches
      .filter((c) => c.id !== lesson.pelatih_id)
      .map(({ id, name, bidang: categories }) => ({
        pelatih: { id, name },
        asli: id === lesson.pelatih_asli_id,
        teaches: categories.includes(lesson.kategori_kursus_id),
        konflik: conflictsOf({ ...lesson, pelatih_id: id } satisfies PlannedLesson),
      }))
      .filter((c) => c.teaches || c.asli)
      .toSorted((a, b) => Number(b.asli) - Number(a.asli) || rank(a.konflik) - rank(b.konflik))
      .map(({ teaches: _, ...candidate }) => candidate)
}

/**
 * Number of hours before the start of a lesson from which a reported absence makes the lesson
 * appear in the list of lessons without a coach. Earlier, only the calendar shows the absence.
 */
const aheadHours = 24
/**
 * Number of hours after the start of a lesson until which the list of lessons without a coach
 * contains it.
 */
const pastHours = 6
const { berangkat, tidakBerangkat } = StatusKeberangkatan
/**
 * SQL condition for lessons whose coach has reported an absence, or has not set out 30 minutes
 * before the start. Attendance of a replaced coach is ignored. Both time limits compare `mulai_at`,
 * so that its index is used.
 */
const lessonsWithoutCoach = (instant: number): Condition => {
  const time = (minutes: number) => new Date(instant + minutes * 60_000).toISOString()
  return sql<SqlBool>`(pertemuan.status = 'terjadwal' and pertemuan.selesai_at > ${time(0)}
    and pertemuan.mulai_at > ${time(-60 * pastHours)} and pertemuan.mulai_at <= ${time(60 * aheadHours)}
    and (${turnout} = ${sql.lit(tidakBerangkat)} or (${turnout} <> ${sql.lit(berangkat)} and pertemuan.mulai_at <= ${time(coachAlertMinutes)})))`
}

/**
 * Returns the lessons that lack a coach and are in the actor's scope. If `gedung_id` is given, only
 * the lessons of this outlet are returned.
 */
export const readUnattended = (
  ctx: Ctx,
  gedung_id?: string,
): Promise<CallOutput<typeof unattendedLessons>> => {
  const which = gedung_id === undefined ? sql`1 = 1` : sql`pertemuan.gedung_id = ${gedung_id}`
  return transaction(ctx.db, async (trx) => {
    const lessons = await readLessons(
      trx,
      ctx,
      sql`${which} and ${lessonsWithoutCoach(Date.now())}`,
    )
    const pertemuan = lessons.map((lesson) => ({
      ...inWords(lesson),
      status_keberangkatan: lesson.status_keberangkatan ?? StatusKeberangkatan.belum,
      alasan: lesson.alasan_absen,
    }))
    return { pertemuan }
  })
}

export const substituteCalls: Pick<Handlers, 'substitutes' | 'leaveLessons' | 'unattendedLessons'> =
  {
    substitutes: async (ctx, _, { id }) => {
      await inScope(ctx, pertemuanModule, id)
      return transaction(ctx.db, async (trx) => {
        const lessons = await readLessons(trx, ctx, sql`pertemuan.id = ${id}`)
        const substitutesOf = await findSubstitutes(trx, ctx, lessons)
        return { calon: lessons.flatMap(substitutesOf) }
      })
    },
    leaveLessons: async (ctx, _, { id }) => {
      await inScope(ctx, pelatihLiburModule, id)
      return transaction(ctx.db, async (trx) => {
        const leave = await trx
          .selectFrom('pelatih_libur')
          .select(['pelatih_id', 'mulai', 'selesai'])
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        const lessons = await readLessons(trx, ctx, isOpenFor(leave))
        const { jumlah } = await trx
          .selectFrom('pertemuan')
          .select((eb) => eb.fn.countAll<number>().as('jumlah'))
          .where(scopeOf(ctx, pertemuanModule))
          .where(isOpenFor(leave))
          .executeTakeFirstOrThrow()
        const substitutesOf = await findSubstitutes(trx, ctx, lessons)
        const pertemuan = lessons.map((lesson) => ({
          ...inWords(lesson),
          menggantikan: lesson.asli,
          kosong: substitutesOf(lesson)
            .filter((c) => c.konflik.length === 0)
            .slice(0, namedSubstitutes)
            .map((c) => c.pelatih),
        }))
        return { pertemuan, jumlah: Number(jumlah) }
      })
    },
    unattendedLessons: async (ctx, _, { gedung_id }) => {
      if (gedung_id !== undefined) await inScope(ctx, gedungModule, Number(gedung_id))
      return readUnattended(ctx, gedung_id)
    },
  }
