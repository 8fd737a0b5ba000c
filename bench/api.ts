/**
 * Measures the API over HTTP. Each API call alternates with handwritten SQL that reads or writes
 * the same rows. The SQL uses the same driver and the same database as the server.
 */
import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { MetodePembayaran } from '#contract/enums.ts'
import { serve, type Server } from './client.ts'
import { postgresData, sqliteData, type Size } from './data.ts'
import { against, alone, median, type Row } from './table.ts'

/**
 * Function that runs handwritten SQL statements in order and returns the rows of the last
 * statement. A statement contains `?` for each of its values.
 */
export type Hand = (
  statements: readonly [text: string, ...values: unknown[]][],
) => Promise<Record<string, unknown>[]>
const rounds = 41

/**
 * Calls `ours` (the product) and `floor` (its reference, such as handwritten SQL) in alternation.
 * First makes at most `warm` calls of each function whose times are not counted, then `times` calls
 * whose times are counted. Returns a row with the median time of `ours` and the median time of
 * `floor`. `limit` is the maximum ratio of the two medians.
 */
export const compare = async (
  name: string,
  limit: string,
  ours: () => Promise<unknown>,
  floor: () => Promise<unknown>,
  { times = rounds, warm = 200 }: { times?: number; warm?: number } = {},
): Promise<Row> => {
  const [a, b]: [number[], number[]] = [[], []]
  // Makes many warm-up calls, because a new server starts with code that is not compiled yet. The
  // warm-up ends after 4 s even if fewer than `warm` calls were made.
  const began = performance.now()
  for (let i = -warm; i < times; i++) {
    if (i < 0 && performance.now() - began > 4000) i = 0
    const start = performance.now()
    await ours()
    const middle = performance.now()
    await floor()
    const end = performance.now()
    if (i >= 0) {
      a.push(middle - start)
      b.push(end - middle)
    }
  }
  return against(name, 'ms', median(a), median(b), limit)
}

/**
 * Columns of the table `billing` that the API returns for a bill. The handwritten SQL reads the
 * same columns.
 */
export const billingColumns =
  'id, versi, created_at, created_by, updated_at, updated_by, akun_billing_id, gedung_id, periode, tanggal_terbit, jatuh_tempo, alamat, catatan, nomor, status, payment_status, subtotal, total_diskon, total_ppn, total, terbayar, sisa, nama_tagihan, sumber, generate_batch_id, void_at, void_by, void_alasan, diterbitkan_at, diterbitkan_oleh'
const unpaid = 'status = 1 and payment_status = 0 and void_at is null'

const measureLists = async (engine: string, server: Server, hand: Hand): Promise<Row[]> => {
  const list = async (query: string) => {
    const { status, text } = await server.get(`/billing?${query}`)
    if (status !== 200) throw new Error(text)
    return text
  }
  const byHand =
    (where: string, offset: number, ...values: unknown[]) =>
    () =>
      hand([
        [`select count(*) as n from billing where ${where}`, ...values],
        [
          `select ${billingColumns} from billing where ${where} order by created_at desc, id desc limit 20 offset ${offset}`,
          ...values,
        ],
      ])
  const filter = 'status=1&payment_status=0&batal=false'
  return [
    await compare(`${engine}: unpaid, page 1`, '≤ 3', () => list(filter), byHand(unpaid, 0)),
    await compare(
      `${engine}: unpaid, page 500`,
      '≤ 3',
      () => list(`${filter}&page=500`),
      byHand(unpaid, 9980),
    ),
    await compare(
      `${engine}: unpaid, name search`,
      '≤ 3',
      () => list(`${filter}&q=wijaya`),
      byHand(`${unpaid} and cari like ? escape '\\'`, 0, '%wijaya%'),
    ),
    await compare(
      `${engine}: all bills, name search`,
      '≤ 3',
      () => list('q=wijaya'),
      byHand(`cari like ? escape '\\'`, 0, '%wijaya%'),
      { times: 9 },
    ),
    await compare(
      `${engine}: unpaid, sums`,
      '≤ 3',
      () => server.get(`/billing/total?${filter}`),
      () =>
        hand([
          [
            `select count(*) as n, sum(total) as total, sum(terbayar) as terbayar, sum(sisa) as sisa from billing where ${unpaid}`,
          ],
        ]),
    ),
  ]
}

/**
 * Returns the statements that store a payment in one transaction: the key against a second post,
 * the counter of receipts, the payment, its allocation, the bill and the audit log.
 */
