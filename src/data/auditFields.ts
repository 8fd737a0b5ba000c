/**
 * Metadata of the fields of all entities, from the contract. Used by screens that show the audit
 * log of all entities.
 */
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
import { metaOf, type FieldMeta } from '#contract/fields.ts'
import type { ResourceName } from '#contract/registry.ts'
import type { AnyResource } from '#contract/resource.ts'
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
import { isSettingKey, settings } from '#contract/settings/settings.ts'
import { shownMeta } from '#src/data/fieldMeta.ts'

// Lists the resources again, because the app bundle does not contain the registry of resources. The
// type makes a missing resource a compile error.
const every: Record<ResourceName, AnyResource> = {
  bank,
  biaya,
  billing,
  'billing-payment': billingPayment,
  'mutasi-bank': mutasiBank,
  'mutasi-saldo': mutasiSaldo,
  pengingat,
  'tutup-kas': tutupKas,
  'course-level': courseLevel,
  gedung,
  'hari-libur': hariLibur,
  'jenis-billing': jenisBilling,
  'kategori-kursus': kategoriKursus,
  kursus,
  'kursus-harga': kursusHarga,
  'kursus-pelatih': kursusPelatih,
  'kursus-peserta': kursusPeserta,
  'daftar-tunggu': daftarTunggu,
  pertemuan,
  'pelatih-libur': pelatihLibur,
  'kredit-pengganti': kreditPengganti,
  'konfirmasi-pembayaran': konfirmasiPembayaran,
  'pengeluaran-sales': pengeluaranSales,
  'tarif-honor': tarifHonor,
  'honor-periode': honorPeriode,
  lead,
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

/**
 * Returns the label and control of a field; undefined for a field that the contract does not
 * describe.
 */
export const auditField = (entity: string, field: string): FieldMeta | undefined => {
  if (entity === 'setting') return isSettingKey(field) ? metaOf(settings[field].schema) : undefined
  const resource = Object.hasOwn(declared, entity) ? declared[entity] : undefined
  const shape = { ...resource?.fields, ...resource?.computed, ...resource?.extra }
  const schema = Object.hasOwn(shape, field) ? shape[field] : undefined
  return schema && shownMeta(schema)
}
/**
 * Whether the contract declares the entity. If so, a field without metadata is internal to the
 * server.
 */
export const isDeclared = (entity: string): boolean =>
  entity === 'setting' || Object.hasOwn(declared, entity)
