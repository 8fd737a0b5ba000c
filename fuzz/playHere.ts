/** A scene played in this process, on the engine of the test, without killing anybody. */
import { openApi, type Client } from '#mocks/api.ts'
import { pngOf } from '#mocks/pictures.ts'
import { idOf, play, problemsAfter, type Post, type Scene } from './play.ts'
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

/** What was answered wrongly, what does not hold after it, and how many calls did something. */
export const playHere = async <Arena>(
  scene: Scene<Arena>,
  { seed, calls }: { seed: number; calls: number },
): Promise<{ wrong: string[]; problems: string[]; done: number; names: string[] }> => {
  const api = await openApi()
  const arena = await scene.make(postOf(await api.as(1)), api.db, randomOf(seed))
  const people = await Promise.all(
    scene.peopleOf(arena).map(async ({ user, does }) => {
      const client = await api.as(user)
      return { does, post: postOf(client), upload: uploadOf(client) }
    }),
  )
  const played = await play({ db: api.db, scene, arena, people, seed, calls })
  const problems = await problemsAfter(api.db, scene, [played])
  const succeeded = [...played.answers].filter(([name]) => / 20[01]$/.test(name))
  await api.close()
  return {
    wrong: played.wrong,
    problems,
    done: succeeded.reduce((sum, [, n]) => sum + n, 0),
    names: succeeded.map(([name]) => name.split(' ')[0] ?? ''),
  }
}
