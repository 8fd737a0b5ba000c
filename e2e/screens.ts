/**
 * Data for tests that visit all routes: whether a route has a screen, and for each route that shows
 * a record, the API call that supplies the record.
 */
import { existsSync } from 'node:fs'
import type { Api } from './fixtures.ts'

/** Whether a route has a screen, that is, whether a file for it exists. */
export const isFinished = (path: string): boolean =>
  [`src/routes/_app${path}.tsx`, `src/routes/_app${path}/index.tsx`, `src/routes${path}.tsx`].some(
    (file) => existsSync(file),
  )

/**
 * API calls by route, for routes that show a record. Each call lists rows; the first row is the
 * record to show.
 */
export const records: Record<string, string> = {
  '/user/view': '/user?per-page=1&sort=-created_at',
  '/user/update': '/user?per-page=1&sort=-created_at',
  '/billing/view': '/billing?per-page=1&status=1',
  '/billing/edit': '/billing?per-page=1&batal=0',
  '/billing/share': '/billing?per-page=1&status=1&batal=0',
  '/billing/download': '/billing?per-page=1&status=1',
  '/kursus/view': '/kursus?per-page=1',
  '/kursus-peserta/view': '/kursus-peserta?per-page=1&status=1',
  '/kursus-peserta/kelas-selanjutnya': '/kursus-peserta?per-page=1&status=1',
  '/kursus-peserta/cetak': '/kursus-peserta?per-page=1&status=1',
  '/ruang/view': '/ruang?per-page=1&q=studio',
  '/kursus-pelatih/view': '/kursus-pelatih?per-page=1',
  '/kursus-pelatih/absensi': '/pertemuan?per-page=1',
  '/promo/view': '/promo?per-page=1',
  '/role/view': '/role?per-page=1',
  '/role/update': '/role?per-page=1&sort=-name',
  '/sales/lead/view': '/lead?per-page=1',
  '/sales/pendaftar-mandiri/lengkapi-profile': '/user?jenis=pendaftar-mandiri&per-page=1',
  '/sales/lead/aktivasi': '/lead?per-page=1&tahap=baru',
  '/sales/tambah-peserta': '/lead?per-page=1&tahap=baru',
  '/sales/tambah-kursus-peserta': '/lead?per-page=1&tahap=baru',
  '/sales/pendaftar-mandiri/aktivasi': '/user?jenis=pendaftar-mandiri&per-page=1',
  '/user/ubah-jadwal-pelatih': '/user?jenis=pelatih&per-page=1',
  '/user/cetak': '/user?per-page=1&jenis=peserta',
  '/billing-payment/view': '/billing-payment?per-page=1',
  '/billing-payment/edit': '/billing-payment?per-page=1',
  '/billing-payment/print': '/billing-payment?per-page=1',
  '/konfirmasi-pembayaran/view': '/konfirmasi-pembayaran?per-page=1',
  '/mutasi-bank/view': '/mutasi-bank?per-page=1',
  '/pengeluaran-sales/view': '/pengeluaran-sales?per-page=1',
  '/pengeluaran-sales/edit': '/pengeluaran-sales?per-page=1&status=diajukan',
  '/honor-periode/view': '/honor-periode?per-page=1',
  '/honor-periode/print': '/honor-periode?per-page=1',
  '/pengeluaran-sales/print': '/pengeluaran-sales?per-page=1',
  '/nota-kredit/print': '/mutasi-saldo?per-page=1&jenis=nota_kredit&sort=-jumlah',
  '/tutup-kas/view': '/tutup-kas?per-page=1',
  '/tutup-kas/print': '/tutup-kas?per-page=1',
}
/**
 * Returns a function that requests a list with `send` and returns the id of the list's first row;
 * undefined if the user may not read the list or the list is empty. Each list is requested once.
 */
export const idsFor = (send: Api['get']): ((list: string) => Promise<number | undefined>) => {
  const knownIds = new Map<string, Promise<number | undefined>>()
  return async (list) => {
    if (!knownIds.has(list))
      knownIds.set(
        list,
        send<{ id: number }[]>(list).then(({ status, data }) =>
          status === 200 ? data[0]?.id : undefined,
        ),
      )
    return knownIds.get(list)
  }
}
