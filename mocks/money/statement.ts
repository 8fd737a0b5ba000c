/** Generates bank statements in the banks' export formats, and unmatched statement lines. */
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import type { Body, Client } from '#mocks/api/api.ts'
import { must, type School } from '#mocks/school/school.ts'
import { now } from '#server/http/context.ts'

export interface StatementRow {
  tanggal: string
  keterangan: string
  /** Amount in rupiah; negative for outgoing money. */
  jumlah: number
}
const amount = (n: number, thousand: string, decimal: string): string =>
  `${String(Math.abs(n)).replace(/\B(?=(\d{3})+$)/g, thousand)}${decimal}00`
const dmy = (day: string, sign = '/'): string => day.split('-').toReversed().join(sign)
const withBalance = (rows: readonly StatementRow[], from = 5_000_000) => {
  let saldo = from
  return rows.map((row) => ({ ...row, saldo: (saldo += row.jumlah) }))
}
const en = (n: number) => amount(n, ',', '.')
const id = (n: number) => amount(n, '.', ',')

/**
 * Returns a statement in the format of KlikBCA: account data above the lines, the opening balance
 * below the lines, and an apostrophe before each date and branch.
 */
export const bca = (rows: readonly StatementRow[], no = '123-456'): string =>
  [
    'Informasi Rekening - Mutasi Rekening',
    `No. rekening : ${no}`,
    'Nama : SEKOLAH MUSIK NADA',
    `Periode : ${dmy(rows[0]?.tanggal ?? '')} - ${dmy(rows.at(-1)?.tanggal ?? '')}`,
    'Kode Mata Uang : IDR',
    '',
    'Tanggal Transaksi,Keterangan,Cabang,Jumlah,,Saldo',
    ...withBalance(rows).map(
      (r) =>
        `'${dmy(r.tanggal).slice(0, 5)},"${r.keterangan}",'0000,"${en(r.jumlah)}",${r.jumlah < 0 ? 'DB' : 'CR'},"${en(r.saldo)}"`,
    ),
    'Saldo Awal : "5,000,000.00"',
  ].join('\r\n')
/**
 * Returns a statement in the format of Mandiri: two description columns, separate columns for debit
 * and credit, and no balance.
 */
export const mandiri = (rows: readonly StatementRow[]): string =>
  [
    'Account No,Date,Val. Date,Transaction Code,Description,Description,Reference No.,Debit,Credit',
    ...rows.map(
      (r, i) =>
        `1370001234567,${dmy(r.tanggal)},${dmy(r.tanggal)},9060,"${r.keterangan}",,${1000 + i},${r.jumlah < 0 ? `"${en(r.jumlah)}"` : '.00'},${r.jumlah > 0 ? `"${en(r.jumlah)}"` : '.00'}`,
    ),
  ].join('\n')
/** Returns a statement in the format of BRI: semicolons, decimal commas, and dates with time. */
export const bri = (rows: readonly StatementRow[]): string =>
  [
    'LAPORAN TRANSAKSI FINANSIAL;;;;;',
    'Tanggal;Uraian Transaksi;Teller;Debet;Kredit;Saldo',
    ...withBalance(rows).map(
      (r) =>
        `${dmy(r.tanggal).replace('/20', '/')} 09:15:22;${r.keterangan};8888123;${r.jumlah < 0 ? id(r.jumlah) : '0,00'};${r.jumlah > 0 ? id(r.jumlah) : '0,00'};${id(r.saldo)}`,
    ),
    'TOTAL;;;"12,00";"13,00";',
  ].join('\r\n')
/**
 * Returns a statement in the format of BNI: English month names, and a separate column with `D` for
 * debit or `K` for credit.
 */
export const bni = (rows: readonly StatementRow[]): string => {
  const month = (day: string) =>
    new Date(day).toLocaleString('en-US', { month: 'short', timeZone: 'UTC' })
  return [
    'Posting Date,Effective Date,Branch,Journal,Transaction Description,Amount,DB/CR,Balance',
    ...withBalance(rows).map((r, i) => {
      const day = `${r.tanggal.slice(8)}-${month(r.tanggal)}-${r.tanggal.slice(0, 4)}`
      return `${day},${day},0259,${880_000 + i},"${r.keterangan}","${en(r.jumlah)}",${r.jumlah < 0 ? 'D' : 'K'},"${en(r.saldo)}"`
    }),
  ].join('\n')
}

