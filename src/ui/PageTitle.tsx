import { useMatch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { titleOf } from '#src/data/guard.ts'

/** The page's one h1: the route's title, with `children` (status, actions) beside it. Focus comes here on navigation. */
export const PageTitle = ({
  children,
  plain = false,
}: {
  children?: ReactNode
  plain?: boolean
}) => {
  // Of the route that draws it: while the next one loads, this page keeps its own title.
  const pathname = useMatch({ strict: false, select: (m) => m.pathname })
  const title = <h1 tabIndex={-1}>{titleOf(pathname)}</h1>
  return plain ? (
    title
  ) : (
    <div className="pageTitle">
      {title}
      {children}
    </div>
  )
}
