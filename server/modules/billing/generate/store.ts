/**
 * Stores the planned drafts of a generation (domain.md 3.2). A concurrent run may store the same
 * lines at the same time; unique keys prevent duplicates.
 */
import { sql } from 'kysely'
import { fold } from '#server/db/fold.ts'
import { insertCounted, insertMany } from '#server/db/insertMany.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { now } from '#server/http/context.ts'
import {
  newDraft,
  payerAndTotalColumns,
  stamps,
} from '#server/modules/billing/bills/insertDraft.ts'
import { draftKey, type MadeLine, type Plan } from '#server/modules/billing/generate/plannedLine.ts'
import { readOpenDrafts, type GenerateOptions } from '#server/modules/billing/generate/read.ts'
import { monthlyBiayaKey, registrationKey } from '#server/modules/billing/lines/biaya.ts'
import { tuitionKey } from '#server/modules/billing/lines/tuition.ts'
import { required } from '#server/runtime/required.ts'

/** Values that all drafts of a call of `storeDrafts` share. */
export interface DraftsOfRun {
  /**
   * Id of the generation run. Null if the drafts are made when an enrolment is activated, or for a
   * registration fee.
   */
  batch_id: number | null
  by: number
  dates: Pick<Plan, 'tanggal_terbit' | 'jatuh_tempo'>
  options: GenerateOptions
  /** Id of the kind of billing for tuition. */
  jenis_billing_id: number
}

/**
 * Returns the columns of a new draft: its generation key, and columns that are computed from its
 * lines.
 */
const draftHead = (kunci_generate: string, lines: readonly MadeLine[]) => {
  const { payer, gedung_id } = required(lines[0], 'a line of the draft')
  return {
    ...payerAndTotalColumns(payer, lines),
    gedung_id,
    kunci_generate,
    cari: fold([payer.nama_tagihan, ...new Set(lines.map((l) => l.peserta))].join(' ')),
  }
}

/**
 * Inserts a draft for each key that no stored draft has yet. Returns the ids of the new drafts by
 * key.
 */
const insertHeads = async (
  trx: Trx,
  { batch_id, by, dates, options }: DraftsOfRun,
  groups: ReadonlyMap<string, readonly MadeLine[]>,
): Promise<Map<string, number>> => {
  const { periode } = options
  const { tanggal_terbit, jatuh_tempo } = dates
  const month = { periode, tanggal_terbit, jatuh_tempo, sumber: 'generate' }
  const common = { ...newDraft, ...month, ...stamps(by), generate_batch_id: batch_id }
  const heads = [...groups].map(([key, lines]) => draftHead(key, lines))
  const newDrafts = await insertMany<{ id: number; kunci_generate: string }>(
    trx,
    'billing',
    heads,
    {
      common,
      skipConflicts: true,
      returning: ['id', 'kunci_generate'],
    },
  )
  return new Map(newDrafts.map((m) => [m.kunci_generate, m.id]))
}

/** Returns the position (`urutan`) of the last line of each bill; 0 for a bill without lines. */
const readLastPlaces = async (
  trx: Trx,
  ids: Iterable<number>,
): Promise<ReadonlyMap<number, number>> => {
  const places = new Map<number, number>()
  for (const id of ids) {
    const { n } = await trx
      .selectFrom('billing_item')
      .select((eb) => eb.fn.coalesce(eb.fn.max('urutan'), sql<number>`0`).as('n'))
      .where('billing_id', '=', id)
      .executeTakeFirstOrThrow()
    places.set(id, n)
  }
  return places
}

/** Order of the kinds of lines on a generated bill (domain.md 2.5). */
const order = ['kursus', 'pendaftaran', 'biaya'] as const
const inOrder = (lines: readonly MadeLine[]): readonly MadeLine[] =>
  lines.toSorted((a, b) => order.indexOf(a.jenis) - order.indexOf(b.jenis))
/**
 * Returns the month and the unique key of a line. A registration has no month, because it is billed
 * only once.
 */
const monthAndKey = (l: MadeLine, periode: string) => {
  if (l.jenis === 'pendaftaran')
    return { periode: null, kunci_unik: registrationKey(l.kursus_id, l.peserta_id) }
  return l.biaya_id === null
    ? { periode, kunci_unik: tuitionKey(l.kursus_peserta_id, periode) }
    : { periode, kunci_unik: monthlyBiayaKey(l.biaya_id, l.peserta_id, periode) }
}

/** Converts a planned line to a row of `billing_item`. */
const storedLine = (l: MadeLine, { options, jenis_billing_id }: DraftsOfRun) => ({
  jenis_billing_id: l.jenis_billing_id ?? jenis_billing_id,
  biaya_id: l.biaya_id,
  peserta_id: l.peserta_id,
  kursus_peserta_id: l.jenis === 'biaya' ? null : l.kursus_peserta_id,
  kursus_id: l.jenis === 'biaya' ? null : l.kursus_id,
  deskripsi: l.deskripsi,
  qty: 1,
  harga_satuan: l.harga_satuan,
  jumlah_bruto: l.jumlah_bruto,
  prorata_pembilang: l.prorata_pembilang,
  prorata_penyebut: l.prorata_penyebut,
  diskon: l.diskon,
  diskon_alasan: l.promo,
  promo_id: l.promo_id,
  promo_diskon: l.promo_diskon,
  promo_kedua_id: l.promo_kedua_id,
  promo_kedua_diskon: l.promo_kedua_diskon,
  promo_alasan: l.promo_alasan,
  ppn_persen: l.ppn_persen,
  ppn: l.ppn,
  jumlah: l.jumlah,
  ...monthAndKey(l, options.periode),
})

