import * as z from 'zod/mini'
import { outletHead } from '#contract/catalog/outletHead.ts'
import { MetodePembayaran } from '#contract/enums.ts'
import {
  alasan,
  fieldMeta,
  fileReference,
  id,
  instant,
  longText,
  pastDate,
  moneyMonth,
  oneOf,
  optional,
  paperNumber,
  reference,
  rupiah,
  withDefault,
  yesNo,
} from '#contract/fields.ts'
import { one, own, owns, resource } from '#contract/resource.ts'
import { KategoriPengeluaran, StatusPengeluaran } from '#contract/sales/expenseEnums.ts'

/** Version of the expense that the user has seen. A decision on an older version is rejected. */
const seenVersion = z.optional(z.int())
const doer = (label: string) => {
  const schema = id()
  fieldMeta.add(schema, { label, control: 'number' })
  return schema
}
const person = (by: string) => one('user', by, { id: id(), name: z.string() })

/**
 * Expense that a sales person made for the school (domain.md 2.5). The sales person submits it, and
 * another user approves or rejects it. Reports count approved expenses that are not void.
 */
export const pengeluaranSales = resource({
  name: 'pengeluaran-sales',
  label: ['Pengeluaran Sales', 'Pengeluaran Sales'],
  fields: {
    sales_id: reference('Sales', 'user', { params: { jenis: 'sales' } }),
    gedung_id: optional(
      reference('Outlet', 'gedung', { hint: 'Jika dikosongkan, memakai outlet asal sales' }),
    ),
    tanggal: pastDate('Tanggal'),
    kategori: oneOf('Kategori', KategoriPengeluaran),
    jumlah: rupiah('Jumlah', { min: 1 }),
    metode: oneOf('Metode', MetodePembayaran),
    keterangan: longText('Keterangan', { max: 500, hint: 'Untuk apa, di mana, dengan siapa' }),
    lead_id: optional(reference('Lead', 'lead', { hint: 'Jika untuk satu calon peserta' })),
    bukti: optional(
      fileReference('Bukti', { jenis: 'bukti', hint: 'Foto nota atau kuitansi, atau PDF' }),
    ),
  },
  computed: {
    nomor: paperNumber('Nomor'),
    status: oneOf('Status', StatusPengeluaran),
    diajukan_oleh: doer('Diajukan Oleh'),
    disetujui_oleh: z.nullable(doer('Disetujui Oleh')),
    disetujui_at: z.nullable(instant('Disetujui')),
    ditolak_oleh: z.nullable(doer('Ditolak Oleh')),
    ditolak_at: z.nullable(instant('Ditolak')),
    /** Reason of the last rejection. It is kept when the expense is submitted again. */
    alasan_tolak: z.nullable(longText('Alasan Ditolak', { max: 300 })),
    void_at: z.nullable(instant('Dibatalkan')),
    void_by: z.nullable(id()),
    void_alasan: z.nullable(longText('Alasan Batal')),
  },
  extra: {
    /**
     * Whether the user, after a warning about a similar expense, declares that this is a different
     * expense.
     */
    bukan_kembar: withDefault(yesNo('Ini memang pengeluaran lain'), false),
  },
  editable: [
    'gedung_id',
    'tanggal',
    'kategori',
    'jumlah',
    'metode',
    'keterangan',
    'lead_id',
    'bukti',
    'bukan_kembar',
  ],
  filters: ['status', 'kategori', 'sales_id', 'gedung_id', 'lead_id', 'tanggal', 'jumlah'],
  customFilters: { bulan: moneyMonth('Bulan'), batal: yesNo('Batal') },
  sort: ['nomor', 'tanggal', 'jumlah', 'created_at'],
  defaultSort: '-tanggal',
  search: ['nomor', 'keterangan'],
  choice: { label: 'nomor', note: 'keterangan' },
  expand: {
    sales: person('sales_id'),
    /**
     * Lead for which the expense was made. `terbuka` is false when the reader may not open the
     * lead, because it now belongs to another sales person or is deleted.
     */
    lead: own({ id: id(), nama: z.string(), terbuka: z.boolean() }),
    pengaju: person('diajukan_oleh'),
    penyetuju: person('disetujui_oleh'),
    penolak: person('ditolak_oleh'),
    gedung: outletHead(),
    /** Similar expenses that the reader may see. */
    kembar: owns({ id: id(), nomor: z.string(), tanggal: z.string(), bukti_sama: z.boolean() }),
  },
  actions: {
    setujui: z.object({ versi: seenVersion }),
    tolak: z.object({ alasan: longText('Alasan', { max: 300 }), versi: seenVersion }),
    batalkan: z.object({ alasan: alasan(), versi: seenVersion }),
  },
  idempotent: ['create'],
  totals: ['jumlah'],
  totalsBy: 'status',
  access: {
    index: ['admin', 'sales'],
    view: ['admin', 'sales'],
    create: ['admin', 'sales'],
    update: ['admin', 'sales'],
    delete: null,
    ekspor: ['admin', 'sales'],
    pilihan: null,
    setujui: ['admin'],
    tolak: ['admin'],
    batalkan: ['admin'],
  },
})
