/**
 * Sends random calls of many concurrent users to a school, and checks the invariants of a scene. A
 * play is one such series of calls. An arena contains the ids of the rows on which the users act.
 */
import type { Db } from '#server/db/schema/tables.ts'
import { randomOf, type Random } from './random.ts'

export interface Reply {
  status: number
  data: unknown
}
/** Whether the call of a reply succeeded. */
export const isDone = ({ status }: Reply): boolean => status === 200 || status === 201
/** Returns the id of the row that a call has created; 0 if the reply contains no id. */
export const idOf = ({ data }: Reply): number =>
  typeof data === 'object' && data !== null && 'id' in data ? Number(data.id) : 0
/** File to upload. In a call with a file, `body` contains the other fields of the form. */
export interface SentFile {
  name: string
  bytes: Buffer
}
/**
 * Sends a call as a user. The server treats a second call with the same `key` as a retry of the
 * first.
 */
export type Post = (
  path: string,
  body: object,
  more?: { key?: string; file?: SentFile },
) => Promise<Reply>
/** Reads from the API as a user. */
export type Get = (path: string) => Promise<Reply>

/** Call of the API by a user. */
export interface Call {
  path: string
  body: object
  file?: SentFile
}
/** Input of an action of a user. */
export interface Field<Arena> {
  db: Db
  arena: Arena
  r: Random
  /** Unique number of the call. */
  number: number
  /** Reads from the API as the user. */
  get: Get
  /** Sends a new picture as the user; returns its id, or 0 after a failure. */
  upload: () => Promise<number>
}
/** Random action of a user: returns the call to send, or undefined without a row to act on. */
export type Move<Arena> = (field: Field<Arena>) => Promise<Call | undefined>
/** Actions with their weights. An action with weight 4 is twice as frequent as one with 2. */
export type Weights<Arena> = readonly (readonly [Move<Arena>, number])[]

/**
 * Picks actions at random, in proportion to their weights, until an action finds a row to act on.
 * Returns the call of this action.
 */
const someCall = async <Arena>(weights: Weights<Arena>, field: Field<Arena>): Promise<Call> => {
  const drawn = weights.flatMap(([move, times]) => Array.from({ length: times }, () => move))
  for (;;) {
    const call = await field.r.pick(drawn)(field)
    if (call) return call
  }
}

/** Scene of a play: how to make its school, its users with their actions, and its invariants. */
export interface Scene<Arena> {
  /** Makes the school through the API, as its superadmin. */
  make: (post: Post, db: Db, r: Random) => Promise<Arena>
  /**
   * Returns an entry for each concurrent client: the id of the client's user and the user's
   * actions. `sees` limits the rows on which the client acts; the default is the whole arena.
   */
  peopleOf: (arena: Arena) => readonly { user: number; does: Weights<Arena>; sees?: Arena }[]
  /**
   * Path of a call that creates a row, and the table of the row. If such a call is acknowledged,
   * the row must exist after the play.
   */
  kept: { path: string; table: 'pertemuan' | 'billing_payment' }
  /** Returns all broken invariants; empty when all hold. */
  broken: (after: After<Arena>) => Promise<string[]>
  /** Paths of the calls that are recorded for `broken`. */
  remembers?: readonly string[]
  /**
   * Runs after the restart of a killed server. Ends leases of the killed server, which would
   * otherwise expire only after some time.
   */
  restarted?: (db: Db) => Promise<void>
  /** Paths of calls that must each succeed at least once in a long run. */
  kinds?: readonly string[]
  /** Paths of calls that must each be rejected with 409 at least once in a long run. */
  refusals?: readonly string[]
  /** Counts events of the scene by name. Each event must occur at least once in a long run. */
  happened?: (db: Db) => Promise<Record<string, number>>
}
/** Acknowledged call, with the time of its response (ISO) and the number of rows it changed. */
export interface Told {
  call: Call
  at: string
  rows: number
}
/** State of the school after a play, with the acknowledged calls. Input of the invariant checks. */
export interface After<Arena> extends Ground<Arena> {
  told: readonly Told[]
  /** Calls without a response, because the server was killed. They may have taken effect or not. */
  cut: readonly Call[]
}
/** Database, scene and arena of a play; `get` reads as superadmin. */
export interface Ground<Arena> {
  db: Db
  scene: Scene<Arena>
  arena: Arena
  get: Get
}

/**
 * Statuses that are no problem: success, forbidden (403), outside the user's scope or deleted
 * (404), conflict (409), invalid (422) and busy (503).
 */
