/** Prints the payslip of a coach. */
import { methodNames } from '#contract/billing/rules/methodNames.ts'
import { terbilang } from '#contract/billing/rules/paper/terbilang.ts'
import { kopOf } from '#contract/print/kop.ts'
import type { Pair, Paper, PaperSize } from '#contract/print/paper.ts'
import { StatusHonor } from '#contract/schedule/honorEnums.ts'
import type { Settings } from '#contract/settings/settings.ts'
import { formatRupiah } from '#contract/values/rupiah.ts'
import { formatPeriode, formatTanggal, formatTanggalShort } from '#contract/values/tanggal.ts'
import type { Db } from '#server/db/schema/tables.ts'
import { readOutlets } from '#server/modules/billing/papers/readBills.ts'
import { readLinesOf } from '#server/modules/schedule/honor/lines.ts'
import type { Papers } from '#server/resource/module.ts'

const readRows = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('honor_periode as h')
    .innerJoin('user as u', 'u.id', 'h.pelatih_id')
    .leftJoin('pelatih_profil as p', 'p.user_id', 'h.pelatih_id')
    .leftJoin('user as f', 'f.id', 'h.final_oleh')
    .leftJoin('bank as b', 'b.id', 'h.bank_id')
    .selectAll('h')
    .select(['u.name as pelatih', 'p.kode', 'f.name as pemfinal', 'b.nama_bank'])
    .where('h.id', 'in', ids)
    .execute()
type Row = Awaited<ReturnType<typeof readRows>>[number]
type Lines = Awaited<ReturnType<typeof readLinesOf>>

const factsOf = (row: Row, settings: Settings): Pair[] => [
  {
    label: 'Guru',
    value: { text: `${row.pelatih}${row.kode ? ` (${row.kode})` : ''}`, bold: true },
  },
  { label: 'Periode', value: formatPeriode(row.periode) },
  { label: 'Status', value: StatusHonor.label(row.status) },
  ...(row.tanggal_bayar && row.metode !== null
    ? [
        {
          label: 'Dibayar',
          value: `${formatTanggal(row.tanggal_bayar)}, ${methodNames(settings).withBank(row.metode, row.nama_bank ?? undefined)}${row.referensi ? `, ref. ${row.referensi}` : ''}`,
        },
      ]
    : []),
]

const slipPaper = (
  row: Row,
  lines: Lines,
  {
    settings,
    size,
    outlets,
  }: { settings: Settings; size: PaperSize; outlets: Awaited<ReturnType<typeof readOutlets>> },
): Paper => {
  const ownLines = lines.get(row.id) ?? []
  const total = ownLines.reduce((sum, line) => sum + line.jumlah, 0)
  const outlet = outlets.get(row.gedung_id)
  return {
    size,
    kop: kopOf(outlet, settings),
    aside: { title: 'SLIP HONOR', lines: [formatPeriode(row.periode)] },
    watermark: row.status === 'draft' ? 'DRAFT' : undefined,
    foot: `Slip Honor ${row.pelatih}, ${formatPeriode(row.periode)}`,
    blocks: [
      { kind: 'pairs', pairs: factsOf(row, settings), labels: 32 },
      {
        kind: 'table',
        name: 'Baris honor',
        columns: [
          { label: 'Tanggal' },
          { label: 'Uraian', grow: true },
          { label: 'Dasar' },
          { label: 'Jumlah', right: true },
        ],
        rows: ownLines.map((line) => [
          formatTanggalShort(line.tanggal),
          line.jenis === 'koreksi' ? `Koreksi: ${line.deskripsi}` : line.deskripsi,
          line.dasar,
          formatRupiah(line.jumlah),
        ]),
      },
      { kind: 'sums', sums: [{ label: 'Total', amount: formatRupiah(total), strong: true }] },
      ...(total >= 0 ? [{ kind: 'text' as const, text: `Terbilang: ${terbilang(total)}` }] : []),
      {
        kind: 'signers',
        signers: [
          { lines: ['Menyetujui,'], name: row.pemfinal ?? '' },
          { lines: ['Penerima,'], name: row.pelatih },
        ],
      },
    ],
  }
}

export const honorPapers: Papers = async ({ ctx, ids, size, settings }) => {
  const [rows, lines] = [await readRows(ctx.db, ids), await readLinesOf(ctx.db, ids)]
  const outlets = await readOutlets(
    ctx.db,
    rows.map((row) => row.gedung_id),
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row ? [slipPaper(row, lines, { settings, size, outlets })] : []
  })
}
