/**
 * Server modules of all resources, by resource name. A resource without rules of its own needs only
 * an entry in this file.
 */
import type { ResourceName, Resources } from '#contract/registry.ts'
import { resources } from '#contract/registry.ts'
import { auditModuleFor } from '#server/modules/access/audit.ts'
import { accessModule, roleModule } from '#server/modules/access/role/role.ts'
import { savedViewModule } from '#server/modules/access/savedView.ts'
import { userModule } from '#server/modules/access/user/user.ts'
import { billingModule } from '#server/modules/billing/bills/billing.ts'
import { konfirmasiPembayaranModule } from '#server/modules/billing/konfirmasi/konfirmasiPembayaran.ts'
import { mutasiBankModule } from '#server/modules/billing/mutasiBank/mutasiBank.ts'
import { billingPaymentModule } from '#server/modules/billing/payments/billingPayment.ts'
import { pengingatModule } from '#server/modules/billing/pengingat/pengingat.ts'
import { promoModule } from '#server/modules/billing/promo/promo.ts'
import { mutasiSaldoModule } from '#server/modules/billing/saldo/mutasiSaldo.ts'
import { tutupKasModule } from '#server/modules/billing/tutupKas/tutupKas.ts'
import { gedungModule } from '#server/modules/catalog/gedung.ts'
import { hariLiburModule } from '#server/modules/catalog/hariLibur.ts'
import { courseLevelModule, kategoriKursusModule } from '#server/modules/catalog/kategoriKursus.ts'
import { jenisBillingModule, kursusModule } from '#server/modules/catalog/kursus.ts'
import { kursusHargaModule } from '#server/modules/catalog/kursusHarga.ts'
import { biayaModule, produkJasaModule } from '#server/modules/catalog/produkJasa.ts'
import { ruangModule } from '#server/modules/catalog/ruang.ts'
import { pengeluaranSalesModule } from '#server/modules/sales/expenses/pengeluaranSales.ts'
import { leadModule } from '#server/modules/sales/leads/lead.ts'
import { kursusPelatihModule } from '#server/modules/schedule/classes/kursusPelatih.ts'
import { pelatihLiburModule } from '#server/modules/schedule/coaches/pelatihLibur.ts'
import { daftarTungguModule } from '#server/modules/schedule/enrolments/daftarTunggu.ts'
import { kursusPesertaModule } from '#server/modules/schedule/enrolments/kursusPeserta.ts'
import { honorPeriodeModule } from '#server/modules/schedule/honor/honorPeriode.ts'
import { tarifHonorModule } from '#server/modules/schedule/honor/tarifHonor.ts'
import { pertemuanModule } from '#server/modules/schedule/lessons/pertemuan.ts'
import { kreditPenggantiModule } from '#server/modules/schedule/makeUps/kreditPengganti.ts'
import { loosely, module, type AnyModule, type ModuleFor } from '#server/resource/module.ts'

/**
 * Module of each resource. The record does not compile while a resource, or the handler of an
 * action or of a custom filter, is missing.
 */
const declared: { [N in ResourceName]: ModuleFor<Resources[N]> } = {
  bank: module(resources.bank, { fileCodes: ['user/list-payment-bank'] }),
  gedung: gedungModule,
  'jenis-billing': jenisBillingModule,
  'kategori-kursus': kategoriKursusModule,
  'course-level': courseLevelModule,
  kursus: kursusModule,
  'kursus-harga': kursusHargaModule,
  user: userModule,
  'kursus-pelatih': kursusPelatihModule,
  'kursus-peserta': kursusPesertaModule,
  'daftar-tunggu': daftarTungguModule,
  pertemuan: pertemuanModule,
  'pelatih-libur': pelatihLiburModule,
  'kredit-pengganti': kreditPenggantiModule,
  'tarif-honor': tarifHonorModule,
  'honor-periode': honorPeriodeModule,
  billing: billingModule,
  'billing-payment': billingPaymentModule,
  'konfirmasi-pembayaran': konfirmasiPembayaranModule,
  'mutasi-bank': mutasiBankModule,
  'mutasi-saldo': mutasiSaldoModule,
  pengingat: pengingatModule,
  'tutup-kas': tutupKasModule,
  'pengeluaran-sales': pengeluaranSalesModule,
  role: roleModule,
  access: accessModule,
  audit: auditModuleFor((name) => moduleOf(name)),
  'saved-view': savedViewModule,
  biaya: biayaModule,
  'produk-jasa': produkJasaModule,
  promo: promoModule,
  ruang: ruangModule,
  'hari-libur': hariLiburModule,
  lead: leadModule,
}
export const modules: Record<string, AnyModule> = loosely(declared)
export function moduleOf(name: string): AnyModule | undefined {
  return modules[name]
}
