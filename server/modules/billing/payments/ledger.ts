/**
 * Functions for all modules that change money. They add ledger entries to the saldo of payers, and
 * recompute the columns of bills that depend on allocations.
 */
import { sql, type RawBuilder } from 'kysely'
import type { JenisMutasi } from '#contract/billing/rules/ledgerKind.ts'
import { BillingStatus, PaymentStatus } from '#contract/enums.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import type { Tables, Trx } from '#server/db/schema/tables.ts'
import { conflict } from '#server/errors.ts'
import { now } from '#server/http/context.ts'

/** Rule `paymentStatusOf` in SQL, for a row of `billing` of which `terbayar` is paid. */
export const paymentStatusFor = (terbayar: RawBuilder<number>): RawBuilder<number> =>
  sql`case when billing.status = ${sql.lit(BillingStatus.terbit)} and ${terbayar} >= billing.total then ${sql.lit(PaymentStatus.lunas)} when ${terbayar} = 0 then ${sql.lit(PaymentStatus.belum)} else ${sql.lit(PaymentStatus.sebagian)} end`

/** Maximum number of bills that one statement updates. */
const derivedAtOnce = 500
/**
 * Recomputes and stores `terbayar`, `sisa` and `payment_status` of bills from their allocations
 * that are not void.
 */
export const deriveBills = async (
  trx: Trx,
  ids: readonly number[],
  by: number | null,
): Promise<void> => {
  const paid = sql<number>`v.terbayar`
  for (let start = 0; start < ids.length; start += derivedAtOnce) {
    const part = sql.join(ids.slice(start, start + derivedAtOnce))
    await sql`with v as (select b.id, (select coalesce(sum(a.jumlah), 0) from billing_payment_alokasi a where a.billing_id = b.id and a.void_at is null) as terbayar from billing b where b.id in (${part}))
      update billing set terbayar = v.terbayar, sisa = billing.total - v.terbayar, payment_status = ${paymentStatusFor(paid)},
        versi = versi + 1, updated_at = ${now()}, updated_by = ${by} from v where billing.id = v.id`.execute(
      trx,
    )
  }
}

interface Mutation {
  akun_billing_id: number
  jenis: (typeof JenisMutasi.options)[number]['value']
  jumlah: number
  keterangan: string
  /** Date of the entry; today by default. */
  tanggal?: string
  payment_id?: number
  billing_id?: number
  metode?: Tables['mutasi_saldo']['metode']
  bank_id?: number | null
  bukti?: number
  gedung_id?: number | null
  alasan?: string
  nomor?: string
  lawan_id?: number
  by: number | null
}
/**
 * Adds a ledger entry and recomputes the saldo of the payer. Returns the id of the entry. Throws
 * 409 if the saldo would become negative, for example because the payer has already spent the
 * amount to withdraw.
 */
export const addMutation = async (trx: Trx, { by, ...entry }: Mutation): Promise<number> => {
  const { akun_billing_id } = entry
  const time = now()
  const { id } = await trx
    .insertInto('mutasi_saldo')
    .values({
      tanggal: currentDay(),
      payment_id: null,
      billing_id: null,
      metode: null,
      bank_id: null,
      bukti: null,
      gedung_id: null,
      alasan: null,
      nomor: null,
      lawan_id: null,
      ...entry,
      cari: '',
      versi: 1,
      created_at: time,
      created_by: by,
      updated_at: time,
      updated_by: by,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const saldo = await readSaldo(trx, akun_billing_id)
  if (saldo < 0) throw conflict('Saldo tidak cukup: sudah dipakai untuk tagihan lain')
  await trx
    .updateTable('akun_billing_profil')
    .set({ saldo_kredit: saldo })
    .where('user_id', '=', akun_billing_id)
    .execute()
  return id
}
/** Returns the saldo of a payer in rupiah, as the sum of the ledger entries. */
export const readSaldo = async (trx: Trx, akun: number): Promise<number> =>
  (
    await trx
      .selectFrom('mutasi_saldo')
      .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('jumlah'), sql<number>`0`).as('saldo'))
      .where('akun_billing_id', '=', akun)
      .executeTakeFirstOrThrow()
  ).saldo

/**
 * Pays a bill from the saldo of its payer. Adds a ledger entry of the kind `pakai`, and an
 * allocation that refers to the entry.
 */
export const paySaldo = async (
  trx: Trx,
  bill: { id: number; nomor: string | null; akun_billing_id: number },
  jumlah: number,
  by: number | null,
): Promise<void> => {
  const mutasi_id = await addMutation(trx, {
    akun_billing_id: bill.akun_billing_id,
    jenis: 'pakai',
    jumlah: -jumlah,
    keterangan: `Dipakai untuk ${bill.nomor}`,
    billing_id: bill.id,
    by,
  })
  await trx
    .insertInto('billing_payment_alokasi')
    .values({
      payment_id: null,
      mutasi_id,
      billing_id: bill.id,
      jumlah,
      void_at: null,
      created_at: now(),
    })
    .execute()
}
