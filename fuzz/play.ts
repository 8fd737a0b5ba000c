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
/** Reads as a person. */
export type Get = (path: string) => Promise<Reply>

/** A call of the API by a person. */
export interface Call {
  path: string
  body: object
  file?: SentFile
}
/**
 * The situation of a person. `get` reads what a screen shows them; `upload` sends a new
 * picture and answers its id, or 0; `number` is of this call alone.
 */
export interface Field<Arena> {
  db: Db
  arena: Arena
  r: Random
  number: number
  get: Get
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
  /** The users behind the clients, what each does, and of whom they know where not of all. */
  peopleOf: (arena: Arena) => readonly { user: number; does: Weights<Arena>; sees?: Arena }[]
  /** The call whose rows must be there once it was acknowledged, and their table. */
  kept: { path: string; table: 'pertemuan' | 'billing_payment' }
  /** Everything that does not hold; empty when all is right. */
  broken: (after: After<Arena>) => Promise<string[]>
  /** Calls of which `broken` is told that they were done. */
  remembers?: readonly string[]
  /** Repairs after a kill that people would have to wait for. */
  restarted?: (db: Db) => Promise<void>
  /** Calls of which each is to succeed in a long run. */
  kinds?: readonly string[]
  /** Calls of which each is to be refused (409) in a long run. */
  refusals?: readonly string[]
  /** Counts of further events that a long run must have seen. */
  happened?: (db: Db) => Promise<Record<string, number>>
}
/** A call that has succeeded, when its answer came, and how many rows it says that it did. */
export interface Told {
  call: Call
  at: string
  rows: number
}
/** A school after a play; `get` reads as its superadmin. */
export interface After<Arena> extends Ground<Arena> {
  told: readonly Told[]
  /** Calls that the server died in: each was done, or was not. */
  cut: readonly Call[]
}
/** Where a play takes place. */
export interface Ground<Arena> {
  db: Db
  scene: Scene<Arena>
  arena: Arena
  get: Get
}

/** Answers that may come: done, refused, of another's, gone meanwhile, in the way, not possible. */
const expected = [200, 201, 403, 404, 409, 422, 503]
/** A client of a user. */
export interface Hands {
  post: Post
  get: Get
  upload: () => Promise<number>
}
/** A client, and what its user does. */
export interface Person<Arena> extends Hands {
  does: Weights<Arena>
  sees: Arena
}
/** Lets what sends a file wait for the one before: more of one user at once are refused. */
const oneFileAtATime = ({ post, get, upload }: Hands): Hands => {
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(send: () => Promise<T>): Promise<T> => {
    const sent = last.then(send)
    last = sent.catch(() => {})
    return sent
  }
  return {
    post: (path, body, more) =>
      more?.file ? inTurn(() => post(path, body, more)) : post(path, body, more),
    get,
    upload: () => inTurn(upload),
  }
}
/** Everybody of a scene; those behind whom the same user stands share one client. */
export const openPeople = async <Arena>(
  scene: Scene<Arena>,
  arena: Arena,
  open: (user: number) => Promise<Hands>,
): Promise<Person<Arena>[]> => {
  const clients = new Map<number, Hands>()
  const people: Person<Arena>[] = []
  for (const { user, does, sees = arena } of scene.peopleOf(arena)) {
    const hands = clients.get(user) ?? oneFileAtATime(await open(user))
    clients.set(user, hands)
    people.push({ does, sees, ...hands })
  }
  return people
}
/** The server has gone. */
const noAnswer = 0

export interface Play<Arena> {
  db: Db
  scene: Scene<Arena>
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

/** The path of a call, without what it asks. */
export const nameOf = ({ path }: Call): string => path.split('?')[0] ?? path
/** How many rows an answer says were done; calls about one row do not tell. */
const rowsOf = ({ data }: Reply): number =>
  typeof data === 'object' && data !== null && 'berhasil' in data ? Number(data.berhasil) : 1

/** A job that was run and failed, other than by the death of its server. */
const isFailedJob = ({ data }: Reply): boolean => {
  const ran = data as { terakhir?: { galat?: string | null } | null } | null
  const failure = ran?.terakhir?.galat ?? ''
  return failure !== '' && !/server berhenti/i.test(failure)
}

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
  else if (!expected.includes(status) || isFailedJob(reply))
    played.wrong.push(`${status} ${path} ${JSON.stringify(body)}: ${JSON.stringify(data)}`)
  if (isDone(reply) && nameOf(call) === scene.kept.path) played.made.push(idOf(reply))
  if (isDone(reply) && scene.remembers?.includes(nameOf(call)))
    played.told.push({ call, at: new Date().toISOString(), rows: rowsOf(reply) })
  return status
}

/** Lets all of them do things at once until so many calls are done, or the server has gone. */
export const play = async <Arena>(options: Play<Arena>): Promise<Played> => {
  const { db, people, seed, calls, first = 0, watch = () => {} } = options
  const played = fresh()
  let [next, done, gone] = [first, 0, false]
  const one = async ({ does, sees, get, upload }: Person<Arena>, person: number): Promise<void> => {
    while (next < first + calls && !gone) {
      const number = next++
      const r = randomOf(seed, number)
      const call = await someCall(does, { db, arena: sees, r, number, get, upload })
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

/** Calls that were to be done or refused and were not (`never`), and how often what happened. */
export const countKinds = async <Arena>(
  { db, scene }: Pick<Ground<Arena>, 'db' | 'scene'>,
  all: readonly Played[],
) => {
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
  const refusals = (scene.refusals ?? []).map((path) => `${path} 409`)
  const never = [
    ...[...kinds].filter(([, { done }]) => done === 0).map(([path]) => path),
    ...refusals.filter((name) => !all.some(({ answers }) => answers.has(name))),
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
  ground: Ground<Arena>,
  all: readonly Played[],
): Promise<string[]> => [
  ...(await ground.scene.broken({
    ...ground,
    told: all.flatMap(({ told }) => told),
    cut: all.flatMap(({ cut }) => cut.map(({ call }) => call)),
  })),
  ...(await lost(
    ground.db,
    ground.scene.kept.table,
    all.flatMap(({ made }) => made),
  )),
]
