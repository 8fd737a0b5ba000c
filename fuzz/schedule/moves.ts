/** Actions on a schedule, each as a single call of the API. */
import { KodeAbsensi, StatusKeberangkatan } from '#contract/enums.ts'
import { softKinds } from '#contract/schedule/rules/conflicts.ts'
import { isMarkable } from '#contract/schedule/rules/marking.ts'
import { addDays, addMonths, currentDay, firstDay } from '#contract/values/tanggal.ts'
import { now } from '#server/http/context.ts'
import type { Field as AnyField, Move as AnyMove, Weights } from '../play.ts'
import type { Random } from '../random.ts'
import { clockHours, type Arena } from './arena.ts'

type Field = AnyField<Arena>
type Move = AnyMove<Arena>

/**
 * Number of future days in which users plan lessons. The number is small, so that lessons conflict.
 */
const days = 6
const alasan = 'Uji acak'
/**
 * All kinds of soft conflicts. The calls confirm these conflicts, so that the server rejects a call
 * only because of a hard conflict.
 */
const konfirmasi = softKinds
const someDay = (r: Random) => addDays(currentDay(), r.int(1, days))
const when = (r: Random) => ({ tanggal: someDay(r), jam_mulai: r.pick(clockHours) })
/** Input that confirms the soft conflicts of a class or an enrolment and states the reason. */
const letStand = { konfirmasi, alasan_bentrok: alasan }

const lessonsAhead = ({ db, arena }: Field) =>
  db
    .selectFrom('pertemuan')
    .select(['id', 'versi', 'ruang_id', 'gedung_id', 'catatan'])
    .where('gedung_id', 'in', arena.gedung)
    .where('mulai_at', '>', now())
    .where('tanggal', '<=', addDays(currentDay(), days + 2))
    .where('status', 'in', ['terjadwal', 'libur'])
    .orderBy('id')
    .execute()
const classesOf = ({ db, arena }: Field) =>
  db
    .selectFrom('kursus_pelatih')
    .selectAll()
    .where('gedung_id', 'in', arena.gedung)
    .orderBy('id')
    .execute()
const enrolmentsOf = ({ db, arena }: Field) =>
  db
    .selectFrom('kursus_peserta')
    .select(['id', 'status', 'versi'])
    .where('gedung_id', 'in', arena.gedung)
    .orderBy('id')
    .execute()

const extra: Move = async (field) => {
  const { r, arena } = field
  const kelas = r.some(await classesOf(field))
  if (!kelas) return undefined
  const room = r.pick(arena.ruang.filter((candidate) => candidate.gedung_id === kelas.gedung_id))
  const body = {
    jenis: 'tambahan',
    kursus_pelatih_id: kelas.id,
    kursus_id: kelas.kursus_id,
    pelatih_id: r.chance(0.6) ? kelas.pelatih_id : r.pick(arena.pelatih),
    ruang_id: room.id,
    ...when(r),
    catatan: alasan,
    konfirmasi,
  }
  return { path: '/pertemuan/create', body }
}
const trial: Move = async ({ r, arena }) => ({
  path: '/pertemuan/create',
  body: {
    jenis: 'trial',
    kursus_id: r.pick(arena.kursus),
    pelatih_id: r.pick(arena.pelatih),
    ruang_id: r.pick(arena.ruang).id,
    ...when(r),
    catatan: alasan,
    konfirmasi,
  },
})
const move: Move = async (field) => {
  const { r, arena } = field
  const lesson = r.some(await lessonsAhead(field))
  if (!lesson) return undefined
  const rooms = arena.ruang.filter((candidate) => candidate.gedung_id === lesson.gedung_id)
  const ruang = r.chance() ? {} : { ruang_id: r.pick(rooms).id }
  return {
    path: `/pertemuan/pindah?id=${lesson.id}`,
    body: { ...when(r), ...ruang, alasan, konfirmasi },
  }
}
const swapRoom: Move = async (field) => {
  const { r, arena } = field
  const lesson = r.some(await lessonsAhead(field))
  if (!lesson) return undefined
  const { id, versi, catatan, gedung_id } = lesson
  const room = r.pick(arena.ruang.filter((candidate) => candidate.gedung_id === gedung_id))
  return {
    path: `/pertemuan/update?id=${id}`,
    body: { versi, catatan, ruang_id: room.id, konfirmasi, alasan },
  }
}
const substitute: Move = async (field) => {
  const { r, arena } = field
  const lesson = r.some(await lessonsAhead(field))
  return (
    lesson && {
      path: `/pertemuan/pengganti?id=${lesson.id}`,
      body: { pelatih_id: r.pick(arena.pelatih), alasan, konfirmasi },
    }
  )
}
const cancel: Move = async (field) => {
  const { r } = field
  const lesson = r.some(await lessonsAhead(field))
  return (
    lesson && {
      path: `/pertemuan/batal?id=${lesson.id}`,
      body: { sebab: r.pick(['pelatih', 'sekolah']), alasan },
    }
  )
}

