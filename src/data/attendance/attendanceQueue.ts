/**
 * Queue in local storage for the attendance marks that the server has not accepted yet. The marks
 * are sent in their order. Each mark has an Idempotency-Key, so that a resent mark is not applied
 * twice. A mark that the server rejects stays in the queue, with the reason, until the user resends
 * or discards the mark.
 */
import { useEffect, useSyncExternalStore } from 'react'
import { ApiError, newKey, token } from '#src/data/api/http.ts'
import { makeStale, queryClient } from '#src/data/api/queryClient.ts'
import {
  Attendance,
  MarkAttendance,
  withMark,
  withMarkOnBoard,
  type BoardData,
  type MarkInput,
} from '#src/data/attendance/attendance.ts'
import { me } from '#src/data/session/session.ts'

export interface QueuedMark {
  key: string
  /** User who made the mark. On a shared device other users neither see nor send the mark. */
  user: number
  lesson: number
  /** Description of the mark, shown when the server has rejected it. */
  label: string
  input: MarkInput
  /** Reason why the server rejected the mark; absent while the mark is still to be sent. */
  refused?: string
}

const place = 'nada.absensi'
/** Delay in ms before the queue retries a mark that could not be sent. */
const pause = 5000

const isQueued = (value: unknown): value is QueuedMark =>
  typeof value === 'object' &&
  value !== null &&
  'key' in value &&
  typeof value.key === 'string' &&
  'user' in value &&
  'lesson' in value &&
  'input' in value
const parse = (text: string | null): readonly QueuedMark[] => {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(value) ? value.filter((mark) => isQueued(mark)) : []
  } catch {
    return []
  }
}

let cache: { text: string | null; marks: readonly QueuedMark[] } = { text: null, marks: [] }
/**
 * Returns all marks in the queue, oldest first. Reads the storage each time, because another tab
 * may have changed the queue.
 */
const readQueue = (): readonly QueuedMark[] => {
  const text = localStorage.getItem(place)
  if (text !== cache.text) cache = { text, marks: parse(text) }
  return cache.marks
}
const listeners = new Set<() => void>()
const storeQueue = (marks: readonly QueuedMark[]): void => {
  if (marks.length === 0) localStorage.removeItem(place)
  else localStorage.setItem(place, JSON.stringify(marks))
  for (const tell of listeners) tell()
}
const change = (key: string, to: Partial<QueuedMark>) =>
  storeQueue(readQueue().map((mark) => (mark.key === key ? { ...mark, ...to } : mark)))
const remove = (key: string) => storeQueue(readQueue().filter((mark) => mark.key !== key))

/**
 * Whether a retry of a failed call may succeed: the call got no response, the user was logged out,
 * or the server was busy or failed.
 */
const isTransient = (error: unknown): boolean =>
  !(error instanceof ApiError) ||
  error.status === 0 ||
  error.status === 401 ||
  error.status === 429 ||
  error.status >= 500

const nextToSend = (): QueuedMark | undefined =>
  readQueue().find((mark) => mark.user === me()?.id && mark.refused === undefined)

let sending = false
let timer: ReturnType<typeof setTimeout> | undefined
const sendLater = (): void => {
  clearTimeout(timer)
  timer = setTimeout(() => void sendQueue(), pause)
}
/**
 * Sends the waiting marks in their order. Stops after a transient failure, and retries after a
 * pause.
 */
export const sendQueue = async (): Promise<void> => {
  if (sending || token.get() === null) return
  sending = true
  const touched = new Set<number>()
  try {
    for (let mark = nextToSend(); mark; mark = nextToSend()) {
      const { key, lesson, input } = mark
      try {
        await MarkAttendance.send(input, key, { id: lesson })
        queryClient.setQueryData(Attendance.query({ id: lesson }).queryKey, (data) =>
          data === undefined ? data : withMark(data, input),
        )
        queryClient.setQueriesData<BoardData>({ queryKey: ['pertemuan', 'papan'] }, (data) =>
          data === undefined ? data : withMarkOnBoard(data, lesson, input),
        )
        remove(key)
      } catch (error) {
        if (isTransient(error)) {
          sendLater()
          return
        }
        change(key, { refused: error instanceof Error ? error.message : String(error) })
      }
      touched.add(lesson)
    }
  } finally {
    sending = false
    // Refetches the lessons, because the server computes their make-up credits and their state.
    if (touched.size > 0) makeStale(['pertemuan'])
  }
}

/** Stores a mark on the device and sends it as soon as possible. */
export const addMark = (mark: Pick<QueuedMark, 'lesson' | 'label' | 'input'>): void => {
  const user = me()?.id
  if (user === undefined) return
  const input = { ...mark.input, ditandai_at: new Date().toISOString() }
  storeQueue([...readQueue(), { ...mark, input, key: newKey(), user }])
  void sendQueue()
}
/** Discards a mark that the server rejected. */
export const dropMark = (key: string): void => remove(key)
/**
 * Sends a rejected mark again with the present time and without `kode_terlihat`, the stored code
 * that the user saw when marking. The server then accepts the mark, although another user has
 * meanwhile changed the code.
 */
export const resendMark = (key: string): void => {
  const mark = readQueue().find((queuedMark) => queuedMark.key === key)
  if (!mark) return
  remove(key)
  const peserta = mark.input.peserta?.map(({ kode_terlihat: _, ...studentMark }) => studentMark)
  addMark({ ...mark, input: { ...mark.input, ...(peserta && { peserta }) } })
}

const subscribe = (tell: () => void) => {
  listeners.add(tell)
  window.addEventListener('storage', tell)
  return () => {
    listeners.delete(tell)
    window.removeEventListener('storage', tell)
  }
}
/**
 * Returns the user's own marks in the queue, oldest first. Sends the waiting marks when the
 * component mounts.
 */
export const useQueue = (): readonly QueuedMark[] => {
  const marks = useSyncExternalStore(subscribe, readQueue)
  useEffect(() => {
    void sendQueue()
  }, [])
  return marks.filter((mark) => mark.user === me()?.id)
}

window.addEventListener('online', () => void sendQueue())
