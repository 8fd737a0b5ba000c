/** Many people at one schedule, at random, and what must hold whatever they do. */
import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'
import { brokenSchedule } from '#server/modules/schedule/invariants.ts'
import { readSettings } from '#server/settings.ts'
import { randomOf } from '../random.ts'
import { idOf, isDone, type Arena, type Post } from './arena.ts'
import { someCall, type Call, type Trade } from './moves.ts'

/** Answers that may come: done, refused, of another's, gone meanwhile, in the way, not possible. */
const expected = [200, 201, 403, 404, 409, 422, 503]
/** A client, and what its user does. */
export interface Person {
  trade: Trade
  post: Post
}
/** The server has gone. */
const noAnswer = 0

export interface Play {
  db: Db
  arena: Arena
  people: readonly Person[]
  seed: number
  /** Calls in all. */
  calls: number
  /** Numbers of the calls go on from here. */
  first?: number
  /** Called after each call. */
  watch?: (done: number) => void
}
export interface Played {
  /** How often each kind of call was answered how: `/pertemuan/pindah 409`. */
  answers: Map<string, number>
  /** Answers that must not come, with the call. */
  wrong: string[]
  /** Lessons whose making was acknowledged. */
  made: number[]
}

const nameOf = ({ path }: Call): string => path.split('?')[0] ?? path

/** Lets all of them do things at once until so many calls are done, or the server has gone. */
export const play = async (options: Play): Promise<Played> => {
  const { db, arena, people, seed, calls, first = 0, watch = () => {} } = options
  const played: Played = { answers: new Map(), wrong: [], made: [] }
  let [next, done, gone] = [first, 0, false]
  const one = async ({ post, trade }: Person): Promise<void> => {
    while (next < first + calls && !gone) {
      const call = await someCall(trade, { db, arena, r: randomOf(seed, next++) })
      const reply = await post(call.path, call.body)
      const { status, data } = reply
      const name = `${nameOf(call)} ${status}`
      played.answers.set(name, (played.answers.get(name) ?? 0) + 1)
      if (status === noAnswer) gone = true
      else if (!expected.includes(status))
        played.wrong.push(`${status} ${JSON.stringify(call)}: ${JSON.stringify(data)}`)
      if (isDone(reply) && nameOf(call) === '/pertemuan/create') played.made.push(idOf(reply))
      watch(++done)
    }
  }
  await Promise.all(people.map(one))
  return played
}

/** What holds while no setting is changed: nobody earns more make-ups a month than the cap. */
const overCap = async (db: Db): Promise<string[]> => {
  const { maks_kredit_bulan } = await readSettings(db)
  const { rows } = await sql<{
    id: number
  }>`select min(k.id) as id from kredit_pengganti k join pertemuan p on p.id = k.asal_pertemuan_id
    where k.sebab = 'siswa' and k.status <> 'dicabut' group by k.peserta_id, k.kursus_id, substr(p.tanggal, 1, 7)
    having count(*) > ${maks_kredit_bulan}`.execute(db)
  return rows.map(({ id }) => `kredit sebulan tidak melebihi batas: ${id}`)
}
/** Lessons that were acknowledged and are not there. */
const lost = async (db: Db, made: readonly number[]): Promise<string[]> => {
  if (made.length === 0) return []
  const rows = await db.selectFrom('pertemuan').select('id').where('id', 'in', made).execute()
  const there = new Set(rows.map((row) => row.id))
  return made.filter((id) => !there.has(id)).map((id) => `pertemuan ${id} hilang`)
}
/** Everything that does not hold; empty when all is right. */
export const problemsAfter = async (db: Db, made: readonly number[]): Promise<string[]> => [
  ...(await brokenSchedule(db)),
  ...(await overCap(db)),
  ...(await lost(db, made)),
]
