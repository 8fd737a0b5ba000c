/**
 * Memory instead of a disk for temporary files of tests. Databases are made, copied and dropped by
 * the hundred, for which a disk's file system took an eighth of two processors.
 */
import { accessSync, constants, statfsSync } from 'node:fs'

const folder = '/dev/shm'
/** Required free space; a whole run uses less than a gigabyte at once. */
const needed = 4 * 1024 ** 3

/** Returns Linux's folder in memory, if it exists and both it and the memory have enough room. */
export const inMemory = (): string | undefined => {
  try {
    accessSync(folder, constants.W_OK)
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= needed && process.availableMemory() >= 2 * needed ? folder : undefined
  } catch {
    return undefined
  }
}
