import * as z from 'zod/mini'
import { Pecahan, sumPecahan } from '#contract/billing/rules/paper/till.ts'
import { outletHead } from '#contract/catalog/outletHead.ts'
import {
  alasan,
  fieldMeta,
  id,
  instant,
  list,
  longText,
  maxRupiah,
  oneOf,
  optional,
  pastDate,
  reference,
  rupiah,
  signedRupiah,
  tanggal,
  wholeNumber,
  withDefault,
  yesNo,
} from '#contract/fields.ts'
import { many, one, owns, resource } from '#contract/resource.ts'
import { formatRupiah } from '#contract/values/rupiah.ts'

const doer = (label: string) => {
  const schema = id()
  fieldMeta.add(schema, { label, control: 'number' })
  return schema
}
/** Totals of all payments with the same method, bank account and receiver. */
export const TillLine = {
  metode: z.int(),
  bank_id: z.nullable(id()),
  bank: z.nullable(z.string()),
  /** Id of the receiver, the user who entered the payments. */
  penerima_id: id(),
  penerima: z.string(),
  /** Number of payments that are not void. */
  banyak: z.int(),
  /** Sum of the payments that are not void, in rupiah. */
  jumlah: z.int(),
  /** Number of void payments. */
  banyak_batal: z.int(),
  /** Sum of the void payments, in rupiah. */
  jumlah_batal: z.int(),
}

/**
 * Cash closing of an outlet, after its cash was counted (domain.md 3.17). It covers the days since
 * the previous closing. Payments received at the counter on these days cannot change until the
 * closing is reopened.
 */
export const tutupKas = resource({
  name: 'tutup-kas',
  label: ['Tutup Kas', 'Tutup Kas'],
  fields: {
    gedung_id: reference('Outlet', 'gedung'),
    tanggal: pastDate('Tanggal'),
    kas_masuk: withDefault(
      rupiah('Kas Masuk Lain', { hint: 'Selain pembayaran, misalnya uang kembalian dari bank' }),
      0,
    ),
    kas_keluar: withDefault(
      rupiah('Kas Keluar Lain', { hint: 'Diambil dari laci, misalnya untuk belanja kecil' }),
      0,
    ),
    keterangan_kas: optional(longText('Keterangan Kas Lain', { max: 500 })),
    dihitung: rupiah('Kas Dihitung', { hint: 'Semua uang di laci' }),
    alasan_selisih: optional(longText('Alasan Selisih', { min: 5, max: 500 })),
    disetor: withDefault(
      rupiah('Disetor', { hint: 'Diambil dari laci setelah dihitung: ke bank atau pemilik' }),
      0,
    ),
    catatan: optional(longText('Catatan', { max: 500 })),
  },
  computed: {
    /** First day that the closing covers. */
    dari: tanggal('Sejak'),
    kas_awal: rupiah('Kas Awal'),
    tunai: rupiah('Pembayaran Tunai'),
    pengembalian: rupiah('Saldo Dikembalikan Tunai'),
    seharusnya: signedRupiah('Seharusnya'),
    selisih: signedRupiah('Selisih'),
    /**
     * Cash that remains in the till after the deposit; it is the opening cash of the next closing.
     */
    sisa_kas: rupiah('Sisa di Laci'),
    ditutup_oleh: doer('Ditutup Oleh'),
    dibuka_at: z.nullable(instant('Dibuka Kembali')),
    dibuka_oleh: z.nullable(doer('Dibuka Oleh')),
    dibuka_alasan: z.nullable(longText('Alasan Dibuka')),
  },
  extra: {
    /**
     * Opening cash of the first closing of an outlet. A later closing starts with the cash that the
     * previous closing left.
     */
    awal: optional(rupiah('Kas Awal', { hint: 'Uang di laci sebelum pembayaran pertama' })),
    /** Number of counted notes and coins by denomination; empty when only the sum was entered. */
    pecahan: withDefault(
      list(
        z.object({ nilai: oneOf('Pecahan', Pecahan), lembar: wholeNumber('Lembar') }),
        Pecahan.options.length,
        'Terlalu banyak pecahan',
      ),
      [],
    ),
    /**
     * Expected cash in rupiah that the form showed to the user. The call fails with 409 when the
     * server computes a different amount.
     */
    dilihat: z.optional(z.int().check(z.gte(-maxRupiah), z.lte(maxRupiah))),
  },
  filters: ['gedung_id', 'tanggal', 'selisih'],
  customFilters: { dibuka: yesNo('Dibuka Kembali'), berselisih: yesNo('Ada Selisih') },
  sort: ['tanggal', 'selisih', 'created_at'],
  defaultSort: '-tanggal',
  expand: {
    gedung: outletHead(),
    penutup: one('user', 'ditutup_oleh', { id: id(), name: z.string() }),
    pembuka: one('user', 'dibuka_oleh', { id: id(), name: z.string() }),
    /** Totals of the payments on the covered days, computed at the closing and never updated. */
    rincian: owns(TillLine),
    lembaran: many(
      'tutup_kas_pecahan',
      'tutup_kas_id',
      { nilai: z.int(), lembar: z.int() },
      'nilai',
    ),
  },
  actions: { buka: z.object({ alasan: alasan(), versi: z.optional(z.int()) }) },
  idempotent: ['create'],
  totals: ['tunai', 'selisih', 'disetor'],
  access: {
    index: ['admin'],
    view: ['admin'],
    create: ['admin'],
    update: null,
    delete: null,
    ekspor: ['admin'],
    pilihan: null,
    buka: [],
  },
  paper: 'view',
  check: (v) => [
    ...(v.pecahan.length > 0 && sumPecahan(v.pecahan) !== v.dihitung
      ? [
          {
            field: 'dihitung',
            message: `Pecahan berjumlah ${formatRupiah(sumPecahan(v.pecahan))}`,
          },
        ]
      : []),
    ...(v.disetor > v.dihitung
      ? [{ field: 'disetor', message: 'Tidak boleh melebihi uang fisik di laci' }]
      : []),
    ...(v.kas_masuk + v.kas_keluar > 0 && v.keterangan_kas === null
      ? [{ field: 'keterangan_kas', message: 'Isi untuk apa kas masuk atau keluar' }]
      : []),
  ],
})
