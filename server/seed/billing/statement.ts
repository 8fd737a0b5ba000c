/**
 * Makes the bank statement of the last week for the first bank account of a generated school. Its
 * lines are recorded payments (matched or not), transfers with a waiting payment confirmation,
 * transfers without a confirmation, and lines that are no payments.
 */
import { mutasiBank } from '#contract/billing/mutasiBank/mutasiBank.ts'
import { MetodePembayaran } from '#contract/enums.ts'
import { makeRandom, type Random } from '#contract/values/random.ts'
import { addDays } from '#contract/values/tanggal.ts'
import { insertMany } from '#server/db/insertMany.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { blankMapping } from '#server/modules/billing/mutasiBank/statementFile/guessColumns.ts'
import { baseOf } from '#server/modules/billing/mutasiBank/statementFile/statement.ts'
import { keysOf } from '#server/resource/columns.ts'
import { momentOf, stamp } from '#server/seed/maker.ts'

/** Number of days that the statement covers, up to yesterday. */
const days = 7
const most = { recorded: 14, waiting: 5, open: 6 } as const

interface Told {
  tanggal: string
  keterangan: string
  /** Amount in rupiah; negative for outgoing money. */
  jumlah: number
  payment_id?: number
  alasan?: string
}
const ways = ['TRSF E-BANKING CR', 'BI-FAST CR TRANSFER DR 014', 'SWITCHING CR DR 008'] as const
const written = (r: Random, name: string): string =>
  `${r.pick(ways)} ${r.int(1000, 9999)}/FTSCY/WS95051 ${name.toUpperCase()}`

/**
 * Returns statement lines for recorded payments. Two of every three lines are matched with their
 * payment.
 */
const recorded = async (trx: Trx, r: Random, bank_id: number, from: string, to: string) => {
  const rows = await trx
    .selectFrom('billing_payment as p')
    .innerJoin('user as u', 'u.id', 'p.akun_billing_id')
    .select(['p.id', 'p.jumlah', 'p.tanggal', 'u.name'])
    .where('p.bank_id', '=', bank_id)
    .where('p.void_at', 'is', null)
    .where('p.tanggal', '>=', from)
    .where('p.tanggal', '<=', to)
    .orderBy('p.id', 'desc')
    .limit(most.recorded)
    .execute()
  return rows.map(({ id, jumlah, tanggal, name }, i): Told => ({
    tanggal,
    jumlah,
    keterangan: written(r, name),
    ...(i % 3 !== 2 && { payment_id: id }),
  }))
}
/** Returns statement lines for transfers whose payment confirmation is waiting for a review. */
const waiting = async (trx: Trx, r: Random, bank_id: number, from: string, to: string) => {
  const rows = await trx
    .selectFrom('konfirmasi_pembayaran as k')
    .select(['k.jumlah', 'k.tanggal_transfer as tanggal', 'k.pengirim_nama'])
    .where('k.bank_tujuan_id', '=', bank_id)
    .where('k.status', '=', 'menunggu')
    .where('k.tanggal_transfer', '>=', from)
    .where('k.tanggal_transfer', '<=', to)
    .orderBy('k.id')
    .limit(most.waiting)
    .execute()
  return rows.map(({ jumlah, tanggal, pengirim_nama }): Told => ({
    tanggal,
    jumlah,
    keterangan: written(r, pengirim_nama),
  }))
}
/** Returns statement lines for transfers that pay open bills without a payment confirmation. */
const silent = async (trx: Trx, r: Random, to: string) => {
  const rows = await trx
    .selectFrom('billing as b')
    .innerJoin('user as u', 'u.id', 'b.akun_billing_id')
    .select(['b.id', 'b.sisa', 'u.name'])
    .where('b.status', '=', 1)
    .where('b.void_at', 'is', null)
    .where('b.sisa', '>', 0)
    .where('b.tanggal_terbit', '<=', addDays(to, -days))
    .where('u.username', '<>', 'akunbilling')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('konfirmasi_tagihan as t')
            .select('t.billing_id')
            .whereRef('t.billing_id', '=', 'b.id'),
        ),
      ),
    )
    .orderBy('b.id')
    .limit(most.open)
    .execute()
  return rows.map(({ sisa, name }, i): Told => ({
    tanggal: addDays(to, -(i % 4)),
    jumlah: i === 1 ? Math.ceil(sisa / 2) : sisa,
    keterangan: i === 2 ? 'SETORAN TUNAI TELLER 0259' : written(r, name),
  }))
}
/**
 * Returns statement lines that belong to no family. A line with a reason (`alasan`) gets the status
 * `diabaikan` (ignored).
 */
