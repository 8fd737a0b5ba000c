/**
 * Forms of the rows that pickers can create (docs/kit.md). The forms are loaded when a user opens
 * one. `-newRows.test.ts` checks that no picked resource is missing.
 */
import { lazy, type ComponentType } from 'react'
import { givableRoles, mayEditUsers } from '#src/routes/_app/user/-actions/permissions.ts'
import { kindRoles } from '#src/routes/_app/user/-form/kindRoles.ts'
import type { FindNewRow } from '#src/ui/form/pickers/newRow.ts'
import { nounOf } from '#src/ui/form/pickers/noun.ts'
import { part } from '#src/ui/page/part.ts'

const lazyForm = (load: () => Promise<ComponentType>) =>
  lazy(async () => ({ default: await part(load) }))

/** Forms by resource. */
export const forms = {
  bank: lazyForm(async () => (await import('#src/routes/_app/-forms/bank.tsx')).BankForm),
  biaya: lazyForm(async () => (await import('#src/routes/_app/-forms/biaya.tsx')).BiayaForm),
  gedung: lazyForm(async () => (await import('#src/routes/_app/-forms/gedung.tsx')).GedungForm),
  'jenis-billing': lazyForm(
    async () => (await import('#src/routes/_app/-forms/jenisBilling.tsx')).JenisBillingForm,
  ),
  'kategori-kursus': lazyForm(
    async () => (await import('#src/routes/_app/-forms/kategoriKursus.tsx')).KategoriKursusForm,
  ),
  kursus: lazyForm(async () => (await import('#src/routes/_app/kursus/-form.tsx')).KursusForm),
  lead: lazyForm(async () => (await import('#src/routes/_app/sales/lead/-form.tsx')).LeadForm),
  'produk-jasa': lazyForm(
    async () => (await import('#src/routes/_app/-forms/produkJasa.tsx')).ProdukJasaForm,
  ),
  ruang: lazyForm(async () => (await import('#src/routes/_app/ruang/-form.tsx')).RuangForm),
  user: lazyForm(async () => (await import('#src/routes/_app/user/-form/newUser.tsx')).NewUser),
} as const
type Name = keyof typeof forms
const hasForm = (name: string): name is Name => name in forms

/** Resources whose rows belong to the whole school. An admin limited to outlets creates none. */
export const schoolRows: readonly Name[] = ['gedung', 'jenis-billing', 'kategori-kursus']

/** Returns the form of the row that a picker can create; undefined if the user may not. */
export const findNewRow: FindNewRow = ({ resource, filter, me, allowed }) => {
  if (!hasForm(resource) || !allowed(`${resource}/create`)) return undefined
  const isLimited = (me?.gedung_wilayah ?? []).length > 0
  if (isLimited && schoolRows.includes(resource)) return undefined
  if (resource === 'user') {
    const role = kindRoles[String(filter.jenis)]
    if (role === undefined || !givableRoles(me).includes(role) || !mayEditUsers(me, role))
      return undefined
  }
  return { noun: nounOf(resource, filter), Form: forms[resource] }
}
