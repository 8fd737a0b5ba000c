/** Calendar of lessons: the week of a coach, a room or an outlet, or the day of an outlet. */
import { Box, Button, Group, Stack, Text } from '@mantine/core'
import { IconChecklist, IconChevronLeft, IconChevronRight, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useDeferredValue, useState, type ReactNode } from 'react'
import { RoleId } from '#contract/enums.ts'
import { addDays, formatTanggalHari } from '#contract/values/tanggal.ts'
import { pilihanQuery } from '#src/data/choices.ts'
import type { ListParams } from '#src/data/search.ts'
import { roleOf, useCan, useMe } from '#src/data/session/session.ts'
import { useToday } from '#src/state/clock.ts'
import { Boundary } from '#src/ui/feedback/Failed.tsx'
import { Note } from '#src/ui/feedback/Note.tsx'
import { DateField } from '#src/ui/form/dates/DateField.tsx'
import { FormSkeleton } from '#src/ui/form/form.tsx'
import { useFullWidth } from '#src/ui/hooks/useFullWidth.ts'
import { AddButton } from '#src/ui/list/AddButton.tsx'
import { LazyPicker } from '#src/ui/list/filters/LazyPicker.tsx'
import { ToolLink, ToolSelect } from '#src/ui/list/Tool.tsx'
import { IconButton } from '#src/ui/overlay/IconButton.tsx'
import { PageTitle } from '#src/ui/page/PageTitle.tsx'
import { printWhole } from '#src/ui/print/printing.ts'
import { Panel } from '#src/ui/record/Panel.tsx'
import tools from '#src/ui/schedule/calendarTools.module.css'
import { AddLesson } from '../-addLesson.tsx'
import {
  Lessons,
  spanOf,
  titleOf,
  useLessons,
  type CalendarScope,
  type CalendarTab,
} from '../-lessons.tsx'
import { UnattendedNote } from '../-lessonsWithoutCoach.tsx'

const dayOr = (value: unknown, fallback: string): string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? value : fallback
const textOf = (value: unknown): string | undefined =>
  value === undefined ? undefined : String(value)

/**
 * Returns the id of the default outlet of the calendar, which is the first outlet of the user.
 * Returns undefined while the outlets are loading. `isNeeded` is false if the URL already contains
 * a scope; the result then has no id.
 */
const useFirstOutlet = (isNeeded: boolean): { id?: string } | undefined => {
  const may = useCan('gedung/pilihan')
  const [ownOutlet] = useMe()?.gedung_wilayah ?? []
  const asks = isNeeded && may && ownOutlet === undefined
  const { data, isPending } = useQuery({ ...pilihanQuery('gedung', {}), enabled: asks })
  if (!isNeeded) return {}
  return asks && isPending ? undefined : { id: textOf(ownOutlet ?? data?.[0]?.id) }
}

/**
 * Returns the scope of the calendar from the URL. In the week view, the default coach of the scope
 * is the signed-in coach. If the scope then has no outlet, room or coach, the default outlet is the
 * first outlet of the user. Returns undefined while this outlet is loading.
 */
const useCalendarScope = (tab: CalendarTab, search: ListParams): CalendarScope | undefined => {
  const user = useMe()
  const today = useToday()
  const coach = tab === 'minggu' && roleOf(user) === RoleId.pelatih ? textOf(user?.id) : undefined
  const [ruang_id, pelatih_id] = [textOf(search.ruang_id), textOf(search.pelatih_id) ?? coach]
  const ofOne = tab === 'minggu' && (ruang_id !== undefined || pelatih_id !== undefined)
  const first = useFirstOutlet(search.gedung_id === undefined && !ofOne)
  return (
    first && {
      tab,
      tanggal: dayOr(search.tanggal, today),
      gedung_id: textOf(search.gedung_id) ?? first.id,
      // The day view has no room or coach filter: it shows a whole outlet.
      ...(tab === 'minggu' && { ruang_id, pelatih_id }),
      baris: search.baris === 'pelatih' ? 'pelatih' : 'ruang',
    }
  )
}

type Change = (patch: Record<string, string | undefined>) => void

/** Date navigation: buttons for the previous, current and next week or day, and a date field. */
const Dates = ({ asked, change }: { asked: CalendarScope; change: Change }) => {
  const step = asked.tab === 'minggu' ? 7 : 1
  const unit = asked.tab === 'minggu' ? 'Minggu' : 'Hari'
  return (
    <Group gap="0.4rem" align="end" className={tools.dates}>
      <IconButton
        label={`${unit} sebelumnya`}
        icon={IconChevronLeft}
        onClick={() => change({ tanggal: addDays(asked.tanggal, -step) })}
      />
      <Button variant="default" onClick={() => change({ tanggal: undefined })}>
        {`${unit} ini`}
      </Button>
      <IconButton
        label={`${unit} berikutnya`}
        icon={IconChevronRight}
        onClick={() => change({ tanggal: addDays(asked.tanggal, step) })}
      />
      <DateField
        strict
        label="Tanggal"
        value={asked.tanggal}
        onChange={(tanggal) => change({ tanggal: tanggal || undefined })}
      />
    </Group>
  )
}

/**
 * Pickers for outlet, room and coach. Each picker is shown only to users who have its access code.
 */
