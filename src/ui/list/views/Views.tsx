import '#src/styles/listParts.css'
import { Skeleton, Text } from '@mantine/core'
import { IconBookmarks } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { lazy, Suspense, useState } from 'react'
import type { savedView } from '#contract/access/savedView.ts'
import { queriesOf } from '#src/data/api/createHooks.ts'
import { listAtom } from '#src/state/device.ts'
import { Tool } from '#src/ui/list/Tool.tsx'
import { isSameViewSearch, viewSearchOf } from '#src/ui/list/views/viewSearch.ts'
import { Popup } from '#src/ui/overlay/Menu.tsx'
import { part } from '#src/ui/page/part.ts'

const ViewsPanel = lazy(() =>
  part(() => import('#src/ui/list/views/ViewsPanel.tsx')).then((m) => ({ default: m.ViewsPanel })),
)
const ViewName = lazy(() =>
  part(() => import('#src/ui/list/views/ViewName.tsx')).then((m) => ({ default: m.ViewName })),
)

/** Returns the name of the saved view whose filters and order the list has now. */
const useAppliedView = (
  path: string,
  search: Record<string, string | number | undefined>,
): string | undefined => {
  const now = viewSearchOf(search)
  const views = useQuery({
    ...queriesOf<typeof savedView>('saved-view').list({ resource: path, 'per-page': 100 }),
    enabled: now !== '',
  })
  return views.data?.rows.find((view) => isSameViewSearch(view.search, now))?.nama
}

/**
 * Menu with the views of a list that the user has saved. The button shows the name of the applied
 * view. `path` identifies the list, such as `billing/unpaid`.
 */
export const Views = ({
  list,
  path,
  search,
}: {
  list: string
  path: string
  search: Record<string, string | number | undefined>
}) => {
  const settings = useAtomValue(listAtom(list))
  const [naming, setNaming] = useState<number | null>(null)
  const applied = useAppliedView(path, search)
  return (
    <>
      <Popup
        width={300}
        label="Tampilan"
        button={(props) =>
          applied === undefined ? (
            <Tool brief="whenFull" icon={IconBookmarks} data-beside-search {...props}>
              Tampilan
            </Tool>
          ) : (
            <Tool
              icon={IconBookmarks}
              data-applied
              data-beside-search
              aria-label={`Tampilan: ${applied}`}
              data-tip
              {...props}
            >
              <Text span inherit truncate maw="9rem">
                {applied}
              </Text>
            </Tool>
          )
        }
      >
        <Suspense fallback={<Skeleton h={17} />}>
          <ViewsPanel list={list} path={path} search={search} name={setNaming} />
        </Suspense>
      </Popup>
      {naming !== null && (
        <Suspense>
          <ViewName
            id={naming}
            initial={{
              resource: path,
              search: viewSearchOf(search),
              kolom: JSON.stringify(settings),
            }}
            close={() => setNaming(null)}
          />
        </Suspense>
      )}
    </>
  )
}
