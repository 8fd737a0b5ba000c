/**
 * Collects the daily digest for the school's owner: voids, waived late fees, refunds, corrections,
 * and prices set by hand.
 */
import { sql } from 'kysely'
import { formatRupiah } from '#contract/values/rupiah.ts'
import type { Db } from '#server/db/schema/tables.ts'
import { isCounted } from '#server/modules/billing/bills/scope.ts'

interface Part {
  heading: string
  lines: string[]
}
/** Maximum number of lines under a heading; a normal day has far fewer. */
const most = 100

/**
 * Headings of the digest. `of` maps an entity to the actions in the audit log that are listed under
 * the heading.
 */
const headings: readonly { heading: string; of: Readonly<Record<string, readonly string[]>> }[] = [
  {
    heading: 'Dibatalkan',
    of: {
      billing: ['batalkan', 'terbit-ulang'],
      'billing-payment': ['batalkan'],
      'pengeluaran-sales': ['batalkan'],
      'honor-periode': ['buka-final', 'batal-bayar'],
    },
  },
  { heading: 'Denda yang dihapus', of: { billing: ['hapus-denda'] } },
  {
    heading: 'Dikembalikan, dialihkan, dan dikoreksi',
    of: {
      user: ['refund-saldo', 'alih-saldo', 'koreksi-saldo'],
      'mutasi-saldo': ['refund-saldo', 'alih-saldo', 'koreksi-saldo', 'nota-kredit'],
      billing: ['nota-kredit'],
      'billing-payment': ['alih'],
    },
  },
]
const actions = [...new Set(headings.flatMap(({ of }) => Object.values(of).flat()))]

/**
 * Returns the document number (`name`) and the amount of a changed row. `texts` are the JSON values
 * of its audit entry; a later text overrides an earlier one. The name is empty and the amount
 * undefined if no text contains them.
 */
const parseEntry = (...texts: (string | null)[]): { name: string; amount: number | undefined } => {
  const all: Record<string, unknown> = Object.assign(
    {},
    ...texts.map((text): unknown => (text === null ? {} : JSON.parse(text))),
  )
  const amount = [all.jumlah, all.total].find((value) => typeof value === 'number')
  return {
    name: typeof all.nomor === 'string' ? all.nomor : '',
    amount: typeof amount === 'number' ? amount : undefined,
  }
}
const nouns: Readonly<Record<string, string>> = {
  billing: 'Tagihan',
  'billing-payment': 'Pembayaran',
  'pengeluaran-sales': 'Pengeluaran',
  'honor-periode': 'Honor',
}

interface Known {
  nomor: string
  amount: number
}
const amounts = {
  billing: 'total',
  billing_payment: 'jumlah',
  pengeluaran_sales: 'jumlah',
} as const
const readKnown = async (
  db: Db,
  table: keyof typeof amounts,
  ids: readonly number[],
): Promise<Map<number, Known>> => {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; nomor: string | null; amount: number }>`
    select id, nomor, ${sql.ref(amounts[table])} as amount from ${sql.table(table)} where id in (${sql.join(ids)})`.execute(
    db,
  )
  return new Map(
    rows.map(({ id, nomor, amount }) => [id, { nomor: nomor ?? 'draft', amount: Number(amount) }]),
  )
}

interface Span {
  from: string
  until: string
}
/**
 * Reads the voids, waived late fees, refunds and corrections of the span from the audit log.
 * Returns them as lines under their headings.
 */
const readDone = async (db: Db, { from, until }: Span): Promise<Part[]> => {
  const rows = await db
    .selectFrom('audit')
    .select(['entitas', 'aksi', 'entitas_id', 'user_nama', 'alasan', 'sebelum', 'sesudah'])
    .where('created_at', '>=', from)
    .where('created_at', '<', until)
    .where('aksi', 'in', actions)
    .orderBy('id')
    .execute()
  const idsOf = (entity: string) =>
    rows.flatMap((row) => (row.entitas === entity ? (row.entitas_id ?? []) : []))
  const papers: Readonly<Record<string, Map<number, Known>>> = {
    billing: await readKnown(db, 'billing', idsOf('billing')),
    'billing-payment': await readKnown(db, 'billing_payment', idsOf('billing-payment')),
    'pengeluaran-sales': await readKnown(db, 'pengeluaran_sales', idsOf('pengeluaran-sales')),
  }
  return headings.map(({ heading, of }) => ({
    heading,
    lines: rows
      .filter((row) => of[row.entitas]?.includes(row.aksi))
      .map((row) => {
        const said = parseEntry(row.sebelum, row.sesudah)
        const paper = papers[row.entitas]?.get(row.entitas_id ?? 0)
        const amount = said.amount ?? paper?.amount
        return [
          `${nouns[row.entitas] ?? 'Saldo'} ${paper?.nomor ?? said.name}`.trim(),
          amount === undefined ? '' : formatRupiah(amount),
          `${row.aksi.replaceAll('-', ' ')} oleh ${row.user_nama ?? 'server'}`,
          row.alasan ?? '',
        ]
          .filter(Boolean)
          .join(' · ')
      })
      .slice(0, most),
  }))
}

/**
 * Reads manual discounts and manually entered tuition on bills that were published in the span.
 * Omits opening bills, whose amounts come from the old books.
 */
const readByHand = async (db: Db, { from, until }: Span): Promise<Part> => {
  const rows = await db
    .selectFrom('billing_item as i')
    .innerJoin('billing as b', 'b.id', 'i.billing_id')
    .select(['b.nomor', 'i.deskripsi', 'i.jumlah', 'i.diskon', 'i.diskon_alasan'])
    .select(['i.alasan_manual'])
    .where('b.diterbitkan_at', '>=', from)
    .where('b.diterbitkan_at', '<', until)
    .where('b.void_at', 'is', null)
    .where(isCounted(sql.ref('b.sumber')))
    .where((eb) =>
      eb.or([eb('i.diskon_alasan', 'is not', null), eb('i.alasan_manual', 'is not', null)]),
    )
    .orderBy('i.id')
    .limit(most)
    .execute()
  return {
    heading: 'Harga dan potongan dengan tangan',
    lines: rows.map((row) =>
      [
        `Tagihan ${row.nomor ?? ''}: ${row.deskripsi}`,
        row.diskon > 0 ? `potongan ${formatRupiah(row.diskon)}` : formatRupiah(row.jumlah),
        row.diskon_alasan ?? row.alasan_manual ?? '',
      ]
        .filter(Boolean)
        .join(' · '),
    ),
  }
}

/** Returns the digest of a span: the headings with their lines. Omits headings without lines. */
export const readDigest = async (db: Db, span: Span): Promise<Part[]> =>
  [...(await readDone(db, span)), await readByHand(db, span)].filter((p) => p.lines.length > 0)
