/**
 * Calls that read data of one user, such as debts, courses and NIK, or that find other users who
 * may be the same person.
 */
import * as z from 'zod/mini'
import { BillContent } from '#contract/billing/billContent.ts'
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
    /**
     * Open bills in order of due date, followed by the latest bills that are not open. At most 50
     * bills in total.
     */
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
        /** Whether a payment confirmation for the bill waits for review. */
        menunggu: z.boolean(),
        untuk: z.array(z.object(BillContent)),
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
    /**
     * Number of saldo entries that are missing in `mutasi`, because the bill or the receipt of the
     * entry is outside the caller's scope.
     */
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
      /** Id of the file with the QR code. */
      gambar: z.nullable(id()),
      tampil_di_tagihan: z.boolean(),
    }),
  ),
})
/**
 * Returns the full NIK, passport number and bank account number of a user. For a user other than
 * the caller, the caller needs `user/lihat-nik` and a reason, and the server writes the call to the
 * audit log.
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
 * Returns the users in the caller's scope who have the given phone number or email address, so that
 * the form can warn of a duplicate. Omits the user with the id `kecuali`, who is the user being
 * edited.
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