export const paymentByHand = (
  bill: Record<string, unknown>,
  nomor: string,
): Parameters<Hand>[0] => {
  const time = new Date().toISOString()
  return [
    ['begin'],
    [
      `insert into idempotensi (user_id, kunci, panggilan, body_hash, jawaban, created_at) values (1, ?, 'bench', 'x', 'x', ?)`,
      nomor,
      time,
    ],
    [
      `insert into penghitung (jenis, seri, nilai) values ('bench', 'bench', 1) on conflict (jenis, seri) do update set nilai = penghitung.nilai + 1`,
    ],
    [
      `insert into billing_payment (versi, created_at, created_by, updated_at, updated_by, nomor, akun_billing_id, gedung_id, tanggal, metode, jumlah, pembayar_nama, pembayar_nama_kunci, dialokasikan, ke_saldo, diterima_oleh, cari)
        values (1, ?, 1, ?, 1, ?, ?, ?, '2026-11-20', 0, ?, 'x', 'x', ?, 0, 1, 'x')`,
      time,
      time,
      nomor,
      bill.akun_billing_id,
      bill.gedung_id,
      bill.sisa,
      bill.sisa,
    ],
    [
      `insert into billing_payment_alokasi (payment_id, billing_id, jumlah, created_at) select id, ?, ?, ? from billing_payment where nomor = ?`,
      bill.id,
      bill.sisa,
      time,
      nomor,
    ],
    [
      'update billing set terbayar = total, sisa = 0, payment_status = 2, versi = versi + 1 where id = ?',
      bill.id,
    ],
    [
      `insert into audit (versi, created_at, created_by, updated_at, updated_by, aksi, entitas, entitas_id, sesudah, gedung_id) values (1, ?, 1, ?, 1, 'tambah', 'billing-payment', ?, '{}', ?)`,
      time,
      time,
      bill.id,
      bill.gedung_id,
    ],
    ['commit'],
  ]
}
const measurePayment = async (engine: string, server: Server, hand: Hand): Promise<Row> => {
  const open = await hand([
    [
      `select id, akun_billing_id, sisa, gedung_id from billing where ${unpaid} order by id desc limit 200`,
    ],
  ])
  const key = Date.now()
  let next = 0
  const take = () => {
    const bill = open[next++]
    if (!bill) throw new Error('Too few unpaid bills')
    return bill
  }
  const payByApi = async () => {
    const bill = take()
    const body = {
      akun_billing_id: bill.akun_billing_id,
      tanggal: '2026-11-20',
      metode: MetodePembayaran.tunai,
      jumlah: bill.sisa,
      alokasi: [{ billing_id: bill.id, jumlah: bill.sisa }],
    }
    await server.post('/billing-payment/create', body, `${key}-${next}`)
  }
  return compare(
    `${engine}: one payment`,
    '',
    payByApi,
    () => hand(paymentByHand(take(), `BENCH/${key}/${next}`)),
    { times: 31, warm: 20 },
  )
}
const measure = async (engine: string, server: Server, hand: Hand): Promise<Row[]> => [
  ...(await measureLists(engine, server, hand)),
  await measurePayment(engine, server, hand),
]

/** Returns a `Hand` that runs SQL through better-sqlite3, the driver of the server. */
export const handOfSqlite =
  (db: Sqlite.Database): Hand =>
  async (statements) => {
    let rows: Record<string, unknown>[] = []
    for (const [text, ...values] of statements) {
      const statement = db.prepare(text)
      if (statement.reader) rows = statement.all(...values) as Record<string, unknown>[]
      else statement.run(...values)
    }
    return rows
  }
/** Returns a `Hand` that runs SQL through pg, the driver of the server. */
export const handOfPostgres =
  (client: pg.Client): Hand =>
  async (statements) => {
    let rows: Record<string, unknown>[] = []
    for (const [text, ...values] of statements) {
      let n = 0
      ;({ rows } = await client.query(
        text.replace(/\?/g, () => `$${++n}`),
        values,
      ))
    }
    return rows
  }

/** SQLite file or URL of the database that a benchmark uses. */
export type Target = { file: string } | { url: string }
type Measure = (engine: string, server: Server, hand: Hand, target: Target) => Promise<Row[]>
/** Runs a measurement on SQLite. The server and the handwritten SQL use the same database file. */
export const onSqlite = async (size: Size, run: Measure): Promise<Row[]> => {
  const path = await sqliteData(size)
  const server = await serve({ DATA_DIR: path })
  const db = new Sqlite(`${path}/nada.db`)
  db.pragma('synchronous = FULL')
  const hand = handOfSqlite(db)
  const rows = await run('SQLite', server, hand, { file: `${path}/nada.db` })
  db.close()
  await server.stop()
  return rows
}
/** Returns the result rows of the API calls on SQLite, and the memory of the idle server. */
export const benchSqlite = (size: Size): Promise<Row[]> =>
  onSqlite(size, async (engine, server, hand) => {
    await new Promise((resolve) => setTimeout(resolve, 3000))
    const idle = alone('SQLite: memory of the idle server', 'MB', server.rss(), '≤ 120')
    return [...(await measure(engine, server, hand)), idle]
  })

/**
 * Runs a measurement in a new database of a PostgreSQL server. `postgres` is the URL of that
 * server. The API server and the handwritten SQL use the same database.
 */
export const onPostgres = async (postgres: string, size: Size, run: Measure): Promise<Row[]> => {
  const url = await postgresData(postgres, size)
  const server = await serve({ DATABASE_URL: url })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const hand = handOfPostgres(client)
  const rows = await run('PostgreSQL', server, hand, { url })
  await client.end()
  await server.stop()
  return rows
}
/** Returns the result rows of the API calls on PostgreSQL. */
export const benchPostgres = (postgres: string, size: Size): Promise<Row[]> =>
  onPostgres(postgres, size, measure)
