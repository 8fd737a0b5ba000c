import { createFileRoute } from '@tanstack/react-router'
import { PageTitle } from '#src/ui/page/PageTitle.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'

/**
 * Routes of contract/routes.ts whose screen is not there yet; the guard above sends unknown paths
 * to /errors/404.
 */
export const Route = createFileRoute('/_app/$')({ component: NotYet })

function NotYet() {
  return (
    <>
      <PageTitle />
      <Panel>
        <p style={{ margin: 0 }}>Layar ini belum tersedia</p>
      </Panel>
    </>
  )
}
