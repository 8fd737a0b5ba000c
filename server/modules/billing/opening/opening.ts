/**
 * Stores the amounts with which a school moves in (decision 0251): open bills, which are owed and
 * paid like other bills but are no income of this program's books, and saldo of payers.
 */
import { computeItem } from '#contract/billing/rules/tagihan.ts'
import { formatRupiah } from '#contract/values/rupiah.ts'
import { fold } from '#server/db/fold.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { conflict, invalidField } from '#server/errors.ts'
import type { Ctx } from '#server/http/context.ts'
import { insertDraft, insertDraftLines } from '#server/modules/billing/bills/insertDraft.ts'
import { readPayer } from '#server/modules/billing/bills/payerOfBill.ts'
import { addMutation } from '#server/modules/billing/payments/ledger.ts'
import { publishBills } from '#server/modules/billing/publish/publish.ts'
import { auditChange, auditEvent } from '#server/resource/auditLog.ts'
import { readSettings } from '#server/settings.ts'

/** Reason of the line, which bills tuition without an enrolment. */
const reason = 'Saldo awal dari pembukuan lama'

export interface OpeningBill {
  akun_billing_id: number
  peserta_id: number | null
  gedung_id: number
  jenis_billing_id: number
  tanggal_terbit: string | null
  jatuh_tempo: string
  /** Number in the old books; with the payer, it identifies the bill. */
  nomor_lama: string | null
  keterangan: string
  /** Amount that is still owed, in rupiah. */
  jumlah: number
}
/** Returns the unique key of the line, by which a bill is recognized when it is imported again. */
const keyOf = ({ akun_billing_id, nomor_lama, jatuh_tempo, keterangan }: OpeningBill): string =>
  `awal:${akun_billing_id}:${fold(nomor_lama ?? `${jatuh_tempo} ${keterangan}`)}`

/**
 * Publishes an open bill of the old books. Returns false without writing when the bill is stored
 * already. Throws 422 at `jumlah` when it is stored with another amount, and 409 when it cannot be
 * published. The transaction must first wait for the queue of the number counter.
 */
export const publishOpeningBill = async (
  trx: Trx,
  ctx: Ctx,
  bill: OpeningBill,
): Promise<boolean> => {
  const kunci_unik = keyOf(bill)
  const stored = await trx
    .selectFrom('billing_item')
    .innerJoin('billing', 'billing.id', 'billing_item.billing_id')
    .select(['billing.total', 'nomor'])
    .where('kunci_unik', '=', kunci_unik)
    .executeTakeFirst()
  if (stored?.total === bill.jumlah) return false
  if (stored)
    throw invalidField(
      'jumlah',
      `Sudah dipindahkan sebagai ${stored.nomor} sebesar ${formatRupiah(stored.total)}. Batalkan tagihan itu dahulu.`,
    )
  const settings = await readSettings(trx)
  const payer = await readPayer(trx, bill.akun_billing_id)
  const { jumlah, tanggal_terbit, jatuh_tempo, gedung_id, jenis_billing_id, peserta_id } = bill
  const amounts = computeItem({
    qty: 1,
    harga_satuan: jumlah,
    pembulatan: settings.pembulatan,
    diskon: 0,
    ppn_persen: 0,
  })
  const old = bill.nomor_lama === null ? '' : ` (No. lama ${bill.nomor_lama})`
  const id = await insertDraft(trx, ctx.actor.id, payer, [amounts], {
    gedung_id,
    tanggal_terbit,
    jatuh_tempo,
    sumber: 'awal',
    catatan: `${reason}${old}`,
    cari: fold(`${payer.nama_tagihan} ${bill.nomor_lama ?? ''}`.trim()),
  })
  const deskripsi = `${bill.keterangan}${old}`
  const line = { jenis_billing_id, peserta_id, deskripsi, harga_satuan: jumlah, ppn_persen: 0 }
  await insertDraftLines(trx, id, [{ ...line, ...amounts, alasan_manual: reason, kunci_unik }])
  // The saldo of the old books stays as it was, so that the sums before and after agree.
  const kept = { ...settings, auto_pakai_saldo: false }
  const { failed } = await publishBills(trx, [id], kept, ctx.actor.id)
  if (failed[0]) throw failed[0].error
  const after = await trx
    .selectFrom('billing')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await auditChange(trx, ctx, { aksi: 'create', entitas: 'billing', after })
  return true
}

/**
 * Stores the saldo of a payer in the old books. Returns false without writing when it is stored
 * already. Throws 422 at `jumlah` when another amount is stored.
 */
export const storeOpeningSaldo = async (
  trx: Trx,
  ctx: Ctx,
  { akun_billing_id, jumlah }: { akun_billing_id: number; jumlah: number },
): Promise<boolean> => {
  const stored = await trx
    .selectFrom('mutasi_saldo')
    .select('jumlah')
    .where('akun_billing_id', '=', akun_billing_id)
    .where('jenis', '=', 'saldo_awal')
    .executeTakeFirst()
  if (stored?.jumlah === jumlah) return false
  if (stored)
    throw invalidField('jumlah', `Sudah dipindahkan sebesar ${formatRupiah(stored.jumlah)}`)
  const profile = await trx
    .selectFrom('akun_billing_profil')
    .select('user_id')
    .where('user_id', '=', akun_billing_id)
    .executeTakeFirst()
  if (!profile) throw conflict('Akun itu belum punya profil tagihan')
  const keterangan = reason
  const id = await addMutation(trx, {
    akun_billing_id,
    jenis: 'saldo_awal',
    jumlah,
    keterangan,
    by: ctx.actor.id,
  })
  await auditEvent(trx, ctx, {
    aksi: 'create',
    entitas: 'mutasi-saldo',
    entitas_id: id,
    sesudah: JSON.stringify({ akun_billing_id, jenis: 'saldo_awal', jumlah, keterangan }),
  })
  return true
}
