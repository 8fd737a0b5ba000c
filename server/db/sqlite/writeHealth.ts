/**
 * Whether the database accepts writes: a disk failure is remembered until a trial write succeeds,
 * and reported by `/readyz` and the log.
 */
import type { Db } from '#server/db/schema/tables.ts'

interface State {
  /** Why the last write failed; undefined while writing works. */
  cause: string | undefined
  /** When a write last succeeded, in milliseconds of the process. */
  written: number
  /** Called when writing begins to fail, and when it works again. */
  listen: ((cause: string | undefined) => void) | undefined
}
const states = new WeakMap<object, State>()
const stateOf = (db: Db): State => {
  const existingState = states.get(db)
  if (existingState) return existingState
  const state: State = { cause: undefined, written: -Infinity, listen: undefined }
  states.set(db, state)
  return state
}

/** Errors of the disk and its file system, by the engines' codes. */
const causes: readonly [code: RegExp, cause: string][] = [
  [/^(SQLITE_FULL|53100|ENOSPC|EDQUOT)$/, 'disk penuh'],
  [/^(SQLITE_READONLY\w*|25006|EROFS)$/, 'basis data hanya dapat dibaca'],
  [/^(SQLITE_CORRUPT\w*|SQLITE_NOTADB|XX00[12])$/, 'basis data rusak'],
  [/^(SQLITE_IOERR\w*|SQLITE_CANTOPEN\w*|58030|EIO)$/, 'disk tidak dapat dibaca atau ditulis'],
]
/** Returns why the disk rejected a write, with the engine's code; undefined for other errors. */
export const diskCause = (error: unknown): string | undefined => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const cause = causes.find(([pattern]) => pattern.test(code))?.[1]
  return cause && `${cause} (${code})`
}

/** Remembers a failure when it was the disk's. */
export const noteFailure = (db: Db, error: unknown): void => {
  const cause = diskCause(error)
  if (!cause) return
  const state = stateOf(db)
  if (state.cause !== cause) state.listen?.(cause)
  state.cause = cause
}
/**
 * Records a successful transaction. It does not clear a failure, because the transaction may only
 * have read.
 */
export const noteWritten = (db: Db): void => {
  stateOf(db).written = performance.now()
}

/** As much as a payment writes, and more than what a full disk may still have room for. */
const trial = 'x'.repeat(64 * 1024)
/** Idle time before a trial write, and the shortest interval between trials while writing fails. */
const quietMs = 30_000
const againMs = 2000

/** Returns whether writing works; tries a write if no other write has shown it recently. */
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
  return async () => {
    const now = performance.now()
    const due = state.cause === undefined ? state.written + quietMs : tried + againMs
    if (now >= due && !underWay) {
      tried = now
      underWay = attempt()
    }
    // All callers wait for a check that is already running.
    await underWay?.catch((error: unknown) => {
      if (!diskCause(error)) throw error
    })
    return state.cause
  }
}
