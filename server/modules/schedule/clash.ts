/**
 * Refuses classes that are in each other's way (domain.md 3.8); whoever writes a class, or what it
 * is made of, asks here inside its transaction.
 */
import type { Issue } from '#contract/resource.ts'
import type { Alternative, Conflict } from '#contract/schedule/rules/conflicts.ts'
import {
  classesOverlap,
  findClashes,
  isClosed,
  rangesOverlap,
  type SharedThing,
  type Validity,
} from '#contract/schedule/rules/weekly.ts'
import { formatJam } from '#contract/values/tanggal.ts'
import type { Trx } from '#server/db/tables.ts'
import { conflict, type HttpError } from '#server/errors.ts'
import type { Actor } from '#server/http/context.ts'
import {
  readRivals,
  readStudentClasses,
  readStudents,
  type StoredClass,
  type WantedClass,
} from '#server/modules/schedule/clashRows.ts'

/** A refusal names so many; one change of a course may meet hundreds. */
const maxNamed = 50
const elsewhere = 'Kelas di outlet lain'

const labelOf = ({ nama, tampak: seen }: { nama: string; tampak: number }): string =>
  seen === 1 ? nama : elsewhere
/** That something is in the way is told to everybody; what it is, to whoever may see it. */
const meets = (jenis: Conflict['jenis'], text: string, other: StoredClass): Conflict => ({
  jenis,
  tingkat: 'keras',
  pesan: `${text} ${labelOf(other)}`,
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

/** The classes as they will be: those that change take their new place among the others. */
const withChanges = (stored: readonly StoredClass[], wanted: readonly WantedClass[]) => {
  const changed = new Map(wanted.map((w) => [w.id, w]))
  return stored.map((c): StoredClass => ({ ...c, ...changed.get(c.id), id: c.id }))
}

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
/**
 * What is in the way of classes: opening hours, other classes of their coaches and rooms, and of
 * their students.
 */
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

/** A 409 that names each conflict at its field, and where it could be instead. */
export const refusal = (
  all: readonly Conflict[],
  fieldOf: (c: Conflict) => string,
  alternatif?: readonly Alternative[],
): HttpError => {
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
  const konflik = all.slice(0, maxNamed)
  return conflict(message, { errors, konflik, ...(alternatif ? { alternatif } : {}) })
}

/** The field of a form that a conflict stands at. */
export const conflictField = (jenis: Conflict['jenis']): string => {
  if (jenis === 'pelatih' || jenis === 'cuti') return 'pelatih_id'
  if (jenis === 'libur') return 'tanggal'
  return jenis === 'ruang' || jenis === 'kapasitas' ? 'ruang_id' : 'jam_mulai'
}
/**
 * Refuses a class that is in the way of others (409); `hours`: its times are new, so the outlet
 * must be open.
 */
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
      (c) => conflictField(c.jenis),
    )
}

/**
 * Refuses a change of something else that brings its classes into the way of others, or outside of
 * their outlet's hours (409 on the field).
 */
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
  const { one, others } = await readStudentClasses(trx, actor, wanted)
  const found = others
    .filter((o) => o.ikut_id !== wanted.id)
    .filter((o) => rangesOverlap(wanted, { mulai: o.ikut_from, selesai: o.ikut_to }))
    .filter((o) => classesOverlap(one, o))
    .map((o) => meets('peserta', `${o.peserta_nama} sudah ikut`, o))
  if (found.length > 0) throw refusal(found, () => 'kursus_pelatih_id')
}
