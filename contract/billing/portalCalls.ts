/** Call that reads the data of the start page of a payer (domain.md 4). */
import * as z from 'zod/mini'
import { StatusKonfirmasi } from '#contract/billing/konfirmasi/konfirmasiEnums.ts'
import { call } from '#contract/call.ts'
import { PaymentStatus } from '#contract/enums.ts'
import { id } from '#contract/fields.ts'
import {
  attendanceSums,
  lesson,
  markedLesson,
  openMakeUp,
  takenCourse,
} from '#contract/schedule/portalCalls.ts'

/** Fields of rows that belong to a child: the id and the nickname of the child. */
const child = { peserta_id: id(), peserta: z.string() }
/** Totals of bills: the number of bills (`jumlah`) and their unpaid amount in rupiah (`sisa`). */
const sum = z.object({ jumlah: z.int(), sisa: z.int() })

export const portalAkunBilling = call({
  method: 'GET',
  path: '/portal/akun-billing',
  access: 'portal/akun-billing',
  output: z.object({
    hari_ini: z.string(),
    saldo_kredit: z.int(),
    /** Bills without any payment. */
    belum_terbayar: sum,
    /** Partially paid bills. */
    terbayar_sebagian: sum,
    /** Overdue bills. */
    lewat_jatuh_tempo: sum,
    /** Open bills in the order of their due dates. */
    tagihan: z.array(
      z.object({
        id: id(),
        nomor: z.nullable(z.string()),
        periode: z.nullable(z.string()),
        jatuh_tempo: z.string(),
        total: z.int(),
        sisa: z.int(),
        payment_status: PaymentStatus.schema,
        /** Whether this bill itself charges a late fee for another bill. */
        denda: z.boolean(),
        /** Whether a payment confirmation for the bill waits for review. */
        menunggu: z.boolean(),
      }),
    ),
    /** Latest payment confirmations of the payer, without cancelled ones. */
    konfirmasi: z.array(
      z.object({
        id: id(),
        nomor: z.string(),
        jumlah: z.int(),
        tanggal_transfer: z.string(),
        status: StatusKonfirmasi.schema,
        alasan_tolak: z.nullable(z.string()),
      }),
    ),
    /** Latest receipts of the payer, without void receipts. */
    kuitansi: z.array(
      z.object({ id: id(), nomor: z.string(), tanggal: z.string(), jumlah: z.int() }),
    ),
    /** Students of the payer, with their courses and their attendance in the last year. */
    anak: z.array(
      z.object({
        id: id(),
        name: z.string(),
        kursus: z.array(z.object(takenCourse)),
        kehadiran: attendanceSums,
      }),
    ),
    /** Upcoming lessons of all children; `peserta` holds the nicknames of the children. */
    pertemuan: z.array(z.object({ ...lesson, peserta: z.array(z.string()) })),
    absensi: z.array(z.object({ ...markedLesson, ...child })),
    kredit: z.array(z.object({ ...openMakeUp, ...child })),
    /** Contact data of the family as stored by the school. */
    kontak: z.object({
      name: z.string(),
      phone: z.nullable(z.string()),
      email: z.nullable(z.string()),
      nama_tagihan: z.string(),
      alamat_tagihan: z.nullable(z.string()),
      email_tagihan: z.nullable(z.string()),
      wa_tagihan: z.nullable(z.string()),
    }),
  }),
})
