/**
 * Memory in place of a disk for what tests throw away. Databases are made, copied and dropped by
 * the hundred, and where many are, a disk's file system took an eighth of two processors for that.
 */
import { accessSync, constants, statfsSync } from 'node:fs'

const folder = '/dev/shm'
/** A whole run has less than a gigabyte there at once. */
const needed = 4 * 1024 ** 3

/** Linux's folder in memory, where there is one with enough room, in it and beside it. */
export const inMemory = (): string | undefined => {
  try {
    accessSync(folder, constants.W_OK)
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= needed && process.availableMemory() >= 2 * needed ? folder : undefined
  } catch {
    return undefined
  }
}
