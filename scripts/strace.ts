/** Finds or installs strace, with which a test records the writes and syncs of a server. */
import { aptInstall } from './apt.ts'
import { run } from './process.ts'

/** Whether strace is installed and allowed to trace processes. Some containers forbid it. */
export const canTrace = async (): Promise<boolean> =>
  (await run(['strace', '-o', '/dev/null', 'true'], { quiet: true, timeout: 20_000 })).code === 0

/** Whether strace can be used; installs Debian's package if it is missing. */
export const findStrace = async (): Promise<boolean> =>
  (await canTrace()) || ((await aptInstall('strace')) && (await canTrace()))
