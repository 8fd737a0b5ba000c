/** strace, by which a test sees what a process writes and what it syncs. */
import { aptInstall } from './apt.ts'
import { run } from './process.ts'

/** Whether strace is there and may trace: containers can forbid it. */
export const canTrace = async (): Promise<boolean> =>
  (await run(['strace', '-o', '/dev/null', 'true'], { quiet: true, timeout: 20_000 })).code === 0

/** Finds strace after an attempt to install Debian's package where it is missing. */
export const findStrace = async (): Promise<boolean> =>
  (await canTrace()) || ((await aptInstall('strace')) && (await canTrace()))
