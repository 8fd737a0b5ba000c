/**
 * Password strength (domain.md 2.1): rejects passwords that are easily guessed. Judging needs some
 * 40 MB and several ms of CPU, so it runs in a child process, which ends when idle. A worker thread
 * would keep the memory.
 */
import { fork, type ChildProcess } from 'node:child_process'
import {
  ownerWords,
  weakPassword,
  type PasswordAnswer,
  type PasswordOwner,
  type PasswordQuestion,
  type PasswordVerdict,
} from '#contract/access/rules/password.ts'
import { assertNotInTransaction } from '#server/db/guard.ts'
import type { Db } from '#server/db/schema/tables.ts'
import { HttpError, invalidField } from '#server/errors.ts'
import { makeQueue, type QueueLane } from '#server/http/limits/laneQueue.ts'
import { partPath } from '#server/runtime/bundle.ts'
import { childEnv } from '#server/runtime/childEnv.ts'
import { readSettings } from '#server/settings.ts'

const file = partPath('modules/access/auth/strengthProcess.ts')
/** Idle time after which the process ends, in ms. */
const idleMs = 30_000
/** A question without an answer after this time means that the process hangs. */
const longestMs = 10_000
/** Questions sent at the same time: one is being judged, the next is queued in the process. */
const atOnce = 2
/**
 * Longest queue: more than any school sets at once, so it means a flood of the forms before login.
 */
const longestLane = 48

interface Waiting {
  resolve: (verdict: PasswordVerdict) => void
  reject: (error: Error) => void
}
let judging: ChildProcess | undefined
let next = 0
let timer: NodeJS.Timeout | undefined
const waiting = new Map<number, Waiting>()
const busy = () => new HttpError(503, 'Server sedang sibuk. Coba lagi sebentar.', { retryAfter: 2 })
/** Strangers queue in a lane of their own, so a flood of them does not delay members. */
const turns = makeQueue('password judgements', atOnce, { longestLane, busy })

/** Ends the process and rejects all pending questions. */
const end = (): void => {
  clearTimeout(timer)
  const ended = judging
  judging = undefined
  for (const { reject } of waiting.values()) reject(busy())
  waiting.clear()
  ended?.kill('SIGKILL')
}
/** Ends the process after a delay, unless another question or answer comes first. */
const endIn = (ms: number): void => {
  clearTimeout(timer)
  timer = setTimeout(end, ms).unref()
}
const start = (): ChildProcess => {
  // The process needs no key and no database, so its environment has neither.
  const child = fork(file, { env: childEnv(), stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  // A process that was ended may have a successor already, whose questions are not affected.
  const failed = () => {
    if (judging === child) end()
  }
  child.on('error', failed).on('exit', failed)
  child.on('message', ({ id, verdict }: PasswordAnswer) => {
    waiting.get(id)?.resolve(verdict)
    waiting.delete(id)
    if (waiting.size > 0) return endIn(longestMs)
    child.channel?.unref()
    endIn(idleMs)
  })
  child.unref()
  return (judging = child)
}

const ask = (password: string, words: readonly string[]): Promise<PasswordVerdict> =>
  new Promise((resolve, reject) => {
    const child = judging ?? start()
    const id = next++
    waiting.set(id, { resolve, reject })
    child.channel?.ref()
    if (waiting.size === 1) endIn(longestMs)
    child.send({ id, password, words } satisfies PasswordQuestion, (error) => {
      if (error && judging === child) end()
    })
  })

/** Judges a password in the child process. Throws 503 when too many wait, or when judging fails. */
export const judge = async (
  password: string,
  words: readonly string[],
  lane: QueueLane = 'member',
): Promise<PasswordVerdict> => {
  assertNotInTransaction()
  return turns(lane, () => ask(password, words))
}

/** Throws 422 on `password` when a person who knows the owner or the school guesses it easily. */
export const refuseWeak = async (
  db: Db,
  password: string,
  owner: PasswordOwner,
  lane: QueueLane = 'member',
): Promise<void> => {
  const { app_nama, nama_sekolah } = await readSettings(db)
  const verdict = await judge(password, ownerWords(owner, [app_nama, nama_sekolah]), lane)
  if (verdict.weak) throw invalidField('password', weakPassword(verdict))
}
