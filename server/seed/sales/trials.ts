/**
 * Makes the trial lessons of the leads of a made-up school, at times at which a coach and a room
 * are free. Leads in a later stage have attended their trial. Other trials were missed or are in
 * the future.
 */
import { KodeAbsensi, SlotPelatih, StatusKeberangkatan, UserStatus } from '#contract/enums.ts'
import { afterBooking } from '#contract/sales/rules/trial.ts'
import { slotsOf, slotTimes } from '#contract/schedule/rules/freeSlots.ts'
import { honorOf } from '#contract/schedule/rules/honor.ts'
import { lessonInstants } from '#contract/schedule/rules/instants.ts'
import { makeRandom, type Random } from '#contract/values/random.ts'
import { addDays, formatJam, formatTanggalHari, weekday } from '#contract/values/tanggal.ts'
import { fromJson } from '#server/db/json.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { readWeeks } from '#server/modules/schedule/conflicts/lessonConflictData.ts'
import { stamp } from '#server/seed/maker.ts'
import { pick } from '#server/seed/names.ts'
import { minutesOf, timeOf } from '#server/seed/schedule/time.ts'

/**
 * Maximum number of days between a trial and today: first for past trials, then for future trials.
 */
const days = { back: 45, ahead: 6 }
/**
 * Maximum number of random times that are tried for a lead. If none is free, the lead gets no
 * trial.
 */
const tries = 80
const { value: came } = KodeAbsensi.options.find((o) => o.value === 'HADIR')!
const { value: missed } = KodeAbsensi.options.find((o) => o.value === 'ALPA')!

interface Place {
  kursus_id: number
  pelatih_id: number
  ruang_id: number
  tanggal: string
  jam_mulai: string
  jam_selesai: string
  mulai_at: string
  selesai_at: string
}
type Busy = Pick<Place, 'pelatih_id' | 'ruang_id' | 'tanggal' | 'mulai_at' | 'selesai_at'>
const isBeside = (a: Busy, b: Busy): boolean =>
  (a.pelatih_id === b.pelatih_id || a.ruang_id === b.ruang_id) &&
  a.mulai_at < b.selesai_at &&
  b.mulai_at < a.selesai_at

const readLeads = (trx: Trx, today: string) =>
  trx
    .selectFrom('lead')
    .innerJoin('gedung', 'gedung.id', 'lead.gedung_id')
    .leftJoin('lead_aktivitas as a', (j) =>
      j.onRef('a.lead_id', '=', 'lead.id').on('a.jenis', '=', 'trial'),
    )
    .select(['lead.id', 'lead.tahap', 'lead.gedung_id', 'lead.sales_id', 'lead.kursus_minat'])
    .select(['lead.aktivitas_at', 'lead.created_at', 'gedung.zona_waktu', 'jam_buka', 'jam_tutup'])
    .select(['a.id as aktivitas', 'a.pada_at'])
    .where('lead.created_at', '>', addDays(today, -days.back))
    .where('lead.tahap', 'in', ['trial_dijadwalkan', 'trial_hadir', 'penawaran'])
    .orderBy('lead.id')
    .execute()
type Lead = Awaited<ReturnType<typeof readLeads>>[number]

/**
 * Reads the coaches. Returns a row for each pair of a course that the coach can teach and an outlet
 * of the coach. The demo coach is omitted, because a trial would change the fixed timetable of the
 * demo coach.
 */
const readCoaches = async (trx: Trx) => {
  const rows = await trx
    .selectFrom('pelatih_bidang as b')
    .innerJoin('user', 'user.id', 'b.user_id')
    .innerJoin('kursus', 'kursus.kategori_kursus_id', 'b.kategori_kursus_id')
    .leftJoin('user_gedung as w', 'w.user_id', 'user.id')
    .leftJoin('pelatih_profil as p', 'p.user_id', 'user.id')
    .select(['user.id', 'kursus.id as kursus_id', 'w.gedung_id', 'p.jenis_honor', 'p.tarif_honor'])
    .where('user.status', '=', UserStatus.aktif)
    .where('user.username', '<>', 'pelatih')
    .orderBy('user.id')
    .orderBy('kursus.id')
    .orderBy('w.gedung_id')
    .execute()
  return rows.map(({ jenis_honor, tarif_honor, ...coach }) => ({
    ...coach,
    tarif: jenis_honor === 'per_pertemuan' ? tarif_honor : null,
  }))
}