export const sendStatement = (
  by: Client,
  bank_id: number,
  bytes: Uint8Array | string,
  fields: Record<string, string> = {},
) =>
  by.upload<any>('/mutasi-bank/import', 'mutasi.csv', bytes, {
    bank_id: String(bank_id),
    ...fields,
  })

let last = 0
/** Creates a bank account of one outlet, or of all outlets if `gedung_id` is null. */
export const makeAccount = async (s: School, gedung_id: number | null): Promise<number> => {
  const n = ++last
  return must(
    await s.superadmin.post<{ id: number }>('/bank/create', {
      nama_bank: `Bank ${n}`,
      no_rekening: `88${1000 + n}`,
      atas_nama: 'Nada',
      gedung: gedung_id === null ? [] : [gedung_id],
    }),
  ).id
}
/**
 * Imports a statement with one line and returns the id of the line, which is not matched with a
 * payment. By default, the line belongs to a new bank account of the outlet.
 */
export const makeLine = async (
  s: School,
  gedung_id: number,
  { bank_id, ...more }: Partial<StatementRow> & { bank_id?: number } = {},
): Promise<number> => {
  const n = ++last
  const bank = bank_id ?? (await makeAccount(s, gedung_id))
  const row = {
    tanggal: addDays(currentDay(), -3),
    keterangan: `SETORAN ${n}`,
    jumlah: 10_000 + n,
    ...more,
  }
  must(await sendStatement(s.superadmin, bank, bri([row])))
  const rows = must<any[]>(
    await s.superadmin.get(`/mutasi-bank?bank_id=${bank}&status=belum&per-page=100`),
  )
  return rows.find((r) => r.keterangan === row.keterangan).id
}
/** Inserts an unmatched line directly into its table, because importing a file is slow. */
export const storeLine = async (
  s: Pick<School, 'db'>,
  bank_id: number,
  row: StatementRow,
): Promise<void> => {
  const stamp = { created_at: now(), created_by: 1 }
  const { id: impor_id } = await s.db
    .insertInto('impor_mutasi')
    .values({
      bank_id,
      nama_berkas: 'uji.csv',
      pemetaan: '{}',
      baris: 1,
      baru: 1,
      ada: 0,
      dilewati: 0,
      dari: row.tanggal,
      sampai: row.tanggal,
      ...stamp,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await s.db
    .insertInto('mutasi_bank')
    .values({
      bank_id,
      impor_id,
      tanggal: row.tanggal,
      keterangan: row.keterangan,
      referensi: null,
      masuk: Math.max(row.jumlah, 0),
      keluar: Math.max(-row.jumlah, 0),
      saldo: null,
      dasar: `uji ${impor_id}`,
      kunci: `uji ${impor_id}`,
      status: 'belum',
      payment_id: null,
      dibukukan: 0,
      dicocokkan_oleh: null,
      dicocokkan_at: null,
      alasan: null,
      diabaikan_oleh: null,
      diabaikan_at: null,
      cari: row.keterangan.toLowerCase(),
      versi: 1,
      ...stamp,
      updated_at: stamp.created_at,
      updated_by: 1,
    })
    .execute()
}
/**
 * Imports one line for a new bank account of each outlet, and one line for the account `ids.bank`,
 * which all outlets use.
 */
export const makeLines = async (s: School, outlets: readonly number[]): Promise<void> => {
  for (const id of outlets) await makeLine(s, id)
  await makeLine(s, 0, { bank_id: s.ids.bank })
}
/**
 * Sends a request that matches the statement line `id` with the bills in `body`. Returns the
 * response.
 */
export const matchBills = (s: School, id: number, body: Body, by: Client = s.admin) =>
  by.post<any>(`/mutasi-bank/cocokkan?id=${id}`, body)
