/** Finds or installs strace, with which tests record writes and syncs of a process. */
import { aptInstall } from './apt.ts'
import { run } from './process.ts'

/** Whether strace is installed and may trace processes, which containers can forbid. */
export const canTrace = async (): Promise<boolean> =>
  (await run(['strace', '-o', '/dev/null', 'true'], { quiet: true, timeout: 20_000 })).code === 0

/** Whether strace can be used; installs Debian's package if it is missing. */
export const findStrace = async (): Promise<boolean> =>
  (await canTrace()) || ((await aptInstall('strace')) && (await canTrace()))
