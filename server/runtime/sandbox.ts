/**
 * Runs work on user input that may take long or much memory in a process of its own: the server
 * answers other requests meanwhile, and a hostile file ends only that process. (A thread with
 * limits is not enough: one allocation too large ends the whole process.) Few run at once, few
 * wait; any further caller gets an error to retry later.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import type { Issue } from '#contract/resource.ts'
import { assertNotInTransaction } from '#server/db/guard.ts'
import { HttpError } from '#server/errors.ts'
import { makeQueue } from '#server/http/limits/laneQueue.ts'
import { childEnv, keepCompiled } from '#server/runtime/childEnv.ts'

/** Answer of the process: its result, the reason for a rejection, or an unexpected fault. */
type Answer<T> =
  | { value: T }
  | { status: number; message: string; errors: Issue[] | undefined }
  | { fault: string; tooMuch: boolean }

interface Options {
  /** Makes the error for work that exceeds its time or memory. */
  tooMuch: () => HttpError
  timeMs?: number
  memoryMb?: number
}

/** Maximum number of processes at once. */
const maxRunning = 2
/** Maximum number of waiting callers; each holds its file in memory. */
const maxWaiting = 8
const retryAfter = 10

const turns = makeQueue('isolated processes', maxRunning, {
  longestLane: maxWaiting,
  // No turn limit: each process is killed at its own timeout, so none holds its place forever.
  longestTurnMs: 2 ** 31 - 1,
  busy: () =>
    new HttpError(503, 'Sedang banyak berkas yang dibaca. Coba lagi sebentar lagi.', {
      retryAfter,
    }),
})

/** Returns the answer of a started process, which is killed at its timeout. */
const answerOf = <T>(child: ChildProcess, timeMs: number): Promise<Answer<T>> =>
  new Promise((resolve) => {
    const ended = (fault: string, tooMuch: boolean) => resolve({ fault, tooMuch })
    const timer = setTimeout(() => ended('lewat waktu', true), timeMs)
    // The message has the type that the module in the file sends: the caller states the type.
    child.once('message', (answer) => resolve(answer as Answer<T>))
    child.once('error', (error) => ended(error.message, false))
    child.once('exit', (code, signal) => {
      clearTimeout(timer)
      // V8 ends a process that is out of memory by a signal.
      const over = () => ended(`berhenti: ${code ?? signal}`, signal !== null)
      // The last message of the process may still be on its way when the process has ended.
      if (child.connected) child.once('disconnect', over)
      else setImmediate(over)
    })
  })
/** Lowers the priority of the process below all other work on the machine. */
const stepBack = (child: ChildProcess): void => {
  try {
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // Without permission the process keeps its normal priority.
  }
}

const runChild = async <T>(
  file: string,
  data: object,
  { tooMuch, timeMs = 15_000, memoryMb = 256 }: Options,
): Promise<T> => {
  const child = fork(file, {
    execArgv: [`--max-old-space-size=${memoryMb}`],
    env: childEnv(),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  stepBack(child)
  const answering = answerOf<T>(child, timeMs)
  // A process that has already ended rejects the message; `answering` returns its exit.
  child.send(data, () => {})
  const answer = await answering
  child.kill('SIGKILL')
  if ('value' in answer) return answer.value
  if ('status' in answer)
    throw new HttpError(answer.status, answer.message, { errors: answer.errors })
  throw answer.tooMuch ? tooMuch() : new Error(`Proses terpisah gagal: ${answer.fault}`)
}
/**
 * Runs the module in `file`, which calls `answerWith`, in a process of its own with `data`. Throws
 * the module's own error, `tooMuch` when the work exceeds its time or memory, 503 when too many
 * wait. The process gets only `childEnv` of the server's environment.
 */
export const runIsolated = async <T>(file: string, data: object, options: Options): Promise<T> => {
  assertNotInTransaction()
  return turns('member', () => runChild<T>(file, data, options))
}

/** Runs in the child process: sends the result of `run` on the first message, and ends. */
export const answerWith = <D, T>(run: (data: D) => T): void => {
  const answered = (data: D): Answer<T> => {
    try {
      return { value: run(data) }
    } catch (error) {
      if (error instanceof HttpError)
        return { status: error.status, message: error.message, errors: error.errors }
      // A RangeError means that the data is longer, or nested deeper, than JavaScript allows.
      return {
        fault: error instanceof Error ? (error.stack ?? error.message) : String(error),
        tooMuch: error instanceof RangeError,
      }
    }
  }
  keepCompiled()
  process.once('message', (data: D) => {
    process.send?.(answered(data), () => process.disconnect())
  })
}
