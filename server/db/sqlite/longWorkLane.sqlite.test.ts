/**
 * Tests LongWorkLane, a queue that limits how many tasks run and wait, and in which users or paths
 * take turns.
 */
import { afterEach, describe, expect, test } from 'vitest'
import { CrowdedError } from '#server/db/failure.ts'
import {
  bindRequest,
  LongWorkLane,
  runRequest,
  setUser,
  type LaneOptions,
} from '#server/db/sqlite/longWorkLane.ts'

const options: LaneOptions = {
  name: 'test lane',
  by: 'user',
  size: 2,
  perLine: 2,
  waiting: 6,
  waitingPerLine: 4,
  patience: 10_000,
}
const runAs = <T>(user: number, run: () => T, signal?: AbortSignal): T =>
  runRequest(
    '',
    () => {
      setUser(user)
      return run()
    },
    signal,
  )
/** Lets pending tasks run. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

const leftovers: (() => void)[] = []
// Leaves all lanes, because tests in the same process expect that all lanes become free.
afterEach(async () => {
  for (let leave = leftovers.pop(); leave; leave = leftovers.pop()) {
    leave()
    await settle()
  }
})

/**
 * Returns helpers for a lane. `ask(user, name)` enters the lane in a new request of the user,
 * `end(name)` leaves it, and `came` lists the names in the order in which their turns began.
 */
const asker = (lane: LongWorkLane) => {
  const came: string[] = []
  const leaves = new Map<string, () => void>()
  const ask = (user: number, name: string) =>
    runAs(user, async () => {
      const leave = await lane.enter()
      came.push(name)
      leaves.set(name, leave)
      leftovers.push(leave)
    })
  return { came, ask, end: (name: string) => leaves.get(name)?.() }
}

describe('a lane', () => {
  test('runs at most the configured number at a time', async () => {
    const lane = new LongWorkLane(options)
    const { came, ask, end } = asker(lane)
    for (const name of ['a', 'b', 'c', 'd']) void ask(1, name)
    await settle()
    expect(came).toEqual(['a', 'b'])
    end('b')
    await settle()
    expect(came).toEqual(['a', 'b', 'c'])
    expect(lane.load).toEqual({ running: 2, waiting: 1 })
    for (const name of ['a', 'c', 'd']) {
      end(name)
      await settle()
    }
    expect(lane.load).toEqual({ running: 0, waiting: 0 })
  })
  test('takes turns between users: many requests of one do not delay another', async () => {
    const { came, ask, end } = asker(new LongWorkLane(options))
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) void ask(1, name)
    void ask(2, 'b1')
    await settle()
    for (const name of ['a1', 'a2', 'a3', 'b1', 'a4']) {
      end(name)
      await settle()
    }
    expect(came).toEqual(['a1', 'a2', 'a3', 'b1', 'a4', 'a5'])
  })
  test('leaves room for others beside the one line that fills it', async () => {
    const lane = new LongWorkLane({ ...options, by: 'path', size: 3, perLine: 2 })
    const came: string[] = []
    const leaves: (() => void)[] = []
    const ask = (path: string) =>
      runRequest(path, async () => {
        leaves.push(await lane.enter())
        came.push(path)
      })
    const four = Array.from({ length: 4 }, () => ask('/bank'))
    await ask('/profile')
    expect(came).toEqual(['/bank', '/bank', '/profile'])
    expect(lane.load).toEqual({ running: 3, waiting: 2 })
    // Ends all turns, because waiting tasks would otherwise time out in the middle of another test.
    for (let leave = leaves.pop(); leave; leave = leaves.pop()) {
      leave()
      await settle()
    }
    await Promise.all(four)
  })
  test('rejects when a user has too many waiting, and still takes another user', async () => {
    const { came, ask, end } = asker(new LongWorkLane(options))
    const first = [1, 2, 3, 4, 5, 6].map((n) => ask(1, `a${n}`))
    await expect(ask(1, 'a7')).rejects.toThrow(CrowdedError)
    const otherAsks = [ask(2, 'b1'), ask(2, 'b2')]
    // Six tasks wait now, which is the maximum for all users together (`waiting`).
    await expect(ask(3, 'c1')).rejects.toThrow(CrowdedError)
    for (const name of ['a1', 'a2', 'a3', 'b1', 'a4', 'b2', 'a5', 'a6']) {
      await settle()
      end(name)
    }
    await Promise.all([...first, ...otherAsks])
    expect(came).toHaveLength(8)
  })
  test('never rejects a request halfway', async () => {
    const lane = new LongWorkLane({ ...options, size: 1, waiting: 1, waitingPerLine: 1 })
    const { ask, end } = asker(lane)
    const done = runAs(1, async () => {
      const leave = await lane.enter()
      void ask(2, 'b1')
      // Another task already fills the queue (`waiting: 1`), but a request that has had a turn in
      // the lane may still wait.
      const second = lane.enter()
      leave()
      await settle()
      end('b1')
      ;(await second)()
      return 'whole'
    })
    expect(await done).toBe('whole')
  })
  test('queues a later call bound to a running request instead of rejecting it', async () => {
    const lane = new LongWorkLane({ ...options, size: 1, waiting: 1, waitingPerLine: 1 })
    const later = runAs(1, () => bindRequest(() => lane.enter()))
    const leave = await later()
    const { ask } = asker(lane)
    void ask(2, 'b1').catch(() => {})
    const second = later()
    void second.then((leaveSecond) => leftovers.push(leaveSecond))
    leave()
    expect(lane.load.waiting).toBeGreaterThan(0)
    await expect(
      Promise.race([second.then(() => 'came'), settle().then(() => 'waits')]),
    ).resolves.toBe('waits')
  })
  test('drops a waiting request whose client disconnected', async () => {
    const lane = new LongWorkLane({ ...options, size: 1 })
    const { ask } = asker(lane)
    await ask(1, 'a')
    const going = new AbortController()
    const waits = runAs(1, () => lane.enter(), going.signal)
    expect(lane.load.waiting).toBe(1)
    going.abort()
    await expect(waits).rejects.toThrow(CrowdedError)
    expect(lane.load.waiting).toBe(0)
  })
  test('gives up when no turn comes', async () => {
    const lane = new LongWorkLane({ ...options, size: 1, patience: 20 })
    const { ask, end } = asker(lane)
    await ask(1, 'a')
    await expect(ask(1, 'b')).rejects.toThrow(CrowdedError)
    end('a')
    await ask(1, 'c')
    expect(lane.load).toEqual({ running: 1, waiting: 0 })
  })
})
