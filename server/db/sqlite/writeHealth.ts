/**
 * Tracks whether the database accepts writes. A write that fails because of the disk is remembered
 * until a trial write succeeds; meanwhile `/readyz` reports the failure, and the log names it.
 */
import type { Db } from '#server/db/schema/tables.ts'

interface State {
  /** Reason why the last write failed; undefined while writes succeed. */
  cause: string | undefined
  /** Time of the last successful transaction, in ms since the start of the process. */
  written: number
  /**
   * Listener that is called with the reason when writes begin to fail, and with undefined when
   * writes succeed again.
   */
  listen: ((cause: string | undefined) => void) | undefined
  /** Checks the database by `createWriteHealth`. */
  check: (() => Promise<string | undefined>) | undefined
}
const states = new WeakMap<object, State>()
const stateOf = (db: Db): State => {
  const existingState = states.get(db)
  if (existingState) return existingState
  const state: State = {
    cause: undefined,
    written: -Infinity,
    listen: undefined,
    check: undefined,
  }
  states.set(db, state)
  return state
}

/** Indonesian descriptions of disk and file system errors, by error code of either engine. */
const causes: readonly [code: RegExp, cause: string][] = [
  [/^(SQLITE_FULL|53100|ENOSPC|EDQUOT)$/, 'disk penuh'],
  [/^(SQLITE_READONLY\w*|25006|EROFS)$/, 'basis data hanya dapat dibaca'],
  [/^(SQLITE_CORRUPT\w*|SQLITE_NOTADB|XX00[12])$/, 'basis data rusak'],
  [/^(SQLITE_IOERR\w*|SQLITE_CANTOPEN\w*|58030|EIO)$/, 'disk tidak dapat dibaca atau ditulis'],
]
/**
 * Returns why the disk rejected a write, with the error code, such as `disk penuh (SQLITE_FULL)`;
 * undefined for errors that the disk did not cause.
 */
export const diskCause = (error: unknown): string | undefined => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const cause = causes.find(([pattern]) => pattern.test(code))?.[1]
  return cause && `${cause} (${code})`
}

/** Records a failed transaction, if the disk caused the failure. */
export const noteFailure = (db: Db, error: unknown): void => {
  const cause = diskCause(error)
  if (!cause) return
  const state = stateOf(db)
  if (state.cause !== cause) state.listen?.(cause)
  state.cause = cause
}
/**
 * Records the time of a successful transaction. An earlier failure remains recorded: the
 * transaction may only have read, so its success does not prove that writes work.
 */
export const noteWritten = (db: Db): void => {
  stateOf(db).written = performance.now()
}
/**
 * Returns at once why the last write failed; undefined while writes succeed. After a failure,
 * starts a trial write, so that a later call sees when writes succeed again.
 */
export const writeFailure = (db: Db): string | undefined => {
  const { cause, check } = stateOf(db)
  if (cause !== undefined) void check?.().catch(() => {})
  return cause
}

/**
 * Content of a trial write: 64 kB, about as much as a payment writes. A smaller write might succeed
 * on a nearly full disk although payments fail.
 */
const trial = 'x'.repeat(64 * 1024)
/**
 * Minimum time in ms between the last successful transaction and a trial write, while writes
 * succeed.
 */
const quietMs = 30_000
/** Minimum interval in ms between trial writes while writes fail. */
const againMs = 2000

/**
 * Returns a function that checks the database. The function resolves to the reason why writes fail,
 * or to undefined when writes succeed. While writes succeed, it makes a trial write with `write`
 * only if no transaction has succeeded for `quietMs`. While writes fail, it makes at most one trial
 * write per `againMs`.
 */
export const createWriteHealth = (
  db: Db,
  listen: (cause: string | undefined) => void,
  write: (text: string) => Promise<unknown>,
): (() => Promise<string | undefined>) => {
  const state = stateOf(db)
  state.listen = listen
  let tried = -Infinity
  let underWay: Promise<void> | undefined
  const attempt = async () => {
    try {
      await write(trial)
      if (state.cause !== undefined) listen(undefined)
      state.cause = undefined
    } finally {
      underWay = undefined
    }
  }
  state.check = async () => {
    const now = performance.now()
    const due = state.cause === undefined ? state.written + quietMs : tried + againMs
    if (now >= due && !underWay) {
      tried = now
      underWay = attempt()
    }
    // Waits for a running trial write, even if another call has started it.
    await underWay?.catch((error: unknown) => {
      if (!diskCause(error)) throw error
    })
    return state.cause
  }
  return state.check
}
