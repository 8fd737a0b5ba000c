import { IconBookmarks } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { lazy, Suspense, useState } from 'react'
import { stringifySearch } from '#src/data/search.ts'
import { listAtom } from '#src/state/device.ts'
import { Menu } from '#src/ui/Menu.tsx'
import { part } from '#src/ui/part.ts'
import { Tool } from '#src/ui/Tool.tsx'

const ViewsPanel = lazy(() =>
  part(() => import('#src/ui/list/ViewsPanel.tsx')).then((m) => ({ default: m.ViewsPanel })),
)
const ViewName = lazy(() =>
  part(() => import('#src/ui/list/ViewName.tsx')).then((m) => ({ default: m.ViewName })),
)

/** Menu of the views that a person keeps of a list; `path` tells the list (`billing/unpaid`). */
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
      <Menu
        width={300}
        popup="group"
        label="Tampilan"
        button={(props) => (
          <Tool icon={IconBookmarks} {...props}>
            Tampilan
          </Tool>
        )}
      >
        <Suspense fallback={<span className="skeleton" />}>
          <ViewsPanel list={list} path={path} search={search} name={setNaming} />
        </Suspense>
      </Menu>
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
