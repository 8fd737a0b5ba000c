/**
 * Rows that the user may create from a picker. The forms of the rows are parts of screens, which
 * the kit cannot import. The start of the app provides a function that finds them
 * (`provideNewRows`).
 */
import { useEffect, useState, type ComponentType } from 'react'
import type { AccessCode } from '#contract/access/access.ts'
import type { Params } from '#src/data/api/http.ts'
import { useAllowed, useMe } from '#src/data/session/session.ts'
import { part } from '#src/ui/page/part.ts'

interface NewRow {
  /** Noun of the row, such as `ruang`, or `guru` among users. */
  noun: string
  /** Form of the row in a dialog, as a ModalForm without `target`. */
  Form: ComponentType
}
interface Asked {
  /** Resource and filter of the picker. */
  resource: string
  filter: Params
  me: ReturnType<typeof useMe>
  allowed: (code: AccessCode) => boolean
}
/**
 * Returns the row that a picker can create; undefined if its resource has no form, or the user may
 * not create the row.
 */
export type FindNewRow = (asked: Asked) => NewRow | undefined

let load: (() => Promise<FindNewRow>) | undefined
let find: FindNewRow | undefined
/** Sets the function that loads `FindNewRow`. It is called when a picker first opens. */
export const provideNewRows = (source: () => Promise<FindNewRow>): void => {
  load = source
}

/** Returns the row that a picker can create, once `isWanted` was true; see FindNewRow. */
export const useNewRow = (
  resource: string,
  filter: Params,
  isWanted: boolean,
): NewRow | undefined => {
  const me = useMe()
  const allowed = useAllowed()
  const [isLoaded, setLoaded] = useState(find !== undefined)
  useEffect(() => {
    if (!isWanted || isLoaded || !load) return
    void part(load).then(
      (loaded) => {
        find = loaded
        setLoaded(true)
      },
      () => {},
    )
  }, [isWanted, isLoaded])
  return isWanted && isLoaded ? find?.({ resource, filter, me, allowed }) : undefined
}
