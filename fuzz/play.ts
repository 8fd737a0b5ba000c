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
/** A file that a call sends; its body is the other fields of the form then. */
export interface SentFile {
  name: string
  bytes: Buffer
}
/** A call of one person; the same `key` again is the same call. */
export type Post = (
  path: string,
  body: object,
  more?: { key?: string; file?: SentFile },
) => Promise<Reply>

/** One call of the API: what a person does. */
interface Call {
  path: string
  body: object
  file?: SentFile
}
/**
 * What one person has before them. `upload` sends a new picture and answers its id, or 0; `number`
 * is of this call alone.
 */
export interface Field<Arena> {
  db: Db
  arena: Arena
  r: Random
  number: number
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
  /** What nobody waits for after the server was killed. */
  restarted?: (db: Db) => Promise<void>
  /** Calls of which each is to succeed in a long run. */
  kinds?: readonly string[]
  /** What else is to have happened in a long run, and how often it has. */
  happened?: (db: Db) => Promise<Record<string, number>>
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
  /** Calls that the server died in; whether they did anything nobody knows. */
  cut: { person: number; call: Call; key: string }[]
}

const nameOf = ({ path }: Call): string => path.split('?')[0] ?? path

const fresh = (): Played => ({ answers: new Map(), wrong: [], made: [], told: [], cut: [] })

/** Asks, and writes down what was answered. Answers the status. */
const ask = async <Arena>(
  { scene, people, played }: Pick<Play<Arena>, 'scene' | 'people'> & { played: Played },
  { person, call, key }: Played['cut'][number],
): Promise<number> => {
  const { path, body, file } = call
  const reply = await people[person]!.post(path, body, { key, ...(file && { file }) })
  const { status, data } = reply
  const name = `${nameOf(call)} ${status}`
  played.answers.set(name, (played.answers.get(name) ?? 0) + 1)
  if (status === noAnswer) played.cut.push({ person, call, key })
  else if (!expected.includes(status))
    played.wrong.push(`${status} ${JSON.stringify(call)}: ${JSON.stringify(data)}`)
  if (isDone(reply) && nameOf(call) === scene.kept.path) played.made.push(idOf(reply))
  if (isDone(reply) && nameOf(call) === scene.remembers)
    played.told.push({ call, at: new Date().toISOString() })
  return status
}

/** Lets all of them do things at once until so many calls are done, or the server has gone. */
export const play = async <Arena>(options: Play<Arena>): Promise<Played> => {
  const { db, arena, people, seed, calls, first = 0, watch = () => {} } = options
  const played = fresh()
  let [next, done, gone] = [first, 0, false]
  const one = async ({ does, upload }: Person<Arena>, person: number): Promise<void> => {
    while (next < first + calls && !gone) {
      const number = next++
      const r = randomOf(seed, number)
      const call = await someCall(does, { db, arena, r, number, upload })
      const status = await ask({ ...options, played }, { person, call, key: crypto.randomUUID() })
      if (status === noAnswer) gone = true
      watch(++done)
    }
  }
  await Promise.all(people.map(one))
  return played
}

/**
 * Sends what the server died in once more, with the key that it had, as whoever was not answered
 * does.
 */
export const playAgain = async <Arena>(
  options: Pick<Play<Arena>, 'scene' | 'people'>,
  { cut }: Played,
): Promise<Played> => {
  const played = fresh()
  await Promise.all(cut.map((one) => ask({ ...options, played }, one)))
  return played
}

/** What was to happen and has not, and what has. */
export const countKinds = async <Arena>(db: Db, scene: Scene<Arena>, all: readonly Played[]) => {
  const kinds = new Map((scene.kinds ?? []).map((path) => [path, { done: 0, refused: 0 }]))
  for (const { answers } of all)
    for (const [name, n] of answers) {
      const [path = '', status] = name.split(' ')
      const kind = kinds.get(path) ?? { done: 0, refused: 0 }
      if (isDone({ status: Number(status), data: null })) kind.done += n
      else if (Number(status) !== noAnswer) kind.refused += n
      kinds.set(path, kind)
    }
  const happened = (await scene.happened?.(db)) ?? {}
  const never = [
    ...[...kinds].filter(([, { done }]) => done === 0).map(([path]) => path),
    ...Object.entries(happened)
      .filter(([, n]) => n === 0)
      .map(([what]) => what),
  ]
  return { kinds, happened, never }
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
