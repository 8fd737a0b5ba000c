import { Box, Button, Group, NativeSelect, Text } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { RoleId } from '#contract/enums.ts'
import type { GuideTask } from '#contract/guide/task.ts'
import { guidesFor, isScreen, tasksOfScreen, tasksWith, type Guide } from '#contract/guide/tasks.ts'
import { positive } from '#src/data/search.ts'
import { titleOf } from '#src/data/session/guard.ts'
import { roleOf, useMe } from '#src/data/session/session.ts'
import { Note } from '#src/ui/feedback/Note.tsx'
import { SearchBox } from '#src/ui/list/filters/SearchBox.tsx'
import { Nothing } from '#src/ui/list/table/NoRows.tsx'
import { Actions, PageTitle } from '#src/ui/page/PageTitle.tsx'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'
import { anchorOf, TaskPanel } from './-panduan/TaskPanel.tsx'

const word = (value: unknown) =>
  typeof value === 'string' && value !== '' ? value.slice(0, 100) : undefined

interface GuideSearch {
  /** Task to scroll to. */
  tugas?: string | undefined
  /** Screen whose tasks are shown. */
  halaman?: string | undefined
  q?: string | undefined
  /** Role whose tasks a superadmin reads. */
  role?: number | undefined
}

/** Help pages: ten tasks of the user's role. */
export const Route = createFileRoute('/_app/panduan')({
  validateSearch: (search: Record<string, unknown>): GuideSearch => ({
    tugas: word(search.tugas),
    halaman: word(search.halaman),
    q: word(search.q),
    role: positive(search.role),
  }),
  component: GuideScreen,
})

/** Scrolls to a task and focuses its heading. */
const showTask = (task: GuideTask) => {
  const heading = document.getElementById(anchorOf(task))
  heading?.scrollIntoView({ block: 'start' })
  heading?.focus({ preventScroll: true })
}

/** Returns the guide to show: by the task in the URL, by the chosen role, or by the user. */
const chosenOf = (guides: readonly Guide[], { role, tugas }: GuideSearch, ownRole: number) => {
  const ofTask = guides.find(({ tasks }) => tasks.some(({ id }) => id === tugas))
  const guide = ofTask ?? guides.find((g) => g.role === (role ?? ownRole)) ?? guides[0]
  return { guide, task: guide?.tasks.find(({ id }) => id === tugas) }
}
/** Returns the tasks to show: those with the text, those of the screen, or all. */
const shownOf = (tasks: readonly GuideTask[], { q, halaman, tugas }: GuideSearch) => {
  if (q) return { shown: tasksWith(tasks, q), ofScreen: false }
  const screenTasks = halaman && !tugas ? tasksOfScreen(tasks, halaman) : []
  return screenTasks.length > 0
    ? { shown: screenTasks, ofScreen: true }
    : { shown: tasks, ofScreen: false }
}

function GuideScreen() {
  const search = Route.useSearch()
  const user = useMe()
  const ownRole = roleOf(user) ?? RoleId.peserta
  const guides = guidesFor(user, ownRole)
  const { guide, task } = chosenOf(guides, search, ownRole)
  // Waits a frame, because the router scrolls to the top and focuses the h1 after the page shows.
  useEffect(() => {
    const frame = task && requestAnimationFrame(() => showTask(task))
    return () => {
      if (frame !== undefined) cancelAnimationFrame(frame)
    }
  }, [task])
  const navigate = useNavigate()
  const go = (next: GuideSearch) =>
    void navigate({ to: '/panduan', search: next, replace: true, resetScroll: false })
  if (!guide) return <PageTitle />
  const { shown, ofScreen } = shownOf(guide.tasks, search)
  const { halaman, q, tugas, role } = search
  return (
    <>
      <PageTitle>
        <Actions>
          <Button
            variant="default"
            leftSection={<IconPrinter size={18} aria-hidden />}
            onClick={() => window.print()}
          >
            Cetak
          </Button>
        </Actions>
      </PageTitle>
      {tugas && !task && (
        <Note tone="orange" mb="md">
          Panduan ini tidak ada, atau bukan untuk role Anda.
        </Note>
      )}
      <Panel bare>
        <Group px="var(--pad)" py="0.7rem" className="noPrint">
          <SearchBox value={q ?? ''} change={(next) => go({ role, q: word(next.q) })} />
          {guides.length > 1 && (
            <NativeSelect
              aria-label="Role"
              value={guide.role}
              data={guides.map((g) => ({
                value: String(g.role),
                label: RoleId.label(g.role),
              }))}
              onChange={(e) => go({ role: Number(e.currentTarget.value), q })}
            />
          )}
        </Group>
        <Contents shown={shown} search={search} />
        {ofScreen && halaman && (
          <Group px="var(--pad)" pb="1rem" className="noPrint" gap="sm">
            <Text c="dimmed">
              Hanya panduan untuk {isScreen(halaman) ? titleOf(halaman) : 'halaman ini'}.
            </Text>
            <Button variant="default" size="xs" onClick={() => go({ role })}>
              Tampilkan semua
            </Button>
          </Group>
        )}
      </Panel>
      {shown.map((item) => (
        <TaskPanel key={item.id} task={item} role={guide.role} />
      ))}
    </>
  )
}

/** Table of contents: a link to each shown task. */
const Contents = ({ shown, search }: { shown: readonly GuideTask[]; search: GuideSearch }) => (
  <nav aria-label="Daftar isi">
    <div role="status" className={shown.length > 0 ? 'sr' : undefined}>
      {shown.length > 0 ? `${shown.length} panduan` : <Nothing title="Tidak ada yang cocok" />}
    </div>
    {shown.length > 0 && (
      <Box component="ol" m={0} pb="1rem" pr="var(--pad)" pl="calc(var(--pad) + 1.4rem)" lh={1.9}>
        {shown.map((task) => (
          <li key={task.id}>
            <PlaceLink
              to="/panduan"
              search={{ ...search, tugas: task.id }}
              onClick={() => showTask(task)}
            >
              {task.title}
            </PlaceLink>
          </li>
        ))}
      </Box>
    )}
  </nav>
)
