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

/** A correction may be negative, and so may a month that contains only corrections. */
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
 * Pay of a coach at an outlet for a month (domain.md 2.5): a draft follows the lessons, a final one
 * keeps its lines, and then it is paid.
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
    /** Last computation of the sums of a draft. */
    dihitung_at: instant('Dihitung'),
    final_at: z.nullable(instant('Final')),
    final_oleh: z.nullable(reference('Difinalkan Oleh', 'user')),
    tanggal_bayar: z.nullable(tanggal('Tanggal Bayar')),
    metode: z.nullable(oneOf('Metode', MetodePembayaran)),
    bank_id: z.nullable(reference('Bank', 'bank')),
    referensi: z.nullable(shortText('Referensi', { max: 60 })),
    dibayar_at: z.nullable(instant('Dibayar')),
    dibayar_oleh: z.nullable(reference('Dibayar Oleh', 'user')),
    /** Reason of the last reopening or cancelled payment. */
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
    /** Lines of a draft as computed now; of a final one as stored. */
    baris: owns({
      pertemuan_id: z.nullable(id()),
      jenis: JenisBarisHonor.schema,
      tanggal: z.string(),
      deskripsi: z.string(),
      /** Rate of the line, in words. */
      dasar: z.string(),
      jumlah: z.int(),
    }),
    /** Current total of a draft, and what is still missing in it. */
    keadaan: own({
      total: z.int(),
      /** Past lessons of the month without attendance. */
      belum_absensi: z.int(),
      /** Lessons that were given and have no rate. */
      tanpa_tarif: z.int(),
    }),
  },
  actions: {
    /** `total`: the sum that the user has seen; rejected when it has changed. */
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