const otherLines = (to: string): Told[] => [
  { tanggal: addDays(to, -5), keterangan: 'BIAYA ADM', jumlah: -15_000 },
  {
    tanggal: addDays(to, -4),
    keterangan: 'SETORAN TUNAI KANTIN',
    jumlah: 425_000,
    alasan: 'Setoran kantin, bukan pembayaran keluarga',
  },
  {
    tanggal: addDays(to, -3),
    keterangan: 'TRSF E-BANKING DB 1102 LISTRIK PLN',
    jumlah: -1_240_000,
  },
  { tanggal: addDays(to, -2), keterangan: 'BI-FAST CR RUDI HARTAWAN', jumlah: 300_000 },
  { tanggal: addDays(to, -1), keterangan: 'PAJAK BUNGA', jumlah: -2400 },
]

interface Statement {
  bank_id: number
  impor_id: number
  admin: number
  day: string
}
const statusOf = ({ payment_id, alasan }: { payment_id: number | null; alasan: string | null }) => {
  if (alasan !== null) return 'diabaikan'
  return payment_id === null ? 'belum' : 'cocok'
}
/**
 * Returns the table rows of the statement lines, in the given order, with the balance after each
 * line.
 */
const rowsOf = (all: readonly Told[], { bank_id, impor_id, admin, day }: Statement) => {
  let saldo = 48_500_000
  return all.map(({ tanggal, keterangan, jumlah, payment_id = null, alasan = null }, i) => {
    saldo += jumlah
    const line = {
      tanggal,
      keterangan,
      referensi: null,
      masuk: Math.max(jumlah, 0),
      keluar: Math.max(-jumlah, 0),
    }
    const dasar = baseOf(line, keterangan)
    const decided = momentOf(day, 5400 + i)
    return {
      ...stamp(momentOf(day, 3600), admin),
      versi: payment_id === null && alasan === null ? 1 : 2,
      bank_id,
      impor_id,
      ...line,
      saldo,
      dasar,
      kunci: `${dasar}:${saldo}00:0`,
      status: statusOf({ payment_id, alasan }),
      payment_id,
      dibukukan: 0,
      dicocokkan_oleh: payment_id === null ? null : admin,
      dicocokkan_at: payment_id === null ? null : decided,
      alasan,
      diabaikan_oleh: alasan === null ? null : admin,
      diabaikan_at: alasan === null ? null : decided,
      ...keysOf(mutasiBank, line),
    }
  })
}

/** Stores the statement of the week before `today`. */
export const makeStatement = (db: Db, today: string): Promise<void> =>
  transaction(db, async (trx) => {
    const bank = await trx
      .selectFrom('bank')
      .select('id')
      .where('metode', '=', MetodePembayaran.transfer)
      .where('tipe', '=', 'rekening')
      .orderBy('urutan')
      .executeTakeFirst()
    const admin = await trx
      .selectFrom('user')
      .select('id')
      .where('username', '=', 'admin')
      .executeTakeFirst()
    if (!bank || !admin) return
    const r = makeRandom(2084)
    const [to, from] = [addDays(today, -1), addDays(today, -days)]
    const all = [
      ...(await recorded(trx, r, bank.id, from, to)),
      ...(await waiting(trx, r, bank.id, from, to)),
      ...(await silent(trx, r, to)),
      ...otherLines(to),
    ].toSorted((a, b) => (a.tanggal < b.tanggal ? -1 : Number(a.tanggal > b.tanggal)))
    const { id: impor_id } = await trx
      .insertInto('impor_mutasi')
      .values({
        bank_id: bank.id,
        nama_berkas: `mutasi-bca-${to}.csv`,
        pemetaan: JSON.stringify({ ...blankMapping, baris_judul: 7, keterangan: [1], saldo: 5 }),
        baris: all.length,
        baru: all.length,
        ada: 0,
        dilewati: 0,
        dari: from,
        sampai: to,
        created_at: momentOf(today, 3600),
        created_by: admin.id,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const rows = rowsOf(all, { bank_id: bank.id, impor_id, admin: admin.id, day: today })
    await insertMany(trx, 'mutasi_bank', rows)
  })
