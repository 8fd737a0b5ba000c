/**
 * Measures the latency of a light call (`/profile`) while heavy calls load the server. The latency
 * is compared with that of the same call on the idle server.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { serve, type Server } from './client.ts'
import { postgresData, sqliteData, type Size } from './data.ts'
import type { Load } from './starveLoad.ts'
import { against, alone, median, type Row } from './table.ts'

/**
 * Interval between light calls in ms. A light call is sent even if the previous one has not
 * returned.
 */
const everyMs = 25
const seconds = { idle: 4, load: 10 }

/**
 * Sends light calls at a fixed interval for `ms` milliseconds. Returns the latency of each call in
 * ms.
 */
const lightCalls = async (server: Server, ms: number): Promise<number[]> => {
  const agent = new Agent({ keepAlive: true })
  const took: number[] = []
  const under: Promise<void>[] = []
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      const start = performance.now()
      const headers = { authorization: `Bearer ${server.token}` }
      const failed = (error: NodeJS.ErrnoException) => {
        // Retries the call like a browser when the server closed the idle connection while the call
        // was being sent.
        if (call.reusedSocket && error.code === 'ECONNRESET') ask().then(resolve, reject)
        else reject(error)
      }
      const call = request(`${server.url}/profile`, { agent, headers }, (response) => {
        response.resume().once('end', () => {
          if (response.statusCode !== 200)
            return reject(new Error(`/profile ${response.statusCode}`))
          took.push(performance.now() - start)
          resolve()
        })
      }).once('error', failed)
      call.end()
    })
  for (const end = performance.now() + ms; performance.now() < end; await sleep(everyMs))
    under.push(ask())
  await Promise.all(under)
  agent.destroy()
  return took
}

/**
 * Sends light calls while a separate thread runs `loads`. Returns the latencies of the light calls
 * in ms (`took`), and the number of responses to each load by its name (`done`). `from` is passed
 * to the thread (see `from` in bench/starveLoad.ts).
 */
const whileLoaded = async (server: Server, loads: readonly Load[], from: number) => {
  const worker = new Worker(new URL('./starveLoad.ts', import.meta.url), {
    workerData: { url: server.url, token: server.token, loads, from },
  })
  const ended = new Promise<Record<string, number>>((done, fail) =>
    worker.once('message', done).once('error', fail),
  )
  const measured = async () => {
    // Waits until the loads have started, so that their start does not affect the latencies.
    await sleep(500)
    const times = await lightCalls(server, seconds.load * 1000)
    worker.postMessage('stop')
    return times
  }
  const [took, done] = await Promise.all([measured(), ended])
  await worker.terminate()
  return { took, done }
}

const percentile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ??
  NaN

/**
 * Number of months reserved for each scene. The last two scenes generate bills. A month can be
 * generated only once, so each scene needs its own months.
 */
const monthsOfScene = 29

/**
 * Scenes of the benchmark by name. A scene is a set of loads that run together while light calls
 * are measured.
 */
const scenes: Record<string, readonly Load[]> = {
  '16 searches': ['search'],
  '16 sums': ['sum'],
  'an export': ['export'],
  'an import': ['import'],
  'a preview': ['preview'],
  'a generation': ['generate'],
  'searches, export, import, generation': ['search', 'export', 'import', 'generate'],
}

const measure = async (engine: string, server: Server): Promise<Row[]> => {
  await lightCalls(server, 2000)
  const idle = await lightCalls(server, seconds.idle * 1000)
  const rows = [
    alone(
      `${engine}: light call, idle (99th ${percentile(idle, 0.99).toFixed(1)})`,
      'ms',
      median(idle),
      '',
    ),
  ]
  let from = 0
  for (const [name, loads] of Object.entries(scenes)) {
    const { took, done } = await whileLoaded(server, loads, (from += monthsOfScene))
    const answered = Object.entries(done)
      .map(([load, n]) => `${n} ${load}`)
      .join(', ')
    console.error(`  ${name}: ${answered}`)
    rows.push(
      against(
        `${engine}: beside ${name} (99th ${percentile(took, 0.99).toFixed(0)})`,
        'ms',
        median(took),
        median(idle),
        '≤ 10',
      ),
    )
    rows.push(alone(`${engine}: the longest`, 'ms', Math.max(...took), '≤ 250'))
  }
  return rows
}

/**
 * Measures the latency on SQLite and PostgreSQL. Copies the SQLite file first, because the loads
 * change the data.
 */
export const benchStarve = async (postgres: string, size: Size): Promise<Row[]> => {
  const data = await sqliteData(size)
  const copy = mkdtempSync(join(tmpdir(), 'nada-bench-'))
  const rows: Row[] = []
  try {
    cpSync(data, copy, { recursive: true })
    const server = await serve({ DATA_DIR: copy })
    try {
      rows.push(...(await measure('SQLite', server)))
    } finally {
      await server.stop()
    }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
  const server = await serve({ DATABASE_URL: await postgresData(postgres, size) })
  try {
    rows.push(...(await measure('PostgreSQL', server)))
  } finally {
    await server.stop()
  }
  return rows
}