const expected = [200, 201, 403, 404, 409, 422, 503]
/** Functions by which a user calls the API. */
export interface Hands {
  post: Post
  get: Get
  upload: () => Promise<number>
}
/**
 * Simulated client that sends calls at the same time as other clients. `does` holds the actions of
 * the client's user, with their weights. `sees` holds the ids of the rows on which the client acts.
 */
export interface Person<Arena> extends Hands {
  does: Weights<Arena>
  sees: Arena
}
/**
 * Wraps the calls of a user so that uploads are sent one after the other, because the server
 * rejects concurrent uploads of a user.
 */
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
/**
 * Opens the clients of a scene. `open` logs in a user; clients with the same user share one login.
 */
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
/** Status of a reply when no response has come, because the server was killed. */
const noAnswer = 0

export interface Play<Arena> {
  db: Db
  scene: Scene<Arena>
  people: readonly Person<Arena>[]
  seed: number
  /** Total number of calls. */
  calls: number
  /** Number of the first call (default 0); together with `seed`, it determines the random calls. */
  first?: number
  /** Called after each call, with the number of calls so far. */
  watch?: (done: number) => void
}
export interface Played {
  /** Number of responses by path and status, such as `/pertemuan/pindah 409`. */
  answers: Map<string, number>
  /** Unexpected responses, each with its call. */
  wrong: string[]
  /** Ids of rows whose creation was acknowledged. */
  made: number[]
  told: Told[]
  /** Calls without a response, because the server was killed; their effect is unknown. */
  cut: { person: number; call: Call; key: string }[]
}

/** Path of a call without its query. */
export const nameOf = ({ path }: Call): string => path.split('?')[0] ?? path
/**
 * Returns the number of rows that a call has changed: field `berhasil` of the response. Only calls
 * about several rows have this field; for any other call, the number is 1.
 */
const rowsOf = ({ data }: Reply): number =>
  typeof data === 'object' && data !== null && 'berhasil' in data ? Number(data.berhasil) : 1

/**
 * Whether a reply reports a failed job. Ignores a job that failed because the server stopped, which
 * is expected.
 */
const isFailedJob = ({ data }: Reply): boolean => {
  const ran = data as { terakhir?: { galat?: string | null } | null } | null
  const failure = ran?.terakhir?.galat ?? ''
  return failure !== '' && !/server berhenti/i.test(failure)
}

const fresh = (): Played => ({ answers: new Map(), wrong: [], made: [], told: [], cut: [] })

/** Sends a call and records its response in `played`. Returns the status. */
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

/** Runs all clients concurrently until `calls` calls are sent or a call gets no response. */
export const play = async <Arena>(options: Play<Arena>): Promise<Played> => {
  const { db, people, seed, calls, first = 0, watch = () => {} } = options
  const played = fresh()
  let [next, done, isGone] = [first, 0, false]
  const player = async (
    { does, sees, get, upload }: Person<Arena>,
    person: number,
  ): Promise<void> => {
    while (next < first + calls && !isGone) {
      const number = next++
      const r = randomOf(seed, number)
      const call = await someCall(does, { db, arena: sees, r, number, get, upload })
      const status = await ask({ ...options, played }, { person, call, key: crypto.randomUUID() })
      if (status === noAnswer) isGone = true
      watch(++done)
    }
  }
  await Promise.all(people.map(player))
  return played
}

/** Retries the interrupted calls with their idempotency keys, as the app does. */
export const playAgain = async <Arena>(
  options: Pick<Play<Arena>, 'scene' | 'people'>,
  { cut }: Played,
): Promise<Played> => {
  const played = fresh()
  await Promise.all(cut.map((attempt) => ask({ ...options, played }, attempt)))
  return played
}

/**
 * Counts successes and rejections by path (`kinds`) and the events of the scene (`happened`).
 * `never` lists the paths without a successful call, among those that the scene requires or a
 * client has called. It also lists required rejections that did not occur.
 */
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

/** Returns a text for each acknowledged row that does not exist in the table. */
const lost = async (db: Db, table: Scene<never>['kept']['table'], ids: readonly number[]) => {
  const there = new Set<number>()
  for (let i = 0; i < ids.length; i += 500) {
    const batch = ids.slice(i, i + 500)
    const rows = await db.selectFrom(table).select('id').where('id', 'in', batch).execute()
    for (const { id } of rows) there.add(id)
  }
  return ids.filter((id) => !there.has(id)).map((id) => `${table} ${id} hilang`)
}
/** Checks the school after one or more plays (`all`); returns a text for each broken invariant. */
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
