import '#src/styles/listParts.css'
import { Skeleton } from '@mantine/core'
import { IconBookmarks } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { lazy, Suspense, useState } from 'react'
import { stringifySearch } from '#src/data/search.ts'
import { listAtom } from '#src/state/device.ts'
import { Tool } from '#src/ui/list/Tool.tsx'
import { Popup } from '#src/ui/overlay/Menu.tsx'
import { part } from '#src/ui/page/part.ts'

const ViewsPanel = lazy(() =>
  part(() => import('#src/ui/list/views/ViewsPanel.tsx')).then((m) => ({ default: m.ViewsPanel })),
)
const ViewName = lazy(() =>
  part(() => import('#src/ui/list/views/ViewName.tsx')).then((m) => ({ default: m.ViewName })),
)

/**
 * Menu with the views of a list that the user has saved. `path` identifies the list, such as
 * `billing/unpaid`.
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
  return (
    <>
      <Popup
        width={300}
        label="Tampilan"
        button={(props) => (
          <Tool brief icon={IconBookmarks} {...props}>
            Tampilan
          </Tool>
        )}
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
              search: stringifySearch({ ...search, page: undefined }).slice(1),
              kolom: JSON.stringify(settings),
            }}
            close={() => setNaming(null)}
          />
        </Suspense>
      )}
    </>
  )
}
