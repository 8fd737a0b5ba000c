/**
 * Computes, from a trace of the system calls of a process, the files that a power cut could leave
 * on a disk. All synced data is present. A write that was not synced may be complete, missing, or
 * torn (only some of its sectors are written). A new file may be missing until its folder is
 * synced.
 */
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'

/** System call of a traced process: a change or sync of a file, or data sent to a socket. */
export type Event =
  | { kind: 'write'; file: string; offset: number; data: Buffer }
  | { kind: 'truncate'; file: string; size: number }
  /**
   * Completed sync of a file or folder. The sync covers the events with an index below `before`.
   */
  | { kind: 'sync'; file: string; before: number }
  /** Data that was sent to a socket, as text; strace may shorten it. */
  | { kind: 'sent'; text: string }

/** Options of strace that produce the output which `readTrace` parses. */
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

/**
 * Returns the event of a system call that writes or truncates a file; undefined for other calls.
 * `rest` is the text that strace prints after the file: the other arguments of the call.
 */
const changeOf = (name: string, file: string, rest: string): Event | undefined => {
  if (name === 'pwrite64') {
    const offset = Number(/"(?:\.\.\.)?, \d+, (\d+)/.exec(rest)?.[1])
    return { kind: 'write', file, offset, data: strings(rest) }
  }
  return name === 'ftruncate'
    ? { kind: 'truncate', file, size: Number(/, (\d+)/.exec(rest)?.[1]) }
    : undefined
}

/**
 * Parses the output of strace in the file `trace`. Returns the changes and syncs of files in
 * `folder`, and the data sent to sockets.
 */
export const readTrace = async (trace: string, folder: string): Promise<Event[]> => {
  const events: Event[] = []
  /**
   * Syncs that have begun but not ended, by process id. A sync covers only writes before its start,
   * but is effective only after its end.
   */
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

/** Size of a sector in bytes. A disk writes each sector completely or not at all. */
const sector = 512

/** Content of a file. Writes change the buffer in place, because a copy for each write is slow. */
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
  /**
   * Writes those sectors of `data` for which `keep` returns true. The file gets its new length in
   * any case; new bytes that are not written are zeros.
   */
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
  /** Content of the files with only the synced changes. */
  durable: Map<string, Image>
  /** Indexes of the writes and truncations that no sync covers, and that may be lost. */
  pending: number[]
  /**
   * Files that exist after a power cut in any case: they existed at the start, or their folder was
   * synced after their creation.
   */
  named: Set<string>
}

const apply = (disk: Map<string, Image>, event: Event, keep: () => boolean): void => {
  if (event.kind !== 'write' && event.kind !== 'truncate') return
  const image = disk.get(event.file) ?? new Image()
  disk.set(event.file, image)
  if (event.kind === 'truncate') image.truncate(event.size)
  else image.write(event.offset, event.data, keep)
}

/**
 * Returns the content of the disk after the events before index `until`. `start` contains the files
 * at the start. If `honest` is false, syncs have no effect, as on a disk that ignores them.
 */
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
    // A sync of a folder ensures that the files in it exist after a power cut.
    for (const e of events.slice(0, event.before))
      if ('file' in e && e.file.startsWith(`${event.file}/`)) disk.named.add(e.file)
  }
  return disk
}

export interface Cut {
  files: Map<string, Buffer>
  /** Number of writes and truncations that were not synced. */
  pending: number
  /** Number of unsynced writes and truncations that are lost or torn in `files`. */
  lost: number
}

/**
 * Returns the files after a power cut just before event `until`. `start` is the initial content of
 * the files. `chance` returns random numbers from 0 to 1, which decide whether an unsynced write is
 * complete, lost or torn, and which sectors of a torn write are present.
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
    // A truncation is complete or lost, but never torn.
    if (events[n]!.kind === 'truncate' ? fate < 1 / 3 : fate < 2 / 3)
      apply(durable, events[n]!, () => fate < 1 / 3 || chance() < 0.5)
  }
  for (const file of durable.keys()) if (!named.has(file) && chance() < 0.5) durable.delete(file)
  const files = new Map([...durable].map(([file, image]) => [file, image.bytes]))
  return { files, pending: pending.length, lost }
}
