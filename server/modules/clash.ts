/** Refuses classes that are in each other's way (domain.md 3.8); whoever writes a class, or what it is made of, asks here inside its transaction. */
import type { Issue } from '#contract/resource.ts'
import {
  classesOverlap,
  findClashes,
  isClosed,
  rangesOverlap,
  type BookedClass,
  type Conflict,
  type SharedThing,
  type Validity,
} from '#contract/rules/overlap.ts'
import { formatJam } from '#contract/rules/tanggal.ts'
import type { Trx } from '#server/db/tables.ts'
import { conflict, type HttpError } from '#server/errors.ts'
import type { Actor } from '#server/http/context.ts'
import type { Condition } from '#server/http/query.ts'
import { kelasScope, tampak } from '#server/modules/scope.ts'

/** A class as it is to be. */
export interface WantedClass extends BookedClass {
  nama: string
  /** 1 where the actor may see it. */
  tampak: number
  outlet: { id: number; nama: string; jam_buka: string; jam_tutup: string }
}
/** Where a class stands that is in the way of a student's other one. */
interface StoredClass extends BookedClass {
  id: number
  nama: string
  tampak: number
}
/** Students who hold a seat: active and on leave. */
const seated = [1, 2] as const
/** What the index on a student's enrolments holds; said too, so that it is used. */
const indexed = [0, 1, 2] as const
/** A refusal names so many; one change of a course may meet hundreds. */
const maxNamed = 50
const elsewhere = 'Kelas di outlet lain'

const labelOf = ({ nama, tampak: seen }: { nama: string; tampak: number }): string =>
  seen === 1 ? nama : elsewhere
/** That something is in the way is told to everybody; what it is, to whoever may see it. */
const meets = (jenis: Conflict['jenis'], pesan: string, other: StoredClass): Conflict => ({
  jenis,
  tingkat: 'keras',
  pesan: `${pesan} ${labelOf(other)}`,
  dengan: {
    resource: 'kursus-pelatih',
    id: other.tampak === 1 ? other.id : null,
    label: labelOf(other),
  },
  mulai: other.jam_mulai,
  selesai: other.jam_selesai,
})
const words: Record<SharedThing, string> = {
  pelatih: 'Guru sudah mengajar',
  ruang: 'Ruang sudah dipakai',
}

const bookedColumns = [
  'kursus_pelatih.id',
  'kursus_pelatih.nama',
  'kursus_pelatih.pelatih_id',
  'kursus_pelatih.ruang_id',
  'kursus_pelatih.hari',
  'kursus_pelatih.jam_mulai',
  'kursus_pelatih.jam_selesai',
  'kursus_pelatih.mulai',
  'kursus_pelatih.selesai',
  'gedung.zona_waktu',
] as const

/** Active classes that meet a condition, as they would be moved: the course's length or the outlet's hours are the caller's to change. */
export const readWanted = async (
  trx: Trx,
  actor: Actor,
  which: Condition,
): Promise<WantedClass[]> => {
  const rows = await trx
    .selectFrom('kursus_pelatih')
    .innerJoin('gedung', 'gedung.id', 'kursus_pelatih.gedung_id')
    .select([...bookedColumns, 'gedung.id as gedung_id', 'gedung.nama as gedung'])
    .select(['gedung.jam_buka', 'gedung.jam_tutup', tampak(kelasScope(actor))])
    .where('kursus_pelatih.status', '=', 'aktif')
    .where(which)
    .orderBy('kursus_pelatih.id')
    .execute()
  return rows.map(({ gedung_id, gedung, jam_buka, jam_tutup, ...row }) => ({
    ...row,
    outlet: { id: gedung_id, nama: gedung, jam_buka, jam_tutup },
  }))
}

