/**
 * Rejects passwords that are easily guessed (domain.md 2.1). Judging a password needs about 40 MB
 * of memory and several ms of CPU, so a child process judges the passwords. The child process ends
 * when idle, which releases the memory. A worker thread would not release the memory.
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
/** Idle time after which the child process ends, in ms. */
const idleMs = 30_000
/** Time in ms without a response after which the child process is killed, because it hangs. */
const longestMs = 10_000
/**
 * Maximum number of passwords sent to the child process at the same time. The number is two, so
 * that the child process has the next password when it has judged the first.
 */
const atOnce = 2
/**
 * Maximum number of passwords waiting in each lane (queue of strangers or of members). A school
 * never sets that many passwords at once. A longer queue means that somebody floods the forms that
 * need no login.
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
/**
 * Queue of passwords to judge. Strangers wait in a separate lane, so that a flood of them does not
 * delay members.
 */
const turns = makeQueue('password judgements', atOnce, { longestLane, busy })

/** Ends the child process. Rejects all passwords that are not yet judged, with the status 503. */
const end = (): void => {
  clearTimeout(timer)
  const ended = judging
  judging = undefined
  for (const { reject } of waiting.values()) reject(busy())
  waiting.clear()
  ended?.kill('SIGKILL')
}
/** Ends the child process after a delay. The new delay replaces an earlier one. */
const endIn = (ms: number): void => {
  clearTimeout(timer)
  timer = setTimeout(end, ms).unref()
}
const start = (): ChildProcess => {
  // The child process needs neither the keys nor the database, so its environment does not contain
  // them.
  const child = fork(file, { env: childEnv(), stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  // Ignores the failure of a child process that another child process has already replaced.
  // Otherwise `end` would reject the passwords that the new child process is judging.
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

/**
 * Judges a password in the child process. `words` are personal words that the password must not
 * contain. Throws 503 when the queue is full or judging fails.
 */
export const judge = async (
  password: string,
  words: readonly string[],
  lane: QueueLane = 'member',
): Promise<PasswordVerdict> => {
  assertNotInTransaction()
  return turns(lane, () => ask(password, words))
}

/**
 * Throws 422 for the field `password` when the password is easily guessed, either by anybody or by
 * a person who knows the owner or the school.
 */
export const checkPasswordStrength = async (
  db: Db,
  password: string,
  owner: PasswordOwner,
  lane: QueueLane = 'member',
): Promise<void> => {
  const { app_nama, nama_sekolah } = await readSettings(db)
  const verdict = await judge(password, ownerWords(owner, [app_nama, nama_sekolah]), lane)
  if (verdict.weak) throw invalidField('password', weakPassword(verdict))
}