const codes = KodeAbsensi.options.map((o) => o.value).filter(isMarkable)
/**
 * Sets or removes the attendance of up to three students of a lesson, and sometimes sets that of
 * its coach.
 */
const mark: Move = async ({ db, arena, r }) => {
  const past = r.chance(0.8)
  const lessons = await db
    .selectFrom('pertemuan')
    .select(['id', 'kursus_pelatih_id'])
    .where('gedung_id', 'in', arena.gedung)
    .where('mulai_at', past ? '<' : '>', now())
    .where('tanggal', '<=', addDays(currentDay(), days))
    .orderBy('id')
    .execute()
  const lesson = r.some(lessons)
  if (!lesson) return undefined
  const students = await db
    .selectFrom('kursus_peserta')
    .select('id')
    .where('kursus_pelatih_id', '=', lesson.kursus_pelatih_id ?? 0)
    .orderBy('id')
    .execute()
  const peserta = r
    .shuffle(students)
    .slice(0, r.int(0, 3))
    .map(({ id }) => {
      const kode_absensi = r.chance(0.2) ? null : r.pick(codes)
      return { kursus_peserta_id: id, kode_absensi, catatan: alasan }
    })
  const pelatih = { status_keberangkatan: r.pick(StatusKeberangkatan.options).value, alasan }
  return {
    path: `/pertemuan/tandai?id=${lesson.id}`,
    body: { ...(r.chance(0.4) && { pelatih }), peserta },
  }
}

