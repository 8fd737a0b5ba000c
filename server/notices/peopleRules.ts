/**
 * Notices about lessons, coaches' leave, enrolments, leads and applicants, by the action that
 * causes them.
 */
import { KursusPesertaStatus } from '#contract/enums.ts'
import { formatJam, formatTanggalHari, formatTanggalShort } from '#contract/values/tanggal.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { readHolders, type Notice, type NoticeRules } from '#server/notices/notice.ts'

const readLessons = (trx: Trx, ids: readonly number[]) =>
  trx
    .selectFrom('pertemuan as p')
    .innerJoin('kursus as k', 'k.id', 'p.kursus_id')
    .innerJoin('user as g', 'g.id', 'p.pelatih_id')
    .leftJoin('pertemuan as ke', 'ke.id', 'p.pindah_ke_id')
    .select(['p.id', 'p.pelatih_id', 'p.pelatih_asli_id', 'p.kursus_pelatih_id', 'p.tanggal'])
    .select(['p.jam_mulai', 'p.untuk_pengganti', 'k.nama as kursus', 'g.name as pelatih'])
    .select(['ke.id as ke_id', 'ke.tanggal as ke_tanggal', 'ke.jam_mulai as ke_jam'])
    .where('p.id', 'in', ids)
    .execute()
type Lesson = Awaited<ReturnType<typeof readLessons>>[number]
const whenOf = (tanggal: string, jam: string) => `${formatTanggalHari(tanggal)} ${formatJam(jam)}`
const named = ({ kursus, tanggal, jam_mulai }: Lesson) => `${kursus}, ${whenOf(tanggal, jam_mulai)}`
const toLesson = (id: number) => ({ rute: '/kursus-pelatih/absensi' as const, rute_id: id })

/**
 * Reads the active enrolments in the classes of lessons; their families get the notices. Skips a
 * lesson in a fifth week that is open only for make-up lessons, because the students of the class
 * do not attend that lesson.
 */
const readFamilies = async (trx: Trx, lessons: readonly Lesson[]) => {
  const classes = lessons.flatMap((l) => (l.untuk_pengganti ? [] : (l.kursus_pelatih_id ?? [])))
  if (classes.length === 0) return []
  return trx
    .selectFrom('kursus_peserta as e')
    .innerJoin('user as s', 's.id', 'e.peserta_id')
    .select(['e.id', 'e.kursus_pelatih_id', 'e.peserta_id', 'e.mulai', 'e.selesai'])
    .select(['s.akun_billing_id', 's.name'])
    .where('e.kursus_pelatih_id', 'in', classes)
    .where('e.status', '=', KursusPesertaStatus.aktif)
    .execute()
}
/**
 * Returns a rule for notices about lessons to their coaches and families. `say` returns the text of
 * a notice. A family's notice begins with the student's name.
 */
const ofLessons =
  (say: (lesson: Lesson) => string) =>
  async (trx: Trx, ids: readonly number[]): Promise<Notice[]> => {
    const lessons = await readLessons(trx, ids)
    const families = await readFamilies(trx, lessons)
    return lessons.flatMap((lesson) => [
      { user_id: lesson.pelatih_id, teks: say(lesson), ...toLesson(lesson.ke_id ?? lesson.id) },
      ...families
        .filter(
          (f) =>
            f.kursus_pelatih_id === lesson.kursus_pelatih_id &&
            (f.mulai === null || f.mulai <= lesson.tanggal) &&
            (f.selesai === null || f.selesai >= lesson.tanggal),
        )
        .flatMap((f) =>
          [...new Set([f.akun_billing_id, f.peserta_id])].map((user_id) => ({
            user_id,
            teks: `${f.name}: ${say(lesson)}`,
            rute: '/kursus-peserta/view' as const,
            rute_id: f.id,
          })),
        ),
    ])
  }

const readLeave = (trx: Trx, ids: readonly number[]) =>
  trx
    .selectFrom('pelatih_libur as l')
    .innerJoin('user as g', 'g.id', 'l.pelatih_id')
    .select(['l.id', 'l.pelatih_id', 'l.mulai', 'l.selesai', 'l.status', 'l.alasan_tolak'])
    .select(['g.name', 'g.gedung_id'])
    .where('l.id', 'in', ids)
    .execute()
const daysOf = ({ mulai, selesai }: { mulai: string; selesai: string }) =>
  mulai === selesai
    ? formatTanggalShort(mulai)
    : `${formatTanggalShort(mulai)} – ${formatTanggalShort(selesai)}`
const decidedLeave =
  (how: string) =>
  async (trx: Trx, ids: readonly number[]): Promise<Notice[]> =>
    (await readLeave(trx, ids)).map((row) => ({
      user_id: row.pelatih_id,
      teks: `Libur Anda ${daysOf(row)} ${how}${row.alasan_tolak ? `: ${row.alasan_tolak}` : ''}`,
      rute: '/pelatih-libur',
      rute_id: null,
    }))

const readEnrolments = (trx: Trx, ids: readonly number[]) =>
  trx
    .selectFrom('kursus_peserta as e')
    .innerJoin('user as s', 's.id', 'e.peserta_id')
    .innerJoin('kursus as k', 'k.id', 'e.kursus_id')
    .select(['e.id', 'e.gedung_id', 'e.peserta_id', 's.name', 's.akun_billing_id', 's.sales_id'])
    .select(['k.nama as kursus', 'e.permintaan'])
    .where('e.id', 'in', ids)
    .execute()
