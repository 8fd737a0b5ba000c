/**
 * Type tests that use types of the server in ways that must not compile, such as a module that
 * lacks the function of an action. This file is type-checked but never run or imported.
 */
import { type AnyCall } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { resources, type ResourceName, type Resources } from '#contract/registry.ts'
import { module, type Module, type ModuleFor } from '#server/resource/module.ts'

type Billing = Module<Resources['billing']>
declare const filters: Billing['filters']
declare const actions: Billing['actions']
declare const expands: Billing['expands']
declare const fewerFilters: Omit<typeof filters, 'batal'>
declare const fewerActions: Omit<typeof actions, 'batalkan'>
export const whole = module(resources.billing, { filters, actions, expands })

export const lacksAction = module(resources.billing, {
  filters,
  // @ts-expect-error an action without its handler
  actions: fewerActions,
  expands,
})
// @ts-expect-error no actions at all
export const lacksActions = module(resources.billing, { filters, expands })
export const lacksFilter = module(resources.billing, {
  // @ts-expect-error a custom filter without its handler
  filters: fewerFilters,
  actions,
  expands,
})
export const unknownAction = module(resources.billing, {
  filters,
  expands,
  // @ts-expect-error a handler of an action that is not declared
  actions: { ...actions, hapus: async () => {} },
})
// @ts-expect-error an access code of the list that does not exist
export const unknownCode = module(resources.bank, { listCodes: ['bank/tidak-ada'] })
// @ts-expect-error a computed column that the resource does not have
export const unknownColumn = module(resources.bank, { before: async () => ({ saldo: 1 }) })
export const unknownPlanned = module(resources.bank, {
  // @ts-expect-error a planned column that the resource does not have
  plan: async () => ({ columns: { saldo: 1 } }),
})
export const unplanned = module(resources.bank, {
  plan: async () => ({ columns: {}, closes: 1 }),
  // @ts-expect-error a property that the plan does not have
  after: async ({ plan }) => void plan.opens,
})
// @ts-expect-error a resource without its module
export const lacksModule: { [N in ResourceName]: ModuleFor<Resources[N]> } = {
  bank: module(resources.bank, {}),
}
// @ts-expect-error a call that is not declared
export const unknownCall: AnyCall = calls.tidakAda
