/** Log of the server, in one of two formats. */
import { pino, type Logger } from 'pino'
import type { Config } from '#server/runtime/config.ts'

/** Returns a log destination that writes readable lines to standard error. */
const readableLines = async () => {
  const { default: pretty } = await import('pino-pretty')
  return pretty({ destination: 2, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' })
}

/**
 * Opens the log on standard error: readable text on a terminal, otherwise JSON lines. Removes the
 * Authorization header from logged requests.
 */
export const openLog = async (config: Pick<Config, 'logLevel' | 'terminal'>): Promise<Logger> =>
  pino(
    { level: config.logLevel, redact: ['req.headers.authorization'] },
    config.terminal ? await readableLines() : pino.destination({ dest: 2, sync: false }),
  )