interface Line extends Record<string, unknown> {
  billing_id: number
  kunci_unik: string
}
/**
 * Stores the lines of new drafts. Returns the drafts from which lines are missing because a
 * concurrent run had already stored those lines.
 */
const storeNewDraftLines = async (trx: Trx, items: readonly Line[]): Promise<Iterable<number>> => {
  if ((await insertCounted(trx, 'billing_item', items)) === items.length) return []
  const ids = [...new Set(items.map((i) => i.billing_id))]
  const storedCounts = new Map(
    (
      await trx
        .selectFrom('billing_item')
        .select((eb) => ['billing_id', eb.fn.countAll<number>().as('n')])
        .where('billing_id', 'in', ids)
        .groupBy('billing_id')
        .execute()
    ).map((r) => [r.billing_id, r.n]),
  )
  const itemsByBill = Map.groupBy(items, (i) => i.billing_id)
  return ids.filter((id) => storedCounts.get(id) !== itemsByBill.get(id)?.length)
}
/**
 * Stores lines of new drafts (`fresh`) and of drafts that existed before (the keys of `appended`).
 * Returns the ids of the drafts whose sums must be recomputed: existing drafts with added lines,
 * and new drafts that lack lines because a concurrent run has already stored those lines.
 */
const storeAddedLines = async (
  trx: Trx,
  items: readonly Line[],
  appended: ReadonlyMap<number, number>,
  fresh: ReadonlySet<number>,
): Promise<Iterable<number>> => {
  const stored = await insertMany<{ kunci_unik: string; billing_id: number }>(
    trx,
    'billing_item',
    items,
    { skipConflicts: true, returning: ['kunci_unik', 'billing_id'] },
  )
  const storedKeys = new Set(stored.map((s) => s.kunci_unik))
  return new Set(
    [
      ...stored.filter((s) => appended.has(s.billing_id)),
      ...items.filter((i) => !storedKeys.has(i.kunci_unik) && fresh.has(i.billing_id)),
    ].map((i) => i.billing_id),
  )
}

/**
 * Computes the sums and the search text of a draft from its lines, or deletes the draft if it has
 * no lines.
 */
const updateDraftTotals = async (trx: Trx, id: number, by: number): Promise<void> => {
  const total = await trx
    .selectFrom('billing_item')
    .select((eb) => [
      eb.fn.countAll<number>().as('n'),
      eb.fn.sum<number>('jumlah_bruto').as('subtotal'),
      eb.fn.sum<number>('diskon').as('total_diskon'),
      eb.fn.sum<number>('ppn').as('total_ppn'),
      eb.fn.sum<number>('jumlah').as('total'),
    ])
    .where('billing_id', '=', id)
    .executeTakeFirstOrThrow()
  if (total.n === 0) {
    await trx.deleteFrom('billing').where('id', '=', id).execute()
    return
  }
  const { n: _, ...sums } = total
  const { nama_tagihan } = await trx
    .selectFrom('billing')
    .select('nama_tagihan')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const students = await trx
    .selectFrom('billing_item')
    .innerJoin('user', 'user.id', 'billing_item.peserta_id')
    .select('user.name')
    .distinct()
    .where('billing_id', '=', id)
    .execute()
  await trx
    .updateTable('billing')
    .set((eb) => ({
      ...sums,
      sisa: sums.total,
      cari: fold([nama_tagihan, ...students.map((s) => s.name)].join(' ')),
      versi: eb('versi', '+', 1),
      updated_at: now(),
      updated_by: by,
    }))
    .where('id', '=', id)
    .execute()
}

/**
 * Stores the drafts of a batch of payers. Skips lines that a concurrent run has already stored, and
 * deletes drafts that are left without lines.
 */
export const storeDrafts = async (
  trx: Trx,
  run: DraftsOfRun,
  lines: readonly MadeLine[],
): Promise<void> => {
  const groups = Map.groupBy(lines, (l) => draftKey(l, run.options))
  const fresh = await insertHeads(trx, run, groups)
  const missing = [...groups.keys()].filter((key) => !fresh.has(key))
  // A key without a new draft belongs to an existing draft. The lines are appended to that draft.
  const open = await readOpenDrafts(trx, missing)
  const idOf = (key: string): number => required(fresh.get(key) ?? open.get(key), `draft ${key}`)
  const appended = await readLastPlaces(trx, missing.map(idOf))
  const items = [...groups].flatMap(([key, draftLines]) => {
    const billing_id = idOf(key)
    const before = appended.get(billing_id) ?? 0
    return inOrder(draftLines).map((line, i) => ({
      billing_id,
      urutan: before + i + 1,
      ...storedLine(line, run),
    }))
  })
  const changed =
    appended.size === 0
      ? await storeNewDraftLines(trx, items)
      : await storeAddedLines(trx, items, appended, new Set(fresh.values()))
  for (const id of changed) await updateDraftTotals(trx, id, run.by)
}
