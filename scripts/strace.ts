/** strace, with which a test records writes and syncs of a process. */
import { aptInstall } from './apt.ts'
import { run } from './process.ts'

/** Whether strace is installed and may trace: containers can forbid it. */
export const canTrace = async (): Promise<boolean> =>
  (await run(['strace', '-o', '/dev/null', 'true'], { quiet: true, timeout: 20_000 })).code === 0

/** Finds strace; installs Debian's package if it is missing. */
export const findStrace = async (): Promise<boolean> =>
  (await canTrace()) || ((await aptInstall('strace')) && (await canTrace()))
