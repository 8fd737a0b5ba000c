/**
 * Reads the data of a calendar: the lessons in the reader's scope, holidays, the hours and rooms of
 * the outlet, and the free slots and leave of a coach.
 */
import { sql } from 'kysely'
import { RoleId } from '#contract/enums.ts'
import { mostDays, mostLessons } from '#contract/schedule/calendarCalls.ts'
import { addDays } from '#contract/values/tanggal.ts'
import { invalidField, notFound } from '#server/errors.ts'
import { scopeOf, type Handlers } from '#server/http/calls.ts'
import { allows, type Ctx } from '#server/http/context.ts'
import { gedungModule } from '#server/modules/catalog/gedung.ts'
import { readCalon } from '#server/modules/sales/trials/trialLead.ts'
import { needsSubstitute } from '#server/modules/schedule/coaches/uncoveredLessons.ts'
import { coachOf, weekOf } from '#server/modules/schedule/conflicts/freeSlots.ts'
import { countSeats } from '#server/modules/schedule/enrolments/seats.ts'
import { pertemuanModule } from '#server/modules/schedule/lessons/pertemuan.ts'
import { readVisibleStudents } from '#server/modules/schedule/lessons/visibleStudents.ts'
import { lessonsOfVisibleStudent, seesAllOutlets } from '#server/modules/scope.ts'
import { rowExists } from '#server/resource/rows.ts'

interface Span {
  mulai: string
  selesai: string
}
interface Filters {
  gedung_id?: number
  ruang_id?: number
  pelatih_id?: number
  peserta_id?: number
}
const idOf = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Number(text)

const readLessons = async (ctx: Ctx, { mulai, selesai }: Span, filters: Filters) => {
  const { gedung_id, ruang_id, pelatih_id, peserta_id } = filters
  const mayKnow = ctx.actor.dasar <= RoleId.sales
  const rows = await ctx.db
    .selectFrom('pertemuan')
    .innerJoin('kursus', 'kursus.id', 'pertemuan.kursus_id')
    .innerJoin('kategori_kursus', 'kategori_kursus.id', 'kursus.kategori_kursus_id')
    .innerJoin('user', 'user.id', 'pertemuan.pelatih_id')
    .innerJoin('ruang', 'ruang.id', 'pertemuan.ruang_id')
    .innerJoin('gedung', 'gedung.id', 'pertemuan.gedung_id')
    .leftJoin('kursus_pelatih', 'kursus_pelatih.id', 'pertemuan.kursus_pelatih_id')
    .select([
      'pertemuan.id',
      'pertemuan.kursus_pelatih_id',
      'pertemuan.tanggal',
      'pertemuan.jam_mulai',
      'pertemuan.jam_selesai',
      'pertemuan.jenis',
      'pertemuan.status',
      'pertemuan.pelatih_id',
      'pertemuan.ruang_id',
      'pertemuan.gedung_id',
      'kursus.nama as kursus',
      'kategori_kursus.warna',
      'user.name as pelatih',
      'ruang.nama as ruang',
      'gedung.nama as gedung',
      'gedung.zona_waktu',
      'kursus_pelatih.kapasitas',
    ])
    .select(countSeats.as('peserta'))
    .select(sql<number>`case when ${needsSubstitute()} then 1 else 0 end`.as('terbuka'))
    .where(scopeOf(ctx, pertemuanModule))
    .where('pertemuan.tanggal', '>=', mulai)
    .where('pertemuan.tanggal', '<=', selesai)
    .$if(gedung_id !== undefined, (q) => q.where('pertemuan.gedung_id', '=', gedung_id ?? 0))
    .$if(ruang_id !== undefined, (q) => q.where('pertemuan.ruang_id', '=', ruang_id ?? 0))
    .$if(pelatih_id !== undefined, (q) => q.where('pertemuan.pelatih_id', '=', pelatih_id ?? 0))
    .$if(peserta_id !== undefined, (q) =>
      q.where(lessonsOfVisibleStudent(peserta_id ?? 0, ctx.actor)),
    )
    .orderBy('pertemuan.mulai_at')
    .orderBy('pertemuan.id')
    .limit(mostLessons + 1)
    .execute()
  const calon = await readCalon(ctx.db, ctx.actor, rows)
  const students = await readVisibleStudents(
    ctx.db,
    ctx.actor,
    rows.map((row) => row.id),
  )
  return rows.map(({ pelatih, ruang, gedung, zona_waktu, terbuka, ...row }) => {
    const { pelatih_id, ruang_id: room, gedung_id: outlet, ...lesson } = row
    return {
      ...lesson,
      calon: calon.get(lesson.id)?.nama ?? null,
      siswa: (students.get(lesson.id) ?? []).map(({ name }) => name),
      perlu_pengganti: mayKnow && terbuka === 1,
      gedung: { id: outlet, nama: gedung, zona_waktu },
      pelatih: { id: pelatih_id, name: pelatih },
      ruang: { id: room, nama: ruang },
    }
  })
}

