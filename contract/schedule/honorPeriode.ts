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

/**
 * Returns a field for an amount in rupiah that may be negative, such as a correction or the total
 * of a payslip with only corrections.
 */
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
 * Payslip of a coach at an outlet for a month (domain.md 2.5). The lines of a draft are computed
 * from the current lessons. The lines of a final payslip no longer change. A payslip becomes
 * `dibayar` when a user records that the school has paid the coach.
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
    /** Time at which the payslip was last computed; a final payslip is not computed again. */
    dihitung_at: instant('Dihitung'),
    final_at: z.nullable(instant('Final')),
    final_oleh: z.nullable(reference('Difinalkan Oleh', 'user')),
    tanggal_bayar: z.nullable(tanggal('Tanggal Bayar')),
    metode: z.nullable(oneOf('Metode', MetodePembayaran)),
    bank_id: z.nullable(reference('Bank', 'bank')),
    referensi: z.nullable(shortText('Referensi', { max: 60 })),
    dibayar_at: z.nullable(instant('Dibayar')),
    dibayar_oleh: z.nullable(reference('Dibayar Oleh', 'user')),
    /** Reason for the last reopening of the payslip or the last cancellation of its payment. */
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
    /** Lines of the payslip. The lines of a draft are not stored but computed for each request. */
    baris: owns({
      pertemuan_id: z.nullable(id()),
      jenis: JenisBarisHonor.schema,
      tanggal: z.string(),
      deskripsi: z.string(),
      /** Rate from which the amount of the line was computed, as text for the user. */
      dasar: z.string(),
      jumlah: z.int(),
    }),
    /**
     * Total of the payslip, and counts of lessons with missing data. The values of a draft are
     * computed for each request. The counts of a payslip that is not a draft are 0.
     */
    keadaan: own({
      total: z.int(),
      /** Number of past lessons of the month whose attendance is not marked. */
      belum_absensi: z.int(),
      /** Number of lessons that took place but have no rate of coach pay. */
      tanpa_tarif: z.int(),
    }),
  },
  actions: {
    /**
     * Makes a draft final. `total` is the total that the user has seen. The action is rejected when
     * the current total differs from `total`.
     */
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
