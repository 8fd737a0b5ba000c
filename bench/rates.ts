/**
 * Measures calls per second on 16 connections, beside a bare server that runs the handwritten
 * statements of the same work through the same driver. The search by hand compares every row, as
 * the product did before its search indexes (decision 0257).
 */
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { Worker } from 'node:worker_threads'
import { MetodePembayaran } from '#contract/enums.ts'
import {
  billingColumns,
  onPostgres,
  onSqlite,
  paymentByHand,
  type Hand,
  type Target,
} from './api.ts'
import type { Server } from './client.ts'
import type { Size } from './data.ts'
import { against, median, type Row } from './table.ts'

const connections = 16
/** Length of a window in ms, and number of windows per server. The windows alternate. */
const windows = { ms: 2000, count: 3 }

type Call = () => Promise<void>
let agent = new Agent()
const send = (url: string, headers: Record<string, string>, body?: string): Promise<void> =>
  new Promise((done, fail) => {
    request(url, { agent, method: body === undefined ? 'GET' : 'POST', headers }, (response) => {
      response.resume().on('end', () => {
        if ((response.statusCode ?? 500) < 300) done()
        else fail(new Error(`${url}: ${response.statusCode}`))
      })
    })
      .on('error', fail)
      .end(body)
  })

/**
 * Returns the number of calls per second in one window. Opens new connections, because a server
 * closes the connections of an earlier window after some seconds.
 */
const rateOf = async (call: Call): Promise<number> => {
  agent.destroy()
  agent = new Agent({ keepAlive: true, maxSockets: connections })
  const start = performance.now()
  let calls = 0
  const repeat = async () => {
    while (performance.now() - start < windows.ms) {
      await call()
      calls++
    }
  }
  await Promise.all(Array.from({ length: connections }, repeat))
  return calls / ((performance.now() - start) / 1000)
}
const compareRates = async (name: string, ours: Call, bare: Call): Promise<Row> => {
  const [a, b]: [number[], number[]] = [[], []]
  await rateOf(ours)
  for (let i = 0; i < windows.count; i++) {
    a.push(await rateOf(ours))
    b.push(await rateOf(bare))
  }
  return against(name, '1/s', median(a), median(b), '')
}

type Statements = Parameters<Hand>[0]
/** Statements of a list: its total, and a page of it. */
const listOf = (where: string, offset: number, ...values: unknown[]): Statements => [
  [`select count(*) as n from billing where ${where}`, ...values],
  [
    `select ${billingColumns} from billing where ${where} order by created_at desc, id desc limit 20 offset ${offset}`,
    ...values,
  ],
]
const unpaid = 'status = 1 and payment_status = 0 and void_at is null'
const filter = 'status=1&payment_status=0&batal=false&count=bounded'
const sums = 'count(*) as n, sum(total) as total, sum(terbayar) as terbayar, sum(sisa) as sisa'
const reads: readonly [name: string, path: string, statements: Statements][] = [
  ['unpaid bills, page 1', `/billing?${filter}`, listOf(unpaid, 0)],
  ['unpaid bills, page 500', `/billing?${filter}&page=500`, listOf(unpaid, 9980)],
  ['all bills, page 1', '/billing?count=bounded', listOf('1 = 1', 0)],
  ['all bills, page 500', '/billing?count=bounded&page=500', listOf('1 = 1', 9980)],
  [
    'bills by part of a name',
    '/billing?count=bounded&q=wijaya',
    listOf('cari like ?', 0, '%wijaya%'),
  ],
  ['sums of all bills', '/billing/total', [[`select ${sums} from billing where void_at is null`]]],
]

/** Returns the calls that store a payment: one of the product, and one of the bare server. */
const payments = async (server: Server, bare: string, hand: Hand): Promise<[Call, Call]> => {
  const open = await hand([
    [
      `select id, akun_billing_id, sisa, gedung_id from billing where ${unpaid} order by id desc limit 16000`,
    ],
  ])
  const key = Date.now()
  let next = 0
  const take = () => {
    const bill = open[next++]
    if (!bill) throw new Error('Too few unpaid bills')
    return bill
  }
  const ours = () => {
    const { id, akun_billing_id, sisa: jumlah } = take()
    const body = JSON.stringify({
      akun_billing_id,
      tanggal: '2026-11-20',
      metode: MetodePembayaran.tunai,
      jumlah,
      alokasi: [{ billing_id: id, jumlah }],
    })
    const headers = {
      authorization: `Bearer ${server.token}`,
      'content-type': 'application/json',
      'idempotency-key': `${key}-${next}`,
    }
    return send(`${server.url}/billing-payment/create`, headers, body)
  }
  const byHand = () => send(bare, {}, JSON.stringify(paymentByHand(take(), `BENCH/${key}/${next}`)))
  return [ours, byHand]
}

const measure = async (
  engine: string,
  server: Server,
  hand: Hand,
  target: Target,
): Promise<Row[]> => {
  const worker = new Worker(new URL('./bareServer.ts', import.meta.url), { workerData: target })
  const [bare] = (await once(worker, 'message')) as [string]
  const headers = { authorization: `Bearer ${server.token}` }
  const rows: Row[] = []
  for (const [name, path, statements] of reads)
    rows.push(
      await compareRates(
        `${engine}: ${name}`,
        () => send(`${server.url}${path}`, headers),
        () => send(bare, {}, JSON.stringify(statements)),
      ),
    )
  rows.push(await compareRates(`${engine}: a payment`, ...(await payments(server, bare, hand))))
  await worker.terminate()
  return rows
}
/** Measures calls per second on SQLite and on PostgreSQL, whose URL is `postgres`. */
export const benchRates = async (postgres: string, size: Size): Promise<Row[]> => [
  ...(await onSqlite(size, measure)),
  ...(await onPostgres(postgres, size, measure)),
]
