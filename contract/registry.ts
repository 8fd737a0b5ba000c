/** All declared resources, by name. Add new resources here. */
import { access, audit, role } from '#contract/access/role.ts'
import { savedView } from '#contract/access/savedView.ts'
import { user } from '#contract/access/user.ts'
import { bank } from '#contract/billing/bank.ts'
import { billing } from '#contract/billing/billing.ts'
import { billingPayment } from '#contract/billing/billingPayment.ts'
import { jenisBilling } from '#contract/billing/jenisBilling.ts'
import { konfirmasiPembayaran } from '#contract/billing/konfirmasi/konfirmasiPembayaran.ts'
import { mutasiBank } from '#contract/billing/mutasiBank/mutasiBank.ts'
import { mutasiSaldo } from '#contract/billing/mutasiSaldo.ts'
import { pengingat } from '#contract/billing/pengingat/pengingat.ts'
import { promo } from '#contract/billing/promo.ts'
import { tutupKas } from '#contract/billing/tutupKas.ts'
import { biaya } from '#contract/catalog/biaya.ts'
import { courseLevel } from '#contract/catalog/courseLevel.ts'
import { gedung } from '#contract/catalog/gedung.ts'
import { hariLibur } from '#contract/catalog/hariLibur.ts'
import { kategoriKursus } from '#contract/catalog/kategoriKursus.ts'
import { kursus, kursusHarga } from '#contract/catalog/kursus.ts'
import { produkJasa } from '#contract/catalog/produkJasa.ts'
import { ruang } from '#contract/catalog/ruang.ts'
import type { AnyResource, CodesOf } from '#contract/resource.ts'
import { lead } from '#contract/sales/lead.ts'
import { pengeluaranSales } from '#contract/sales/pengeluaranSales.ts'
import { daftarTunggu } from '#contract/schedule/daftarTunggu.ts'
import { honorPeriode } from '#contract/schedule/honorPeriode.ts'
import { kreditPengganti } from '#contract/schedule/kreditPengganti.ts'
import { kursusPelatih } from '#contract/schedule/kursusPelatih.ts'
import { kursusPeserta } from '#contract/schedule/kursusPeserta.ts'
import { pelatihLibur } from '#contract/schedule/pelatihLibur.ts'
import { pertemuan } from '#contract/schedule/pertemuan.ts'
import { tarifHonor } from '#contract/schedule/tarifHonor.ts'

export const resources = {
  bank,
  gedung,
  'jenis-billing': jenisBilling,
  'kategori-kursus': kategoriKursus,
  'course-level': courseLevel,
  kursus,
  'kursus-harga': kursusHarga,
  user,
  'kursus-pelatih': kursusPelatih,
  'kursus-peserta': kursusPeserta,
  'daftar-tunggu': daftarTunggu,
  pertemuan,
  'pelatih-libur': pelatihLibur,
  'kredit-pengganti': kreditPengganti,
  'tarif-honor': tarifHonor,
  'honor-periode': honorPeriode,
  billing,
  'billing-payment': billingPayment,
  'konfirmasi-pembayaran': konfirmasiPembayaran,
  'mutasi-bank': mutasiBank,
  'mutasi-saldo': mutasiSaldo,
  pengingat,
  'tutup-kas': tutupKas,
  'pengeluaran-sales': pengeluaranSales,
  role,
  access,
  audit,
  'saved-view': savedView,
  biaya,
  'produk-jasa': produkJasa,
  promo,
  ruang,
  'hari-libur': hariLibur,
  lead,
} satisfies Record<string, AnyResource>

export type Resources = typeof resources
export type ResourceName = keyof Resources
export type ResourceCode = { [N in ResourceName]: CodesOf<Resources[N]> }[ResourceName]

// Checks at compile time that each name in `touches` is a resource, and that each registry key is
// the name of its resource. The declaration of a resource cannot make these checks, because it
// cannot import the registry.
type Unknown = Exclude<Resources[ResourceName]['touches'][number], ResourceName>
type Misnamed = { [N in ResourceName]: Resources[N]['name'] extends N ? never : N }[ResourceName]
null as unknown as Unknown satisfies never
null as unknown as Misnamed satisfies never
