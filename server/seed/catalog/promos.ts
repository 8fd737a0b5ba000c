/**
 * Makes the promos of a made-up school: one that begins later, one that has ended, and two that
 * apply only with a code. None applies automatically today, so bills contain no promo discount.
 */
import { addDays, addMonths, firstDay } from '#contract/values/tanggal.ts'
import { keyed, stamp, type Maker } from '#server/seed/maker.ts'

/** Stores the promos, with dates relative to `today`, as made by the user `by`. */
export const makePromos = ({ options: { today }, ids, put }: Maker, by: number): void => {
  const month = today.slice(0, 7)
  const time = `${firstDay(addMonths(month, -3))}T02:00:00.000Z`
  const all = [
    {
      nama: 'Kakak Adik',
      nilai: 500,
      urutan_anak: 2,
      mulai: firstDay(addMonths(month, 1)),
      dapat_digabung: 1,
      prioritas: 10,
    },
    {
      nama: 'Semarak Kemerdekaan',
      nilai: 1700,
      maks_diskon: 100_000,
      mulai: firstDay(addMonths(month, -3)),
      selesai: addDays(firstDay(addMonths(month, -2)), -1),
      kuota: 45,
    },
    {
      nama: 'Gratis Pendaftaran',
      kode: 'DAFTARGRATIS',
      tipe: 'gratis_pendaftaran',
      jenis_sifat: '["pendaftaran"]',
      peserta_baru: 1,
      mulai: firstDay(month),
      kuota: 30,
      kuota_per_akun: 2,
      dapat_digabung: 1,
    },
    {
      nama: 'Ajak Teman',
      kode: 'AJAKTEMAN',
      tipe: 'nominal',
      nilai: 50_000,
      mulai: firstDay(addMonths(month, -1)),
      kuota: 25,
      kuota_per_akun: 1,
      dapat_digabung: 1,
    },
  ]
  for (const promo of all) {
    const row = {
      kode: null,
      tipe: 'persen',
      nilai: 0,
      maks_diskon: null,
      jenis_sifat: '["kursus"]',
      kursus: '[]',
      kategori: '[]',
      gedung: '[]',
      min_kursus_keluarga: null,
      urutan_anak: null,
      peserta_baru: 0,
      selesai: null,
      durasi_bulan: null,
      kuota: null,
      kuota_per_akun: null,
      dapat_digabung: 0,
      prioritas: 0,
      status: 'aktif',
      ...promo,
    }
    put('promo', keyed('promo', { id: ids.next('promo'), ...stamp(time, by), ...row }))
  }
}
