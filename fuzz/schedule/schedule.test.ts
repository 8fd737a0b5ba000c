/** A short run of `npm run fuzz -- --schedule` on this engine, without the killing. */
import { expect, test } from 'vitest'
import type { Client } from '#mocks/api.ts'
import { openApi } from '#mocks/api.ts'
import { randomOf } from '../random.ts'
import { makeArena, type Post } from './arena.ts'
import { peopleOf } from './people.ts'
import { play, problemsAfter } from './play.ts'

const seed = 13
const calls = 300
const postOf =
  (client: Client): Post =>
  (path, body) =>
    client.post(path, { ...body })

test('twenty people at one schedule leave nobody in two places', async () => {
  const api = await openApi()
  const arena = await makeArena(postOf(await api.as(1)), api.db, randomOf(seed))
  const people = await Promise.all(
    peopleOf(arena).map(async ({ user, trade }) => ({ trade, post: postOf(await api.as(user)) })),
  )
  const { wrong, answers, made } = await play({ db: api.db, arena, people, seed, calls })
  expect(wrong).toEqual([])
  expect(await problemsAfter(api.db, made)).toEqual([])
  // A run that is refused everything shows nothing.
  const done = [...answers].filter(([name]) => / 20[01]$/.test(name)).map(([, n]) => n)
  expect(done.reduce((a, b) => a + b, 0)).toBeGreaterThan(calls / 10)
  await api.close()
}, 60_000)
