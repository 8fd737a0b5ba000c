/**
 * Plays a scene in a test: many simulated users send random calls to an API that runs in the
 * process of the test. The API uses the database engine of the Vitest project and is never killed.
 */
import { openApi, type Client } from '#mocks/api/api.ts'
import { pngOf } from '#mocks/pictures.ts'
import {
  countKinds,
  idOf,
  isDone,
  openPeople,
  play,
  problemsAfter,
  type Played,
  type Post,
  type Scene,
} from './play.ts'
import { randomOf } from './random.ts'

const postOf =
  (client: Client): Post =>
  (path, body, { key, file } = {}) =>
    file
      ? client.upload(path, file.name, file.bytes, { ...body }, key)
      : client.post(path, { ...body }, key)

let pictures = 0
const uploadOf = (client: Client) => async (): Promise<number> =>
  idOf(
    await client.upload('/berkas/unggah', 'bukti.png', pngOf(1 + ++pictures, 1), {
      jenis: 'bukti',
    }),
  )

const openHere = async <Arena>(scene: Scene<Arena>) => {
  const api = await openApi()
  const owner = await api.as(1)
  const arena = await scene.make(postOf(owner), api.db, randomOf(0))
  const people = await openPeople(scene, arena, async (user) => {
    const client = await api.as(user)
    return { post: postOf(client), get: client.get, upload: uploadOf(client) }
  })
  return { ground: { db: api.db, scene, arena, get: owner.get }, people, close: api.close }
}
const doneIn = ({ answers }: Played): number =>
  [...answers].reduce((sum, [name, n]) => {
    const status = Number(name.split(' ')[1])
    return sum + (isDone({ status, data: null }) ? n : 0)
  }, 0)

interface Parts {
  /** Seeds, one for each part of the run. */
  seeds: readonly number[]
  /**
   * Seeds of extra parts of the run. An extra part is played only while a required call or event is
   * missing.
   */
  more?: readonly number[]
  /** Number of calls of each part. */
  calls: number
  /** Names of events that must occur, in addition to a success of each kind of call. */
  wanted?: readonly string[]
}
interface Result {
  /** Unexpected responses. */
  wrong: string[]
  /** Broken invariants, each with the seed of the part after which it was found. */
  problems: string[]
  /** Number of successful calls. */
  done: number
  /** Required calls and events that have not occurred. */
  never: string[]
}

/**
 * Plays all parts on the same school, and checks the invariants after each part. Stops after a part
 * that has broken an invariant.
 */
export const playHere = async <Arena>(
  scene: Scene<Arena>,
  { seeds, more = [], calls, wanted = [] }: Parts,
): Promise<Result> => {
  const { ground, people, close } = await openHere(scene)
  const all: Played[] = []
  const result: Result = { wrong: [], problems: [], done: 0, never: [] }
  for (const seed of [...seeds, ...more]) {
    if (all.length >= seeds.length && result.never.length === 0) break
    const played = await play({ ...ground, people, seed, calls, first: all.length * calls })
    all.push(played)
    const problems = await problemsAfter(ground, all)
    result.wrong.push(...played.wrong)
    result.problems.push(...problems.map((problem) => `seed ${seed}: ${problem}`))
    result.done += doneIn(played)
    const { never, happened } = await countKinds(ground, all)
    result.never = [...never, ...wanted.filter((event) => !happened[event])]
    if (result.problems.length > 0) break
  }
  await close()
  return result
}