/** Active classes of the same coaches, or in the same rooms. */
const readRivals = async (
  trx: Trx,
  actor: Actor,
  wanted: readonly WantedClass[],
): Promise<StoredClass[]> => {
  const [coaches, rooms] = (['pelatih_id', 'ruang_id'] as const).map((key) => [
    ...new Set(wanted.map((w) => w[key])),
  ])
  return trx
    .selectFrom('kursus_pelatih')
    .innerJoin('gedung', 'gedung.id', 'kursus_pelatih.gedung_id')
    .select([...bookedColumns, tampak(kelasScope(actor))])
    .where('kursus_pelatih.status', '=', 'aktif')
    .where((eb) =>
      eb.or([eb('pelatih_id', 'in', coaches ?? []), eb('ruang_id', 'in', rooms ?? [])]),
    )
    .orderBy('kursus_pelatih.nama_kunci')
    .orderBy('kursus_pelatih.id')
    .execute()
}
/** The classes as they will be: those that change take their new place among the others. */
const withChanges = (stored: readonly StoredClass[], wanted: readonly WantedClass[]) => {
  const changed = new Map(wanted.map((w) => [w.id, w]))
  return stored.map((c): StoredClass => ({ ...c, ...changed.get(c.id), id: c.id }))
}

/** Other classes that students of these classes are in, with the days of both enrolments. */
const readStudents = (trx: Trx, actor: Actor, classes: readonly number[]) =>
  trx
    .selectFrom('kursus_peserta as here')
    .innerJoin('kursus_peserta as there', 'there.peserta_id', 'here.peserta_id')
    .innerJoin('kursus_pelatih', 'kursus_pelatih.id', 'there.kursus_pelatih_id')
    .innerJoin('gedung', 'gedung.id', 'kursus_pelatih.gedung_id')
    .select(bookedColumns)
    .select(['here.kursus_pelatih_id as kelas_id', 'here.peserta_nama', tampak(kelasScope(actor))])
    .select(['here.mulai as here_from', 'here.selesai as here_to'])
    .select(['there.mulai as there_from', 'there.selesai as there_to'])
    .where('here.kursus_pelatih_id', 'in', classes)
    .where('here.status', 'in', seated)
    .where('there.status', 'in', indexed)
    .where('there.status', 'in', seated)
    .whereRef('there.kursus_pelatih_id', '<>', 'here.kursus_pelatih_id')
    .where('kursus_pelatih.status', '=', 'aktif')
    .orderBy('here.peserta_nama_kunci')
    .orderBy('there.id')
    .execute()

const studentConflicts = async (trx: Trx, actor: Actor, wanted: readonly WantedClass[]) => {
  const byId = new Map(wanted.flatMap((w) => (w.id === null ? [] : [[w.id, w] as const])))
  const rows = byId.size === 0 ? [] : await readStudents(trx, actor, [...byId.keys()])
  return rows.flatMap((row): { of: WantedClass; found: Conflict }[] => {
    const of = byId.get(row.kelas_id)
    const [other] = withChanges([row], wanted)
    const here = { mulai: row.here_from, selesai: row.here_to }
    const there = { mulai: row.there_from, selesai: row.there_to }
    if (!of || !other || !rangesOverlap(here, there) || !classesOverlap(of, other)) return []
    return [{ of, found: meets('peserta', `${row.peserta_nama} sudah ikut`, other) }]
  })
}
const closedConflict = ({ outlet }: WantedClass): Conflict => ({
  jenis: 'tutup',
  tingkat: 'keras',
  pesan: `${outlet.nama} buka ${formatJam(outlet.jam_buka)}–${formatJam(outlet.jam_tutup)}`,
  dengan: { resource: 'gedung', id: outlet.id, label: outlet.nama },
  mulai: outlet.jam_buka,
  selesai: outlet.jam_tutup,
})

interface Found {
  of: WantedClass
  found: Conflict
}
/** What is in the way of classes: opening hours, other classes of their coaches and rooms, and of their students. */
const findConflicts = async (
  trx: Trx,
  actor: Actor,
  wanted: readonly WantedClass[],
  hours: boolean,
): Promise<Found[]> => {
  if (wanted.length === 0) return []
  const rivals = Map.groupBy(
    withChanges(await readRivals(trx, actor, wanted), wanted),
    (c) => `${c.pelatih_id}`,
  )
  const byRoom = Map.groupBy([...rivals.values()].flat(), (c) => c.ruang_id)
  const shared = wanted.flatMap((of) => {
    const near = new Set([
      ...(rivals.get(`${of.pelatih_id}`) ?? []),
      ...(byRoom.get(of.ruang_id) ?? []),
    ])
    return findClashes(of, [...near]).map(({ jenis, other }) => ({
      of,
      found: meets(jenis, words[jenis], other),
    }))
  })
  const closed = hours ? wanted.filter((w) => isClosed(w, w.outlet)) : []
  return [
    ...closed.map((of) => ({ of, found: closedConflict(of) })),
    ...shared,
    ...(await studentConflicts(trx, actor, wanted)),
  ]
}

