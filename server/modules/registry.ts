/** The module of every resource. A resource without rules of its own is one word here. */
import type { ResourceName, Resources } from '#contract/registry.ts'
import { resources } from '#contract/registry.ts'
import { loosely, module, type AnyModule, type Module } from '#server/http/module.ts'
import { auditModule } from '#server/modules/audit.ts'
import { billingModule } from '#server/modules/billing/billing.ts'
import { billingPaymentModule } from '#server/modules/billing/payment.ts'
import { kursusPelatihModule, kursusPesertaModule } from '#server/modules/kelas.ts'
import { gedungModule } from '#server/modules/master/gedung.ts'
import { kursusHargaModule } from '#server/modules/master/harga.ts'
import { courseLevelModule, kategoriKursusModule } from '#server/modules/master/kategori.ts'
import { jenisBillingModule, kursusModule } from '#server/modules/master/kursus.ts'
import { hariLiburModule } from '#server/modules/master/libur.ts'
import { biayaModule, produkJasaModule } from '#server/modules/master/produk.ts'
import { ruangModule } from '#server/modules/master/ruang.ts'
import { promoModule } from '#server/modules/promo/promo.ts'
import { accessModule, roleModule } from '#server/modules/role/role.ts'
import { savedViewModule } from '#server/modules/tampilan.ts'
import { userModule } from '#server/modules/user/user.ts'

/** Lacking a resource, an action or a custom filter does not compile. */
const declared: { [N in ResourceName]: Module<Resources[N]> } = {
  bank: module(resources.bank, {}),
  gedung: gedungModule,
  'jenis-billing': jenisBillingModule,
  'kategori-kursus': kategoriKursusModule,
  'course-level': courseLevelModule,
  kursus: kursusModule,
  'kursus-harga': kursusHargaModule,
  user: userModule,
  'kursus-pelatih': kursusPelatihModule,
  'kursus-peserta': kursusPesertaModule,
  billing: billingModule,
  'billing-payment': billingPaymentModule,
  role: roleModule,
  access: accessModule,
  audit: auditModule,
  'saved-view': savedViewModule,
  biaya: biayaModule,
  'produk-jasa': produkJasaModule,
  promo: promoModule,
  ruang: ruangModule,
  'hari-libur': hariLiburModule,
}
export const modules: Record<string, AnyModule> = loosely(declared)
export const moduleOf = (name: string): AnyModule | undefined => modules[name]
