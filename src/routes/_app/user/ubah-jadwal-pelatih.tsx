import { Text } from '@mantine/core'
import { createFileRoute, redirect, useNavigate } from '@tanstack/react-router'
import { RoleId } from '#contract/enums.ts'
import { queryClient } from '#src/data/api/queryClient.ts'
import { JadwalPelatih } from '#src/data/calls.ts'
import { positive } from '#src/data/search.ts'
import { me, roleOf, useCan, useMe } from '#src/data/session/session.ts'
import { JadwalEditor } from '#src/routes/_app/user/-slots/jadwalEditor.tsx'
import { toast } from '#src/state/feedback.ts'
import { PageTitle } from '#src/ui/page/PageTitle.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'

/**
 * Returns the id of the coach whose free slots are edited: the id in the URL, otherwise the
 * signed-in user if that user is a coach; undefined for other users.
 */
const idOf = (id: number | undefined, user: ReturnType<typeof me>) =>
  id ?? (roleOf(user) === RoleId.pelatih ? user?.id : undefined)

export const Route = createFileRoute('/_app/user/ubah-jadwal-pelatih')({
  validateSearch: (search: Record<string, unknown>): { id?: number } => ({
    id: positive(search.id),
  }),
  loaderDeps: ({ search }) => ({ id: search.id }),
  loader: async ({ deps }) => {
    const id = idOf(deps.id, me())
    if (id === undefined)
      throw redirect({ to: '/errors/$kode', params: { kode: '404' }, replace: true })
    // Fetches without the cache, because the edit must start from the current week. Ignores errors,
    // because the component suspends on the same query and shows them.
    const call = (await import('#src/data/calls.ts')).JadwalPelatih
    await queryClient.fetchQuery(call.query({ id })).catch(() => {})
  },
  component: JadwalPelatihEdit,
})

function JadwalPelatihEdit() {
  const id = idOf(Route.useSearch().id, useMe()) ?? 0
  const navigate = useNavigate()
  const record = useCan('user/view')
  const { pelatih } = JadwalPelatih.useSuspenseData({ id })
  const done = () => {
    const place = { to: '/user/view', search: { id, tab: 'jadwal' } } as const
    toast(`Jadwal kosong ${pelatih.name} disimpan`, { to: record ? place : undefined })
    if (record) void navigate({ ...place, replace: true })
  }
  return (
    <>
      <PageTitle>
        <Text span c="dimmed" fz="1.125rem">
          {pelatih.name}
        </Text>
      </PageTitle>
      <Panel>
        <JadwalEditor key={id} id={id} onSaved={done} onCancel={() => history.back()} />
      </Panel>
    </>
  )
}
