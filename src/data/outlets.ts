/**
 * Changes that an admin limited to outlets may make, as the server decides (contract/outlets.ts).
 */
import { outletWriteError } from '#contract/outlets.ts'
import type { AnyResource } from '#contract/resource.ts'
import { me, useMe } from '#src/data/session/session.ts'

const none: readonly number[] = []
/** Outlets that the user is limited to; empty: no limit. */
export const useOwnOutlets = (): readonly number[] => useMe()?.gedung_wilayah ?? none
/**
 * Returns the reason why the user may not change a row of the resource; undefined when they may.
 */
export const useWhyNotYours = (resource: AnyResource): ((row: object) => string | undefined) => {
  const outlets = useOwnOutlets()
  return (row) => outletWriteError(outlets, resource, { ...row })
}

/**
 * Returns the initial values of a new row for a user limited to outlets: the user's outlets, where
 * an empty field would mean all outlets. `fields` are the names of the resource's own and further
 * inputs.
 */
export const ownOutletValues = (
  resource: AnyResource,
): Record<string, number | readonly number[]> => {
  const outlets = me()?.gedung_wilayah ?? none
  const [first] = outlets
  if (first === undefined) return {}
  return {
    ...('gedung' in resource.fields && { gedung: outlets }),
    ...('gedung_wilayah' in resource.extra && { gedung_wilayah: outlets }),
    ...('gedung_id' in resource.fields && !resource.personal && { gedung_id: first }),
  }
}
