/** What the contract says of a field of any entity, for who reads the whole audit log. */
import { metaOf, type FieldMeta } from '#contract/fields.ts'
import type { ResourceName } from '#contract/registry.ts'
import type { AnyResource } from '#contract/resource.ts'
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
import { isSettingKey, settings } from '#contract/settings.ts'

// The registry is no part of the app; lacking a resource does not compile all the same.
const every: Record<ResourceName, AnyResource> = {
  bank,
  biaya,
  billing,
  'billing-payment': billingPayment,
  'course-level': courseLevel,
  gedung,
  'hari-libur': hariLibur,
  'jenis-billing': jenisBilling,
  'kategori-kursus': kategoriKursus,
  kursus,
  'kursus-harga': kursusHarga,
  'kursus-pelatih': kursusPelatih,
  'kursus-peserta': kursusPeserta,
  'produk-jasa': produkJasa,
  promo,
  access,
  audit,
  role,
  ruang,
  'saved-view': savedView,
  user,
}
const declared: Readonly<Record<string, AnyResource>> = every

/** Label and control of a field; undefined where the contract names neither. */
export const auditField = (entity: string, field: string): FieldMeta | undefined => {
  if (entity === 'setting') return isSettingKey(field) ? metaOf(settings[field].schema) : undefined
  const resource = Object.hasOwn(declared, entity) ? declared[entity] : undefined
  const shape = { ...resource?.fields, ...resource?.computed, ...resource?.extra }
  const schema = Object.hasOwn(shape, field) ? shape[field] : undefined
  return schema && metaOf(schema)
}
/** Whether an entity's fields are known: what they are not named of is then the server's own. */
export const isDeclared = (entity: string): boolean =>
  entity === 'setting' || Object.hasOwn(declared, entity)
