/** Checks of bill lines that refer to a fee or a product. */
import type { Issue } from '#contract/resource.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { conflict, invalid } from '#server/errors.ts'
import type { Actor } from '#server/http/context.ts'
import {
  lineKey,
  readLinks,
  type LinkedLine,
  type Links,
  type StoredLinkedLine,
} from '#server/modules/billing/lines/lineReferences.ts'
import { seesOutlet } from '#server/modules/scope.ts'

interface LinkedBill {
  id: number | undefined
  gedung_id: number
  periode: string | null
  sumber: string
  items: readonly LinkedLine[]
}
interface Before {
  /** Outlet of the stored bill; undefined for a new bill. */
  gedung_id: number | undefined
  items: readonly StoredLinkedLine[]
}

/** Stored version of a line, and whether the outlet of the bill is unchanged. */
interface OldLine {
  old: StoredLinkedLine | undefined
  sameOutlet: boolean
}
/** Returns an issue for each fee or product that is not offered at the outlet of the bill. */
const offerIssues = (
  item: LinkedLine,
  bill: LinkedBill,
  { old, sameOutlet }: OldLine,
  { biaya, produk }: Links,
): Issue[] => {
  const issues: Issue[] = []
  const offered = [
    { field: 'biaya_id', row: biaya.get(item.biaya_id ?? 0) },
    { field: 'produk_jasa_id', row: produk.get(item.produk_jasa_id ?? 0) },
  ] as const
  for (const { field, row } of offered) {
    // Allows a fee or product that the stored line already had at the same outlet, even if the fee
    // or product is no longer offered at this outlet.
    const isUnchanged = sameOutlet && old?.[field] === item[field]
    if (row && !isUnchanged && row.gedung.length > 0 && !row.gedung.includes(bill.gedung_id))
      issues.push({ field, message: `${row.nama} tidak ditawarkan di outlet ini` })
  }
  return issues
}

/** Returns the issues of a line that do not depend on the other lines of the bill. */
const lineIssues = (item: LinkedLine, bill: LinkedBill, before: OldLine, links: Links): Issue[] => {
  const issues = offerIssues(item, bill, before, links)
  const linked = (item.biaya_id ?? item.produk_jasa_id) !== null
  if (linked && (before.old?.kursus_peserta_id ?? null) !== null)
    issues.unshift({
      field: 'biaya_id',
      message: 'Baris ini milik kursus. Buat baris baru untuk biaya atau produk.',
    })
  return issues
}
/**
 * Checks every line and throws 422 if there are issues. Returns a map from the unique key of a line
 * to its index; lines without a key are omitted.
 */
const checkEachLine = (
  bill: LinkedBill,
  before: Before,
  links: Links,
): ReadonlyMap<string, number> => {
  const issues: Issue[] = []
  const keys = new Map<string, number>()
  const sameOutlet = before.gedung_id === bill.gedung_id
  bill.items.forEach((item, i) => {
    const old = before.items.find((s) => s.id === item.id)
    const ownIssues = lineIssues(item, bill, { old, sameOutlet }, links)
    const key = lineKey(item, old, bill, links)
    if (key !== null && keys.has(key))
      ownIssues.push({
        field: 'biaya_id',
        message: 'Sudah ada di baris lain untuk peserta yang sama',
      })
    else if (key !== null) keys.set(key, i)
    issues.push(
      ...ownIssues.map(({ field, message }) => ({ field: `items.${i}.${field}`, message })),
    )
  })
  if (issues.length > 0) throw invalid(issues)
  return keys
}

/**
 * Throws 409 for a fee that another bill already charges to the same student. The error names the
 * other bill. Void bills do not count, because their lines have no unique keys.
 */
const checkFeesNotBilled = async (
  trx: Trx,
  actor: Actor,
  { id, items }: LinkedBill,
  keys: ReadonlyMap<string, number>,
  links: Links,
): Promise<void> => {
  if (keys.size === 0) return
  const billedLines = await trx
    .selectFrom('billing_item')
    .innerJoin('billing', 'billing.id', 'billing_item.billing_id')
    .select(['kunci_unik', 'nomor', 'nama_tagihan', 'billing.gedung_id'])
    .where('kunci_unik', 'in', [...keys.keys()])
    .where('billing.id', '<>', id ?? 0)
    .execute()
  const errors = billedLines.map(({ kunci_unik, ...bill }) => {
    const i = keys.get(kunci_unik ?? '') ?? 0
    const nama = links.biaya.get(items[i]?.biaya_id ?? 0)?.nama ?? 'Biaya ini'
    const where = seesOutlet(actor, bill.gedung_id)
      ? (bill.nomor ?? `draft ${bill.nama_tagihan}`)
      : 'outlet lain'
    return {
      field: `items.${i}.biaya_id`,
      message: `${nama} sudah ditagih untuk peserta ini di ${where}`,
    }
  })
  if (errors[0]) throw conflict(errors[0].message, { errors })
}

/**
 * Throws 422 for a fee or product that is not offered at the outlet of the bill, and for a fee that
 * is on the bill twice for the same student. Throws 409 for a fee that another bill already charges
 * to the student.
 */
export const checkLinkedLines = async (
  trx: Trx,
  actor: Actor,
  bill: LinkedBill,
  before: Before,
): Promise<void> => {
  const links = await readLinks(trx, bill.items)
  const keys = checkEachLine(bill, before, links)
  await checkFeesNotBilled(trx, actor, bill, keys, links)
}