const ScopePickers = ({ asked, change }: { asked: CalendarScope; change: Change }) => {
  const isCoach = roleOf(useMe()) === RoleId.pelatih
  const [mayGedung, mayRuang, mayPelatih] = [
    useCan('gedung/pilihan'),
    useCan('ruang/pilihan'),
    useCan('user/pilihan'),
  ]
  const pick = (name: 'gedung_id' | 'ruang_id' | 'pelatih_id') => (id: number | null) =>
    change({ [name]: id === null ? undefined : String(id) })
  const idOf = (value: string | undefined) => (value === undefined ? null : Number(value))
  // In the week view, a coach only sees the own lessons and has nothing to choose.
  if (isCoach && asked.tab === 'minggu') return null
  return (
    <>
      {mayGedung && (
        <LazyPicker
          label="Outlet"
          resource="gedung"
          value={idOf(asked.gedung_id)}
          onChange={pick('gedung_id')}
        />
      )}
      {asked.tab === 'hari' && (
        <ToolSelect
          label="Baris"
          value={asked.baris}
          set={(baris) => change({ baris: baris === 'pelatih' ? 'pelatih' : undefined })}
          options={[
            { value: 'ruang', label: 'Ruang' },
            { value: 'pelatih', label: 'Guru' },
          ]}
        />
      )}
      {asked.tab === 'minggu' && mayRuang && (
        <LazyPicker
          label="Ruang"
          resource="ruang"
          filter={{ gedung_id: asked.gedung_id }}
          value={idOf(asked.ruang_id)}
          onChange={pick('ruang_id')}
        />
      )}
      {asked.tab === 'minggu' && mayPelatih && (
        <LazyPicker
          label="Guru"
          resource="user"
          filter={{ jenis: 'pelatih' }}
          value={idOf(asked.pelatih_id)}
          onChange={pick('pelatih_id')}
        />
      )}
    </>
  )
}

const Notes = ({ asked }: { asked: CalendarScope }) => {
  const { libur, terpotong } = useLessons(asked)
  return (
    <>
      {libur.map((l) => (
        <Note key={`${l.tanggal} ${l.gedung_id}`} className="noPrint">
          {`${formatTanggalHari(l.tanggal)}: ${l.nama}`}
        </Note>
      ))}
      {terpotong && (
        <Note tone="orange">
          Terlalu banyak pertemuan untuk satu kalender. Pilih guru atau ruang.
        </Note>
      )}
    </>
  )
}

const Add = ({ asked }: { asked: CalendarScope }) => {
  const may = useCan('pertemuan/create')
  const [isOpen, setOpen] = useState(false)
  if (!may) return null
  return (
    <>
      <AddButton label="Tambah pertemuan" run={() => setOpen(true)} />
      <AddLesson
        isOpen={isOpen}
        close={() => setOpen(false)}
        tanggal={asked.tab === 'hari' ? asked.tanggal : undefined}
      />
    </>
  )
}

/**
 * Calendar with its buttons and pickers. After a change of the scope, the previous lessons stay
 * visible but dimmed until the new lessons have loaded.
 */
const Calendar = ({ asked, change }: { asked: CalendarScope; change: Change }) => {
  const shownScope = useDeferredValue(asked)
  const maySubstitute = useCan('pertemuan/pengganti')
  const mayMark = useCan('kursus-pelatih/absensi')
  return (
    <Stack gap="0.9rem">
      <div className={`${tools.tools} noPrint`}>
        <Dates asked={asked} change={change} />
        <ScopePickers asked={asked} change={change} />
      </div>
      <Group justify="space-between" gap="0.5rem 0.75rem" className="noPrint">
        <Text component="h2" fw={600} fz="1.1rem">
          {titleOf(spanOf(asked))}
        </Text>
        <Group gap="0.5rem">
          {mayMark && (
            // A phone has no room for this link above the first lesson; the dashboard has it too.
            <Box visibleFrom="sm">
              <ToolLink place={{ to: '/kursus-pelatih/absensi' }} icon={IconChecklist}>
                Absensi hari ini
              </ToolLink>
            </Box>
          )}
          <Button
            visibleFrom="sm"
            variant="default"
            leftSection={<IconPrinter size={16} aria-hidden />}
            onClick={() => void printWhole()}
          >
            Cetak
          </Button>
          <IconButton
            hiddenFrom="sm"
            label="Cetak"
            icon={IconPrinter}
            onClick={() => void printWhole()}
          />
          {/* The key remounts the button for each tab, because it checks on mount whether the
              command palette asked to add a lesson. */}
          <Add key={asked.tab} asked={asked} />
        </Group>
      </Group>
      <Boundary resetKey={JSON.stringify(shownScope)}>
        <Suspense fallback={<FormSkeleton />}>
          <Stack
            gap="0.9rem"
            opacity={shownScope === asked ? undefined : 0.55}
            data-loading={shownScope !== asked || undefined}
          >
            {maySubstitute && <UnattendedNote gedung_id={shownScope.gedung_id} />}
            <Notes asked={shownScope} />
            <Lessons asked={shownScope} />
          </Stack>
        </Suspense>
      </Boundary>
    </Stack>
  )
}

/** Page with the calendar. `above`: tabs that switch between list and calendar. */
export const CalendarScreen = ({
  tab,
  search,
  change,
  above,
}: {
  tab: CalendarTab
  search: ListParams
  change: Change
  above: ReactNode
}) => {
  useFullWidth()
  const scope = useCalendarScope(tab, search)
  return (
    <>
      <div className="noPrint">
        <PageTitle />
        {above}
      </div>
      <Panel>{scope ? <Calendar asked={scope} change={change} /> : <FormSkeleton />}</Panel>
    </>
  )
}
