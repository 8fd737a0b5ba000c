/**
 * Calls that change the saldo of a payer by hand, and calls that show or send account statements
 * (domain.md 3.5).
 */
import * as z from 'zod/mini'
import { StatusPesan } from '#contract/billing/shareCalls.ts'
import { byId, call } from '#contract/call.ts'
import { enumOf, MetodePembayaran } from '#contract/enums.ts'
import {
  alasan,
  fileReference,
  id,
  list,
  moneyDate,
  oneOf,
  optional,
  reference,
  rupiah,
  tanggal,
} from '#contract/fields.ts'
import { Paper } from '#contract/print/paper.ts'

/** Id of the created ledger entry, and the saldo after this entry in rupiah. */
const ledgerEntry = z.object({ id: id(), saldo_kredit: z.int() })
const amount = () => rupiah('Jumlah', { min: 1 })

/** Records that the school paid saldo back to the payer, with payment method and proof. */
export const refundSaldo = call({
  method: 'POST',
  path: '/user/refund-saldo',
  access: 'user/refund-saldo',
  idempotent: true,
  query: byId,
  input: {
    jumlah: amount(),
    tanggal: moneyDate('Tanggal'),
    metode: oneOf('Metode', MetodePembayaran),
    bank_id: optional(reference('Dari Bank', 'bank')),
    /**
     * Outlet whose till pays a cash refund; defaults to the outlet of the family. Not used for a
     * refund by bank transfer.
     */
    gedung_id: optional(
      reference('Dari Kas Outlet', 'gedung', { hint: 'Jika dikosongkan, memakai outlet keluarga' }),
    ),
    bukti: fileReference('Bukti', {
      jenis: 'bukti',
      hint: 'Bukti transfer, atau tanda terima yang ditandatangani',
    }),
    alasan: alasan(),
  },
  output: ledgerEntry,
})
/** Transfers saldo to another payer account of the same family. */
export const alihSaldo = call({
  method: 'POST',
  path: '/user/alih-saldo',
  access: 'user/alih-saldo',
  idempotent: true,
  query: byId,
  input: {
    ke_id: reference('Ke Akun Billing', 'user', { params: { jenis: 'akun-billing' } }),
    jumlah: amount(),
    alasan: alasan(),
  },
  output: ledgerEntry,
})
const ArahKoreksi = enumOf([
  ['tambah', 'Tambah saldo'],
  ['kurang', 'Kurangi saldo'],
])
/**
 * Adds a ledger entry, dated today, that raises or lowers the saldo. Used to correct mistakes in a
 * closed month, whose documents can no longer be changed.
 */
export const koreksiSaldo = call({
  method: 'POST',
  path: '/user/koreksi-saldo',
  access: 'user/koreksi-saldo',
  idempotent: true,
  query: byId,
  input: { arah: oneOf('Arah', ArahKoreksi), jumlah: amount(), alasan: alasan() },
  output: ledgerEntry,
})

/** Maximum number of days and of rows of a statement. */
export const longestStatement = { days: 731, rows: 2000 }
const position = z.object({
  /** Debt of the account in rupiah, which is bills minus payments; negative for an overpayment. */
  sisa: z.int(),
  saldo: z.int(),
})
/**
 * Returns all bills, payments and saldo entries of an account in a period, ordered by date. Each
 * row contains the debt and the saldo of the account after this row. A voided document has a second
 * row, which is dated on the day of the voiding and reverses the first row of the document.
 */
export const rekeningKoran = call({
  method: 'GET',
  path: '/user/rekening-koran',
  access: 'user/rekening-koran',
  query: { ...byId, dari: tanggal('Dari'), sampai: tanggal('Sampai') },
  output: z.object({
    akun_billing: z.object({
      id: id(),
      name: z.string(),
      nama_tagihan: z.string(),
      alamat: z.nullable(z.string()),
      gedung_id: z.nullable(id()),
    }),
    dari: z.string(),
    sampai: z.string(),
    per: z.string(),
    awal: position,
    akhir: position,
    total_tagihan: z.int(),
    total_bayar: z.int(),
    baris: z.array(
      z.object({
        tanggal: z.string(),
        uraian: z.string(),
        billing_id: z.nullable(id()),
        payment_id: z.nullable(id()),
        /** Amount by which the row increases the debt, in rupiah. */
        tagihan: z.int(),
        /** Amount by which the row decreases the debt, in rupiah. */
        bayar: z.int(),
        /** Amount by which the row changes the saldo, in rupiah. */
        mutasi: z.int(),
        sisa: z.int(),
        saldo: z.int(),
      }),
    ),
    /**
     * Number of rows that the statement omits because their bill or receipt is outside the scope of
     * the caller.
     */
    di_luar_wilayah: z.int(),
  }),
})
/** Maximum number of accounts whose statements one call sends. */
export const mostStatements = 200
/**
 * Emails the statement of each account to the recipients of the account's bills. Returns the number
 * of queued emails, and the skipped accounts, each with the reason.
 */
export const kirimRekeningKoran = call({
  method: 'POST',
  path: '/user/kirim-rekening-koran',
  access: 'user/kirim-rekening-koran',
  idempotent: true,
  input: {
    akun: list(id(), mostStatements, 'Terlalu banyak akun').check(
      z.minLength(1, 'Pilih akun billing'),
    ),
    dari: tanggal('Dari'),
    sampai: tanggal('Sampai'),
  },
  output: z.object({
    dikirim: z.int(),
    dilewati: z.array(z.object({ id: id(), nama: z.string(), pesan: z.string() })),
  }),
})
/** Returns recipients and times of the last statements that were sent for an account. */
export const rekeningKoranTerkirim = call({
  method: 'GET',
  path: '/user/rekening-koran-terkirim',
  access: 'user/kirim-rekening-koran',
  query: byId,
  output: z.array(
    z.object({
      id: id(),
      tujuan: z.string(),
      status: StatusPesan.schema,
      oleh: z.string(),
      dibuat: z.string(),
    }),
  ),
})
/** Returns the PDF of a credit note. `id` is the id of its ledger entry (domain.md 3.6). */
export const notaKreditPdf = call({
  method: 'GET',
  path: '/mutasi-saldo/nota-kredit',
  access: 'mutasi-saldo/view',
  file: true,
  query: byId,
  output: z.unknown(),
})
/** Returns a credit note as a document that the app shows and prints. */
export const notaKreditKertas = call({
  method: 'GET',
  path: '/mutasi-saldo/nota-kredit-kertas',
  access: 'mutasi-saldo/view',
  query: byId,
  output: Paper,
})
/** Returns the PDF of the statement of an account for a period. */
export const rekeningKoranPdf = call({
  method: 'GET',
  path: '/user/rekening-koran-pdf',
  access: 'user/rekening-koran',
  file: true,
  query: { ...byId, dari: tanggal('Dari'), sampai: tanggal('Sampai') },
  output: z.unknown(),
})
