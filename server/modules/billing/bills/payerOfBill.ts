/**
 * Reads the payer of a bill, computes the search columns of a bill, inserts a draft that copies
 * columns of another bill, and checks that bills are in the actor's scope.
 */
import type { Selectable } from 'kysely'
import { billing } from '#contract/billing/billing.ts'
import type { Tables, Trx } from '#server/db/schema/tables.ts'
import { conflict, forbidden } from '#server/errors.ts'
import type { Actor } from '#server/http/context.ts'
import type { Item } from '#server/modules/billing/bills/billAudit.ts'
import { insertDraft } from '#server/modules/billing/bills/insertDraft.ts'
import { billingScope } from '#server/modules/billing/bills/scope.ts'
import { isVisible } from '#server/modules/scope.ts'
import { keysOf } from '#server/resource/columns.ts'

export type Bill = Selectable<Tables['billing']>
/** Columns that are read from a bill to void it and to make a draft that replaces it. */
export type BillHead = Pick<
  Bill,
  | 'id'
  | 'nomor'
  | 'status'
  | 'void_at'
  | 'akun_billing_id'
  | 'gedung_id'
  | 'kode_promo'
  | 'periode'
  | 'sumber'
  | 'tanggal_terbit'
  | 'jatuh_tempo'
>
export interface Payer {
  id: number
  nama_tagihan: string
  alamat: string | null
}

/**
 * Reads a payer with the name and address that are printed on bills. Throws 409 for a user without
 * a billing profile.
 */
export const readPayer = async (trx: Trx, id: number): Promise<Payer> => {
  const row = await trx
    .selectFrom('user')
    .innerJoin('akun_billing_profil', 'akun_billing_profil.user_id', 'user.id')
    .select(['user.id', 'user.alamat', 'nama_tagihan', 'alamat_tagihan'])
    .where('user.id', '=', id)
    .executeTakeFirst()
  if (!row) throw conflict('Akun itu belum punya profil tagihan')
  return { id, nama_tagihan: row.nama_tagihan, alamat: row.alamat_tagihan ?? row.alamat }
}
/**
 * Returns the sort keys and the search text of a bill, made from its number and the names of its
 * payer and students.
 */
export const searchColumnsOf = async (
  trx: Trx,
  bill: { nomor: string | null; nama_tagihan: string },
  items: readonly Item[],
) => {
  const ids = [...new Set(items.flatMap((i) => (i.peserta_id === null ? [] : [i.peserta_id])))]
  const students =
    ids.length === 0
      ? []
      : await trx.selectFrom('user').select('name').where('id', 'in', ids).orderBy('id').execute()
  return keysOf(billing, bill, students.map((s) => s.name).join(' '))
}
/**
 * Inserts a draft for a payer and returns its id. The draft has the outlet, month, origin and promo
 * code of `bill`, the columns of `head` and the sums of `items`. The caller stores the lines.
 */
export const insertDraftFromBill = async (
  trx: Trx,
  bill: BillHead,
  payer: Payer,
  items: readonly Item[],
  head: {
    jatuh_tempo: string
    tanggal_terbit: string | null
    catatan: string | null
    /** Id of the void bill that the draft replaces; null if the draft replaces no bill. */
    menggantikan_id: number | null
    by: number
  },
): Promise<number> => {
  const { by, ...columns } = head
  const named = { nomor: null, nama_tagihan: payer.nama_tagihan }
  const { cari = '' } = await searchColumnsOf(trx, named, items)
  const { gedung_id, periode, sumber, kode_promo } = bill
  const like = { gedung_id, periode, sumber, kode_promo }
  return insertDraft(trx, by, payer, items, { ...like, ...columns, cari })
}
/**
 * Throws 403 if any of the bills that an action changes is outside the actor's scope. The error
 * states only the number of these bills, because the actor may not see details of them.
 */
export const checkBillScope = async (
  trx: Trx,
  actor: Actor,
  bills: readonly Pick<Bill, 'id'>[],
  subject: string,
): Promise<void> => {
  const ids = bills.map((b) => b.id)
  if (ids.length === 0) return
  const rows = await trx
    .selectFrom('billing')
    .select(isVisible(billingScope(actor)))
    .where('billing.id', 'in', ids)
    .execute()
  const elsewhere = rows.filter((b) => b.tampak !== 1).length
  if (elsewhere > 0)
    throw forbidden(
      `${elsewhere} ${subject} yang ikut berubah ada di luar wilayah Anda. Hanya admin yang memegang semua outletnya yang dapat melakukannya.`,
    )
}
