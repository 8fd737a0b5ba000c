import type { AnyResource, CodesOf } from '#contract/resource.ts'
/** Every declared resource, by name. A new entity is one line here. */
import { bank } from '#contract/resources/bank.ts'
import { biaya } from '#contract/resources/biaya.ts'
import { billing } from '#contract/resources/billing.ts'
import { billingPayment } from '#contract/resources/billingPayment.ts'
import { courseLevel } from '#contract/resources/courseLevel.ts'
import { gedung } from '#contract/resources/gedung.ts'
import { hariLibur } from '#contract/resources/hariLibur.ts'
import { jenisBilling } from '#contract/resources/jenisBilling.ts'
import { kategoriKursus } from '#contract/resources/kategoriKursus.ts'
import { kursus, kursusHarga } from '#contract/resources/kursus.ts'
import { kursusPelatih } from '#contract/resources/kursusPelatih.ts'
import { kursusPeserta } from '#contract/resources/kursusPeserta.ts'
import { produkJasa } from '#contract/resources/produkJasa.ts'
import { promo } from '#contract/resources/promo.ts'
import { access, audit, role } from '#contract/resources/role.ts'
import { ruang } from '#contract/resources/ruang.ts'
import { savedView } from '#contract/resources/savedView.ts'
import { user } from '#contract/resources/user.ts'

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
  billing,
  'billing-payment': billingPayment,
  role,
  access,
  audit,
  'saved-view': savedView,
  biaya,
  'produk-jasa': produkJasa,
  promo,
  ruang,
  'hari-libur': hariLibur,
} satisfies Record<string, AnyResource>

export type Resources = typeof resources
export type ResourceName = keyof Resources
export type ResourceCode = { [N in ResourceName]: CodesOf<Resources[N]> }[ResourceName]

// A declaration cannot name the registry that holds it, so its `touches` are checked here.
type Unknown = Exclude<Resources[ResourceName]['touches'][number], ResourceName>
type Misnamed = { [N in ResourceName]: Resources[N]['name'] extends N ? never : N }[ResourceName]
null as unknown as Unknown satisfies never
null as unknown as Misnamed satisfies never
