/**
 * Simulates the content of a disk after a power cut, from the trace of a process: all synced data,
 * and any part of the rest. A write that was not synced may be complete, missing, or present in
 * some of its sectors, independent of other writes; a new file may be missing until its folder is
 * synced.
 */
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'

/** Events of a process in order. */
export type Event =
  | { kind: 'write'; file: string; offset: number; data: Buffer }
  | { kind: 'truncate'; file: string; size: number }
  /** `before`: number of the first event that this sync does not cover. */
  | { kind: 'sync'; file: string; before: number }
  /** First bytes of data sent to a socket. */
  | { kind: 'sent'; text: string }

/** Options of strace that make its output readable here. */
export const traceOptions = [
  '-Dfy',
  '--seccomp-bpf',
  '--signal=kill',
  '-xx',
  '--string-limit=200000',
  '--trace=pwrite64,write,writev,fsync,fdatasync,ftruncate',
]

const unhex = (text: string): Buffer => Buffer.from(text.replaceAll('\\x', ''), 'hex')
const strings = (text: string): Buffer =>
  Buffer.concat([...text.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map((m) => unhex(m[1] ?? '')))

const call = /^(\d+) +(\w+)\(\d+<((?:\\x[0-9a-f]{2})*)>(.*)$/
const resumed = /^(\d+) +<\.\.\. (?:fsync|fdatasync) resumed>/

/** Returns the change of a file, from the name of the call and strace's text of its arguments. */
const changeOf = (name: string, file: string, rest: string): Event | undefined => {
  if (name === 'pwrite64') {
    const offset = Number(/"(?:\.\.\.)?, \d+, (\d+)/.exec(rest)?.[1])
    return { kind: 'write', file, offset, data: strings(rest) }
  }
  return name === 'ftruncate'
    ? { kind: 'truncate', file, size: Number(/, (\d+)/.exec(rest)?.[1]) }
    : undefined
}

/** Reads the output of strace. Only files of `folder`, the folder itself, and sockets count. */
export const readTrace = async (trace: string, folder: string): Promise<Event[]> => {
  const events: Event[] = []
  /** Syncs that have begun and not ended, by process: they cover earlier writes. */
  const begun = new Map<string, { file: string; before: number }>()
  for await (const line of createInterface({ input: createReadStream(trace, 'latin1') })) {
    const pid = resumed.exec(line)?.[1]
    const sync = pid === undefined ? undefined : begun.get(pid)
    if (sync) events.push({ kind: 'sync', ...sync })
    const [, by = '', name = '', hex = '', rest = ''] = call.exec(line) ?? []
    const file = unhex(hex).toString('utf8')
    if (/^(socket:|TCP)/.test(file))
      events.push({ kind: 'sent', text: strings(rest).toString('utf8') })
    if (!file.startsWith(folder)) continue
    const change = changeOf(name, file, rest)
    if (change) events.push(change)
    if (!/^f(data)?sync$/.test(name)) continue
    const started = { file, before: events.length }
    if (rest.includes('<unfinished')) begun.set(by, started)
    else events.push({ kind: 'sync', ...started })
  }
  return events
}

/** Smallest unit that a disk writes atomically, in bytes. */
const sector = 512

/** Content of a file, written in place because there are thousands of writes. */
class Image {
  #bytes: Buffer
  #size: number
  constructor(bytes: Buffer = Buffer.alloc(0)) {
    this.#bytes = Buffer.from(bytes)
    this.#size = bytes.length
  }
  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#size)
  }
  #reserve(size: number): void {
    if (size <= this.#bytes.length) return
    const larger = Buffer.alloc(size * 2)
    this.bytes.copy(larger)
    this.#bytes = larger
  }
  /** A gap between the old end and a later write holds zeros, as on a disk. */
  write(offset: number, data: Buffer, keep: () => boolean): void {
    const end = offset + data.length
    this.#reserve(end)
    if (end > this.#size) this.#bytes.fill(0, this.#size, end)
    this.#size = Math.max(this.#size, end)
    for (let position = 0; position < data.length; position += sector)
      if (keep()) data.copy(this.#bytes, offset + position, position, position + sector)
  }
  truncate(size: number): void {
    this.#reserve(size)
    if (size > this.#size) this.#bytes.fill(0, this.#size, size)
    this.#size = size
  }
}

interface Disk {
  /** Durable content of files. */
  durable: Map<string, Image>
  /** Numbers of the events that may be lost. */
  pending: number[]
  /** Files whose directory entries are durable. */
  named: Set<string>
}

const apply = (disk: Map<string, Image>, event: Event, keep: () => boolean): void => {
  if (event.kind !== 'write' && event.kind !== 'truncate') return
  const image = disk.get(event.file) ?? new Image()
  disk.set(event.file, image)
  if (event.kind === 'truncate') image.truncate(event.size)
  else image.write(event.offset, event.data, keep)
}

/** State of the disk after the events before `until`. `honest`: a sync takes effect. */
const diskAt = (
  start: ReadonlyMap<string, Buffer>,
  events: readonly Event[],
  until: number,
  honest: boolean,
): Disk => {
  const durable = new Map([...start].map(([file, bytes]) => [file, new Image(bytes)]))
  const disk: Disk = { durable, pending: [], named: new Set(start.keys()) }
  for (const [i, event] of events.slice(0, until).entries()) {
    if (event.kind === 'write' || event.kind === 'truncate') disk.pending.push(i)
    if (event.kind !== 'sync' || !honest) continue
    const ownWrites = disk.pending.filter((n) => {
      const write = events[n]
      return write && 'file' in write && write.file === event.file && n < event.before
    })
    for (const n of ownWrites) apply(disk.durable, events[n]!, () => true)
    disk.pending = disk.pending.filter((n) => !ownWrites.includes(n))
    // Syncing a folder makes the names in it durable.
    for (const e of events.slice(0, event.before))
      if ('file' in e && e.file.startsWith(`${event.file}/`)) disk.named.add(e.file)
  }
  return disk
}

export interface Cut {
  files: Map<string, Buffer>
  /** Number of unsynced writes. */
  pending: number
  /** Number of these writes that were lost or torn. */
  lost: number
}

/**
 * Returns the files after a cut before event `until`; `start` is their initial content. `chance`
 * decides for each write whether it is complete, lost or torn, and for each sector of a torn one.
 */
export const cutAt = (
  start: ReadonlyMap<string, Buffer>,
  events: readonly Event[],
  until: number,
  chance: () => number,
  { honest = true } = {},
): Cut => {
  const { durable, pending, named } = diskAt(start, events, until, honest)
  let lost = 0
  for (const n of pending) {
    const fate = chance()
    if (fate >= 1 / 3) lost++
    // A change of length is complete or lost, never torn.
    if (events[n]!.kind === 'truncate' ? fate < 1 / 3 : fate < 2 / 3)
      apply(durable, events[n]!, () => fate < 1 / 3 || chance() < 0.5)
  }
  for (const file of durable.keys()) if (!named.has(file) && chance() < 0.5) durable.delete(file)
  const files = new Map([...durable].map(([file, image]) => [file, image.bytes]))
  return { files, pending: pending.length, lost }
}
