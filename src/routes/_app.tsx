import { createFileRoute, Outlet, useLocation } from '@tanstack/react-router'
import { guard, routeOf } from '#src/data/guard.ts'
import { FullLayout } from '#src/layout/FullLayout.tsx'
import { SimpleLayout } from '#src/layout/SimpleLayout.tsx'

export const Route = createFileRoute('/_app')({ beforeLoad: ({ location, preload }) => guard(location, preload), component: App })

function App() {
  const pathname = useLocation({ select: (l) => l.pathname })
  const Layout = routeOf(pathname)?.simple ? SimpleLayout : FullLayout
  return <Layout><Outlet /></Layout>
}
