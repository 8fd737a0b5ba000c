/**
 * Links that must compile, and links that must not (`@ts-expect-error`). `tsc` checks this file and
 * fails when an expected error does not occur. The file is never run or imported.
 */
import type { Place } from '#src/state/place.ts'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'

export const right: Place[] = [
  { to: '/billing/view', search: { id: 1 } },
  { to: '/profile/view' },
  { to: '/billing', search: { peserta_id: 1 } },
]
// @ts-expect-error -- no such screen
export const misspelt: Place = { to: '/biling/view', search: { id: 1 } }
// @ts-expect-error -- the screen of a record needs the id of the record
export const without: Place = { to: '/billing/view' }
// @ts-expect-error -- no such parameter
export const unknown: Place = { to: '/search', search: { query: 'andi' } }
export const links = (
  <>
    <PlaceLink to="/user/view" search={{ id: 1 }}>
      Andi
    </PlaceLink>
    {/* @ts-expect-error -- no such screen */}
    <PlaceLink to="/user/vew" search={{ id: 1 }}>
      Andi
    </PlaceLink>
    {/* @ts-expect-error -- an id is a number */}
    <PlaceLink to="/user/view" search={{ id: 'x' }}>
      Andi
    </PlaceLink>
  </>
)
