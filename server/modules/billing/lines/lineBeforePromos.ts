/**
 * Computes the lines of a draft before promos and discounts: enrolment, month, PPN rate and gross
 * amount.
 */
import type { Selectable } from 'kysely'
import type { Prorata } from '#contract/billing/rules/prorata.ts'
import { computeItem } from '#contract/billing/rules/tagihan.ts'
import type { Tables, Trx } from '#server/db/schema/tables.ts'
import {
  isUntiedTuition,
  readTies,
  type LineInput,
  type EnrolmentTie,
} from '#server/modules/billing/lines/enrolmentOfLine.ts'
import {
  lineKey,
  periodeBiaya,
  readLinks,
  type Links,
} from '#server/modules/billing/lines/lineReferences.ts'
import { readSettings } from '#server/settings.ts'

export type Item = Selectable<Tables['billing_item']>
export interface DraftItem extends LineInput {
  deskripsi: string
  diskon: number
  diskon_alasan: string | null
}
type Kind = Pick<Selectable<Tables['jenis_billing']>, 'id' | 'sifat' | 'ppn_kena'>

/** Data that the computation of all lines of a draft needs. Read once per draft. */
export interface LineContext {
  head: { periode: string | null; sumber: string }
  kinds: ReadonlyMap<number, Kind>
  links: Links
  pembulatan: number
  /** PPN rate of the school in percent; used for lines that bear PPN. */
  ppn_persen: number
}
export interface LineBeforePromos {
  item: DraftItem
  /** Stored version of the line; undefined for a new line. */
  old: Item | undefined
  /**
   * Stored version of the line if student and kind are unchanged, so that its promos may be kept;
   * otherwise undefined.
   */
  kin: Item | undefined
  /** Whether the gross amount equals that of `kin`. False if `kin` is undefined. */
  same: boolean
  tie: EnrolmentTie | undefined
  periode: string | null
  kunci_unik: string | null
  amounts: {
    qty: number
    harga_satuan: number
    prorata: Prorata | null
    pembulatan: number
    ppn_persen: number
  }
  jumlah_bruto: number
}

/**
 * Returns the PPN rate of a line in percent. A line that bills a new enrolment or month gets the
 * rate of the tuition. A stored line whose kind and product are unchanged keeps its rate. Any other
 * line gets the current rate if its product or kind bears PPN, otherwise 0.
 */
const rateOf = (
  item: DraftItem,
  old: Item | undefined,
  tie: EnrolmentTie | undefined,
  { kinds, links, ppn_persen }: LineContext,
): number => {
  if (tie?.tuition) return tie.tuition.ppn_persen
  const { jenis_billing_id, produk_jasa_id } = item
  if (old?.jenis_billing_id === jenis_billing_id && old.produk_jasa_id === produk_jasa_id)
    return old.ppn_persen
  // If the line sells a product, the product decides whether PPN applies. Otherwise the kind of
  // billing decides.
  const bearsPpn =
    produk_jasa_id === null
      ? kinds.get(jenis_billing_id)?.ppn_kena === 1
      : links.produk.get(produk_jasa_id)?.ppn_kena
  return bearsPpn ? ppn_persen : 0
}

/**
 * Returns the month of a line, and the unique key that prevents the line from being billed twice.
 */
const monthAndKey = (
  item: DraftItem,
  old: Item | undefined,
  tie: EnrolmentTie | undefined,
  { head, kinds, links }: LineContext,
): { periode: string | null; kunci_unik: string | null } => {
  if (tie) return { periode: tie.periode, kunci_unik: tie.kunci_unik }
  if (item.biaya_id !== null || (old?.biaya_id ?? null) !== null)
    return {
      periode: periodeBiaya(item, old, head, links),
      kunci_unik: lineKey(item, old, head, links),
    }
  const untied = isUntiedTuition(item, { sifat: kinds.get(item.jenis_billing_id)?.sifat }, tie)
  return { periode: untied ? head.periode : null, kunci_unik: null }
}

const lineBeforePromos = (
  item: DraftItem,
  old: Item | undefined,
  tie: EnrolmentTie | undefined,
  basis: LineContext,
): LineBeforePromos => {
  const amounts = {
    qty: item.qty,
    harga_satuan: item.harga_satuan,
    prorata: tie?.prorata ?? null,
    pembulatan: basis.pembulatan,
    ppn_persen: rateOf(item, old, tie, basis),
  }
  const { jumlah_bruto } = computeItem({ ...amounts, diskon: 0 })
  const isKin =
    old?.jenis_billing_id === item.jenis_billing_id && old.peserta_id === item.peserta_id
  return {
    item,
    old,
    kin: isKin ? old : undefined,
    same: isKin && old.jumlah_bruto === jumlah_bruto,
    tie,
    ...monthAndKey(item, old, tie, basis),
    amounts,
    jumlah_bruto,
  }
}

/** Returns the lines of a draft before promos, together with the data that they have in common. */
export const readLinesBeforePromos = async (
  trx: Trx,
  head: LineContext['head'],
  items: readonly DraftItem[],
  stored: readonly Item[],
): Promise<LineContext & { lines: LineBeforePromos[] }> => {
  const { pembulatan, ppn_persen } = await readSettings(trx)
  const kinds = await trx.selectFrom('jenis_billing').select(['id', 'sifat', 'ppn_kena']).execute()
  const basis = {
    head,
    kinds: new Map(kinds.map((kind) => [kind.id, kind])),
    links: await readLinks(trx, items),
    pembulatan,
    ppn_persen,
  }
  const ties = await readTies(trx, head, items, stored)
  const lines = items.map((item, i) =>
    lineBeforePromos(
      item,
      stored.find((s) => s.id === item.id),
      ties[i],
      basis,
    ),
  )
  return { ...basis, lines }
}
