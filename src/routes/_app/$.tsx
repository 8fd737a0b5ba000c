import { Button, Group } from '@mantine/core'
import { createFileRoute, Link, useRouter } from '@tanstack/react-router'
import { useMe } from '#src/data/session.ts'
import { menuFor } from '#src/layout/menu.ts'
import { PageTitle } from '#src/ui/page/PageTitle.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'

/**
 * Routes of contract/routes.ts whose screen is not there yet; the guard above sends unknown paths
 * to /errors/404.
 */
export const Route = createFileRoute('/_app/$')({ component: NotYet })

/** How many pages are named that one can go to instead. */
const most = 4
/** The first pages of the own menu that are there. */
const useWaysOn = () => {
  const user = useMe()
  const { routesByPath } = useRouter()
  const links = user ? menuFor(user).flatMap((node) => [node, ...(node.sub ?? [])]) : []
  return links
    .flatMap(({ name, to }) =>
      to !== undefined && to !== '/' && Object.hasOwn(routesByPath, to) ? [{ name, to }] : [],
    )
    .slice(0, most)
}

function NotYet() {
  return (
    <>
      <PageTitle />
      <Panel>
        <p style={{ margin: '0 0 1rem' }}>Layar ini belum tersedia</p>
        <Group gap="xs">
          {useWaysOn().map(({ name, to }) => (
            <Button key={to} variant="default" renderRoot={(props) => <Link to={to} {...props} />}>
              {name}
            </Button>
          ))}
        </Group>
      </Panel>
    </>
  )
}
