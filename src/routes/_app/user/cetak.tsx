import { createFileRoute } from '@tanstack/react-router'
import { listParams, positive } from '#src/data/search.ts'
import { UserListSheet } from '#src/routes/_app/user/-userListSheet.tsx'
import { UserSheet } from '#src/routes/_app/user/-userSheet.tsx'
import { PrintScreen } from '#src/ui/print/print.tsx'

/** Page that prints the user with `id`. Without `id`, it prints the list with its filters. */
export const Route = createFileRoute('/_app/user/cetak')({
  validateSearch: (search: Record<string, unknown>) => {
    const { id: _, ...rest } = listParams(search)
    return { ...rest, id: positive(search.id) }
  },
  component: UserPrint,
})

function UserPrint() {
  const { id, ...search } = Route.useSearch()
  return <PrintScreen>{id ? <UserSheet id={id} /> : <UserListSheet search={search} />}</PrintScreen>
}
