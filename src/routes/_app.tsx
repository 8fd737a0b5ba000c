import {
  createFileRoute,
  Outlet,
  useLocation,
  useRouter,
  type ErrorComponentProps,
} from '@tanstack/react-router'
import { guard, routeOf } from '#src/data/session/guard.ts'
import { FullLayout } from '#src/layout/FullLayout.tsx'
import { ProfileFailure } from '#src/layout/ProfileFailure.tsx'
import { SimpleLayout } from '#src/layout/SimpleLayout.tsx'

export const Route = createFileRoute('/_app')({
  beforeLoad: ({ location, preload }) => guard(location, preload),
  component: App,
  errorComponent: Stranger,
})

function Stranger({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  return (
    <ProfileFailure
      error={error}
      retry={() => {
        reset()
        void router.invalidate()
      }}
    />
  )
}

function App() {
  const pathname = useLocation({ select: (l) => l.pathname })
  const Layout = routeOf(pathname)?.simple ? SimpleLayout : FullLayout
  return (
    <Layout>
      <Outlet />
    </Layout>
  )
}