const enrol: Move = async (field) => {
  const { r, arena } = field
  const kelas = r.some(await classesOf(field))
  return (
    kelas && {
      path: '/kursus-peserta/create',
      body: {
        peserta_id: r.pick(arena.peserta),
        kursus_pelatih_id: kelas.id,
        mulai: r.chance(0.7) ? currentDay() : someDay(r),
        ...letStand,
      },
    }
  )
}
const verbs = ['aktifkan', 'cuti', 'kembali', 'berhenti', 'lulus', 'kelas-selanjutnya'] as const
const change: Move = async (field) => {
  const { r } = field
  const enrolment = r.some(await enrolmentsOf(field))
  if (!enrolment) return undefined
  const month = firstDay(addMonths(currentDay().slice(0, 7), 1))
  const bodies: Record<(typeof verbs)[number], object> = {
    aktifkan: { mulai: r.chance() ? null : someDay(r), konfirmasi, alasan },
    cuti: { cuti_mulai: month, alasan },
    kembali: { tanggal: r.chance() ? null : someDay(r), konfirmasi, alasan },
    berhenti: { selesai: r.chance() ? currentDay() : someDay(r), alasan },
    lulus: { selesai: someDay(r), alasan },
    'kelas-selanjutnya': {
      kursus_id: r.pick(field.arena.kursus),
      kelas_baru: r.chance(),
      selesai: someDay(r),
      ...letStand,
    },
  }
  const verb = r.pick(verbs)
  return { path: `/kursus-peserta/${verb}?id=${enrolment.id}`, body: bodies[verb] }
}
const openClass: Move = async ({ r, arena }) => {
  const room = r.pick(arena.ruang)
  return {
    path: '/kursus-pelatih/create',
    body: {
      pelatih_id: r.pick(arena.pelatih),
      kursus_id: r.pick(arena.kursus),
      gedung_id: room.gedung_id,
      ruang_id: room.id,
      hari: r.int(1, 7),
      jam_mulai: r.pick(clockHours),
      mulai: r.chance(0.7) ? currentDay() : someDay(r),
      ...letStand,
    },
  }
}
const moveClass: Move = async (field) => {
  const { r, arena } = field
  const kelas = r.some(await classesOf(field))
  if (!kelas) return undefined
  const { id, versi, kursus_id, gedung_id, mulai, selesai, kapasitas, catatan } = kelas
  const room = r.pick(arena.ruang.filter((candidate) => candidate.gedung_id === gedung_id))
  return {
    path: `/kursus-pelatih/update?id=${id}`,
    body: {
      versi,
      kursus_id,
      gedung_id,
      mulai,
      selesai,
      kapasitas,
      catatan,
      status: r.chance(0.1) ? 'nonaktif' : 'aktif',
      ruang_id: r.chance() ? kelas.ruang_id : room.id,
      pelatih_id: r.chance() ? kelas.pelatih_id : r.pick(arena.pelatih),
      hari: r.chance() ? kelas.hari : r.int(1, 7),
      jam_mulai: r.pick(clockHours),
      berlaku_mulai: r.chance() ? null : someDay(r),
      ...letStand,
    },
  }
}
const askLeave: Move = async ({ r, arena }) => {
  const mulai = someDay(r)
  return {
    path: '/pelatih-libur/create',
    body: { pelatih_id: r.pick(arena.pelatih), mulai, selesai: mulai, alasan },
  }
}
const decideLeave: Move = async ({ r, db }) => {
  const rows = await db
    .selectFrom('pelatih_libur')
    .select('id')
    .where('status', '=', 'diajukan')
    .orderBy('id')
    .execute()
  const leave = r.some(rows)
  const verb = r.chance(0.3) ? 'setujui' : 'tolak'
  return leave && { path: `/pelatih-libur/${verb}?id=${leave.id}`, body: { alasan, konfirmasi } }
}
const holiday: Move = async ({ r, db, arena }) => {
  const rows = await db
    .selectFrom('hari_libur')
    .select('id')
    .where('gedung_id', 'in', arena.gedung)
    .orderBy('id')
    .execute()
  const old = r.some(rows)
  if (old && r.chance(0.7)) return { path: `/hari-libur/delete?id=${old.id}`, body: {} }
  const day = { nama: 'Libur uji', tanggal: someDay(r), gedung_id: r.pick(arena.gedung) }
  const body = { ...day, konfirmasi, alasan }
  return { path: '/hari-libur/create', body }
}

const creditsOf = ({ db, arena }: Field, status: 'tersedia' | 'dipesan') =>
  db
    .selectFrom('kredit_pengganti')
    .select('id')
    .where('gedung_id', 'in', arena.gedung)
    .where('status', '=', status)
    .orderBy('id')
    .execute()
const bookMakeUp: Move = async (field) => {
  const { r } = field
  const credit = r.some(await creditsOf(field, 'tersedia'))
  const lesson = r.some(await lessonsAhead(field))
  if (!credit || !lesson) return undefined
  const body = { pertemuan_id: lesson.id, lintas_level: r.chance(), alasan, konfirmasi }
  return { path: `/kredit-pengganti/pesan?id=${credit.id}`, body }
}
const endMakeUp: Move = async (field) => {
  const { r } = field
  const credit = r.some(await creditsOf(field, 'dipesan'))
  if (!credit) return undefined
  const verb = r.chance(0.7) ? 'batal-pesan' : 'cabut'
  return { path: `/kredit-pengganti/${verb}?id=${credit.id}`, body: { alasan } }
}
const giveMakeUp: Move = async ({ r, arena }) => ({
  path: '/kredit-pengganti/create',
  body: { peserta_id: r.pick(arena.peserta), kursus_id: r.pick(arena.kursus), alasan },
})

/** Actions with their weights, by role. A higher weight makes an action more frequent. */
export const weights = {
  admin: [
    [extra, 14],
    [trial, 5],
    [move, 18],
    [swapRoom, 10],
    [substitute, 14],
    [cancel, 7],
    [mark, 16],
    [enrol, 10],
    [change, 9],
    [bookMakeUp, 16],
    [endMakeUp, 4],
    [giveMakeUp, 3],
    [openClass, 4],
    [moveClass, 8],
    [askLeave, 1],
    [decideLeave, 1],
    [holiday, 2],
  ],
  sales: [
    [enrol, 2],
    [change, 1],
    [bookMakeUp, 2],
  ],
  pelatih: [
    [mark, 9],
    [askLeave, 1],
  ],
} as const satisfies Record<string, Weights<Arena>>
