/** Finds or installs strace, with which a test records the writes and syncs of a server. */
import { aptInstall } from './apt.ts'
import { run } from './process.ts'

/** Whether strace is installed and can trace processes. Some containers forbid tracing. */
export const canTrace = async (): Promise<boolean> =>
  (await run(['strace', '-o', '/dev/null', 'true'], { quiet: true, timeout: 20_000 })).code === 0

/** Installs Debian's package of strace if needed; returns whether strace can trace processes. */
export const findStrace = async (): Promise<boolean> =>
  (await canTrace()) || ((await aptInstall('strace')) && (await canTrace()))