const refusal = (all: readonly Conflict[], fieldOf: (c: Conflict) => string): HttpError => {
  const messages = Map.groupBy(all, fieldOf)
  const errors = [...messages].map(([field, own]): Issue => {
    const told = [...new Set(own.map((c) => c.pesan))]
    const rest = told.length - 5
    return {
      field,
      message: `${told.slice(0, 5).join('. ')}${rest > 0 ? ` dan ${rest} lainnya` : ''}`,
    }
  })
  const message = errors.map((e) => e.message).join('. ')
  return conflict(message, { errors, konflik: all.slice(0, maxNamed) })
}

const classFields: Record<Conflict['jenis'], string> = {
  pelatih: 'pelatih_id',
  ruang: 'ruang_id',
  tutup: 'jam_mulai',
  peserta: 'jam_mulai',
}
/** Refuses a class that is in the way of others (409); `hours`: its times are new, so the outlet must be open. */
export const refuseClashes = async (
  trx: Trx,
  actor: Actor,
  wanted: WantedClass,
  hours: boolean,
): Promise<void> => {
  const found = await findConflicts(trx, actor, [wanted], hours)
  if (found.length > 0)
    throw refusal(
      found.map((f) => f.found),
      (c) => classFields[c.jenis],
    )
}

/** Refuses a change of something else that brings its classes into the way of others, or outside of their outlet's hours (409 on the field). */
export const refuseMoved = async (
  trx: Trx,
  actor: Actor,
  { moved, field, hours }: { moved: readonly WantedClass[]; field: string; hours: boolean },
): Promise<void> => {
  const found = await findConflicts(trx, actor, moved, hours)
  if (found.length === 0) return
  const named = found.map(({ of, found: c }) => ({ ...c, pesan: `${labelOf(of)}: ${c.pesan}` }))
  throw refusal(named, () => field)
}

interface Enrolment extends Validity {
  id: number | undefined
  peserta_id: number
  kelas_id: number
}
/** Refuses a student's class that is at the time of another one of theirs (409). */
export const refuseBusyStudent = async (
  trx: Trx,
  actor: Actor,
  wanted: Enrolment,
): Promise<void> => {
  const read = trx
    .selectFrom('kursus_pelatih')
    .innerJoin('gedung', 'gedung.id', 'kursus_pelatih.gedung_id')
    .select([...bookedColumns, tampak(kelasScope(actor))])
  const one = await read.where('kursus_pelatih.id', '=', wanted.kelas_id).executeTakeFirstOrThrow()
  const others = await read
    .innerJoin('kursus_peserta as ikut', 'ikut.kursus_pelatih_id', 'kursus_pelatih.id')
    .select(['ikut.id as ikut_id', 'ikut.peserta_nama'])
    .select(['ikut.mulai as ikut_from', 'ikut.selesai as ikut_to'])
    .where('ikut.peserta_id', '=', wanted.peserta_id)
    .where('ikut.status', 'in', indexed)
    .where('ikut.status', 'in', seated)
    .where('kursus_pelatih.status', '=', 'aktif')
    .where('kursus_pelatih.id', '<>', wanted.kelas_id)
    .orderBy('ikut.id')
    .execute()
  const found = others
    .filter((o) => o.ikut_id !== wanted.id)
    .filter((o) => rangesOverlap(wanted, { mulai: o.ikut_from, selesai: o.ikut_to }))
    .filter((o) => classesOverlap(one, o))
    .map((o) => meets('peserta', `${o.peserta_nama} sudah ikut`, o))
  if (found.length > 0) throw refusal(found, () => 'kursus_pelatih_id')
}
