/**
 * Bare HTTP server for bench/rates.ts: runs the SQL statements of a request through the driver that
 * the product uses, and returns the rows of the last one. Runs in a thread of its own, as the
 * product runs in a process of its own.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { handOfPostgres, handOfSqlite, type Hand, type Target } from './api.ts'

/** Connections that a request of the product may use at a time. */
const connections = 16

type Statements = Parameters<Hand>[0]
const runnerOf = (target: Target): ((statements: Statements) => Promise<unknown>) => {
  if ('file' in target) {
    const db = new Sqlite(target.file)
    db.pragma('synchronous = FULL')
    return handOfSqlite(db)
  }
  const pool = new pg.Pool({ connectionString: target.url, max: connections })
  return async (statements) => {
    const client = await pool.connect()
    try {
      return await handOfPostgres(client)(statements)
    } finally {
      client.release()
    }
  }
}

const run = runnerOf(workerData as Target)
const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const statements = JSON.parse(Buffer.concat(chunks).toString()) as Statements
    run(statements).then(
      (rows) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(rows)),
      (error: Error) => response.writeHead(500).end(error.message),
    )
  })
})
server.listen(0, '127.0.0.1', () => {
  parentPort?.postMessage(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
