/**
 * Runs work on user input that may take long or much memory in a separate process, so that the
 * server can answer other requests and a hostile file ends only that process. A thread with limits
 * is not enough, because a too large allocation in a thread ends the whole server. Only few
 * processes run and few callers wait; further callers get an error to retry later.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import type { Issue } from '#contract/resource.ts'
import { assertNotInTransaction } from '#server/db/guard.ts'
import { HttpError } from '#server/errors.ts'
import { makeQueue } from '#server/http/limits/laneQueue.ts'
import { childEnv, keepCompiled } from '#server/runtime/childEnv.ts'

/**
 * Message from the process: its result, the reason for a rejection, or an unexpected error.
 * `tooMuch` is true when the work exceeded its time or memory.
 */
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

/** Maximum number of processes that run at the same time. */
const maxRunning = 2
/** Maximum number of waiting callers, because each holds its file in memory. */
const maxWaiting = 8
const retryAfter = 10

const turns = makeQueue('isolated processes', maxRunning, {
  longestLane: maxWaiting,
  // The longest possible turn, because each process is killed at its own timeout and cannot hold
  // its place forever.
  longestTurnMs: 2 ** 31 - 1,
  busy: () =>
    new HttpError(503, 'Sedang banyak berkas yang dibaca. Coba lagi sebentar lagi.', {
      retryAfter,
    }),
})

/**
 * Returns the message of a started process, or an error when it ends or exceeds its time without a
 * message.
 */
const answerOf = <T>(child: ChildProcess, timeMs: number): Promise<Answer<T>> =>
  new Promise((resolve) => {
    const ended = (fault: string, tooMuch: boolean) => resolve({ fault, tooMuch })
    const timer = setTimeout(() => ended('lewat waktu', true), timeMs)
    // A cast: the module in the file sends the type that the caller names.
    child.once('message', (answer) => resolve(answer as Answer<T>))
    child.once('error', (error) => ended(error.message, false))
    child.once('exit', (code, signal) => {
      clearTimeout(timer)
      // V8 ends a process without memory by a signal.
      const over = () => ended(`berhenti: ${code ?? signal}`, signal !== null)
      // The last message may arrive after the process has ended.
      if (child.connected) child.once('disconnect', over)
      else setImmediate(over)
    })
  })
/** Lowers the priority of the process below that of normal processes. */
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
  // Sending fails if the process has already ended; `answering` reports its exit.
  child.send(data, () => {})
  const answer = await answering
  child.kill('SIGKILL')
  if ('value' in answer) return answer.value
  if ('status' in answer)
    throw new HttpError(answer.status, answer.message, { errors: answer.errors })
  throw answer.tooMuch ? tooMuch() : new Error(`Proses terpisah gagal: ${answer.fault}`)
}
/**
 * Runs the module in `file`, which calls `answerWith`, on `data` in a separate process. Throws the
 * HttpError of the module, `tooMuch` when the work exceeds its time or memory, and 503 when too
 * many callers wait. Of the server's environment the process gets only `childEnv`.
 */
export const runIsolated = async <T>(file: string, data: object, options: Options): Promise<T> => {
  assertNotInTransaction()
  return turns('member', () => runChild<T>(file, data, options))
}

/**
 * Called by the module in the child process: runs `run` on the first message, sends the result, and
 * disconnects.
 */
export const answerWith = <D, T>(run: (data: D) => T): void => {
  const answered = (data: D): Answer<T> => {
    try {
      return { value: run(data) }
    } catch (error) {
      if (error instanceof HttpError)
        return { status: error.status, message: error.message, errors: error.errors }
      // JavaScript throws a RangeError for data that is too long or nested too deep.
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
