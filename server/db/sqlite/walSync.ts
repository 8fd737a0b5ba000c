/**
 * Syncs SQLite's log (WAL) to the disk beside the main thread. SQLite itself would block the
 * process at each commit until the disk has the commit. One sync here covers all commits before it.
 */
import { open, type FileHandle } from 'node:fs/promises'

export class WalSync {
  readonly #file: string
  readonly #datasync: (handle: FileHandle) => Promise<void>
  #handle: Promise<FileHandle> | undefined
  #running: Promise<void> | undefined
  #next: Promise<void> | undefined
  /** `file` is the path of the database. Tests replace `datasync`, which syncs the log. */
  constructor(file: string, datasync = (handle: FileHandle): Promise<void> => handle.datasync()) {
    this.#file = `${file}-wal`
    this.#datasync = datasync
  }
  /**
   * Resolves when all commits before the call are on the disk. Rejects if a sync fails, also if an
   * earlier one has failed: then the log may have a gap on the disk, and a restart would not find
   * the commits behind the gap.
   */
  synced(): Promise<void> {
    // A running sync may have begun before the last commit. Therefore waits for the next one.
    this.#next ??= (this.#running ?? Promise.resolve()).then(() => {
      const sync = this.#sync()
      this.#running = sync
      this.#next = undefined
      return sync
    })
    return this.#next
  }
  async #sync(): Promise<void> {
    // Stays open, because the log exists as long as the connection that has written to it.
    this.#handle ??= open(this.#file, 'r+')
    await this.#datasync(await this.#handle)
  }
  /** Closes the log after all syncs have ended. */
  async end(): Promise<void> {
    await (this.#next ?? this.#running)?.catch(() => {})
    await (await this.#handle?.catch(() => undefined))?.close()
    this.#handle = undefined
  }
}
