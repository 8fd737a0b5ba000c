/** Sample rows of every resource, for tests that check all resources of the registry. */
import { RoleId, MetodePembayaran } from '#contract/enums.ts'
import type { ResourceName, Resources } from '#contract/registry.ts'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import type { Body } from '#mocks/api/api.ts'
import { confirmationBody } from '#mocks/money/confirmation.ts'
import {
  enrol,
  makeAkun,
  makeKelas,
  makeOutlet,
  makePelatih,
  makePeserta,
  makeRuang,
} from '#mocks/people/family.ts'
import { must, type School } from '#mocks/school/school.ts'

/** Sample of a resource. */
export interface SampleRow {
  /** Returns the input of a new row, which differs on each call. */
  create: () => Body | Promise<Body>
  /** Valid change of a row that was created with the input of `create`. */
  update: Body
}
/** Names of the resources with a `create` call. */
export type Made = {
  [N in ResourceName]: Resources[N]['access']['create'] extends readonly unknown[] ? N : never
}[ResourceName]

let n = 0
const next = () => String(++n)
/**
 * Returns the sample of every resource with a `create` call. The code does not compile while the
 * sample of a new resource is missing.
 */
export const samplesOf = (s: School): Record<Made, SampleRow> => ({
  bank: {
    create: () => ({ nama_bank: 'Mandiri', no_rekening: next(), atas_nama: 'Nada' }),
    update: { urutan: 9 },
  },
  gedung: {
    create: () => ({
      kode: `A${next()}`,
      nama: `Outlet Contoh ${n}`,
      alamat: 'Jl. Contoh',
      kota: 'Bogor',
    }),
    update: { alamat: 'Jl. Lain' },
  },
  'hari-libur': {
    create: () => ({ nama: 'Cuti bersama', tanggal: `2020-02-${String(10 + (++n % 19))}` }),
    update: { prorata: true },
  },
  ruang: {
    create: () => ({ nama: `Ruang Contoh ${next()}`, gedung_id: s.ids.gedung, kapasitas: 4 }),
    update: { kapasitas: 5 },
  },
  'jenis-billing': {
    create: () => ({ kode: `J${next()}`, nama: `Jenis ${n}`, sifat: 'lain' }),
    update: { urutan: 7 },
  },
  'kategori-kursus': {
    create: () => ({ nama: `Kategori ${next()}` }),
    update: { warna: '#112233' },
  },
  kursus: {
    create: () => ({
      kode: `K${next()}`,
      nama: `Kursus ${n}`,
      kategori_kursus_id: s.ids.kategori,
      biaya_bulanan: 1000,
    }),
    update: { biaya_bulanan: 2000 },
  },
  'kursus-harga': {
    create: () => ({
      kursus_id: s.ids.kursus,
      gedung_id: null,
      berlaku_mulai: `2020-01-${String(10 + (++n % 19))}`,
      biaya_bulanan: 1,
    }),
    update: { biaya_bulanan: 2 },
  },
  biaya: {
    create: () => ({
      kode: `B${next()}`,
      nama: `Biaya ${n}`,
      jenis_billing_id: s.ids.jenis,
      nominal: 5000,
      berlaku_mulai: '2024-01-01',
    }),
    update: { nominal: 6000 },
  },
  'produk-jasa': {
    create: () => ({
      kode: `P${next()}`,
      nama: `Produk ${n}`,
      jenis_billing_id: s.ids.jenis,
      harga: 5000,
      stok: 3,
    }),
    update: { stok: 9 },
  },
  promo: {
    create: () => ({ nama: `Promo ${next()}`, nilai: 500, mulai: '2026-01-01' }),
    update: { prioritas: 3 },
  },
  user: {
    create: () => ({
      role_id: RoleId.akunBilling,
      name: `Akun ${next()}`,
      email: `akun${n}@contoh.id`,
      phone: '081234500000',
    }),
    update: { blokir_tagihan: true },
  },
  role: {
    create: () => ({
      name: `Role Contoh ${next()}`,
      dasar_role_id: RoleId.admin,
      accesses: ['bank/index'],
    }),
    update: { accesses: ['bank/view'] },
  },
  'saved-view': {
    create: () => ({ nama: `Tampilan ${next()}`, resource: 'billing' }),
    update: { search: 'status=1' },
  },
  'kursus-pelatih': {
    create: () => ({
      pelatih_id: s.ids.pelatih,
      kursus_id: s.ids.kursus,
      gedung_id: s.ids.gedung,
      ruang_id: s.ids.ruang,
      hari: 2 + (++n % 6),
      jam_mulai: `${8 + (n % 11)}:00`.padStart(5, '0'),
      mulai: '2024-01-01',
    }),
    update: { catatan: 'Bawa buku' },
  },
  'kursus-peserta': {
    create: async () => ({
      peserta_id: await makePeserta(s, s.ids.akun, s.ids.gedung),
      kursus_pelatih_id: await makeKelas(s, s.ids.gedung),
      mulai: '2024-01-01',
    }),
    update: { mulai: '2024-02-05' },
  },
  'daftar-tunggu': {
    create: async () => ({
      peserta_id: await makePeserta(s, s.ids.akun, s.ids.gedung),
      kursus_pelatih_id: await makeKelas(s, s.ids.gedung),
    }),
    update: { catatan: 'Hanya sore' },
  },
  pertemuan: {
    create: async () => {
      const [pelatih_id, ruang_id] = [await makePelatih(s), await makeRuang(s, s.ids.gedung)]
      return {
        kursus_pelatih_id: await makeKelas(s, s.ids.gedung, { pelatih_id, ruang_id }),
        kursus_id: s.ids.kursus,
        pelatih_id,
        ruang_id,
        tanggal: addDays(currentDay(), 3),
        jam_mulai: '11:00',
      }
    },
    update: { catatan: 'Bawa buku' },
  },
  'kredit-pengganti': {
    create: async () => {
      const peserta_id = await makePeserta(s, await makeAkun(s), s.ids.gedung)
      const kelas = await makeKelas(s, s.ids.gedung)
      await enrol(s, peserta_id, kelas)
      return { peserta_id, kursus_id: s.ids.kursus, alasan: 'Listrik padam' }
    },
    update: { alasan: 'Listrik padam lagi' },
  },
  'tarif-honor': {
    create: async () => ({
      pelatih_id: await makePelatih(s, { gedung_id: s.ids.gedung }),
      gedung_id: s.ids.gedung,
      berlaku_mulai: '2026-01-01',
      jenis: 'per_pertemuan',
      tarif: 75_000,
    }),
    update: { tarif: 80_000 },
  },
  lead: {
    create: () => ({
      nama: `Calon ${next()}`,
      phone: `0817${10_000_000 + n}`,
      gedung_id: s.ids.gedung,
    }),
    update: { catatan: 'Ingin belajar piano' },
  },
  'pelatih-libur': {
    create: async () => ({
      pelatih_id: await makePelatih(s),
      mulai: '2030-07-01',
      selesai: '2030-07-05',
      alasan: 'Mudik',
    }),
    update: { alasan: 'Menikah' },
  },
  billing: {
    create: () => ({
      akun_billing_id: s.ids.akun,
      gedung_id: s.ids.gedung,
      jatuh_tempo: '2040-12-31',
      items: [{ jenis_billing_id: s.ids.jenis, deskripsi: 'Uji', harga_satuan: 5000 }],
    }),
    update: {
      items: [{ jenis_billing_id: s.ids.jenis, deskripsi: 'Uji lain', harga_satuan: 5000 }],
    },
  },
  'billing-payment': {
    create: async () => ({
      akun_billing_id: await makeAkun(s),
      gedung_id: s.ids.gedung,
      tanggal: '2025-01-05',
      metode: MetodePembayaran.tunai,
      jumlah: 100_000,
    }),
    update: { catatan: 'Dititipkan' },
  },
  'konfirmasi-pembayaran': { create: () => confirmationBody(s), update: {} },
  // Closes the cash of a new outlet. At an existing outlet, payments of other tests on the closed
  // days would be rejected.
  'tutup-kas': {
    create: async () => ({
      gedung_id: await makeOutlet(s),
      tanggal: addDays('2020-03-01', Number(next())),
      awal: 0,
      dihitung: 0,
    }),
    update: {},
  },
  'pengeluaran-sales': {
    create: () => ({
      sales_id: s.ids.sales,
      gedung_id: s.ids.gedung,
      tanggal: '2026-01-05',
      kategori: 'transport',
      jumlah: 10_000 + Number(next()),
      metode: MetodePembayaran.tunai,
      keterangan: 'Ke pameran musik',
    }),
    update: { keterangan: 'Ke pameran musik dan pulang' },
  },
})
/**
 * Closes the cash of an outlet on a day in 2019 or later. The closing contains a payment, a
 * difference between counted and expected cash, and the numbers of counted notes.
 */
export const closeLongAgo = async (s: School, gedung_id: number): Promise<void> => {
  const tanggal = addDays('2019-06-01', Number(next()))
  const payment = { ...(await samplesOf(s)['billing-payment'].create()), gedung_id, tanggal }
  must(await s.superadmin.post('/billing-payment/create', payment))
  must(
    await s.superadmin.post('/tutup-kas/create', {
      gedung_id,
      tanggal,
      awal: 0,
      dihitung: 50_000,
      disetor: 50_000,
      pecahan: [{ nilai: 50_000, lembar: 1 }],
      alasan_selisih: 'Uang pangkal',
    }),
  )
}
/** Creates a sample row of each resource that has no row in the school yet. */
export const makeMissing = async (s: School): Promise<void> => {
  for (const [name, { create }] of Object.entries(samplesOf(s))) {
    if (must(await s.superadmin.get<unknown[]>(`/${name}?per-page=1`)).length === 0)
      must(await s.superadmin.post(`/${name}/create`, await create()))
  }
}
