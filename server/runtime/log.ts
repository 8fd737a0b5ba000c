/** Opens the log of the server. */
import { pino, type Logger } from 'pino'
import type { Config } from '#server/runtime/config.ts'

/** Returns a log destination that formats lines for a terminal. */
const readableLines = async () => {
  const { default: pretty } = await import('pino-pretty')
  return pretty({ destination: 2, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' })
}

/**
 * Opens a log on standard error, without credentials: readable text on a terminal, otherwise JSON
 * lines for the log collector of the machine.
 */
export const openLog = async (config: Pick<Config, 'logLevel' | 'terminal'>): Promise<Logger> =>
  pino(
    { level: config.logLevel, redact: ['req.headers.authorization'] },
    config.terminal ? await readableLines() : pino.destination({ dest: 2, sync: false }),
  )
