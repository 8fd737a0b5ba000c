/** Calls about one user: debts, courses, NIK, and possible duplicates. */
import * as z from 'zod/mini'
import { call, byId } from '#contract/call.ts'
import { alasan, email, id, idText, optional, phoneNumber } from '#contract/fields.ts'

export const infoBilling = call({
  method: 'GET',
  path: '/user/info-billing',
  access: 'user/info-billing',
  query: byId,
  output: z.object({
    akun_billing: z.object({
      id: id(),
      name: z.string(),
      nama_tagihan: z.string(),
      phone: z.nullable(z.string()),
    }),
    saldo_kredit: z.int(),
    belum_terbayar: z.object({ jumlah: z.int(), sisa: z.int() }),
    terbayar_sebagian: z.object({ jumlah: z.int(), sisa: z.int() }),
    lunas: z.object({ jumlah: z.int(), total: z.int() }),
    /** Open bills by due date, followed by the latest others; at most 50. */
    tagihan: z.array(
      z.object({
        id: id(),
        nomor: z.nullable(z.string()),
        periode: z.nullable(z.string()),
        jatuh_tempo: z.string(),
        total: z.int(),
        terbayar: z.int(),
        sisa: z.int(),
        payment_status: z.int(),
        gedung_id: id(),
        nama_tagihan: z.string(),
        /** A payment confirmation of this bill is waiting for review. */
        menunggu: z.boolean(),
      }),
    ),
    mutasi: z.array(
      z.object({
        id: id(),
        jenis: z.string(),
        jumlah: z.int(),
        keterangan: z.string(),
        created_at: z.string(),
      }),
    ),
    /** Number of further saldo entries about bills and receipts outside the caller's scope. */
    mutasi_elsewhere: z.int(),
  }),
})
export const infoPeserta = call({
  method: 'GET',
  path: '/user/info-peserta',
  access: 'user/info-peserta',
  query: byId,
  output: z.array(
    z.object({
      id: id(),
      name: z.string(),
      nama_panggilan: z.nullable(z.string()),
      status: z.int(),
      no_induk: z.nullable(z.string()),
      kursus_peserta: z.array(
        z.object({
          id: id(),
          status: z.int(),
          mulai: z.string(),
          selesai: z.nullable(z.string()),
          kursus: z.string(),
          kelas: z.string(),
        }),
      ),
    }),
  ),
})
export const listPaymentBank = call({
  method: 'GET',
  path: '/user/list-payment-bank',
  access: 'user/list-payment-bank',
  query: byId,
  output: z.array(
    z.object({
      id: id(),
      nama_bank: z.string(),
      no_rekening: z.string(),
      atas_nama: z.string(),
      tipe: z.string(),
      metode: z.int(),
      /** File of the QR code. */
      gambar: z.nullable(id()),
      tampil_di_tagihan: z.boolean(),
    }),
  ),
})
/**
 * Shows NIK, passport and account number in full. Those of another user require the code
 * `user/lihat-nik` and a reason, and are audited.
 */
export const showNik = call({
  method: 'POST',
  path: '/user/lihat-nik',
  access: 'session',
  query: byId,
  input: { alasan: optional(alasan()) },
  output: z.object({
    nik: z.nullable(z.string()),
    no_paspor: z.nullable(z.string()),
    no_rekening: z.nullable(z.string()),
  }),
})
/**
 * Users in the caller's scope with the same phone number or email address, for a warning in the
 * form; never an error. `kecuali` excludes one user.
 */
export const duplicateUsers = call({
  method: 'GET',
  path: '/user/kembar',
  access: 'user/pilihan',
  query: {
    phone: optional(phoneNumber()),
    email: optional(email()),
    kecuali: z.optional(idText('Peserta tidak dikenal')),
  },
  output: z.array(
    z.object({
      id: id(),
      name: z.string(),
      role_id: z.int(),
      status: z.int(),
      gedung: z.nullable(z.string()),
      sama: z.array(z.literal(['phone', 'email'])),
    }),
  ),
})