const readSchool = async (trx: Trx, today: string) => {
  const coaches = await readCoaches(trx)
  const weeks = await readWeeks(trx, [...new Set(coaches.map((c) => c.id))])
  const courses = await trx
    .selectFrom('kursus')
    .select(['id', 'nama', 'durasi_menit', 'gedung'])
    .where('status', '=', 'aktif')
    .orderBy('id')
    .execute()
  const rooms = await trx
    .selectFrom('ruang')
    .select(['id', 'gedung_id'])
    .where('status', '=', 'aktif')
    .orderBy('id')
    .execute()
  const holidays = await trx.selectFrom('hari_libur').select('tanggal').execute()
  const leave = await trx
    .selectFrom('pelatih_libur')
    .select(['pelatih_id', 'mulai', 'selesai'])
    .where('status', '=', 'disetujui')
    .execute()
  const busy: Busy[] = await trx
    .selectFrom('pertemuan')
    .select(['pelatih_id', 'ruang_id', 'tanggal', 'mulai_at', 'selesai_at'])
    .where('status', 'in', ['terjadwal', 'selesai'])
    .where('tanggal', '>', addDays(today, -days.back))
    .where('tanggal', '<=', addDays(today, days.ahead))
    .execute()
  return { coaches, weeks, courses, rooms, holidays: holidays.map((h) => h.tanggal), leave, busy }
}
type School = Awaited<ReturnType<typeof readSchool>>
type Coach = School['coaches'][number]

/** Returns the start times on a day at which the coach is free for the whole length of a lesson. */
const startsOf = (week: string | undefined, tanggal: string, minutes: number): string[] => {
  const open = new Set(
    slotsOf(week ?? '')
      .filter((s) => s.hari === weekday(tanggal) && s.status === SlotPelatih.kosong)
      .map((s) => s.jam),
  )
  const halves = Array.from({ length: Math.ceil(minutes / 30) }, (_, i) => i * 30)
  return slotTimes.filter((jam) => halves.every((m) => open.has(timeOf(minutesOf(jam) + m))))
}
/**
 * Returns a free time with a coach and a room; undefined if none is found. The course is the first
 * one that the lead wishes, or a random one if the lead wishes none. `dayOf` draws the day of each
 * try.
 */
const findPlace = (
  r: Random,
  school: School,
  lead: Lead,
  dayOf: () => string,
): { place: Place; coach: Coach } | undefined => {
  const wished = fromJson<number[]>(lead.kursus_minat)
  const rooms = school.rooms.filter((room) => room.gedung_id === lead.gedung_id)
  const coaches = school.coaches.filter((c) => (c.gedung_id ?? lead.gedung_id) === lead.gedung_id)
  for (let n = 0; n < tries && rooms.length > 0; n++) {
    const kursus_id = wished[0] ?? pick(r, school.courses).id
    const course = school.courses.find((k) => k.id === kursus_id)
    const able = coaches.filter((c) => c.kursus_id === kursus_id)
    if (!course || able.length === 0) continue
    const [coach, tanggal, room] = [pick(r, able), dayOf(), pick(r, rooms)]
    const starts = startsOf(school.weeks.get(coach.id), tanggal, course.durasi_menit)
    const isAway = school.leave.some(
      (l) => l.pelatih_id === coach.id && l.mulai <= tanggal && tanggal <= l.selesai,
    )
    if (starts.length === 0 || isAway || school.holidays.includes(tanggal)) continue
    const jam_mulai = pick(r, starts)
    const jam_selesai = timeOf(minutesOf(jam_mulai) + course.durasi_menit)
    const hours = { tanggal, jam_mulai, jam_selesai }
    const instants = lessonInstants(hours, lead.zona_waktu)
    const place = { kursus_id, pelatih_id: coach.id, ruang_id: room.id, ...hours, ...instants }
    const isOpen = lead.jam_buka <= jam_mulai && jam_selesai <= lead.jam_tutup
    if (isOpen && !school.busy.some((b) => isBeside(b, place))) return { place, coach }
  }
  return undefined
}

type Mark = typeof came | typeof missed | null
/**
 * Stores a trial lesson. If the lesson is over, also stores the attendance of its coach and of the
 * lead (`mark`). `mark` is null for a future trial. Returns the id of the lesson.
 */
