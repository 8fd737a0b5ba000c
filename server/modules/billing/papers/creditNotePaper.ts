/**
 * Makes the paper of a credit note (domain.md 3.6). The paper shows the bill, the amount, the
 * reason, and how the amount was used.
 */
import { creditedText, creditEffect } from '#contract/billing/rules/paper/creditNoteText.ts'
import { terbilang } from '#contract/billing/rules/paper/terbilang.ts'
import { kopOf } from '#contract/print/kop.ts'
import type { Paper } from '#contract/print/paper.ts'
import type { Settings } from '#contract/settings/settings.ts'
import { formatRupiah } from '#contract/values/rupiah.ts'
import { formatTanggal } from '#contract/values/tanggal.ts'
import type { Db } from '#server/db/schema/tables.ts'
import { notFound } from '#server/errors.ts'
import { readOutlets } from '#server/modules/billing/papers/readBills.ts'

/**
 * Reads the content of the paper of a credit note. Throws 404 if the ledger entry is no credit
 * note.
 */
export const readCreditNote = async (db: Db, id: number) => {
  const note = await db
    .selectFrom('mutasi_saldo as m')
    .innerJoin('billing', 'billing.id', 'm.billing_id')
    .select(['m.nomor', 'm.tanggal', 'm.jumlah', 'm.alasan', 'billing.gedung_id'])
    .select(['billing.nomor as tagihan', 'billing.tanggal_terbit', 'billing.total'])
    .select(['billing.nama_tagihan', 'billing.alamat', 'billing.void_at'])
    .where('m.id', '=', id)
    .where('m.jenis', '=', 'nota_kredit')
    .where('m.nomor', 'is not', null)
    .executeTakeFirst()
  if (!note) throw notFound('Nota kredit')
  return { ...note, nomor: note.nomor ?? '' }
}
type CreditNote = Awaited<ReturnType<typeof readCreditNote>>

const paperOf = (note: CreditNote, kop: Paper['kop']): Paper => ({
  size: 'A4',
  kop,
  aside: { title: 'NOTA KREDIT', lines: [note.nomor] },
  // Marks the credit note as void (`BATAL`) if its bill is void, because voiding a bill withdraws
  // its credit notes.
  watermark: note.void_at === null ? undefined : 'BATAL',
  foot: `NOTA KREDIT ${note.nomor} · ${note.nama_tagihan}`,
  blocks: [
    {
      kind: 'halves',
      left: [
        { kind: 'text', text: { text: 'Kepada', dim: true } },
        { kind: 'text', text: { text: note.nama_tagihan, bold: true } },
        ...(note.alamat ? [{ kind: 'text' as const, text: note.alamat }] : []),
      ],
      right: [
        {
          kind: 'pairs',
          pairs: [
            { label: 'Tanggal', value: formatTanggal(note.tanggal) },
            { label: 'Atas tagihan', value: { text: note.tagihan ?? '–', bold: true } },
            {
              label: 'Tanggal terbit',
              value: note.tanggal_terbit ? formatTanggal(note.tanggal_terbit) : '–',
            },
            ...(note.void_at === null
              ? []
              : [{ label: 'Status', value: 'Batal bersama tagihannya' }]),
          ],
        },
      ],
    },
    {
      kind: 'table',
      name: 'Nota kredit',
      columns: [
        { label: 'Keterangan', grow: true },
        { label: 'Jumlah', right: true },
      ],
      rows: [
        [
          {
            text: creditedText({ nomor: note.tagihan, total: note.total }),
            note: note.alasan ?? '',
          },
          formatRupiah(note.jumlah),
        ],
      ],
    },
    {
      kind: 'sums',
      sums: [{ label: 'Nota kredit', amount: formatRupiah(note.jumlah), strong: true }],
    },
    { kind: 'framed', text: { text: `Terbilang: ${terbilang(note.jumlah)}`, italic: true } },
    {
      kind: 'text',
      text: creditEffect,
    },
  ],
})

/** Returns the paper of a credit note, with the letterhead of the outlet of its bill. */
export const creditNotePaper = async (
  db: Db,
  note: CreditNote,
  settings: Settings,
): Promise<Paper> => {
  const outlets = await readOutlets(db, [note.gedung_id])
  return paperOf(note, kopOf(outlets.get(note.gedung_id), settings))
}
