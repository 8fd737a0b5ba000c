/**
 * Reads the fields that a client can request in addition to a confirmation (`expand`). Each field
 * is read with one query for all rows of a page.
 */
import { sql } from 'kysely'
import type { billing } from '#contract/billing/billing.ts'
import type { konfirmasiPembayaran } from '#contract/billing/konfirmasi/konfirmasiPembayaran.ts'
import { paymentScope, billingScope } from '#server/modules/billing/bills/scope.ts'
import { readDuplicates } from '#server/modules/billing/konfirmasi/duplicates.ts'
import { konfirmasiScope } from '#server/modules/billing/konfirmasi/scope.ts'
import type { Module } from '#server/resource/module.ts'

type Expands = NonNullable<Module<typeof konfirmasiPembayaran>['expands']>
const everything = sql`1 = 1`
/** Maximum number of earlier payments that are shown with a confirmation. */
const mostEarlier = 5

/** Groups rows by the id in their field `of`. An id without rows gets an empty list. */
const grouped = <R extends { of: number }>(ids: readonly number[], rows: readonly R[]) => {
  const byRow = Map.groupBy(rows, (row) => row.of)
  return new Map(ids.map((id) => [id, (byRow.get(id) ?? []).map(({ of: _, ...row }) => row)]))
}

const readBillsOfConfirmations: Expands['tagihan'] = async ({ db, actor, ids }) => {
  const { rows } = await sql<{
    of: number
    id: number
    nomor: string | null
    periode: string | null
    jatuh_tempo: string
    total: number
    terbayar: number
    sisa: number
    void_at: string | null
  }>`select t.konfirmasi_id as "of", billing.id, billing.nomor, billing.periode, billing.jatuh_tempo, billing.total, billing.terbayar, billing.sisa, billing.void_at
      from konfirmasi_tagihan t join billing on billing.id = t.billing_id
      where t.konfirmasi_id in (${sql.join(ids)}) and ${billingScope(actor) ?? everything}
      order by billing.jatuh_tempo, billing.id`.execute(db)
  return grouped(ids, rows)
}

const readPayments: Expands['pembayaran'] = async ({ db, actor, ids }) => {
  const { rows } = await sql<{
    of: number
    id: number
    nomor: string
    tanggal: string
    jumlah: number
    ke_saldo: number
    void_at: string | null
    void_alasan: string | null
  }>`select billing_payment.konfirmasi_id as "of", billing_payment.id, billing_payment.nomor, billing_payment.tanggal, billing_payment.jumlah, billing_payment.ke_saldo,
        billing_payment.void_at, billing_payment.void_alasan
      from billing_payment where billing_payment.konfirmasi_id in (${sql.join(ids)}) and ${paymentScope(actor) ?? everything}
      order by billing_payment.id`.execute(db)
  return grouped(ids, rows)
}

const readEarlier: Expands['sebelumnya'] = async ({ db, actor, ids }) => {
  const { rows } = await sql<{
    of: number
    id: number
    nomor: string
    tanggal: string
    jumlah: number
    mirip: number
  }>`select * from (select o.id as "of", billing_payment.id, billing_payment.nomor, billing_payment.tanggal, billing_payment.jumlah,
        case when billing_payment.tanggal = o.tanggal_transfer and billing_payment.jumlah = o.jumlah then 1 else 0 end as mirip,
        row_number() over (partition by o.id order by billing_payment.tanggal desc, billing_payment.id desc) as ke
      from konfirmasi_pembayaran o join billing_payment on billing_payment.akun_billing_id = o.akun_billing_id
        and billing_payment.void_at is null and (billing_payment.konfirmasi_id is null or billing_payment.konfirmasi_id <> o.id)
      where o.id in (${sql.join(ids)}) and ${paymentScope(actor) ?? everything}) as p
      where ke <= ${sql.lit(mostEarlier)} or mirip = 1 order by ke`.execute(db)
  return grouped(
    ids,
    rows.map(({ of, id, nomor, tanggal, jumlah, mirip }) => ({
      of,
      id,
      nomor,
      tanggal,
      jumlah,
      mirip: mirip === 1,
    })),
  )
}

const readSenders: Expands['pengaju'] = async ({ db, ids }) => {
  const rows = await db
    .selectFrom('konfirmasi_pembayaran as k')
    .innerJoin('user', 'user.id', 'k.created_by')
    .select(['k.id as of', 'user.id', 'user.name'])
    .where('k.id', 'in', ids)
    .execute()
  return new Map(rows.map(({ of, ...person }) => [of, person]))
}

export const konfirmasiExpands: Expands = {
  pengaju: readSenders,
  tagihan: readBillsOfConfirmations,
  pembayaran: readPayments,
  sebelumnya: readEarlier,
  kembar: readDuplicates,
}

/**
 * Returns the waiting confirmations by bill id, so that a bill can show `Menunggu verifikasi`. A
 * client requests them as the field `konfirmasi` of bills (`expand`).
 */
export const readWaitingOf: NonNullable<Module<typeof billing>['expands']>['konfirmasi'] = async ({
  db,
  actor,
  ids,
}) => {
  const { rows } = await sql<{
    of: number
    id: number
    nomor: string
    jumlah: number
    created_at: string
  }>`select t.billing_id as "of", konfirmasi_pembayaran.id, konfirmasi_pembayaran.nomor, konfirmasi_pembayaran.jumlah, konfirmasi_pembayaran.created_at
      from konfirmasi_tagihan t join konfirmasi_pembayaran on konfirmasi_pembayaran.id = t.konfirmasi_id and konfirmasi_pembayaran.status = 'menunggu'
      where t.billing_id in (${sql.join(ids)}) and ${konfirmasiScope(actor) ?? everything}
      order by konfirmasi_pembayaran.id`.execute(db)
  return grouped(ids, rows)
}
