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

/** Fields for the id and nickname of the child to which a row belongs. */
const child = { peserta_id: id(), peserta: z.string() }
/** Number (`jumlah`) and total rest in rupiah (`sisa`) of bills. */
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
    /** Open bills, those with the earliest due date first. */
    tagihan: z.array(
      z.object({
        id: id(),
        nomor: z.nullable(z.string()),
        periode: z.nullable(z.string()),
        jatuh_tempo: z.string(),
        total: z.int(),
        sisa: z.int(),
        payment_status: PaymentStatus.schema,
        /** Whether the bill itself is a late fee for another bill. */
        denda: z.boolean(),
        /** Whether a payment confirmation of the bill waits for review. */
        menunggu: z.boolean(),
      }),
    ),
    /** Latest payment confirmations of the payer, except cancelled confirmations. */
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
    /** Students of the payer, with their courses and the attendance of the last year. */
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
    /** Contact data of the family that the school has stored. */
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
