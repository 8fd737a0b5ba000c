/**
 * Button `Impor` above a list. The URL parameter `impor` holds the id of the open import, so that
 * the import resumes after a reload of the page.
 */
import { IconUpload } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useOwnOutlets } from '#src/data/outlets.ts'
import { positive } from '#src/data/search.ts'
import { useCan } from '#src/data/session/session.ts'
import { Boundary } from '#src/ui/feedback/Failed.tsx'
import type { ImporProps } from '#src/ui/import/importContext.ts'
import { Tool } from '#src/ui/list/Tool.tsx'
import { part } from '#src/ui/page/part.ts'

const Dialog = lazy(() =>
  part(() => import('#src/ui/import/ImportDialog.tsx')).then((m) => ({ default: m.ImporDialog })),
)

export const Impor = (props: ImporProps) => {
  const navigate = useNavigate()
  const search: { impor?: unknown } = useSearch({ strict: false })
  const isLimited = useOwnOutlets().length > 0
  if (!useCan(`${props.nama}/import`) || (props.school && isLimited)) return null
  const set = (impor: string | number | undefined, replace = false) =>
    void navigate({ to: '.', search: { ...search, impor }, replace, resetScroll: false })
  return (
    <>
      <Tool brief="onPhone" icon={IconUpload} onClick={() => set('baru')}>
        Impor
      </Tool>
      {search.impor !== undefined && (
        <Boundary resetKey={String(search.impor)}>
          <Suspense>
            <Dialog
              {...props}
              id={positive(search.impor)}
              open={(id) => set(id ?? 'baru', true)}
              close={() => set(undefined)}
            />
          </Suspense>
        </Boundary>
      )}
    </>
  )
}
