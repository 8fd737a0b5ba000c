/**
 * Measures the public page of a bill, which opens by a secret link without a login. The time is
 * compared with the time to run the SQL statements of the page by hand and to send one request for
 * `/healthz`.
 */
import { Agent, get } from 'node:http'
import { compare, onPostgres, onSqlite, type Hand } from './api.ts'
import type { Server } from './client.ts'
import type { Size } from './data.ts'
import type { Row } from './table.ts'

const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const read = (url: string): Promise<string> =>
  new Promise((done, fail) => {
    get(url, { agent }, (response) => {
      let text = ''
      response
        .setEncoding('utf8')
        .on('data', (part: string) => (text += part))
        .on('end', () => done(text))
    }).once('error', fail)
  })
const measure = async (engine: string, server: Server, hand: Hand): Promise<Row[]> => {
  const [bill] = await hand([
    [
      `select id, akun_billing_id as akun, gedung_id as gedung from billing where periode = '2026-12' and status = 1 order by id limit 1`,
    ],
  ])
  const { id, akun, gedung } = bill ?? {}
  const { url } = await server.post(`/billing/share?id=${String(id)}`, {})
  const page = await read(String(url))
  if (!page.includes('Tagihan INV/')) throw new Error(`The page says ${page.slice(0, 100)}`)
  const statements: Parameters<Hand>[0] = [
    [
      `select t.id, t.dicabut_at, b.id, b.status, b.payment_status, b.void_at, b.diterbitkan_at from tautan_tagihan t join billing b on b.id = t.billing_id where t.billing_id = ?`,
      id,
    ],
    ['select * from billing where id = ?', id],
    ['select * from billing_item where billing_id = ? order by urutan', id],
    [
      'select a.*, p.nomor, p.tanggal, p.metode from billing_payment_alokasi a left join billing_payment p on p.id = a.payment_id where a.billing_id = ? and a.void_at is null order by a.id',
      id,
    ],
    ['select * from gedung where id = ?', gedung],
    [
      'select id, akun_billing_id, gedung_id from "user" where (id = ? or akun_billing_id = ?) and gedung_id is not null',
      akun,
      akun,
    ],
    [`select * from bank where status = 'aktif' order by urutan, id`],
    [
      'select id, name from "user" where id in (select peserta_id from billing_item where billing_id = ?)',
      id,
    ],
    ['select key, value from setting'],
  ]
  // URL of the same server with a minimal response. The handwritten reference also requests this
  // URL, so that both measurements contain one HTTP request.
  const bare = new URL('/healthz', String(url)).href
  const row = await compare(
    `${engine}: page of a bill (its statements, a bare page)`,
    '≤ 2',
    () => read(String(url)),
    () => hand(statements).then(() => read(bare)),
  )
  return [row]
}

/**
 * Measures the public page on SQLite and PostgreSQL. `postgres` is the URL of a PostgreSQL server.
 */
export const benchPublic = async (postgres: string, size: Size): Promise<Row[]> => [
  ...(await onSqlite(size, measure)),
  ...(await onPostgres(postgres, { ...size, months: 12 }, measure)),
]
