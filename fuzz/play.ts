/** Many people at one school, at random, and what must hold whatever they do. */
import type { Db } from '#server/db/tables.ts'
import { randomOf, type Random } from './random.ts'

export interface Reply {
  status: number
  data: unknown
}
/** Something was done. */
export const isDone = ({ status }: Reply): boolean => status === 200 || status === 201
/** The id of what was made, or 0. */
export const idOf = ({ data }: Reply): number =>
  typeof data === 'object' && data !== null && 'id' in data ? Number(data.id) : 0
/** A call of one person. */
export type Post = (path: string, body: object) => Promise<Reply>

/** One call of the API: what a person does. */
interface Call {
  path: string
  body: object
}
/** What one person has before them. `upload` sends a new picture and answers its id, or 0. */
export interface Field<Arena> {
  db: Db
  arena: Arena
  r: Random
  upload: () => Promise<number>
}
/** Undefined: there is nothing to do it to. */
export type Move<Arena> = (field: Field<Arena>) => Promise<Call | undefined>
/** How often each is done. */
export type Weights<Arena> = readonly (readonly [Move<Arena>, number])[]

/** Any of what such a person does. */
const someCall = async <Arena>(weights: Weights<Arena>, field: Field<Arena>): Promise<Call> => {
  const drawn = weights.flatMap(([one, times]) => Array.from({ length: times }, () => one))
  for (;;) {
    const call = await field.r.pick(drawn)(field)
    if (call) return call
  }
}

/** A school, who works there, and what must hold of it. */
export interface Scene<Arena> {
  /** Made through the API, as its superadmin. */
  make: (post: Post, db: Db, r: Random) => Promise<Arena>
  /** The users behind the clients, and what each does. */
  peopleOf: (arena: Arena) => readonly { user: number; does: Weights<Arena> }[]
  /** The call whose rows must be there once it was acknowledged, and their table. */
  kept: { path: string; table: 'pertemuan' | 'billing_payment' }
  /** Everything that does not hold; empty when all is right. */
  broken: (db: Db, told: readonly Told[]) => Promise<string[]>
  /** Calls of which the answers are told to `broken`. */
  remembers?: string
}
/** A call that has succeeded, and when its answer came. */
export interface Told {
  call: Call
  at: string
}

/** Answers that may come: done, refused, of another's, gone meanwhile, in the way, not possible. */
const expected = [200, 201, 403, 404, 409, 422, 503]
/** A client, and what its user does. */
export interface Person<Arena> {
  does: Weights<Arena>
  post: Post
  upload: () => Promise<number>
}
/** The server has gone. */
const noAnswer = 0

export interface Play<Arena> {
  db: Db
  scene: Scene<Arena>
  arena: Arena
  people: readonly Person<Arena>[]
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
  /** Rows whose making was acknowledged. */
  made: number[]
  told: Told[]
}

const nameOf = ({ path }: Call): string => path.split('?')[0] ?? path

/** Lets all of them do things at once until so many calls are done, or the server has gone. */
export const play = async <Arena>(options: Play<Arena>): Promise<Played> => {
  const { db, scene, arena, people, seed, calls, first = 0, watch = () => {} } = options
  const played: Played = { answers: new Map(), wrong: [], made: [], told: [] }
  let [next, done, gone] = [first, 0, false]
  const one = async ({ post, does, upload }: Person<Arena>): Promise<void> => {
    while (next < first + calls && !gone) {
      const call = await someCall(does, { db, arena, r: randomOf(seed, next++), upload })
      const reply = await post(call.path, call.body)
      const { status, data } = reply
      const name = `${nameOf(call)} ${status}`
      played.answers.set(name, (played.answers.get(name) ?? 0) + 1)
      if (status === noAnswer) gone = true
      else if (!expected.includes(status))
        played.wrong.push(`${status} ${JSON.stringify(call)}: ${JSON.stringify(data)}`)
      if (isDone(reply) && nameOf(call) === scene.kept.path) played.made.push(idOf(reply))
      if (isDone(reply) && nameOf(call) === scene.remembers)
        played.told.push({ call, at: new Date().toISOString() })
      watch(++done)
    }
  }
  await Promise.all(people.map(one))
  return played
}

/** Rows that were acknowledged and are not there. */
const lost = async (db: Db, table: Scene<never>['kept']['table'], made: readonly number[]) => {
  const there = new Set<number>()
  for (let i = 0; i < made.length; i += 500) {
    const some = made.slice(i, i + 500)
    const rows = await db.selectFrom(table).select('id').where('id', 'in', some).execute()
    for (const { id } of rows) there.add(id)
  }
  return made.filter((id) => !there.has(id)).map((id) => `${table} ${id} hilang`)
}
/** Everything that does not hold after parts of a play; empty when all is right. */
export const problemsAfter = async <Arena>(
  db: Db,
  scene: Scene<Arena>,
  all: readonly Played[],
): Promise<string[]> => [
  ...(await scene.broken(
    db,
    all.flatMap(({ told }) => told),
  )),
  ...(await lost(
    db,
    scene.kept.table,
    all.flatMap(({ made }) => made),
  )),
]
