/**
 * What a password must not be (domain.md 2.1): something that is guessed. The judging takes some
 * 40 MB and works for milliseconds, so it has a process of its own, which ends when nobody has set
 * a password for a while. Of a thread the memory would stay.
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
import { partPath } from '#server/bundle.ts'
import { childEnv } from '#server/child.ts'
import { refuseSlowInTransaction } from '#server/db/guard.ts'
import type { Db } from '#server/db/tables.ts'
import { HttpError, invalidField } from '#server/errors.ts'
import { makeQueue, type Lane } from '#server/http/queue.ts'
import { readSettings } from '#server/settings.ts'

const file = partPath('modules/access/auth/strengthProcess.ts')
/** The process ends after this long without a question. */
const idleMs = 30_000
/** Nothing takes this long but one that is stuck. */
const longestMs = 10_000
/** Judgements at the same moment: one is judged, the next is on its way. */
const atOnce = 2
/** More in a lane than any school sets: somebody is flooding the forms before login. */
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
/** Strangers wait in a lane of their own: a flood of them costs no member a turn. */
const turns = makeQueue('password judgements', atOnce, { longestLane, busy })

/** Ends the process, and refuses what still waits for it. */
const end = (): void => {
  clearTimeout(timer)
  const ended = judging
  judging = undefined
  for (const { reject } of waiting.values()) reject(busy())
  waiting.clear()
  ended?.kill('SIGKILL')
}
/** Ends the process later, unless another question or answer comes first. */
const endIn = (ms: number): void => {
  clearTimeout(timer)
  timer = setTimeout(end, ms).unref()
}
const start = (): ChildProcess => {
  // It needs no key and no database: neither is handed over.
  const made = fork(file, { env: childEnv(), stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  // One that was ended has a follower by now, whose questions are not its own.
  const failed = () => {
    if (judging === made) end()
  }
  made.on('error', failed).on('exit', failed)
  made.on('message', ({ id, verdict }: PasswordAnswer) => {
    waiting.get(id)?.resolve(verdict)
    waiting.delete(id)
    if (waiting.size > 0) return endIn(longestMs)
    made.channel?.unref()
    endIn(idleMs)
  })
  made.unref()
  return (judging = made)
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

/** Judges a password in the other process. Throws 503 when too many wait, or it cannot be done. */
export const judge = async (
  password: string,
  words: readonly string[],
  lane: Lane = 'member',
): Promise<PasswordVerdict> => {
  refuseSlowInTransaction()
  return turns(lane, () => ask(password, words))
}

/** Throws 422 on `password` when it is easily guessed by whoever knows the owner or the school. */
export const refuseWeak = async (
  db: Db,
  password: string,
  owner: PasswordOwner,
  lane: Lane = 'member',
): Promise<void> => {
  const { app_nama, nama_sekolah } = await readSettings(db)
  const verdict = await judge(password, ownerWords(owner, [app_nama, nama_sekolah]), lane)
  if (verdict.weak) throw invalidField('password', weakPassword(verdict))
}
