/**
 * Whether the database takes what is written: a failure of the disk is remembered until a trial
 * write succeeds, and told by `/readyz` and the log.
 */
import type { Db } from '#server/db/tables.ts'

interface State {
  /** Why the last write failed; undefined while writing works. */
  cause: string | undefined
  /** When a write last succeeded, in milliseconds of the process. */
  written: number
  /** Told when writing stops to work, and when it works again. */
  listen: ((cause: string | undefined) => void) | undefined
}
const states = new WeakMap<object, State>()
const stateOf = (db: Db): State => {
  const known = states.get(db)
  if (known) return known
  const made: State = { cause: undefined, written: -Infinity, listen: undefined }
  states.set(db, made)
  return made
}

/** Errors of the disk and of what lies on it, by the engines' codes. */
const causes: readonly [code: RegExp, cause: string][] = [
  [/^(SQLITE_FULL|53100|ENOSPC|EDQUOT)$/, 'disk penuh'],
  [/^(SQLITE_READONLY\w*|25006|EROFS)$/, 'basis data hanya dapat dibaca'],
  [/^(SQLITE_CORRUPT\w*|SQLITE_NOTADB|XX00[12])$/, 'basis data rusak'],
  [/^(SQLITE_IOERR\w*|SQLITE_CANTOPEN\w*|58030|EIO)$/, 'disk tidak dapat dibaca atau ditulis'],
]
/** Why the disk refused, with the engine's code; undefined where it was something else. */
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
/** A transaction has succeeded. What failed before may fail again: this one may only have read. */
export const noteWritten = (db: Db): void => {
  stateOf(db).written = performance.now()
}

/** As much as a payment writes, and more than what a full disk may still have room for. */
const trial = 'x'.repeat(64 * 1024)
/**
 * A trial is made when nothing was written for so long, and at most so often while writing fails.
 */
const quietMs = 30_000
const againMs = 2000

/** Answers whether writing works; tries it where nothing else has told lately. */
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
    // One that is under way is waited for by all who ask.
    await underWay?.catch((error: unknown) => {
      if (!diskCause(error)) throw error
    })
    return state.cause
  }
}
