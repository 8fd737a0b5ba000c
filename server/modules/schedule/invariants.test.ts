/** Tests that each rule of the schedule finds the rows that violate it. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { dropGuards } from '#mocks/api/guards.ts'
import { hold, makeHour, makeLead } from '#mocks/people/calon.ts'
import {
  enrol,
  makeKelas,
  makeOutlet,
  makePelatih,
  makePeserta,
  makeRuang,
} from '#mocks/people/family.ts'
import { storeAway, storeLesson } from '#mocks/schedule/lesson.ts'
import { makeSchool, type School } from '#mocks/school/school.ts'
import { brokenSchedule } from '#server/modules/schedule/invariants.ts'

/** Tuesday far in the future, on which there are no regular lessons. */
const day = '2041-03-05'
let s: School
let place: { gedung: number; ruang: number; pelatih: number; kelas: number; other: number }
let student: { peserta: number; kp: number }
beforeAll(async () => {
  s = await makeSchool()
  // Drops the constraints of the database, because they would reject the invalid rows that the
  // tests store.
  await dropGuards(s.db)
})
afterAll(() => s.close())
beforeEach(async () => {
  const gedung = await makeOutlet(s)
  const ruang = await makeRuang(s, gedung, { kapasitas: 1 })
  const pelatih = await makePelatih(s)
  const kelas = await makeKelas(s, gedung, { pelatih_id: pelatih, ruang_id: ruang, kapasitas: 1 })
  const otherClass = await makeKelas(s, gedung, { jam_mulai: '15:00' })
  const peserta = await makePeserta(s, s.ids.akun, gedung)
  place = { gedung, ruang, pelatih, kelas, other: otherClass }
  student = { peserta, kp: await enrol(s, peserta, kelas) }
})
afterEach(async () => {
  const tables = [
    'kredit_pengganti',
    'absensi',
    'absensi_pelatih',
    'pertemuan',
    'slot_ditahan',
  ] as const
  for (const table of tables) await s.db.deleteFrom(table).execute()
  await setClass({ ruang_id: place.ruang })
})

/** Returns the names of the violated rules. */
const broken = async () => (await brokenSchedule(s.db)).map((rule) => rule.split(':')[0])
const lesson = (kelas: number, more: Record<string, unknown> = {}) =>
  storeLesson(s, kelas, day, { jenis: 'tambahan', ...more })
const setLesson = (id: number, to: object) =>
  s.db.updateTable('pertemuan').set(to).where('id', '=', id).execute()
const setClass = (to: object) =>
  s.db.updateTable('kursus_pelatih').set(to).where('id', '=', place.kelas).execute()
const setMark = (pertemuan_id: number, to: object) =>
  s.db.updateTable('absensi').set(to).where('pertemuan_id', '=', pertemuan_id).execute()
const setCredit = (asal_pertemuan_id: number, to: object) =>
  s.db
    .updateTable('kredit_pengganti')
    .set(to)
    .where('asal_pertemuan_id', '=', asal_pertemuan_id)
    .execute()
/** Creates a lesson that the student missed, and the make-up credit for this absence. */
const missed = async () => {
  const id = await lesson(place.kelas, { jam_mulai: '07:00', jam_selesai: '07:30' })
  await storeAway(s, id, student.kp)
  return id
}
/** Enrols a new student in a class. The student belongs to the outlet of the tests. */
const addStudent = async (kelas: number) =>
  enrol(s, await makePeserta(s, s.ids.akun, place.gedung), kelas)

const cases: Record<string, () => Promise<unknown>> = {
  'guru di dua pertemuan': async () => {
    await lesson(place.kelas)
    await lesson(place.other, { pelatih_id: place.pelatih, jam_mulai: '09:15' })
  },
  'ruang di dua pertemuan': async () => {
    await lesson(place.kelas)
    await lesson(place.other, {
      ruang_id: place.ruang,
      jam_mulai: '09:15',
      jam_selesai: '10:00',
    })
  },
  'pertemuan pindah menunjuk penggantinya': async () =>
    setLesson(await lesson(place.kelas), { status: 'pindah' }),
  'guru pengganti bukan guru asli': () => lesson(place.kelas, { pelatih_asli_id: place.pelatih }),
  'ruang milik outlet pertemuan': () => lesson(place.kelas, { ruang_id: s.ids.ruang }),
  'ruang milik outlet kelas': () => setClass({ ruang_id: s.ids.ruang }),
  'ruang milik outlet slot yang ditahan': async () => {
    const { id } = await hold(s, await makeLead(s), await makeHour(s))
    const of = s.db.updateTable('slot_ditahan').where('id', '=', id)
    await of.set({ ruang_id: place.ruang }).execute()
  },
  'peserta di dua pertemuan': async () => {
    await enrol(s, student.peserta, place.other)
    await lesson(place.kelas)
    await lesson(place.other, { jam_mulai: '09:00', jam_selesai: '09:30' })
  },
  'peserta tidak melebihi kursi ruang': async () => {
    await addStudent(place.other)
    await addStudent(place.other)
    await lesson(place.other, { ruang_id: place.ruang })
  },
  'peserta tetap tidak melebihi kapasitas kelas': async () => {
    await addStudent(place.other)
    await addStudent(place.other)
    await lesson(place.other)
    await s.db
      .updateTable('kursus_pelatih')
      .set({ kapasitas: 1 })
      .where('id', '=', place.other)
      .execute()
  },
  'absensi milik peserta jadwalnya': async () =>
    setMark(await missed(), { peserta_id: s.ids.peserta }),
  'absensi hanya pada pertemuan yang berlangsung atau dibatalkan': async () =>
    setLesson(await missed(), { status: 'libur' }),
  'libur oleh sekolah: semua peserta, dan hanya di sana': async () =>
    setLesson(await missed(), { status: 'batal_sekolah' }),
  'guru tidak hadir: semua peserta, dan hanya di sana': async () =>
    setLesson(await missed(), { status: 'batal_pelatih' }),
  'keberangkatan sesuai kode absensi': async () =>
    setMark(await missed(), { status_keberangkatan: 1 }),
  'kredit dipesan pada pertemuan yang akan berlangsung': async () => {
    const id = await lesson(place.other, { status: 'batal_sekolah' })
    await setCredit(await missed(), { status: 'dipesan', pertemuan_id: id })
  },
  'kredit terpakai pada pertemuan yang diabsen': async () => {
    const id = await lesson(place.other, { status: 'selesai' })
    await setCredit(await missed(), { status: 'terpakai', pertemuan_id: id })
  },
  'kredit berasal dari absensi yang memberinya': async () =>
    setMark(await missed(), { kode_absensi: 'ALPA' }),
  'kredit tidak dipakai pada pertemuan asalnya': async () => {
    const id = await missed()
    await setCredit(id, { status: 'dipesan', pertemuan_id: id })
  },
  'yang terutang oleh guru ada kreditnya': async () => {
    const id = await missed()
    await setLesson(id, { status: 'batal_pelatih' })
    await setMark(id, { kode_absensi: 'PELATIH_TIDAK_HADIR' })
    await setCredit(id, { asal_absensi_id: null })
  },
}
test.each(Object.entries(cases))('reports a broken rule: %s', async (name, breakIt) => {
  expect(await broken()).toEqual([])
  await breakIt()
  expect(await broken()).toContain(name.split(':')[0])
})
