import { Link } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'

/** A link to a screen by its path, as lists and toasts name them; the router's own type knows only screens that exist. */
export const PlaceLink = ({
  to,
  search = {},
  children,
  ...rest
}: { to: string; search?: Record<string, string | number | undefined>; children: ReactNode } & Omit<
  ComponentProps<'a'>,
  'href'
>) => (
  <Link to={to} search={search as never} {...rest}>
    {children}
  </Link>
)
