/**
 * Starts and stops child processes. When this process ends, its child processes are killed together
 * with the processes that they have started.
 */
import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { resolve } from 'node:path'

/**
 * Scripts of the tools. The function `node` below runs them without a shell and independently of
 * PATH.
 */
export const tool = {
  tsc: 'node_modules/typescript/bin/tsc',
  oxfmt: 'node_modules/oxfmt/bin/oxfmt',
  oxlint: 'node_modules/oxlint/bin/oxlint',
  knip: 'node_modules/knip/bin/knip.js',
  vite: 'node_modules/vite/bin/vite.js',
  vitest: 'node_modules/vitest/vitest.mjs',
  playwright: 'node_modules/@playwright/test/cli.js',
  server: 'server/main.ts',
} as const

/** Returns the command line that runs a script with the Node version of this process. */
export const node = (script: string, ...args: string[]) => [
  process.execPath,
  '--disable-warning=ExperimentalWarning',
  script,
  ...args,
]

export interface RunOptions {
  env?: Record<string, string | undefined>
  cwd?: string
  /** Maximum time of the whole run in ms. */
  timeout?: number
  /** Maximum time without output in ms. */
  silence?: number
  quiet?: boolean
  uid?: number
  gid?: number
}

const children = new Set<ChildProcess>()
const kill = (child: ChildProcess, signal: NodeJS.Signals) => {
  // A command that could not be started has no pid, and no process to kill.
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, signal)
  } catch {
    child.kill(signal)
  }
}
/**
 * Starts a command in its own process group. The group is killed when this process ends. With
 * `keep`, the group is not killed, because the command ends by itself.
 */
export const start = (
  [command = '', ...args]: string[],
  { env, keep, ...options }: SpawnOptions & { keep?: boolean } = {},
) => {
  const child = spawn(command, args, {
    stdio: 'inherit',
    detached: process.platform !== 'win32',
    ...options,
    env: { ...process.env, ...env },
  })
  if (keep) return child
  children.add(child)
  child.once('exit', () => children.delete(child))
  return child
}
process.on('exit', () => children.forEach((child) => kill(child, 'SIGKILL')))

/**
 * Stops a process group by SIGTERM, and by SIGKILL if it has not ended after `patience` ms.
 * Resolves when the first process of the group (`child`) has ended.
 */
export const stop = (child: ChildProcess, patience = 8000) =>
  new Promise<void>((done) => {
    if (child.exitCode !== null || child.signalCode !== null) return done()
    const timer = setTimeout(() => kill(child, 'SIGKILL'), patience)
    child.once('exit', () => {
      clearTimeout(timer)
      done()
    })
    kill(child, 'SIGTERM')
  })

/** Stops all running processes that `start` has started without `keep`. */
export const stopAll = () => Promise.all([...children].map((child) => stop(child)))

/**
 * Runs a command to its end. `timeout` limits the whole run (default: 10 minutes, or no limit with
 * `silence`). `silence` limits the time without output and requires `quiet`, which collects the
 * output instead of printing it. Resolves with the exit code, the collected output, and `problem`:
 * a sentence if the command reached a limit, was ended by a signal, or could not start.
 */
export const run = (command: string[], { silence, quiet, ...options }: RunOptions = {}) =>
  new Promise<{ code: number; output: string; timedOut: boolean; problem?: string }>((done) => {
    const { timeout = silence === undefined ? 600_000 : undefined, ...rest } = options
    let output = ''
    let limit = ''
    const child = start(command, {
      ...rest,
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    })
    const timers: NodeJS.Timeout[] = []
    const stopAfter = (ms: number, problem: string) => {
      const timer = setTimeout(() => {
        limit = problem
        void stop(child)
      }, ms)
      timers.push(timer)
      return timer
    }
    if (timeout !== undefined) stopAfter(timeout, `It was stopped after ${timeout / 1000} s.`)
    const quietTimer =
      silence === undefined
        ? undefined
        : stopAfter(silence, `It was stopped after ${silence / 1000} s without output.`)
    const read = (chunk: Buffer) => {
      output += chunk
      quietTimer?.refresh()
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    const end = (code: number, problem?: string) => {
      timers.forEach(clearTimeout)
      done({ code: limit ? 124 : code, output, timedOut: limit !== '', problem: limit || problem })
    }
    child.once('error', (error) => end(127, error.message))
    child.once('close', (code, signal) =>
      end(code ?? 1, signal ? `It was ended by ${signal}.` : undefined),
    )
  })

/**
 * Returns the pid of the parent of a process, as read from /proc on Linux; undefined on other
 * systems and for an ended process.
 */
const parentOf = (pid: number): number | undefined => {
  try {
    // Splits after the program name, which is in parentheses and may contain any character. The
    // next two fields are the state of the process and the pid of its parent.
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1])
  } catch {
    return undefined
  }
}
/**
 * Whether a process is a shell that runs a command (`sh -c`). npm starts scripts through such a
 * shell, which can outlive a killed npm.
 */