const toEnrolment = (id: number) => ({ rute: '/kursus-peserta/view' as const, rute_id: id })
/** Returns a rule for notices to payers that an enrolment was changed; `how` names the change. */
const decidedEnrolment =
  (how: string) =>
  async (trx: Trx, ids: readonly number[]): Promise<Notice[]> =>
    (await readEnrolments(trx, ids)).map((row) => ({
      user_id: row.akun_billing_id,
      teks: `${row.name}, ${row.kursus}: ${how}`,
      ...toEnrolment(row.id),
    }))
const askedOf = (code: string, subject: string) => async (trx: Trx, ids: readonly number[]) => {
  const holders = await readHolders(trx, code)
  return (await readEnrolments(trx, ids)).flatMap((row) =>
    [...new Set([...holders(row.gedung_id), row.sales_id])].map((user_id) => ({
      user_id,
      teks: `${row.name}, ${row.kursus}: ${subject}${row.permintaan === null ? '' : ` ${row.permintaan}`} menunggu`,
      ...toEnrolment(row.id),
    })),
  )
}

const givenLead = async (trx: Trx, ids: readonly number[]): Promise<Notice[]> => {
  const rows = await trx
    .selectFrom('lead')
    .select(['id', 'nama', 'sales_id'])
    .where('id', 'in', ids)
    .execute()
  return rows.map((row) => ({
    user_id: row.sales_id,
    teks: `Lead ${row.nama} untuk Anda`,
    rute: '/sales/lead/view',
    rute_id: row.id,
  }))
}
const readApplicants = (trx: Trx, ids: readonly number[]) =>
  trx
    .selectFrom('user')
    .select(['id', 'name', 'gedung_id', 'sales_id'])
    .where('id', 'in', ids)
    .execute()
const toApplicants = { rute: '/sales/pendaftar-mandiri' as const, rute_id: null }

export const peopleRules: NoticeRules = {
  'pertemuan/pengganti': async (trx, ids) =>
    (await readLessons(trx, ids)).flatMap((lesson) => [
      {
        user_id: lesson.pelatih_id,
        teks: `Anda mengajar ${named(lesson)}${lesson.pelatih_asli_id === null ? '' : ' sebagai pengganti'}`,
        ...toLesson(lesson.id),
      },
      {
        user_id: lesson.pelatih_asli_id,
        teks: `${named(lesson)} diajar ${lesson.pelatih}`,
        ...toLesson(lesson.id),
      },
    ]),
  'pertemuan/pindah': ofLessons((lesson) =>
    lesson.ke_tanggal !== null && lesson.ke_jam !== null
      ? `${named(lesson)} dipindah ke ${whenOf(lesson.ke_tanggal, lesson.ke_jam)}`
      : `${lesson.kursus} dipindah ke ${whenOf(lesson.tanggal, lesson.jam_mulai)}`,
  ),
  'pertemuan/batal': ofLessons((lesson) => `${named(lesson)} dibatalkan`),
  'pelatih-libur/create': async (trx, ids) => {
    const holders = await readHolders(trx, 'pelatih-libur/setujui')
    return (await readLeave(trx, ids))
      .filter((row) => row.status === 'diajukan')
      .flatMap((row) =>
        holders(row.gedung_id).map((user_id) => ({
          user_id,
          teks: `${row.name} mengajukan libur ${daysOf(row)}`,
          rute: '/pelatih-libur',
          rute_id: null,
        })),
      )
  },
  'pelatih-libur/setujui': decidedLeave('disetujui'),
  'pelatih-libur/tolak': decidedLeave('ditolak'),
  'kursus-peserta/ajukan': askedOf('kursus-peserta/cuti', 'permintaan'),
  'kursus-peserta/usulkan-lulus': askedOf('kursus-peserta/lulus', 'usulan kelulusan'),
  'kursus-peserta/cuti': decidedEnrolment('cuti dicatat'),
  'kursus-peserta/berhenti': decidedEnrolment('berhenti dicatat'),
  'kursus-peserta/batal-permintaan': decidedEnrolment('permintaan ditutup'),
  'kursus-peserta/lulus': decidedEnrolment('lulus'),
  'lead/create': givenLead,
  'lead/serahkan': givenLead,
  'user/daftar': async (trx, ids) => {
    const holders = await readHolders(trx, 'user/pendaftar-mandiri')
    return (await readApplicants(trx, ids)).flatMap((row) =>
      [...new Set([...holders(row.gedung_id), row.sales_id])].map((user_id) => ({
        user_id,
        teks: `Pendaftar baru: ${row.name}`,
        ...toApplicants,
      })),
    )
  },
  'user/serahkan': async (trx, ids) =>
    (await readApplicants(trx, ids)).map((row) => ({
      user_id: row.sales_id,
      teks: `Pendaftar ${row.name} diserahkan kepada Anda`,
      ...toApplicants,
    })),
  'kredit-pengganti/create': async (trx, ids) => {
    const rows = await trx
      .selectFrom('kredit_pengganti as k')
      .innerJoin('user as s', 's.id', 'k.peserta_id')
      .innerJoin('kursus as c', 'c.id', 'k.kursus_id')
      .select(['k.peserta_id', 'k.berlaku_sampai', 's.name', 's.akun_billing_id', 'c.nama'])
      .where('k.id', 'in', ids)
      .execute()
    return rows.flatMap((row) =>
      [...new Set([row.akun_billing_id, row.peserta_id])].map((user_id) => ({
        user_id,
        teks: `${row.name}: kelas pengganti ${row.nama}, berlaku sampai ${formatTanggalShort(row.berlaku_sampai)}`,
        rute: '/kredit-pengganti' as const,
        rute_id: null,
      })),
    )
  },
}
