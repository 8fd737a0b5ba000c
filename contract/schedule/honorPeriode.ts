import * as z from 'zod/mini'
import { outletHead } from '#contract/catalog/outletHead.ts'
import { MetodePembayaran } from '#contract/enums.ts'
import {
  alasan,
  fieldMeta,
  id,
  instant,
  longText,
  maxRupiah,
  moneyMonth,
  oneOf,
  optional,
  pastDate,
  reference,
  shortText,
  tanggal,
} from '#contract/fields.ts'
import { one, own, owns, resource } from '#contract/resource.ts'
import { JenisBarisHonor, StatusHonor } from '#contract/schedule/honorEnums.ts'

/** A correction may be less than nothing, and so may a month that has only such. */
const signedRupiah = (label: string) => {
  const schema = z.int()
  fieldMeta.add(schema, { label, control: 'rupiah' })
  return schema
}
const count = (label: string) => {
  const schema = z.int()
  fieldMeta.add(schema, { label, control: 'number' })
  return schema
}
const person = (by: string) => one('user', by, { id: id(), name: z.string() })

/**
 * What a coach is paid by an outlet for a month (domain.md 2.5): a draft that follows the lessons,
 * then final with its lines kept, then paid.
 */
export const honorPeriode = resource({
  name: 'honor-periode',
  label: ['Honor Guru', 'Honor Guru'],
  fields: {},
  computed: {
    pelatih_id: reference('Guru', 'user', { params: { jenis: 'pelatih' } }),
    gedung_id: reference('Outlet', 'gedung'),
    periode: moneyMonth('Periode'),
    status: oneOf('Status', StatusHonor),
    jumlah_pertemuan: count('Pertemuan'),
    total: signedRupiah('Total'),
    /** When the sums of a draft were computed last. */
    dihitung_at: instant('Dihitung'),
    final_at: z.nullable(instant('Final')),
    final_oleh: z.nullable(reference('Difinalkan Oleh', 'user')),
    tanggal_bayar: z.nullable(tanggal('Tanggal Bayar')),
    metode: z.nullable(oneOf('Metode', MetodePembayaran)),
    bank_id: z.nullable(reference('Bank', 'bank')),
    referensi: z.nullable(shortText('Referensi', { max: 60 })),
    dibayar_at: z.nullable(instant('Dibayar')),
    dibayar_oleh: z.nullable(reference('Dibayar Oleh', 'user')),
    /** Why it was opened again last, or its payment taken back. */
    alasan: z.nullable(longText('Alasan', { max: 500 })),
  },
  filters: ['periode', 'status', 'gedung_id', 'pelatih_id'],
  sort: ['periode', 'total', 'jumlah_pertemuan'],
  defaultSort: '-periode',
  expand: {
    pelatih: person('pelatih_id'),
    pemfinal: person('final_oleh'),
    pembayar: person('dibayar_oleh'),
    bank: one('bank', 'bank_id', { id: id(), nama_bank: z.string() }),
    gedung: outletHead(),
    /** Of a draft as they come to now; else as they were kept. */
    baris: owns({
      pertemuan_id: z.nullable(id()),
      jenis: JenisBarisHonor.schema,
      tanggal: z.string(),
      deskripsi: z.string(),
      /** The rate by which the line came about, in words. */
      dasar: z.string(),
      jumlah: z.int(),
    }),
    /** What a draft comes to now, and what of the month is not in it yet. */
    keadaan: own({
      total: z.int(),
      /** Lessons of the month that are over and not marked. */
      belum_absensi: z.int(),
      /** Lessons that were given and for which no rate holds. */
      tanpa_tarif: z.int(),
    }),
  },
  actions: {
    /** `total`: what was looked at; another sum is not made final unseen. */
    finalkan: z.object({
      total: z.int().check(z.gte(-maxRupiah), z.lte(maxRupiah)),
    }),
    bayar: z.object({
      tanggal_bayar: pastDate('Tanggal Bayar'),
      metode: oneOf('Metode', MetodePembayaran),
      bank_id: optional(reference('Dari Bank', 'bank')),
      referensi: optional(shortText('Referensi', { max: 60 })),
    }),
    'buka-final': z.object({ alasan: alasan() }),
    'batal-bayar': z.object({ alasan: alasan() }),
  },
  idempotent: ['bayar'],
  totals: ['total'],
  totalsBy: 'status',
  paper: 'view',
  access: {
    index: ['admin', 'pelatih'],
    view: ['admin', 'pelatih'],
    create: null,
    update: null,
    delete: null,
    ekspor: ['admin'],
    pilihan: null,
    finalkan: ['admin'],
    bayar: ['admin'],
    'buka-final': [],
    'batal-bayar': [],
  },
})
