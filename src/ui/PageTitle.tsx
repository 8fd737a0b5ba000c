import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { titleOf } from '#src/data/guard.ts'

/** The page's one h1: the route's title, with `children` (status, actions) beside it. Focus comes here on navigation. */
export const PageTitle = ({ children, plain = false }: { children?: ReactNode; plain?: boolean }) => {
  const pathname = useLocation({ select: (l) => l.pathname })
  const title = <h1 tabIndex={-1}>{titleOf(pathname)}</h1>
  return plain ? title : <div className="pageTitle">{title}{children}</div>
}
