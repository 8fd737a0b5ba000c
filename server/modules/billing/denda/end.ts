/**
 * Ends a late fee (domain.md 3.12): when a higher tier replaces the fee, when the fee is waived,
 * and when the overdue bill is voided. If the bill of the fee cannot be voided, it gets a credit
 * note instead, so that closed months do not change and payments of the fee become saldo.
 */
import { BillingStatus } from '#contract/enums.ts'
import type { Tables, Trx } from '#server/db/schema/tables.ts'
import { conflict } from '#server/errors.ts'
import { authorId, now, type Author } from '#server/http/context.ts'
import { issueCreditNote, readCredited } from '#server/modules/billing/corrections/creditNote.ts'
import { readLiveAllocations, voidWithoutFees } from '#server/modules/billing/corrections/void.ts'
import { auditChange } from '#server/resource/auditLog.ts'
import { readSettings } from '#server/settings.ts'

type FeeStatus = Exclude<Tables['denda']['status'], 'ditagih'>

const readFeeBill = (trx: Trx, id: number) =>
  trx.selectFrom('billing').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/**
 * Whether a bill can be voided: no receipt pays it, its month is not closed, and it has no credit
 * note.
 */
const isVoidable = async (
  trx: Trx,
  bill: { id: number; tanggal_terbit: string | null },
): Promise<boolean> => {
  const { kunci_buku_sampai } = await readSettings(trx)
  if (kunci_buku_sampai !== null && (bill.tanggal_terbit ?? '') <= kunci_buku_sampai) return false
  const paidBy = await readLiveAllocations(trx, bill.id)
  // A bill with a credit note is not voidable, because voiding the bill would have to reverse the
  // ledger entry of the note.
  return (
    paidBy.every((a) => a.mutasi_id !== null) && (await readCredited(trx, bill.id)).jumlah === 0
  )
}

/** Stores that a fee is no longer charged. Returns false if the fee had already ended. */
const storeStatus = async (
  trx: Trx,
  tagihan_id: number,
  { status, alasan, by }: { status: FeeStatus; alasan: string; by: number | null },
): Promise<boolean> => {
  const rows = await trx
    .updateTable('denda')
    .set({ status, alasan, selesai_at: now(), selesai_oleh: by })
    .where('tagihan_id', '=', tagihan_id)
    .where('status', '=', 'ditagih')
    .returning('id')
    .execute()
  return rows.length > 0
}

/**
 * Voids the bill of a fee. If the bill cannot be voided, issues a credit note for the part of the
 * bill that is not credited yet. Throws 409 if a note is needed and today is in a closed month.
 */
const reverseFeeBill = async (
  trx: Trx,
  author: Author,
  id: number,
  alasan: string,
): Promise<void> => {
  const bill = await readFeeBill(trx, id)
  if (bill.void_at !== null) return
  if (await isVoidable(trx, bill)) return voidWithoutFees(trx, bill, alasan, authorId(author))
  const jumlah = bill.total - (await readCredited(trx, id)).jumlah
  if (jumlah > 0) await issueCreditNote(trx, author, bill, { jumlah, alasan })
}

/**
 * Ends a fee as part of another action, and adds an audit log entry. Does nothing if the fee has
 * already ended.
 */
export const endFee = async (
  trx: Trx,
  author: Author,
  tagihan_id: number,
  { status, alasan }: { status: FeeStatus; alasan: string },
): Promise<void> => {
  const before = await readFeeBill(trx, tagihan_id)
  if (!(await storeStatus(trx, tagihan_id, { status, alasan, by: authorId(author) }))) return
  await reverseFeeBill(trx, author, tagihan_id, alasan)
  const after = await readFeeBill(trx, tagihan_id)
  await auditChange(trx, author, {
    aksi: 'akhiri-denda',
    entitas: 'billing',
    before,
    after,
    alasan,
  })
}

/**
 * Waives the fee that the given bill charges. Throws 409 if the bill is no late fee, or if its fee
 * has already ended.
 */
export const waiveFee = async (
  trx: Trx,
  author: Author,
  bill: { id: number; status: number },
  alasan: string,
): Promise<void> => {
  const fate = { status: 'dihapus' as const, alasan, by: authorId(author) }
  if (bill.status !== BillingStatus.terbit || !(await storeStatus(trx, bill.id, fate)))
    throw conflict('Tagihan ini bukan denda yang masih ditagih')
  await reverseFeeBill(trx, author, bill.id, alasan)
}
/** Marks a fee as waived after the bill of the fee was voided directly. */
export const markWaived = async (
  trx: Trx,
  tagihan_id: number,
  alasan: string,
  by: number | null,
): Promise<void> => {
  await storeStatus(trx, tagihan_id, { status: 'dihapus', alasan, by })
}

/**
 * Finds the active late fee whose bill is `tagihan_id`; undefined if there is none. `moveTo` of the
 * result assigns the fee to a bill that replaces the bill `tagihan_id`.
 */
export const findActiveFee = async (trx: Trx, tagihan_id: number) => {
  const fee = await trx
    .selectFrom('denda')
    .select('id')
    .where('tagihan_id', '=', tagihan_id)
    .where('status', '=', 'ditagih')
    .executeTakeFirst()
  if (!fee) return undefined
  return {
    moveTo: async (replacementId: number): Promise<void> => {
      await trx
        .updateTable('denda')
        .set({
          tagihan_id: replacementId,
          status: 'ditagih',
          alasan: null,
          selesai_at: null,
          selesai_oleh: null,
        })
        .where('id', '=', fee.id)
        .execute()
    },
  }
}

/**
 * Builds the author of an audit log entry from a user id, for a change that follows from another
 * action. The IP address and browser stay empty, because that action passes only the id.
 */
const authorOf = async (trx: Trx, id: number): Promise<Author> => {
  const { name } = await trx
    .selectFrom('user')
    .select('name')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { actor: { id, name }, ip: '', agent: '' }
}
/** Ends the active late fee that was charged for a bill, after the bill was voided. */
export const endFeesOf = async (
  trx: Trx,
  bill: { id: number; nomor: string | null },
  by: number,
): Promise<void> => {
  const fee = await trx
    .selectFrom('denda')
    .select('tagihan_id')
    .where('billing_id', '=', bill.id)
    .where('status', '=', 'ditagih')
    .executeTakeFirst()
  if (!fee) return
  const alasan = `Tagihan ${bill.nomor} dibatalkan`
  await endFee(trx, await authorOf(trx, by), fee.tagihan_id, { status: 'gugur', alasan })
}
