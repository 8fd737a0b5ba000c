/** Calls that change a payer's saldo manually, and the statement of an account (domain.md 3.5). */
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

/** The written entry, and the saldo after it. */
const ledgerEntry = z.object({ id: id(), saldo_kredit: z.int() })
const amount = () => rupiah('Jumlah', { min: 1 })

/** Refunds saldo, with method and proof. */
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
    /** Outlet whose till pays; defaults to the family's outlet, and does not apply to transfers. */
    gedung_id: optional(
      reference('Dari Kas Outlet', 'gedung', { hint: 'Kosong: outlet keluarga' }),
    ),
    bukti: fileReference('Bukti', {
      jenis: 'bukti',
      hint: 'Bukti transfer, atau tanda terima yang ditandatangani',
    }),
    alasan: alasan(),
  },
  output: ledgerEntry,
})
/** Transfers saldo to another account of the same family. */
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
/** Corrects the saldo by an entry of today, for mistakes in a closed month. */
export const koreksiSaldo = call({
  method: 'POST',
  path: '/user/koreksi-saldo',
  access: 'user/koreksi-saldo',
  idempotent: true,
  query: byId,
  input: { arah: oneOf('Arah', ArahKoreksi), jumlah: amount(), alasan: alasan() },
  output: ledgerEntry,
})

/** Maximum period of a statement in days, and maximum number of its rows. */
export const longestStatement = { days: 731, rows: 2000 }
const position = z.object({
  /** Bills less payments: the debt of the family; negative for an overpayment. */
  sisa: z.int(),
  saldo: z.int(),
})
/**
 * Every bill, payment and saldo entry of an account in a period, in order, with the debt after
 * each. A voided document counts back on the day on which it was voided.
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
        /** Increase of the debt. */
        tagihan: z.int(),
        /** Decrease of the debt. */
        bayar: z.int(),
        /** Change of the saldo. */
        mutasi: z.int(),
        sisa: z.int(),
        saldo: z.int(),
      }),
    ),
    /** Number of further rows about bills and receipts outside the caller's scope. */
    di_luar_wilayah: z.int(),
  }),
})
/** Maximum number of statements per call. */
export const mostStatements = 200
/**
 * Emails the statements of accounts to their billing recipients. Returns the number of queued
 * emails, and the reasons for the others.
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
/** Recipients and times of the last statements of an account. */
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
/** PDF of a credit note, by its ledger entry (domain.md 3.6). */
export const notaKreditPdf = call({
  method: 'GET',
  path: '/mutasi-saldo/nota-kredit',
  access: 'mutasi-saldo/view',
  file: true,
  query: byId,
  output: z.unknown(),
})
/** Printable credit note as data, for the app to show and print. */
export const notaKreditKertas = call({
  method: 'GET',
  path: '/mutasi-saldo/nota-kredit-kertas',
  access: 'mutasi-saldo/view',
  query: byId,
  output: Paper,
})
/** PDF of the statement. */
export const rekeningKoranPdf = call({
  method: 'GET',
  path: '/user/rekening-koran-pdf',
  access: 'user/rekening-koran',
  file: true,
  query: { ...byId, dari: tanggal('Dari'), sampai: tanggal('Sampai') },
  output: z.unknown(),
})
