/**
 * Rules for the changes that a user limited to outlets may make. The server applies the same rules,
 * from contract/outlets.ts.
 */
import { outletWriteError } from '#contract/outlets.ts'
import type { AnyResource } from '#contract/resource.ts'
import { me, useMe } from '#src/data/session/session.ts'

const none: readonly number[] = []
/** Returns the ids of the outlets that the user is limited to; empty without a limit. */
export const useOwnOutlets = (): readonly number[] => useMe()?.gedung_wilayah ?? none
/**
 * Returns a function that gives the reason why the user may not change a row; undefined if the user
 * may change the row.
 */
export const useWhyNotYours = (resource: AnyResource): ((row: object) => string | undefined) => {
  const outlets = useOwnOutlets()
  return (row) => outletWriteError(outlets, resource, { ...row })
}

/**
 * Returns the initial outlets of a new row for a user limited to outlets. A field for a list of
 * outlets gets all outlets of the user. A field for a single outlet gets the first of them. Returns
 * no values for a user without a limit.
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
