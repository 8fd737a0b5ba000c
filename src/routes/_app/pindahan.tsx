import { createFileRoute } from '@tanstack/react-router'
import { runPrefetch } from '#src/data/api/prefetch.ts'
import { positive } from '#src/data/search.ts'
import { MovingIn } from '#src/routes/_app/-pindahan/movingIn.tsx'
import { PageTitle } from '#src/ui/page/PageTitle.tsx'

/** Page that moves a school in from one workbook. `id`: the import job of the workbook. */
export const Route = createFileRoute('/_app/pindahan')({
  validateSearch: (search: Record<string, unknown>): { id?: number } => {
    const id = positive(search.id)
    return id === undefined ? {} : { id }
  },
  loader: () =>
    runPrefetch({
      code: 'pindahan/import',
      query: async () => (await import('#src/data/pindahan.ts')).pindahanTerakhir,
    }),
  component: PindahanScreen,
})

function PindahanScreen() {
  const { id } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <>
      <PageTitle />
      <MovingIn id={id} open={(next) => void navigate({ search: { id: next } })} />
    </>
  )
}
