/** The server's log. */
import { pino, type Logger } from 'pino'
import type { Config } from '#server/config.ts'

/** A log of JSON lines on standard error, without what opens a session. */
export const openLog = (config: Config): Logger =>
  pino(
    { level: config.logLevel, redact: ['req.headers.authorization'] },
    pino.destination({ dest: 2, sync: false }),
  )
