import { lazy, Suspense } from 'react'
import type { Params } from '#src/data/api/http.ts'
import type { EmptyReason } from '#src/ui/form/pickers/useChoices.ts'
import { part } from '#src/ui/page/part.ts'

// Loads the nouns of all resources only when a list is empty.
const LazyNone = lazy(() =>
  part(() => import('#src/ui/form/pickers/NoChoices.tsx')).then((m) => ({ default: m.NoChoices })),
)
const texts = {
  forbidden: 'Anda tidak berhak memilih dari data ini',
  searching: 'Mencari…',
  unmatched: 'Tidak ada yang cocok',
}

/** Text in place of the choices of a picker. */
export const EmptyChoices = ({
  reason,
  ...of
}: {
  reason: EmptyReason
  resource: string
  filter?: Params
}) =>
  reason === 'none' ? (
    <Suspense fallback={texts.searching}>
      <LazyNone {...of} />
    </Suspense>
  ) : (
    texts[reason]
  )
