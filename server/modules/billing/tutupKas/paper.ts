/** Makes the paper of a cash closing. */
import type { Selectable } from 'kysely'
import { methodNames } from '#contract/billing/rules/methodNames.ts'
import { cashSums, coveredDays } from '#contract/billing/rules/paper/tillText.ts'
import { kopOf } from '#contract/print/kop.ts'
import type { Block, Paper } from '#contract/print/paper.ts'
import type { Settings } from '#contract/settings/settings.ts'
import { formatNumber, formatRupiah } from '#contract/values/rupiah.ts'
import { formatWaktu } from '#contract/values/tanggal.ts'
import type { Db, Tables } from '#server/db/schema/tables.ts'
import { readOutlets } from '#server/modules/billing/papers/readBills.ts'
import { readLinesOf } from '#server/modules/billing/tutupKas/lines.ts'
import type { Papers } from '#server/resource/module.ts'

const readClosings = async (db: Db, ids: readonly number[]) => {
  const rows = await db.selectFrom('tutup_kas').selectAll().where('id', 'in', ids).execute()
  const [lines, outlets] = [
    await readLinesOf(db, ids),
    await readOutlets(
      db,
      rows.map((row) => row.gedung_id),
    ),
  ]
  const people = await db
    .selectFrom('user')
    .select(['id', 'name'])
    .where('id', 'in', [...new Set(rows.flatMap((r) => [r.ditutup_oleh, r.dibuka_oleh ?? 0]))])
    .execute()
  const nameOf = (id: number | null) => people.find((p) => p.id === id)?.name ?? ''
  const notes = await db
    .selectFrom('tutup_kas_pecahan')
    .selectAll()
    .where('tutup_kas_id', 'in', ids)
    .orderBy('nilai', 'desc')
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row: Selectable<Tables['tutup_kas']> | undefined = byId.get(id)
    if (!row) return []
    return [
      {
        ...row,
        gedung: outlets.get(row.gedung_id),
        lines: lines.get(id) ?? [],
        notes: notes.filter((note) => note.tutup_kas_id === id),
        penutup: nameOf(row.ditutup_oleh),
        pembuka: nameOf(row.dibuka_oleh),
      },
    ]
  })
}
type ClosingContent = Awaited<ReturnType<typeof readClosings>>[number]

const lineTable = ({ lines }: ClosingContent, settings: Settings): Block => {
  const names = methodNames(settings)
  return {
    kind: 'table',
    name: 'Penerimaan',
    columns: [
      { label: 'Cara bayar', grow: true },
      { label: 'Diterima oleh' },
      { label: 'Jumlah transaksi', right: true },
      { label: 'Jumlah', right: true },
      { label: 'Dibatalkan', right: true },
    ],
    rows: lines.map((line) => [
      names.withBank(line.metode, line.bank),
      line.penerima,
      formatNumber(line.banyak),
      formatRupiah(line.jumlah),
      line.banyak_batal === 0
        ? ''
        : `${formatNumber(line.banyak_batal)} (${formatRupiah(line.jumlah_batal)})`,
    ]),
  }
}
const noteTable = ({ notes }: ClosingContent): Block[] =>
  notes.length === 0
    ? []
    : [
        {
          kind: 'table',
          name: 'Pecahan',
          columns: [
            { label: 'Pecahan', grow: true },
            { label: 'Lembar', right: true },
            { label: 'Jumlah', right: true },
          ],
          rows: notes.map(({ nilai, lembar }) => [
            formatRupiah(nilai),
            formatNumber(lembar),
            formatRupiah(nilai * lembar),
          ]),
        },
      ]
const remarks = (closing: ClosingContent): Block[] => {
  const zone = closing.gedung?.zona_waktu
  const texts = [
    closing.keterangan_kas && `Kas lain: ${closing.keterangan_kas}`,
    closing.alasan_selisih && `Alasan selisih: ${closing.alasan_selisih}`,
    closing.catatan && `Catatan: ${closing.catatan}`,
    closing.dibuka_at &&
      `Dibuka kembali ${formatWaktu(closing.dibuka_at, zone)} oleh ${closing.pembuka}: ${closing.dibuka_alasan}`,
  ]
  return texts.flatMap((text) => (text ? [{ kind: 'text' as const, text }] : []))
}

const closingPaper = (closing: ClosingContent, settings: Settings, size: Paper['size']): Paper => {
  const { gedung } = closing
  const days = coveredDays(closing)
  return {
    size,
    kop: kopOf(gedung, settings),
    aside: { title: 'TUTUP KAS', lines: [days] },
    watermark: closing.dibuka_at ? 'DIBUKA' : undefined,
    foot: `Tutup kas ${gedung?.nama ?? ''}, ${days}`,
    blocks: [
      lineTable(closing, settings),
      {
        kind: 'sums',
        sums: [
          ...cashSums(closing).map(({ label, amount }) => ({
            label,
            amount: formatRupiah(amount),
            strong: label === 'Seharusnya',
          })),
          { label: 'Dihitung', amount: formatRupiah(closing.dihitung), strong: true },
          { label: 'Selisih', amount: formatRupiah(closing.selisih), strong: true },
          { label: 'Disetor', amount: formatRupiah(closing.disetor) },
          { label: 'Sisa di laci', amount: formatRupiah(closing.sisa_kas) },
        ],
      },
      ...noteTable(closing),
      ...remarks(closing),
      {
        kind: 'signers',
        signers: [
          {
            lines: [formatWaktu(closing.created_at, gedung?.zona_waktu), 'Yang menutup,'],
            name: closing.penutup,
          },
          { lines: ['Mengetahui,'], name: '' },
        ],
      },
    ],
  }
}

export const closingPapers: Papers = async ({ ctx, ids, size, settings }) => {
  const closings = await readClosings(ctx.db, ids)
  return closings.map((closing) => closingPaper(closing, settings, size))
}
