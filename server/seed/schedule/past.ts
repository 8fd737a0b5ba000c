/** Reads the data that is needed to make the past lessons of a stored school. */
import { UserStatus, type SebabKredit } from '#contract/enums.ts'
import type { OutletDays } from '#contract/schedule/rules/lessons.ts'
import { seatDays, type SeatDays } from '#contract/schedule/rules/seats.ts'
import type { Settings } from '#contract/settings/settings.ts'
import type { Random } from '#contract/values/random.ts'
import { addDays } from '#contract/values/tanggal.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import type { Ids, Put } from '#server/seed/maker.ts'
import { readSettings } from '#server/settings.ts'

/** Enrolment of a student in a class, with the days on which the student has a seat. */
export interface Member {
  id: number
  peserta_id: number
  days: SeatDays
  /** Whether the student belongs to the demo family. */
  isDemo: boolean
}
export interface HistoryClass {
  id: number
  pelatih_id: number
  kursus_id: number
  gedung_id: number
  ruang_id: number
  hari: number
  jam_mulai: string
  jam_selesai: string
  mulai: string
  kapasitas: number | null
  zona_waktu: string
  tipe: string
  kategori: string
  /** Whether the demo coach teaches the class, or the demo family attends it. */
  isDemo: boolean
  members: Member[]
}
/** Lesson that took place. Students of other classes may make up a lesson in it. */
interface Held {
  id: number
  kelas: HistoryClass
  tanggal: string
  students: number
}
/** Make-up credit of a student: for a missed lesson, or granted by an admin on `tanggal`. */
export interface Earned {
  kelas: HistoryClass
  member: Member
  tanggal: string
  absensi_id: number | null
  pertemuan_id: number | null
  sebab: (typeof SebabKredit.options)[number]['value']
}
export interface Start {
  today: string
  ids: Ids
  put: Put
  random: Random
}
export interface Past extends Start {
  yesterday: string
  settings: Settings
  adminId: number
  classes: HistoryClass[]
  classById: ReadonlyMap<number, HistoryClass>
  /** Returns the current and former classes of a student. */
  classesOf: (peserta: number) => readonly HistoryClass[]
  /** Coaches with their outlet and the course categories (`bidang`) that they teach. */
  coaches: readonly { id: number; gedung_id: number | null; bidang: ReadonlySet<string> }[]
  daysOf: (gedung: number) => OutletDays
  /**
   * Reason of the approved leave of a coach on a day. The key is the coach id and the day (`12
   * 2026-03-04`).
   */
  away: Map<string, string>
  /**
   * Keys of two kinds. A key of user id and day (`12 2026-03-04`) means that this coach or student
   * has an extra lesson on this day. A key of coach id, day and time (`12 2026-03-04 14:30`) means
   * that this coach cannot substitute in a lesson that begins at this time.
   */
  extras: Set<string>
  held: Held[]
  earned: Earned[]
  /** Pay per lesson in rupiah by coach id, for coaches who are paid per lesson. */
  rates: ReadonlyMap<number, number>
  /** Scheduled lessons of today, sorted by time. */
  todays: readonly { id: number; pelatih_id: number }[]
  /** Scheduled lessons of the next three weeks, in which make-ups can be booked. */
  ahead: readonly { id: number; kursus_pelatih_id: number | null; tanggal: string }[]
}

