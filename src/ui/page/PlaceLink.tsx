import { Link } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import type { Place } from '#src/state/place.ts'

/** Link to a screen. A misspelt path or search parameter is a compile error. */
export const PlaceLink = ({
  to,
  search,
  children,
  ...rest
}: Place & { children: ReactNode } & Omit<ComponentProps<'a'>, 'href'>) => (
  // The type assertion is safe, because the type `Place` has already checked that `to` and `search`
  // belong together.
  <Link to={to} search={(search ?? {}) as never} {...rest}>
    {children}
  </Link>
)
