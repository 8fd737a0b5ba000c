/** Target of a link: an existing screen with the search parameters that it reads. */
import type { RegisteredRouter } from '@tanstack/react-router'

/** Type of the routes by path. src/router.tsx registers the router that defines them. */
type Routes = RegisteredRouter['routeTree']['types']['fileRouteTypes']['fileRoutesByTo']
/** Paths of screens, without those that have a parameter in the path. */
type ScreenPath = Exclude<keyof Routes, '/$' | '/errors/$kode'>
/** Search parameters of a screen, as its route reads them from the address. */
type SearchOf<P extends ScreenPath> = Routes[P]['types']['fullSearchSchemaInput']
type PlaceAt<P extends ScreenPath> =
  Partial<Record<never, never>> extends SearchOf<P>
    ? { to: P; search?: SearchOf<P> }
    : { to: P; search: SearchOf<P> }
/**
 * A screen with its search parameters. A screen or parameter that does not exist is a compile
 * error.
 */
export type Place = { [P in ScreenPath]: PlaceAt<P> }[ScreenPath]
