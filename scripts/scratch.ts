/**
 * Finds a folder in memory for temporary files of tests. Tests make, copy and drop hundreds of
 * databases, for which the file system of a disk took an eighth of two processors.
 */
import { accessSync, constants, statfsSync } from 'node:fs'

const folder = '/dev/shm'
/** Required free space in bytes; a whole run uses less than a gigabyte at once. */
const needed = 4 * 1024 ** 3

/**
 * Returns the folder in memory that Linux provides, if the folder and the memory have enough space;
 * otherwise undefined.
 */
export const inMemory = (): string | undefined => {
  try {
    accessSync(folder, constants.W_OK)
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= needed && process.availableMemory() >= 2 * needed ? folder : undefined
  } catch {
    return undefined
  }
}
