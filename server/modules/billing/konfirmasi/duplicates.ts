/**
 * Possible duplicates of a confirmation. A possible duplicate is a confirmation of the same family
 * with the same bank, date and amount, or of any family with the same proof file. The author can
 * declare that a confirmation is no duplicate. Reviewers also see confirmations of other families
 * with the same bank, date and amount, which are often a coincidence (decision 0079).
 */
import { sql, type SqlBool } from 'kysely'
import type { konfirmasiPembayaran } from '#contract/billing/konfirmasi/konfirmasiPembayaran.ts'
import type { Parsed } from '#contract/resource.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { conflict } from '#server/errors.ts'
import type { Actor } from '#server/http/context.ts'
import { konfirmasiScope } from '#server/modules/billing/konfirmasi/scope.ts'
import { isVisible, labelRows } from '#server/modules/scope.ts'
import type { Module } from '#server/resource/module.ts'

const entitas = 'konfirmasi-pembayaran'
/** Maximum number of possible duplicates that are shown per confirmation. */
const most = 5

/**
 * Throws 409 with an error at the field `bukan_kembar`. The form shows a checkbox for this field,
 * and the user must tick it to continue.
 */
export const throwPossibleDuplicate = (message: string): never => {
  throw conflict(message, { errors: [{ field: 'bukan_kembar', message }] })
}

/**
 * Throws 409 if a waiting or approved confirmation is a possible duplicate of the new confirmation.
 * Does nothing if `bukan_kembar` is set.
 */
export const checkDuplicates = async (
  trx: Trx,
  actor: Actor,
  input: Parsed<typeof konfirmasiPembayaran>,
): Promise<void> => {
  if (input.bukan_kembar) return
  const sameFile = sql<SqlBool>`konfirmasi_pembayaran.id in (select b.entitas_id from berkas b join berkas own on own.sha256 = b.sha256 where own.id = ${input.bukti} and b.entitas = ${entitas})`
  const twins = await trx
    .selectFrom('konfirmasi_pembayaran')
    .select(['nomor as nama', isVisible(konfirmasiScope(actor))])
    .where('status', 'in', ['menunggu', 'disetujui'])
    .where((eb) =>
      eb.or([
        eb.and([
          eb('akun_billing_id', '=', input.akun_billing_id),
          eb('bank_tujuan_id', '=', input.bank_tujuan_id),
          eb('tanggal_transfer', '=', input.tanggal_transfer),
          eb('jumlah', '=', input.jumlah),
        ]),
        sameFile,
      ]),
    )
    .orderBy('id')
    .limit(50)
    .execute()
  const named = labelRows(twins, 'konfirmasi')
  if (named)
    throwPossibleDuplicate(
      `Mungkin sudah dikirim: ${named}. Rekening, tanggal, dan jumlahnya sama, atau buktinya.`,
    )
}

/**
 * Throws 409 if the payer already has a payment with the same date, bank account and amount, for
 * example a payment that was recorded by hand.
 */
export const checkExistingPayment = async (
  trx: Trx,
  payment: { akun_billing_id: number; bank_id: number; tanggal: string; jumlah: number },
): Promise<void> => {
  const duplicate = await trx
    .selectFrom('billing_payment')
    .select('nomor')
    .where('akun_billing_id', '=', payment.akun_billing_id)
    .where('bank_id', '=', payment.bank_id)
    .where('tanggal', '=', payment.tanggal)
    .where('jumlah', '=', payment.jumlah)
    .where('void_at', 'is', null)
    .orderBy('id')
    .executeTakeFirst()
  if (duplicate)
    throwPossibleDuplicate(
      `Mungkin sudah dicatat: kuitansi ${duplicate.nomor} bertanggal, berekening, dan berjumlah sama.`,
    )
}

/**
 * Reads the possible duplicates of stored confirmations within the actor's scope, at most `most`
 * per confirmation. A client requests them as the field `kembar` (`expand`).
 */
export const readDuplicates: NonNullable<
  Module<typeof konfirmasiPembayaran>['expands']
>['kembar'] = async ({ db, actor, ids }) => {
  const { rows } = await sql<{
    of: number
    id: number
    nomor: string
    akun: string
    tanggal_transfer: string
    status: 'menunggu' | 'disetujui'
    bukti_sama: number
  }>`select o.id as "of", konfirmasi_pembayaran.id, konfirmasi_pembayaran.nomor, u.name as akun, konfirmasi_pembayaran.tanggal_transfer, konfirmasi_pembayaran.status,
        case when fo.sha256 = f.sha256 then 1 else 0 end as bukti_sama
      from konfirmasi_pembayaran o
      join berkas fo on fo.id = o.bukti
      join konfirmasi_pembayaran on konfirmasi_pembayaran.id <> o.id and konfirmasi_pembayaran.status in ('menunggu', 'disetujui')
        and konfirmasi_pembayaran.id in (
          select s.id from konfirmasi_pembayaran s where s.bank_tujuan_id = o.bank_tujuan_id and s.tanggal_transfer = o.tanggal_transfer and s.jumlah = o.jumlah
          union select b.entitas_id from berkas b where b.sha256 = fo.sha256 and b.entitas = ${entitas})
      join berkas f on f.id = konfirmasi_pembayaran.bukti
      join "user" u on u.id = konfirmasi_pembayaran.akun_billing_id
      where o.id in (${sql.join(ids)}) and ${konfirmasiScope(actor) ?? sql`1 = 1`}
      order by bukti_sama desc, konfirmasi_pembayaran.id`.execute(db)
  const byRow = Map.groupBy(rows, (row) => row.of)
  return new Map(
    ids.map((id) => [
      id,
      (byRow.get(id) ?? [])
        .slice(0, most)
        .map(({ of: _, bukti_sama, ...row }) => ({ ...row, bukti_sama: bukti_sama === 1 })),
    ]),
  )
}