/**
 * Reads the holidays in a range of days: general holidays and holidays of single outlets. If
 * `gedung_id` is given, omits holidays of all other outlets. For an admin, also omits holidays of
 * outlets that are not the admin's.
 */
const readHolidays = ({ db, actor }: Ctx, { mulai, selesai }: Span, gedung_id?: number) =>
  db
    .selectFrom('hari_libur')
    .select(['tanggal', 'nama', 'gedung_id'])
    .where('tanggal', '>=', mulai)
    .where('tanggal', '<=', selesai)
    .$if(gedung_id !== undefined, (q) =>
      q.where((eb) => eb.or([eb('gedung_id', 'is', null), eb('gedung_id', '=', gedung_id ?? 0)])),
    )
    .$if(actor.dasar === RoleId.admin && !seesAllOutlets(actor), (q) =>
      q.where((eb) => eb.or([eb('gedung_id', 'is', null), eb('gedung_id', 'in', actor.gedung)])),
    )
    .orderBy('tanggal')
    .execute()

/**
 * Reads an outlet with its opening hours. Also reads its rooms for readers who may choose a room; a
 * family sees only the rooms of its own lessons. Throws 404 for an outlet outside the reader's
 * scope.
 */
const readOutlet = async (ctx: Ctx, id: number) => {
  if (!(await rowExists(ctx.db, gedungModule, ctx.actor, id))) throw notFound('Outlet')
  const gedung = await ctx.db
    .selectFrom('gedung')
    .select(['id', 'nama', 'zona_waktu', 'jam_buka', 'jam_tutup'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (!allows(ctx.actor, 'ruang/pilihan')) return { ...gedung, ruang: [] }
  const ruang = await ctx.db
    .selectFrom('ruang')
    .select(['id', 'nama'])
    .where('gedung_id', '=', id)
    .where('status', '=', 'aktif')
    .orderBy('nama_kunci')
    .orderBy('id')
    .execute()
  return { ...gedung, ruang }
}

/** Reads the free slots and the approved leave of a coach. Throws 404 for a coach out of scope. */
const readCoach = async (ctx: Ctx, id: number, { mulai, selesai }: Span) => {
  const { name } = await coachOf(ctx.db, ctx, id)
  const cuti = await ctx.db
    .selectFrom('pelatih_libur')
    .select(['mulai', 'selesai'])
    .where('pelatih_id', '=', id)
    .where('status', '=', 'disetujui')
    .where('mulai', '<=', selesai)
    .where('selesai', '>=', mulai)
    .orderBy('mulai')
    .execute()
  return { id, name, slot: await weekOf(ctx.db, id), cuti }
}

export const calendarCalls: Pick<Handlers, 'lessonCalendar'> = {
  lessonCalendar: async (ctx, _, { mulai, selesai, ...ids }) => {
    if (selesai < mulai) throw invalidField('selesai', 'Tidak boleh sebelum mulai')
    if (selesai > addDays(mulai, mostDays - 1))
      throw invalidField('selesai', `Paling banyak ${mostDays} hari`)
    const filters: Filters = {
      gedung_id: idOf(ids.gedung_id),
      ruang_id: idOf(ids.ruang_id),
      pelatih_id: idOf(ids.pelatih_id),
      peserta_id: idOf(ids.peserta_id),
    }
    const { gedung_id, pelatih_id } = filters
    const span = { mulai, selesai }
    const lessons = await readLessons(ctx, span, filters)
    return {
      pertemuan: lessons.slice(0, mostLessons),
      terpotong: lessons.length > mostLessons,
      libur: await readHolidays(ctx, span, gedung_id),
      gedung: gedung_id === undefined ? null : await readOutlet(ctx, gedung_id),
      pelatih: pelatih_id === undefined ? null : await readCoach(ctx, pelatih_id, span),
    }
  },
}
