/** Target of a link: a screen that exists, with the search parameters that it reads. */
import type { FileRoutesByTo } from '#src/routeTree.gen.ts'

/** Paths of screens, except those with a parameter in the path. */
type ScreenPath = Exclude<keyof FileRoutesByTo, '/$' | '/errors/$kode'>
/** Search parameters of a screen, as its route reads them from the address. */
type SearchOf<P extends ScreenPath> = FileRoutesByTo[P]['types']['fullSearchSchemaInput']
type PlaceAt<P extends ScreenPath> =
  Partial<Record<never, never>> extends SearchOf<P>
    ? { to: P; search?: SearchOf<P> }
    : { to: P; search: SearchOf<P> }
/** A screen with its search; a missing screen or parameter is a compile error. */
export type Place = { [P in ScreenPath]: PlaceAt<P> }[ScreenPath]
