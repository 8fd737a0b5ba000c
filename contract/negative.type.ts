/**
 * Tests of types: each line below an `@ts-expect-error` must not compile, otherwise `tsc` fails.
 * The text after `@ts-expect-error` names the mistake. The file is never run and never imported.
 */
import * as z from 'zod/mini'
import { can } from '#contract/access/access.ts'
import type { login } from '#contract/access/authCalls.ts'
import type { infoBilling } from '#contract/access/userCalls.ts'
import type { bank } from '#contract/billing/bank.ts'
import type { billing } from '#contract/billing/billing.ts'
import type { CallInput, CallQuery } from '#contract/call.ts'
import { nama, rupiah } from '#contract/fields.ts'
import type { ResourceCode } from '#contract/registry.ts'
import {
  resource,
  type ActionInput,
  type ActionName,
  type FilterOf,
  type Input,
  type Row,
  type SortOf,
  type Update,
} from '#contract/resource.ts'

const access = {
  index: [],
  view: [],
  create: [],
  update: [],
  delete: [],
  ekspor: [],
  pilihan: [],
} as const
const label = ['Contoh', 'Contoh'] as const
const fields = { nama: nama('Nama'), harga: rupiah('Harga') }

// A declaration without errors. Each declaration below differs from `whole` in one property, so
// that only this property can cause the expected error.
export const whole = resource({
  name: 'contoh',
  label,
  fields,
  sort: ['nama'],
  defaultSort: '-nama',
  filters: ['harga'],
  search: ['nama'],
  choice: { label: 'nama' },
  totals: ['harga'],
  access,
})

export const sort = resource({
  name: 'contoh',
  label,
  fields,
  // @ts-expect-error an unknown sort column
  sort: ['nama', 'tidak_ada'],
  defaultSort: 'nama',
  access,
})
export const defaultSort = resource({
  name: 'contoh',
  label,
  fields,
  sort: ['nama'],
  // @ts-expect-error a default order that `sort` does not contain
  defaultSort: 'harga',
  access,
})
export const filters = resource({
  name: 'contoh',
  label,
  fields,
  sort: ['nama'],
  defaultSort: 'nama',
  // @ts-expect-error an unknown filter column
  filters: ['tidak_ada'],
  access,
})
export const search = resource({
  name: 'contoh',
  label,
  fields,
  sort: ['nama'],
  defaultSort: 'nama',
  // @ts-expect-error an unknown search column
  search: ['tidak_ada'],
  access,
})
export const choice = resource({
  name: 'contoh',
  label,
  fields,
  sort: ['nama'],
  defaultSort: 'nama',
  // @ts-expect-error an unknown column in the picker
  choice: { label: 'tidak_ada' },
  access,
})
export const totals = resource({
  name: 'contoh',
  label,
  fields,
  sort: ['nama'],
  defaultSort: 'nama',
  // @ts-expect-error an unknown column in the totals
  totals: ['tidak_ada'],
  access,
})
export const editable = resource({
  name: 'contoh',
  label,
  fields,
  sort: ['nama'],
  defaultSort: 'nama',
  // @ts-expect-error an unknown editable column
  editable: ['tidak_ada'],
  access,
})
export const idempotent = resource({
  name: 'contoh',
  label,
  fields,
  sort: ['nama'],
  defaultSort: 'nama',
  // @ts-expect-error an unknown idempotent call
  idempotent: ['batalkan'],
  access,
})
const { pilihan: _, ...lacking } = access
export const missing = resource({
  name: 'contoh',
  label,
  fields,
  sort: ['nama'],
  defaultSort: 'nama',
  // @ts-expect-error a resource that declares no access for an operation
  access: lacking,
})
export const action = resource({
  name: 'contoh',
  label,
  fields,
  sort: ['nama'],
  defaultSort: 'nama',
  actions: { batalkan: z.object({}) },
  // @ts-expect-error a resource that declares no access for an action
  access,
})
export const role = resource({
  name: 'contoh',
  label,
  fields,
  sort: ['nama'],
  defaultSort: 'nama',
  // @ts-expect-error an unknown role
  access: { ...access, index: ['kasir'] },
})
export const superadmin = resource({
  name: 'contoh',
  label,
  fields,
  sort: ['nama'],
  defaultSort: 'nama',
  // @ts-expect-error superadmin is never listed because its wildcard covers every code
  access: { ...access, index: ['superadmin'] },
})

// @ts-expect-error an unknown access code
can(null, 'bank/tidak-ada')
// @ts-expect-error an operation that the resource does not have
can(null, 'billing-payment/delete')
can(null, 'bank/create')
// @ts-expect-error a code that no resource has
export const code: ResourceCode = 'dompet/index'

// @ts-expect-error an unknown order
export const sortOf: SortOf<typeof bank> = 'metode'
// @ts-expect-error an unknown filter
export const filterOf: FilterOf<typeof bank> = 'nama_bank'
// @ts-expect-error an unknown action
export const actionOf: ActionName<typeof billing> = 'hapus'
// @ts-expect-error an action's input of the wrong kind
export const actionInput: ActionInput<typeof billing, 'batalkan'> = { alasan: 1 }
// @ts-expect-error a field of the wrong kind in create
export const wrongKind: Input<typeof bank> = { nama_bank: 'BCA', no_rekening: 1, atas_nama: 'Nada' }
export const wrongValue: Input<typeof bank> = {
  nama_bank: 'BCA',
  no_rekening: '1',
  atas_nama: 'Nada',
  // @ts-expect-error a value that the enumeration does not contain
  status: 'hilang',
}
// @ts-expect-error an input of create without a required field
export const incomplete: Input<typeof bank> = { nama_bank: 'BCA', no_rekening: '1' }
// @ts-expect-error an update without its version
export const withoutVersion: Update<typeof bank> = { nama_bank: 'BCA' }
// @ts-expect-error a computed column in an input
export const computed: Input<typeof billing>['nomor'] = 'INV/1'
// @ts-expect-error an expand that is not declared
export type Unknown = Row<typeof bank>['dompet']
// @ts-expect-error a call's input of the wrong kind
export const callInput: CallInput<typeof login> = { username: 'ayu', password: 1 }
// @ts-expect-error a call without its query
export const callQuery: CallQuery<typeof infoBilling> = {}
