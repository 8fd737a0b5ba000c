/** Arguments, result line and exit codes shared by the backup commands (`npm run backup` …). */
import { parseArgs } from 'node:util'
import { BackupError } from '#server/backup/container.ts'
import type { PlaceArgs } from '#server/backup/place.ts'
import { whyNotWritten } from '#server/db/sqlite/sqliteFile.ts'
import { ConfigError } from '#server/runtime/config.ts'

/**
 * Exit codes: 0 for success, 1 for a failure or when the command found problems in the data, 2 for
 * invalid arguments or an invalid configuration.
 */
const exitCodes = { done: 0, failed: 1, refused: 2 } as const

const numbers = new Intl.NumberFormat('id-ID', { maximumFractionDigits: 1 })
/** Formats a number as Indonesian, with points between thousands: `12.345`. */
export const count = (n: number): string => numbers.format(n)
/** Formats a size in bytes as kB or MB: `12,3 MB`. */
export const size = (bytes: number): string =>
  bytes < 1024 * 1024
    ? `${numbers.format(Math.max(1, Math.round(bytes / 1024)))} kB`
    : `${numbers.format(bytes / 1024 / 1024)} MB`

export interface Args extends PlaceArgs {
  /** File that the command line names, if the command accepts a file. */
  file?: string
  /** Whether the command only completes or undoes a killed upgrade. */
  resume?: boolean
  /** Whether to compute the kept sums of lists again. */
  'rebuild-totals'?: boolean
}
const readArgs = (usage: string): Args => {
  try {
    const { values, positionals } = parseArgs({
      options: {
        keep: { type: 'string' },
        to: { type: 'string' },
        'accept-unencrypted': { type: 'boolean' },
        'new-key': { type: 'boolean' },
        'max-size': { type: 'string' },
        resume: { type: 'boolean' },
        'rebuild-totals': { type: 'boolean' },
      },
      allowPositionals: true,
    })
    if (positionals.length > 1) throw new Error(`tidak dikenal: ${positionals.slice(1).join(' ')}`)
    return { ...values, file: positionals[0] }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new ConfigError(`${why}\nPemakaian: ${usage}`, { cause: error })
  }
}

/**
 * Runs a command and ends the process. Prints the `line` that `work` returns, and its `problems` on
 * standard error. The exit code is 1 if there are problems, otherwise 0. Prints only the message of
 * configuration, backup and system errors, without the stack, because these messages are written
 * for the operator.
 */
export const command = async (
  name: string,
  usage: string,
  work: (args: Args) => Promise<{ line: string; problems?: readonly string[] }>,
): Promise<never> => {
  const began = Date.now()
  try {
    const { line, problems = [] } = await work(readArgs(usage))
    for (const problem of problems) console.error(`${name}: ${problem}`)
    const seconds = ((Date.now() - began) / 1000).toFixed(1).replace('.', ',')
    console.log(`${name}: ${line} (${seconds} detik)`)
    process.exit(problems.length > 0 ? exitCodes.failed : exitCodes.done)
  } catch (error) {
    const said = error instanceof ConfigError || error instanceof BackupError
    const system = error instanceof Error && 'syscall' in error
    console.error(`${name} gagal: ${said || system ? whyNotWritten(error) : String(error)}`)
    if (!said && !system) console.error(error)
    process.exit(error instanceof ConfigError ? exitCodes.refused : exitCodes.failed)
  }
}
