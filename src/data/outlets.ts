/**
 * What an admin who is limited to outlets may change, as the server decides it
 * (contract/outlets.ts).
 */
import { whyNotYours } from '#contract/outlets.ts'
import type { AnyResource } from '#contract/resource.ts'
import { me, useMe } from '#src/data/session.ts'

const none: readonly number[] = []
/** Outlets that the user is limited to; empty: to none. */
export const useOwnOutlets = (): readonly number[] => useMe()?.gedung_wilayah ?? none
/** Why the user may not change a row of the resource; undefined when they may. */
export const useWhyNotYours = (resource: AnyResource): ((row: object) => string | undefined) => {
  const outlets = useOwnOutlets()
  return (row) => whyNotYours(outlets, resource, { ...row })
}

/**
 * What a new row begins with for who is limited: of their outlets, where an empty field would mean
 * all of them. `fields` are the names of the resource's own and further inputs.
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
