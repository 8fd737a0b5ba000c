import { createFileRoute } from '@tanstack/react-router'
import { listParams, positive } from '#src/data/search.ts'
import { LembarUser } from '#src/routes/_app/user/-cetak.tsx'
import { LembarDaftar } from '#src/routes/_app/user/-cetakDaftar.tsx'
import { PrintScreen } from '#src/ui/print.tsx'

/** One user with `id`, else the list with the filters that it was opened with. */
export const Route = createFileRoute('/_app/user/cetak')({
  validateSearch: (search: Record<string, unknown>) => {
    const { id: _, ...rest } = listParams(search)
    return { ...rest, id: positive(search.id) }
  },
  component: CetakUser,
})

function CetakUser() {
  const { id, ...search } = Route.useSearch()
  return <PrintScreen>{id ? <LembarUser id={id} /> : <LembarDaftar search={search} />}</PrintScreen>
}
