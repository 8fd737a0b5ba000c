/** Lines of a bill that come from a fee or a product: what holds for them beside a free line. */
import type { Issue } from '#contract/resource.ts'
import type { Trx } from '#server/db/tables.ts'
import { conflict, invalid } from '#server/errors.ts'
import type { Actor } from '#server/http/context.ts'
import {
  lineKey,
  readLinks,
  type LinkedLine,
  type Links,
  type StoredLinkedLine,
} from '#server/modules/billing/lineLinks.ts'
import { seesOutlet } from '#server/modules/scope.ts'

interface LinkedBill {
  id: number | undefined
  gedung_id: number
  periode: string | null
  sumber: string
  items: readonly LinkedLine[]
}
interface Before {
  /** The outlet that the bill was of; undefined for a new one. */
  gedung_id: number | undefined
  items: readonly StoredLinkedLine[]
}

/** The line as it was, and whether its bill was of the same outlet. */
interface OldLine {
  old: StoredLinkedLine | undefined
  sameOutlet: boolean
}
/** What is not offered at the bill's outlet. */
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
    // What has been on the draft stays there, also when its outlets were changed since.
    const known = sameOutlet && old?.[field] === item[field]
    if (row && !known && row.gedung.length > 0 && !row.gedung.includes(bill.gedung_id))
      issues.push({ field, message: `${row.nama} tidak ditawarkan di outlet ini` })
  }
  return issues
}

/** What is wrong with a line by itself. */
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
/** Checks every line; answers the keys that the lines take, each with the place of its line. */
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
    const own = lineIssues(item, bill, { old, sameOutlet }, links)
    const key = lineKey(item, old, bill, links)
    if (key !== null && keys.has(key))
      own.push({ field: 'biaya_id', message: 'Sudah ada di baris lain untuk peserta yang sama' })
    else if (key !== null) keys.set(key, i)
    issues.push(...own.map(({ field, message }) => ({ field: `items.${i}.${field}`, message })))
  })
  if (issues.length > 0) throw invalid(issues)
  return keys
}

/** Refuses a fee that another live bill has for the same student, and names that. Throws 409. */
const refuseTakenKeys = async (
  trx: Trx,
  actor: Actor,
  { id, items }: LinkedBill,
  keys: ReadonlyMap<string, number>,
  links: Links,
): Promise<void> => {
  if (keys.size === 0) return
  const taken = await trx
    .selectFrom('billing_item')
    .innerJoin('billing', 'billing.id', 'billing_item.billing_id')
    .select(['kunci_unik', 'nomor', 'nama_tagihan', 'billing.gedung_id'])
    .where('kunci_unik', 'in', [...keys.keys()])
    .where('billing.id', '<>', id ?? 0)
    .execute()
  const errors = taken.map(({ kunci_unik, ...bill }) => {
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
 * Refuses what is not offered at the bill's outlet, and a fee that the student has been billed for
 * already. Throws 422 and 409.
 */
export const checkLinkedLines = async (
  trx: Trx,
  actor: Actor,
  bill: LinkedBill,
  before: Before,
): Promise<void> => {
  const links = await readLinks(trx, bill.items)
  const keys = checkEachLine(bill, before, links)
  await refuseTakenKeys(trx, actor, bill, keys, links)
}
