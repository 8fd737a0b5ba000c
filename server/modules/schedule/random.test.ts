/**
 * Property test with random changes: changes of classes (at once or from a later day), lessons made
 * by hand, students who join and leave, nightly jobs and a running clock. No change may cause a
 * double booking. The server must accept every alternative that it has offered. `SCHEDULE_SEEDS=50`
 * runs more rounds.
 */
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { softKinds } from '#contract/schedule/rules/conflicts.ts'
import { makeRandom } from '#contract/values/random.ts'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import type { Answer, Body, Client } from '#mocks/api/api.ts'
import { makeAkun, makeOutlet, makePelatih, makePeserta, makeRuang } from '#mocks/people/family.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'
import { brokenSchedule } from '#server/modules/schedule/invariants.ts'
import { makeLessons } from '#server/modules/schedule/lessons/makeLessons.ts'

const seeds = Number(process.env.SCHEDULE_SEEDS ?? 2)
const rounds = 3
const steps = 30
/** Number of days by which the clock advances between the rounds of a test. */
const pause = 120
const stand = { konfirmasi: softKinds, alasan_bentrok: 'Uji acak', alasan: 'Uji acak' }
const byHand = { ...stand, catatan: 'Uji acak' }

let s: School
let client: Client
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${currentDay()}T02:00:00.000+07:00`) })
  s = await makeSchool()
  client = await s.as(1)
})
afterEach(async () => {
  vi.useRealTimers()
  await s.close()
})

const makeWorld = async () => {
  const west = await makeOutlet(s)
  const east = await makeOutlet(s, { zona_waktu: 'Asia/Makassar' })
  const bidang = [s.ids.kategori]
  const rooms: { id: number; gedung_id: number }[] = []
  for (const gedung_id of [west, west, east])
    rooms.push({ id: await makeRuang(s, gedung_id, { kapasitas: 6 }), gedung_id })
  const students: number[] = []
  const akun = await makeAkun(s)
  for (let i = 0; i < 4; i++) students.push(await makePeserta(s, akun, west))
  const coaches = [
    await makePelatih(s, { bidang }),
    await makePelatih(s, { bidang }),
    await makePelatih(s, { bidang }),
  ]
  return { rooms, students, coaches }
}
type World = Awaited<ReturnType<typeof makeWorld>>
type Random = ReturnType<typeof makeRandom>
const pickFrom = <T>(r: Random, list: readonly T[]): T | undefined =>
  list[r.int(0, list.length - 1)]
interface Call {
  path: string
  body: Body
}

type Step = (r: Random, w: World) => Promise<Call | undefined>

const classesOf = async ({ rooms }: World) =>
  s.db
    .selectFrom('kursus_pelatih')
    .selectAll()
    .where(
      'gedung_id',
      'in',
      rooms.map((room) => room.gedung_id),
    )
    .where('status', '=', 'aktif')
    .orderBy('id')
    .execute()
const hourOf = (r: Random): string =>
  `${String(r.int(9, 13)).padStart(2, '0')}:${r.pick(['00', '30'])}`
const dayOf = (r: Random): string => addDays(currentDay(), r.int(1, 100))

const openClass: Step = async (r, w) => {
  const room = r.pick(w.rooms as [World['rooms'][number]])
  return {
    path: '/kursus-pelatih/create',
    body: {
      pelatih_id: r.pick(w.coaches as [number]),
      kursus_id: s.ids.kursus,
      gedung_id: room.gedung_id,
      ruang_id: room.id,
      hari: r.int(1, 3),
      jam_mulai: hourOf(r),
      mulai: r.chance(0.6) ? currentDay() : dayOf(r),
      selesai: r.chance(0.2) ? addDays(currentDay(), r.int(101, 200)) : null,
      ...stand,
    },
  }
}
const moveClass: Step = async (r, w) => {
  const kelas = pickFrom(r, await classesOf(w))
  if (!kelas) return undefined
  const { id, versi, gedung_id } = kelas
  const room = r.pick(
    w.rooms.filter((candidate) => candidate.gedung_id === gedung_id) as [World['rooms'][number]],
  )
  const slot = {
    hari: r.int(1, 3),
    jam_mulai: hourOf(r),
    ruang_id: r.chance() ? kelas.ruang_id : room.id,
    pelatih_id: r.chance() ? kelas.pelatih_id : r.pick(w.coaches as [number]),
    berlaku_mulai: r.chance(0.3) ? null : dayOf(r),
  }
  const end = { selesai: addDays(currentDay(), r.int(30, 200)) }
  const withdraw = r.chance(0.15) ? { batal_perubahan: true } : slot
  const body = r.chance(0.1) ? end : withdraw
  return { path: `/kursus-pelatih/update?id=${id}`, body: { versi, ...body, ...stand } }
}
const addLesson: Step = async (r, w) => {
  const kelas = pickFrom(r, await classesOf(w))
  if (!kelas) return undefined
  const { kursus_id, pelatih_id, ruang_id } = kelas
  const place = { kursus_id, pelatih_id, ruang_id, kursus_pelatih_id: kelas.id, jenis: 'tambahan' }
  const tanggal = addDays(currentDay(), r.int(1, 14))
  return { path: '/pertemuan/create', body: { ...place, tanggal, jam_mulai: hourOf(r), ...byHand } }
}
/**
 * Posts the values of an existing extra lesson again, which would create a second lesson of the
 * same class at the same hour.
 */
const repeat: Step = async (r, w) => {
  const rows = await s.db
    .selectFrom('pertemuan')
    .select(['kursus_pelatih_id', 'kursus_id', 'pelatih_id', 'ruang_id', 'tanggal', 'jam_mulai'])
    .where('pelatih_id', 'in', w.coaches)
    .where('jenis', '=', 'tambahan')
    .where('tanggal', '>', currentDay())
    .orderBy('id')
    .execute()
  const lesson = pickFrom(r, rows)
  const body = { ...lesson, jenis: 'tambahan', ...byHand }
  return lesson && { path: '/pertemuan/create', body }
}
const moveLesson: Step = async (r, w) => {
  const rows = await s.db
    .selectFrom('pertemuan')
    .select('id')
    .where('pelatih_id', 'in', w.coaches)
    .where('status', '=', 'terjadwal')
    .where('tanggal', '>', currentDay())
    .orderBy('id')
    .execute()
  const lesson = pickFrom(r, rows)
  const tanggal = addDays(currentDay(), r.int(1, 14))
  return (
    lesson && {
      path: `/pertemuan/pindah?id=${lesson.id}`,
      body: { tanggal, jam_mulai: hourOf(r), ...byHand },
    }
  )
}
const join: Step = async (r, w) => {
  const kelas = pickFrom(r, await classesOf(w))
  const body = {
    peserta_id: r.pick(w.students as [number]),
    kursus_pelatih_id: kelas?.id,
    mulai: r.chance() ? currentDay() : dayOf(r),
    ...stand,
  }
  return kelas && { path: '/kursus-peserta/create', body }
}
const stepOf: Step = (r, w) => {
  const moves = [moveClass, moveClass, moveClass, moveLesson, addLesson, repeat] as const
  const kinds = [openClass, ...moves, join] as const
  return r.pick(kinds)(r, w)
}

type Offer = Record<string, unknown>
/**
 * Returns a copy of a call with the values of `place`, an alternative that the server offered when
 * it rejected the call. Replaces only the fields that the call may change.
 */
const accept = ({ path, body }: Call, place: Offer): Call => {
  const keys = path.includes('/pindah')
    ? ['tanggal', 'jam_mulai', 'ruang_id']
    : ['tanggal', 'jam_mulai', 'ruang_id', 'pelatih_id', 'hari']
  if (path.startsWith('/kursus-peserta'))
    return { path, body: { ...body, kursus_pelatih_id: place.kursus_pelatih_id } }
  const ownPlace = Object.fromEntries(Object.entries(place).filter(([key]) => keys.includes(key)))
  return { path, body: { ...body, ...ownPlace } }
}
const send = async ({ path, body }: Call): Promise<Answer<any>> => client.post(path, body)
/** Message of the database constraints, which reject only conflicts that the rules have missed. */
const guarded = /pertemuan lain pada jam/

const playRound = async (r: Random, w: World, counts: Map<string, number>) => {
  const count = (outcome: string) => counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  for (let i = 0; i < steps; i++) {
    const call = await stepOf(r, w)
    if (!call) continue
    const answer = await send(call)
    count(String(answer.status))
    const context = `${JSON.stringify(call)} ${JSON.stringify(answer.data)}`
    expect([200, 201, 409, 422], context).toContain(answer.status)
    if (!answer.success) expect(answer.data.message, context).not.toMatch(guarded)
    const offer = pickFrom<Offer>(r, answer.success ? [] : (answer.data.alternatif ?? []))
    if (!offer) continue
    const accepted = await send(accept(call, offer))
    const why = `${context} ${JSON.stringify(offer)} ${JSON.stringify(accepted.data)}`
    expect([200, 201], why).toContain(accepted.status)
    count('tawaran')
  }
}
/**
 * Returns future regular lessons that were not changed by hand, but whose hour, coach or room
 * differs from that of their class on the day of the lesson.
 */
const astray = async () => {
  const { rows } = await sql`
    select p.id, p.tanggal, p.jam_mulai from pertemuan p join ${periodsOf()} on kursus_pelatih.id = p.kursus_pelatih_id
      and kursus_pelatih.mulai <= p.tanggal and p.tanggal <= coalesce(kursus_pelatih.selesai, '9999')
    where p.jenis = 'reguler' and p.diubah = 0 and p.status = 'terjadwal' and p.tanggal > ${currentDay()}
      and (p.jam_mulai <> kursus_pelatih.jam_mulai or p.pelatih_id <> kursus_pelatih.pelatih_id or p.ruang_id <> kursus_pelatih.ruang_id)`.execute(
    s.db,
  )
  return rows
}
/**
 * Returns SQL for the periods of classes, independent of the code under test. Before the planned
 * change of a class, its row in `kursus_pelatih` applies; from the day of the change on, its
 * planned version applies.
 */
const periodsOf = () => sql`(
  select k.id, k.mulai, case when v.id is null then k.selesai when k.selesai < v.sebelum then k.selesai else v.sebelum end as selesai,
    k.jam_mulai, k.pelatih_id, k.ruang_id from kursus_pelatih k left join kursus_pelatih_versi v on v.kursus_pelatih_id = k.id and v.selesai is null
  union all select k.id, v.mulai, k.selesai, v.jam_mulai, v.pelatih_id, v.ruang_id
    from kursus_pelatih_versi v join kursus_pelatih k on k.id = v.kursus_pelatih_id where v.selesai is null) kursus_pelatih`
const night = async () => {
  const { bentrok } = await makeLessons(s.db, new Date())
  // Expects no conflicts: the job lists a lesson in `bentrok` when it could not create the lesson
  // because of a conflict that the rules had missed.
  expect(bentrok).toEqual([])
  expect(await brokenSchedule(s.db)).toEqual([])
  expect(await astray()).toEqual([])
}

test.each(Array.from({ length: seeds }, (_, i) => i + 1))(
  'never double-books a person or room and makes valid offers, in random moves (%d)',
  async (seed) => {
    const r = makeRandom(seed)
    const w = await makeWorld()
    const counts = new Map<string, number>()
    for (let round = 0; round < rounds; round++) {
      await playRound(r, w, counts)
      await night()
      const day = addDays(currentDay(), pause)
      vi.setSystemTime(new Date(`${day}T02:00:00.000+07:00`))
      client = await s.as(1)
      await night()
    }
    expect(counts.get('201') ?? 0).toBeGreaterThan(5)
    expect(counts.get('tawaran') ?? 0).toBeGreaterThan(3)
    must(await client.get('/kursus-pelatih'))
  },
  60_000,
)
