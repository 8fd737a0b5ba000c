/** Secret calendar links (domain.md 4): a link shows the lessons of one coach or of one student. */
import { createHash, randomBytes } from 'node:crypto'
import { sql, type SqlBool } from 'kysely'
import { RoleId, UserStatus } from '#contract/enums.ts'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { HttpError, notFound } from '#server/errors.ts'
import { netOf } from '#server/http/address.ts'
import { countAttempt, sha256 } from '#server/http/auth.ts'
import type { Handlers } from '#server/http/calls.ts'
import { now, originOf, type Ctx } from '#server/http/context.ts'
import { hourMs } from '#server/http/limits/attemptLimits.ts'
import { makeGate } from '#server/http/limits/concurrencyGate.ts'
import { calendarSeal } from '#server/modules/access/auth/linkSeal.ts'
import { readFirstNames } from '#server/modules/sales/trials/trialLead.ts'
import { calendarEnd, noteReading } from '#server/modules/schedule/calendar/calendarLink.ts'
import { calendarText, type TimetableLesson } from '#server/modules/schedule/calendar/feedText.ts'
import {
  movedTo,
  readLessons,
  type LessonRow,
} from '#server/modules/schedule/calendar/timetable.ts'
import {
  firstName,
  lessonsOfStudent,
  readSeats,
} from '#server/modules/schedule/enrolments/seats.ts'
import { auditEvent } from '#server/resource/auditLog.ts'
import type { Condition } from '#server/resource/query/conditions.ts'

/** Length of a token in bytes: 128 bits, so that a token cannot be guessed. */
const tokenBytes = 16
const tokenForm = /^[\w-]{22}$/
const daysBack = 30
const daysAhead = 56
/**
 * Maximum number of lessons in a file, so that a response stays small. A coach teaches far fewer
 * lessons in the days that a file covers.
 */
const mostLessons = 2000
/** Maximum number of children of one payer for whom calendar links are listed. */
const mostChildren = 100
/**
 * Maximum number of reads of one link per hour. A phone reads a link every 15 minutes, Google reads
 * it every few hours.
 */
const readsPerHour = 60
/**
 * Maximum number of requests with an invalid link per hour and client address (for IPv6, per /64
 * network). The limit is generous because calendar apps keep reading a revoked link for a while.
 */
const missesPerHour = 100
const linksPerHour = 20

/**
 * Maximum number of concurrent reads in this process, of all links (`all`) and of one link
 * (`link`).
 */
const atOnce = { all: 8, link: 2 }
const gate = makeGate('calendar links')

/** Person whose lessons a calendar may show. */
interface Owner {
  id: number
  name: string
  nama_panggilan: string | null
  akun_billing_id: number | null
  dasar: number
  profil: number | null
}
/** Selects the active coaches and students; a payer who takes lessons counts as a student. */
const owners = (db: Db | Trx) =>
  db
    .selectFrom('user')
    .innerJoin('role', 'role.id', 'user.role_id')
    .leftJoin('peserta_profil', 'peserta_profil.user_id', 'user.id')
    .leftJoin('kalender', 'kalender.user_id', 'user.id')
    .leftJoin('user as payer', 'payer.id', 'user.akun_billing_id')
    .select(['user.id', 'user.name', 'user.nama_panggilan', 'user.akun_billing_id'])
    .select(['user.token_versi', 'payer.token_versi as payer_versi'])
    .select([
      sql<number>`coalesce(role.dasar_role_id, role.id)`.as('dasar'),
      'peserta_profil.user_id as profil',
      'kalender.dibuat',
      'kalender.terpakai',
      'kalender.segel',
    ])
    .where('user.status', '=', UserStatus.aktif)
    .where(
      sql<SqlBool>`(coalesce(role.dasar_role_id, role.id) in (${sql.lit(RoleId.pelatih)}, ${sql.lit(RoleId.peserta)}) or (coalesce(role.dasar_role_id, role.id) = ${sql.lit(RoleId.akunBilling)} and peserta_profil.user_id is not null))`,
    )
const isCoach = ({ dasar }: Pick<Owner, 'dasar'>) => dasar === RoleId.pelatih
/**
 * Condition for the people for whom the actor may create a calendar link: the actor, and for a
 * payer also the payer's students.
 */
const ownerCondition = ({ actor }: Ctx): Condition =>
  actor.dasar === RoleId.akunBilling
    ? sql<SqlBool>`("user".id = ${actor.id} or "user".akun_billing_id = ${actor.id})`
    : sql<SqlBool>`"user".id = ${actor.id}`

/** Throws 404 unless the actor may create a calendar link for the person with this id. */
const checkOwner = async (ctx: Ctx, id: number): Promise<void> => {
  const owner = await owners(ctx.db)
    .where('user.id', '=', id)
    .where(ownerCondition(ctx))
    .executeTakeFirst()
  if (!owner) throw notFound('Kalender')
}

/** Reads the lessons that meet a condition, on the days that a calendar file covers. */
const readWindow = (db: Db, condition: Condition): Promise<LessonRow[]> => {
  const today = currentDay()
  return readLessons(db, condition, {
    from: addDays(today, -daysBack),
    to: addDays(today, daysAhead),
    limit: mostLessons,
  })
}
const timetableLesson = (
  lesson: LessonRow,
  orang: string[],
  pengganti: string | null,
): TimetableLesson => ({
  ...lesson,
  ke: movedTo(lesson),
  orang,
  pengganti,
})