const isShell = (pid: number): boolean => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[1] === '-c'
  } catch {
    return false
  }
}

/**
 * Runs `cleanup` once and then ends this process: on Ctrl+C, on SIGTERM, when the parent process
 * ends, or when npm ends. Polls whether the parent and npm still run, because a signal that ends
 * npm does not always reach this process.
 */
export const onSignal = (cleanup: () => Promise<void> | void) => {
  const parent = process.ppid
  const above = process.env.npm_lifecycle_event && isShell(parent) ? parentOf(parent) : undefined
  const orphaned = () =>
    process.ppid !== parent || (above !== undefined && parentOf(parent) !== above)
  let isEnding = false
  const end = async (code: number) => {
    if (isEnding) return
    isEnding = true
    await cleanup()
    process.exit(code)
  }
  process.on('SIGINT', () => void end(130))
  process.on('SIGTERM', () => void end(143))
  setInterval(() => orphaned() && void end(143), 300).unref()
}

/** Unprivileged ports to which `fetch` and browsers do not connect. */
const barred = new Set([
  4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10_080,
])
/**
 * Returns a free port of the loopback interface. The port is in the range of the variable
 * NADA_PORTS, such as `4200-4299`, if it is set.
 */
export const freePort = async (): Promise<number> => {
  const [from, to] = (process.env.NADA_PORTS ?? '0-0').split('-').map(Number)
  const chosenPort = from && to ? from + Math.floor(Math.random() * (to - from + 1)) : 0
  if (barred.has(chosenPort)) return freePort()
  return new Promise<number>((done, fail) => {
    const server = createServer()
      .once('error', fail)
      .listen(chosenPort, '127.0.0.1', () => {
        const address = server.address()
        server.close(() => done(typeof address === 'object' && address ? address.port : 0))
      })
  }).catch((error) => {
    if (chosenPort) return freePort()
    throw error
  })
}

/**
 * Environment variables that make Node cache compiled code in a folder. With the cache, a server
 * starts faster, because Node need not strip the types again.
 */
export const compiled = { NODE_COMPILE_CACHE: resolve('node_modules/.cache/nada') }

/**
 * Starts the API server on a free port and waits until the server prints `siap: <url>` (ready).
 * Throws an error with the output if the server ends before it is ready, or is not ready after
 * `patience` ms. `under` is the beginning of a command line, such as strace with its options, to
 * which the command line of the server is appended.
 */
export const startServer = async (
  env: Record<string, string | undefined>,
  args: string[] = [],
  patience = 120_000,
  under: string[] = [],
) => {
  const port = await freePort()
  // The server stays in the process group of the caller. Killing the process group of a test run
  // therefore also ends the servers that the tests started.
  const child = start([...under, ...node(tool.server, ...args)], {
    env: {
      ...compiled,
      HOST: '127.0.0.1',
      PORT: String(port),
      ...(env.DATABASE_URL && { DATA_KEY: Buffer.alloc(32, 7).toString('base64') }),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: false,
  })
  let output = ''
  const url = await new Promise<string>((done, fail) => {
    const give = (why: string) => {
      void stop(child)
      fail(new Error(`${why}\n${output.slice(-4000)}`))
    }
    const timer = setTimeout(
      () => give(`The server was not ready within ${patience / 1000} s.`),
      patience,
    )
    const read = (chunk: Buffer) => {
      output = (output + chunk).slice(-200_000)
      const readyUrl = /siap: (https?:\/\/[^\s"]+)/.exec(output)?.[1]
      if (!readyUrl) return
      clearTimeout(timer)
      done(readyUrl.replace(/\/$/, ''))
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', (code) => give(`The server ended with code ${code} before it was ready.`))
  })
  /** Kills the server by SIGKILL, so that it cannot complete or clean up anything. */
  const crash = () =>
    new Promise<void>((done) => {
      child.once('exit', () => done())
      child.kill('SIGKILL')
    })
  return { url, pid: child.pid ?? 0, stop: () => stop(child), crash, output: () => output }
}