const store = async (
  trx: Trx,
  lead: Lead,
  { place, coach }: { place: Place; coach: Coach },
  mark: Mark,
): Promise<number> => {
  const isOver = mark !== null
  const rate = isOver ? coach.tarif : null
  const booked = stamp(
    isOver ? place.mulai_at : (lead.aktivitas_at ?? lead.created_at),
    lead.sales_id,
  )
  const { id } = await trx
    .insertInto('pertemuan')
    .values({
      ...booked,
      ...place,
      gedung_id: lead.gedung_id,
      kursus_pelatih_id: null,
      pelatih_asli_id: null,
      jenis: 'trial',
      status: isOver ? 'selesai' : 'terjadwal',
      minggu: null,
      diubah: 1,
      untuk_pengganti: 0,
      pindah_ke_id: null,
      alasan: null,
      catatan: null,
      catatan_materi: null,
      honor_tarif: rate,
      honor_persen: null,
      honor_nominal: isOver ? honorOf({ tarif: rate, persen: null }, [mark], 0) : null,
      cari: '',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const by = { ...stamp(place.mulai_at, coach.id), pertemuan_id: id }
  if (isOver)
    await trx
      .insertInto('absensi_pelatih')
      .values({
        ...by,
        status_keberangkatan: StatusKeberangkatan.berangkat,
        ditandai_at: place.mulai_at,
        ditandai_oleh: coach.id,
      })
      .execute()
  const ditandai_at = isOver ? place.selesai_at : null
  await trx
    .insertInto('trial_lead')
    .values({
      ...(isOver ? by : { ...booked, pertemuan_id: id }),
      lead_id: lead.id,
      kode_absensi: mark,
      catatan: null,
      ditandai_at,
      ditandai_oleh: isOver ? coach.id : null,
    })
    .execute()
  return id
}

/**
 * Returns the columns that state the lead's next step: another time after a missed trial, or the
 * trial itself if it is in the future. Returns no columns for an attended trial.
 */
const nextOf = (mark: Mark, { tanggal, jam_mulai }: Place) => {
  if (mark === came) return {}
  if (mark === null) return afterBooking(tanggal, jam_mulai)
  const tindak_lanjut = 'Tidak hadir trial: tawarkan waktu lain'
  return { tindak_lanjut_at: addDays(tanggal, 1), tindak_lanjut }
}
/**
 * Links the lead to the trial lesson, stores the next step of the lead, and adds an activity about
 * the trial.
 */
const auditTrial = async (
  trx: Trx,
  school: School,
  lead: Lead,
  { id, place, mark }: { id: number; place: Place; mark: Mark },
): Promise<void> => {
  const course = school.courses.find((k) => k.id === place.kursus_id)?.nama ?? ''
  const startTime = formatJam(place.jam_mulai, lead.zona_waktu)
  const when = `${course}, ${formatTanggalHari(place.tanggal)} ${startTime}`
  const next = nextOf(mark, place)
  const activityTime = mark === null ? (lead.aktivitas_at ?? lead.created_at) : place.selesai_at
  await trx
    .updateTable('lead')
    .set({
      trial_pertemuan_id: id,
      ...next,
      ...(mark === missed && { aktivitas_at: activityTime }),
    })
    .where('id', '=', lead.id)
    .execute()
  // Sets the time of the activity `lead.aktivitas`, which is already stored, to the end of the
  // lesson.
  if (lead.aktivitas !== null && mark !== null)
    await trx
      .updateTable('lead_aktivitas')
      .set({ pada_at: activityTime })
      .where('id', '=', lead.aktivitas)
      .execute()
  const isi = { [came]: 'Hadir trial', [missed]: 'Tidak hadir trial', null: 'Trial dijadwalkan' }
  await trx
    .insertInto('lead_aktivitas')
    .values({
      lead_id: lead.id,
      jenis: 'trial',
      isi: `${isi[`${mark}`]}: ${when}`,
      pada_at: activityTime,
      oleh: mark === null ? lead.sales_id : place.pelatih_id,
    })
    .execute()
}

/**
 * Makes a trial for each recent lead in a stage from "trial planned" to "offer", if a coach and a
 * room are free. No trial takes place on `today`.
 */
export const makeTrials = (db: Db, today: string): Promise<void> =>
  transaction(db, async (trx) => {
    const r = makeRandom(2027)
    const school = await readSchool(trx, today)
    let waiting = 0
    for (const lead of await readLeads(trx, today)) {
      const isWaiting = lead.tahap === 'trial_dijadwalkan'
      // Lets every fourth lead with a planned trial miss the trial.
      const expected = isWaiting && ++waiting % 4 === 0 ? missed : null
      const mark = isWaiting ? expected : came
      const noted = lead.pada_at?.slice(0, 10)
      const past = mark === missed ? addDays(today, -r.int(1, 3)) : noted
      if (mark === came && past === undefined) continue
      // Sets tomorrow as the day of the trial for every third lead with a planned trial. If half of
      // the tries have found no free time, allows later days too.
      const soon = waiting % 3 === 1 ? 1 : days.ahead
      let attempts = 0
      const ahead = () => addDays(today, r.int(1, ++attempts > tries / 2 ? days.ahead : soon))
      const dayOf = () => (mark !== null && past) || ahead()
      const slot = findPlace(r, school, lead, dayOf)
      if (!slot) continue
      const id = await store(trx, lead, slot, mark)
      school.busy.push(slot.place)
      await auditTrial(trx, school, lead, { id, place: slot.place, mark })
    }
  })
