import * as z from 'zod/mini'
import { KursusPesertaStatus } from '#contract/enums.ts'
import {
  acuan,
  awal,
  id,
  nama,
  opsional,
  rupiah,
  satuDari,
  tanggal,
  uraian,
} from '#contract/fields.ts'
import { one, resource } from '#contract/resource.ts'

/** A student in a class. Course, outlet, payer and sales are copied when it is made. */
export const kursusPeserta = resource({
  name: 'kursus-peserta',
  label: ['Jadwal Kursus Peserta', 'Jadwal Kursus Peserta'],
  fields: {
    peserta_id: acuan('Peserta', 'user', { params: { jenis: 'peserta' } }),
    kursus_pelatih_id: acuan('Kelas', 'kursus-pelatih'),
    status: awal(satuDari('Status', KursusPesertaStatus), 1),
    mulai: tanggal('Mulai'),
    selesai: opsional(tanggal('Selesai', 'Pertemuan terakhir')),
    cuti_mulai: opsional(tanggal('Cuti Mulai')),
    cuti_selesai: opsional(tanggal('Cuti Selesai')),
    alasan_status: opsional(uraian('Alasan Status', { max: 300 })),
    biaya_bulanan_khusus: opsional(
      rupiah('Biaya Bulanan Khusus', { hint: 'Kosong: harga kursus' }),
    ),
    alasan_biaya: opsional(uraian('Alasan Biaya Khusus', { max: 300 })),
  },
  computed: {
    peserta_nama: nama('Nama Peserta'),
    kursus_id: acuan('Kursus', 'kursus'),
    akun_billing_id: acuan('Akun Billing', 'user', { params: { jenis: 'akun-billing' } }),
    gedung_id: acuan('Outlet', 'gedung'),
    sales_id: z.nullable(acuan('Sales', 'user', { params: { jenis: 'sales' } })),
  },
  filters: [
    'status',
    'peserta_id',
    'kursus_pelatih_id',
    'kursus_id',
    'akun_billing_id',
    'gedung_id',
  ],
  sort: ['peserta_nama', 'mulai', 'created_at'],
  defaultSort: 'peserta_nama',
  search: ['peserta_nama'],
  choice: { label: 'peserta_nama' },
  expand: {
    peserta: one('user', 'peserta_id', {
      id: id(),
      name: z.string(),
      nama_panggilan: z.nullable(z.string()),
    }),
    kursus: one('kursus', 'kursus_id', {
      id: id(),
      nama: z.string(),
      kode: z.string(),
      biaya_bulanan: z.int(),
    }),
    kursus_pelatih: one('kursus_pelatih', 'kursus_pelatih_id', {
      id: id(),
      nama: z.string(),
      kode: z.string(),
      hari: z.int(),
      jam_mulai: z.string(),
      jam_selesai: z.string(),
      ruang_id: z.int(),
    }),
    gedung: one('gedung', 'gedung_id', { id: id(), nama: z.string(), zona_waktu: z.string() }),
    akun_billing: one('user', 'akun_billing_id', { id: id(), name: z.string() }),
  },
  access: {
    index: ['admin', 'sales', 'akunbilling', 'peserta'],
    view: ['admin', 'sales', 'akunbilling', 'peserta'],
    create: ['admin', 'sales'],
    update: ['admin', 'sales'],
    delete: ['admin'],
    ekspor: ['admin', 'sales'],
    pilihan: ['admin', 'sales'],
  },
  check: (v) => [
    ...(v.selesai && v.selesai < v.mulai
      ? [{ field: 'selesai', message: 'Tidak boleh sebelum mulai' }]
      : []),
    ...(v.status === 2 && !v.cuti_mulai
      ? [{ field: 'cuti_mulai', message: 'Wajib diisi saat cuti' }]
      : []),
    ...(v.cuti_selesai && v.cuti_mulai && v.cuti_selesai < v.cuti_mulai
      ? [{ field: 'cuti_selesai', message: 'Tidak boleh sebelum mulai cuti' }]
      : []),
    ...(v.biaya_bulanan_khusus !== null && !v.alasan_biaya
      ? [{ field: 'alasan_biaya', message: 'Wajib diisi bila ada biaya khusus' }]
      : []),
  ],
})
