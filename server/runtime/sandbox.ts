/**
 * Runs work on user input that may need much time or memory, such as reading an uploaded file, in a
 * separate process. The server can meanwhile serve other requests, and a hostile file ends only the
 * separate process. A thread with limits is not enough, because a huge allocation in a thread ends
 * the whole server. The number of processes and the number of waiting callers are limited; further
 * callers get status 503 and must retry later.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import type { Issue } from '#contract/resource.ts'
import { assertNotInTransaction } from '#server/db/guard.ts'
import { HttpError } from '#server/errors.ts'
import { makeQueue } from '#server/http/limits/laneQueue.ts'
import { childEnv, keepCompiled } from '#server/runtime/childEnv.ts'

/**
 * Message from the process: its result, an HttpError for rejected input, or an unexpected error
 * (`fault`). `tooMuch` is true when the work exceeded its limit of time or memory.
 */
type Answer<T> =
  | { value: T }
  | { status: number; message: string; errors: Issue[] | undefined }
  | { fault: string; tooMuch: boolean }

interface Options {
  /** Returns the error to throw when the work exceeds `cpuMs`, `memoryMb` or `longestMs`. */
  tooMuch: () => HttpError
  cpuMs?: number
  memoryMb?: number
}

/** Maximum number of processes that run at the same time. */
const maxRunning = 2
/**
 * Maximum number of waiting callers. It is low, because each waiting caller keeps its file in
 * memory.
 */
const maxWaiting = 8
const retryAfter = 10
/**
 * Longest time for a process, in ms. It is far above the limit of processor time, because a process
 * of low priority may wait long for a processor of a busy machine.
 */
const longestMs = 120_000
/** Pause between two measurements of the processor time of a process, in ms. */
const measureMs = 500
/** Duration of a tick in `/proc/<pid>/stat`, in ms: Linux always counts 100 ticks per second. */
const tickMs = 10

const turns = makeQueue('isolated processes', maxRunning, {
  longestLane: maxWaiting,
  // Sets the timeout of the queue to the longest delay of a timer (25 days), so that it never
  // applies. `answerOf` has its own timeout, after which the process is killed.
  longestTurnMs: 2 ** 31 - 1,
  busy: () =>
    new HttpError(503, 'Sedang banyak berkas yang dibaca. Coba lagi sebentar lagi.', {
      retryAfter,
    }),
})

/**
 * Returns the processor time that a process has used, in ms. Returns 0 for an ended process, and on
 * systems without `/proc`, where only `longestMs` limits the process.
 */
const cpuMsOf = ({ pid }: ChildProcess): number => {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // Fields 14 and 15 are the ticks in user and kernel mode. The fields are counted from the third
    // one, because the second one is the name of the program, which may contain spaces.
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * tickMs
  } catch {
    return 0
  }
}

/**
 * Resolves to the message of a started process, or to a `fault` when the process ends, or exceeds
 * `cpuMs` of processor time or `longestMs`, without a message.
 */
const answerOf = <T>(child: ChildProcess, cpuMs: number): Promise<Answer<T>> =>
  new Promise((resolve) => {
    const ended = (fault: string, tooMuch: boolean) => resolve({ fault, tooMuch })
    const end = Date.now() + longestMs
    const timer = setInterval(() => {
      if (Date.now() > end || cpuMsOf(child) > cpuMs) ended('lewat waktu', true)
    }, measureMs)
    // Trusts the caller's type T, because the message itself carries no type.
    child.once('message', (answer) => resolve(answer as Answer<T>))
    child.once('error', (error) => ended(error.message, false))
    child.once('exit', (code, signal) => {
      clearInterval(timer)
      // Interprets an end by a signal as lack of memory, because V8 aborts a process that needs
      // more than its limit.
      const over = () => ended(`berhenti: ${code ?? signal}`, signal !== null)
      // Waits for the channel to close, because the last message may arrive after the exit.
      if (child.connected) child.once('disconnect', over)
      else setImmediate(over)
    })
  })
/**
 * Gives the process a lower priority than the server, so that requests to the server come first.
 */
const stepBack = (child: ChildProcess): void => {
  try {
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // Keeps the normal priority where the system does not allow a lower one.
  }
}

const runChild = async <T>(
  file: string,
  data: object,
  { tooMuch, cpuMs = 15_000, memoryMb = 256 }: Options,
): Promise<T> => {
  const child = fork(file, {
    execArgv: [`--max-old-space-size=${memoryMb}`],
    env: childEnv(),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  stepBack(child)
  const answering = answerOf<T>(child, cpuMs)
  // Ignores a failure to send: it means that the process has ended, which `answering` reports.
  child.send(data, () => {})
  const answer = await answering
  child.kill('SIGKILL')
  if ('value' in answer) return answer.value
  if ('status' in answer)
    throw new HttpError(answer.status, answer.message, { errors: answer.errors })
  throw answer.tooMuch ? tooMuch() : new Error(`Proses terpisah gagal: ${answer.fault}`)
}
/**
 * Runs the module in `file` on `data` in a separate process, and returns the result. The module
 * must call `answerWith`. Throws the HttpError that the module throws, `tooMuch()` when the work
 * exceeds its time or memory, and an HttpError 503 when too many callers wait. The process gets
 * only the environment variables of `childEnv`, which contain no keys.
 */
export const runIsolated = async <T>(file: string, data: object, options: Options): Promise<T> => {
  assertNotInTransaction()
  return turns('member', () => runChild<T>(file, data, options))
}

/**
 * Passes the first message from the server to `run`, sends the result or error back to the server,
 * and disconnects. Every module that `runIsolated` runs must call this function.
 */
export const answerWith = <D, T>(run: (data: D) => T): void => {
  const answered = (data: D): Answer<T> => {
    try {
      return { value: run(data) }
    } catch (error) {
      if (error instanceof HttpError)
        return { status: error.status, message: error.message, errors: error.errors }
      // Interprets a RangeError as too much data: JavaScript throws it when a value is too long or
      // nested too deep.
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