/** Returns the lessons of a coach. Students appear by nickname or first name only. */
const coachLessons = async (db: Db, id: number): Promise<TimetableLesson[]> => {
  const lessons = await readWindow(
    db,
    sql<SqlBool>`(pertemuan.pelatih_id = ${id} or pertemuan.pelatih_asli_id = ${id})`,
  )
  const seats = await readSeats(
    db,
    lessons.map((lesson) => lesson.id),
  )
  const calon = await readFirstNames(db, lessons)
  return lessons.map((lesson) => {
    const names = seats.get(lesson.id)?.map(firstName) ?? []
    const orang = [
      ...(names.length > 0 ? [`Peserta: ${names.join(', ')}`] : []),
      ...(calon.has(lesson.id) ? [`Calon peserta: ${calon.get(lesson.id)}`] : []),
    ]
    return timetableLesson(lesson, orang, lesson.pelatih_id === id ? null : firstName(lesson))
  })
}
/** Returns the lessons of a student, with the coach but without the other students. */
const studentLessons = async (db: Db, id: number): Promise<TimetableLesson[]> =>
  (await readWindow(db, lessonsOfStudent(id))).map((lesson) =>
    timetableLesson(lesson, [`Guru: ${lesson.nama_panggilan ?? lesson.name}`], null),
  )

/**
 * Returns the calendar file of a link; undefined when the link is unknown, revoked or expired.
 * Throws 429 above the allowed number of reads per hour.
 */
const readCalendar = async (ctx: Ctx, token_hash: string): Promise<string | undefined> => {
  const owner = await owners(ctx.db)
    .where('kalender.token_hash', '=', token_hash)
    .executeTakeFirst()
  if (!owner || owner.segel !== calendarSeal(owner)) return undefined
  const used = { dibuat: owner.dibuat ?? now(), terpakai: owner.terpakai }
  if (calendarEnd(used) <= now()) return undefined
  await noteReading(ctx.db, owner.id, used)
  await countAttempt(ctx.db, { [`kalender:${owner.id}`]: readsPerHour }, hourMs)
  const lessons = await (isCoach(owner) ? coachLessons : studentLessons)(ctx.reader, owner.id)
  return calendarText(`Jadwal ${firstName(owner)}`, lessons)
}

const enter = (token_hash: string): (() => void) => {
  const leave = gate.enter([
    { key: 'all', most: atOnce.all },
    { key: token_hash, most: atOnce.link },
  ])
  if (!leave)
    throw new HttpError(429, 'Terlalu banyak permintaan. Coba lagi sebentar lagi.', {
      retryAfter: 5,
    })
  return leave
}

export const feedCalls: Pick<Handlers, 'feedList' | 'makeFeed' | 'revokeFeed' | 'feedFile'> = {
  feedList: async (ctx) => {
    const rows = await owners(ctx.db)
      .where(ownerCondition(ctx))
      .orderBy('user.name_kunci')
      .orderBy('user.id')
      .limit(mostChildren)
      .execute()
    return rows
      .map(({ id, name, dibuat, ...owner }) => ({
        id,
        name,
        sendiri: id === ctx.actor.id,
        dibuat: owner.segel === calendarSeal(owner) ? dibuat : null,
      }))
      .toSorted((a, b) => Number(b.sendiri) - Number(a.sendiri))
  },
  makeFeed: async (ctx, _, { id }) => {
    await checkOwner(ctx, id)
    await countAttempt(ctx.db, { [`kalender-buat:${ctx.actor.id}`]: linksPerHour }, hourMs)
    const token = randomBytes(tokenBytes).toString('base64url')
    await transaction(ctx.db, async (trx) => {
      const segel = calendarSeal(
        await owners(trx).where('user.id', '=', id).executeTakeFirstOrThrow(),
      )
      const creation = { dibuat: now(), dibuat_oleh: ctx.actor.id, terpakai: null }
      const link = { token_hash: sha256(token), ...creation, segel }
      await trx
        .insertInto('kalender')
        .values({ user_id: id, ...link })
        .onConflict((c) => c.column('user_id').doUpdateSet(link))
        .execute()
      await auditEvent(trx, ctx, { aksi: 'buat-kalender', entitas: 'user', entitas_id: id })
    })
    return { url: `${originOf(ctx)}/api/kalender/${token}.ics` }
  },
  revokeFeed: async (ctx, _, { id }) => {
    await checkOwner(ctx, id)
    await transaction(ctx.db, async (trx) => {
      const revokedLink = await trx
        .deleteFrom('kalender')
        .where('user_id', '=', id)
        .returning('user_id')
        .executeTakeFirst()
      if (revokedLink)
        await auditEvent(trx, ctx, { aksi: 'cabut-kalender', entitas: 'user', entitas_id: id })
    })
    return {}
  },
  feedFile: async (ctx, _, { token }) => {
    if (!tokenForm.test(token)) throw notFound('Kalender')
    const token_hash = sha256(token)
    const leave = enter(token_hash)
    try {
      const text = await readCalendar(ctx, token_hash)
      if (text === undefined) {
        await countAttempt(ctx.db, { [`kalender-ip:${netOf(ctx.ip)}`]: missesPerHour }, hourMs)
        throw notFound('Kalender')
      }
      const headers = {
        'Cache-Control': 'private, no-cache',
        ETag: `"${createHash('sha256').update(text).digest('base64url')}"`,
        'X-Robots-Tag': 'noindex',
      }
      if (ctx.request.headers.get('if-none-match')?.includes(headers.ETag))
        return new Response(null, { status: 304, headers })
      return new Response(text, {
        headers: {
          ...headers,
          'Content-Type': 'text/calendar; charset=utf-8',
          'Content-Disposition': 'inline; filename="jadwal.ics"',
        },
      })
    } finally {
      leave()
    }
  },
}