const readClasses = async (trx: Trx): Promise<HistoryClass[]> => {
  const demo = await trx
    .selectFrom('user')
    .select(['id', 'username'])
    .where('username', 'in', ['pelatih', 'akunbilling'])
    .execute()
  const coach = demo.find((u) => u.username === 'pelatih')?.id
  const payer = demo.find((u) => u.username === 'akunbilling')?.id
  const enrolments = await trx.selectFrom('kursus_peserta').selectAll().orderBy('id').execute()
  const byClass = Map.groupBy(enrolments, (e) => e.kursus_pelatih_id)
  const classes = await trx
    .selectFrom('kursus_pelatih as k')
    .innerJoin('gedung', 'gedung.id', 'k.gedung_id')
    .innerJoin('kursus', 'kursus.id', 'k.kursus_id')
    .innerJoin('kategori_kursus', 'kategori_kursus.id', 'kursus.kategori_kursus_id')
    .select(['k.id', 'k.pelatih_id', 'k.kursus_id', 'k.gedung_id', 'k.ruang_id', 'k.hari'])
    .select(['k.jam_mulai', 'k.jam_selesai', 'k.mulai', 'k.kapasitas', 'zona_waktu', 'kursus.tipe'])
    .select('kategori_kursus.nama as kategori')
    .orderBy('k.id')
    .execute()
  return classes.map((kelas) => {
    const classEnrolments = byClass.get(kelas.id) ?? []
    return {
      ...kelas,
      isDemo:
        kelas.pelatih_id === coach || classEnrolments.some((e) => e.akun_billing_id === payer),
      members: classEnrolments.flatMap((e) => {
        const days = seatDays(e)
        return days
          ? [{ id: e.id, peserta_id: e.peserta_id, days, isDemo: e.akun_billing_id === payer }]
          : []
      }),
    }
  })
}
const readCoaches = async (trx: Trx) => {
  const rows = await trx
    .selectFrom('pelatih_bidang')
    .innerJoin('user', 'user.id', 'pelatih_bidang.user_id')
    .innerJoin('kategori_kursus', 'kategori_kursus.id', 'pelatih_bidang.kategori_kursus_id')
    .select(['user.id', 'user.gedung_id', 'kategori_kursus.nama'])
    .where('user.status', '=', UserStatus.aktif)
    .orderBy('user.id')
    .execute()
  return [...Map.groupBy(rows, (r) => r.id)].map(([id, coachRows]) => ({
    id,
    gedung_id: coachRows[0]?.gedung_id ?? null,
    bidang: new Set(coachRows.map((r) => r.nama)),
  }))
}
/**
 * Returns a function that returns the holidays of an outlet and the rule for the fifth week of a
 * month.
 */
const readDays = async (trx: Trx, mingguKelima: OutletDays['mingguKelima']) => {
  const rows = await trx.selectFrom('hari_libur').select(['gedung_id', 'tanggal']).execute()
  return (gedung: number): OutletDays => ({
    mingguKelima,
    hariLibur: new Set(
      rows.filter((r) => r.gedung_id === null || r.gedung_id === gedung).map((r) => r.tanggal),
    ),
  })
}
/** Returns a function that calls `make` once for each number and caches the result. */
const remembered = <T>(make: (of: number) => T): ((of: number) => T) => {
  const cache = new Map<number, T>()
  return (of) => {
    const value = cache.get(of) ?? make(of)
    cache.set(of, value)
    return value
  }
}

/** Reads classes, coaches, holidays and scheduled lessons of the school. */
export const readPast = async (trx: Trx, start: Start): Promise<Past> => {
  const settings = await readSettings(trx)
  const classes = await readClasses(trx)
  const { id: adminId } = await trx
    .selectFrom('user')
    .select('id')
    .where('username', '=', 'admin')
    .executeTakeFirstOrThrow()
  const ahead = await trx
    .selectFrom('pertemuan')
    .select(['id', 'kursus_pelatih_id', 'tanggal'])
    .where('status', '=', 'terjadwal')
    .where('tanggal', '>', start.today)
    .where('tanggal', '<=', addDays(start.today, 21))
    .orderBy('id')
    .execute()
  const rates = await trx
    .selectFrom('pelatih_profil')
    .select(['user_id', 'tarif_honor'])
    .where('jenis_honor', '=', 'per_pertemuan')
    .where('tarif_honor', 'is not', null)
    .$narrowType<{ tarif_honor: number }>()
    .execute()
  const todays = await trx
    .selectFrom('pertemuan')
    .select(['id', 'pelatih_id'])
    .where('status', '=', 'terjadwal')
    .where('tanggal', '=', start.today)
    .orderBy('mulai_at')
    .orderBy('id')
    .execute()
  return {
    ...start,
    yesterday: addDays(start.today, -1),
    settings,
    adminId,
    classes,
    classById: new Map(classes.map((k) => [k.id, k])),
    classesOf: remembered((peserta) =>
      classes.filter((k) => k.members.some((m) => m.peserta_id === peserta)),
    ),
    coaches: await readCoaches(trx),
    daysOf: remembered(await readDays(trx, settings.minggu_kelima)),
    away: new Map(),
    extras: new Set(),
    held: [],
    earned: [],
    rates: new Map(rates.map((r) => [r.user_id, r.tarif_honor])),
    todays,
    ahead,
  }
}
