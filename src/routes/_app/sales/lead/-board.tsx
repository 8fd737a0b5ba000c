/**
 * Board with a column for each stage of leads. A card is moved by dragging its handle, by arrow
 * keys on the handle, or by its menu. contract/sales/rules/stages.ts defines the allowed moves.
 */
import { ActionIcon, Box, Group, NativeSelect, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconDots, IconGripVertical, IconPlus } from '@tabler/icons-react'
import {
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { RoleId } from '#contract/enums.ts'
import { TahapLead } from '#contract/sales/leadEnums.ts'
import { whyNotStage, type Tahap } from '#contract/sales/rules/stages.ts'
import { Leads } from '#src/data/resources/lead.ts'
import { listParams, type ListParams } from '#src/data/search.ts'
import { roleOf, useCan, useMe } from '#src/data/session/session.ts'
import { LeadDialog } from '#src/routes/_app/sales/lead/-dialogs.tsx'
import { LeadForm } from '#src/routes/_app/sales/lead/-form.tsx'
import {
  dueOf,
  leadExpand,
  leadPlace,
  useLeadActions,
  useMove,
  type Lead,
  type OpenDialog,
} from '#src/routes/_app/sales/lead/-lead.ts'
import { useCardDrag } from '#src/routes/_app/sales/lead/-useCardDrag.ts'
import { toast } from '#src/state/feedback.ts'
import { Boundary } from '#src/ui/feedback/Failed.tsx'
import { FormSkeleton } from '#src/ui/form/form.tsx'
import { phoneText, totalText } from '#src/ui/format/format.ts'
import { Dim } from '#src/ui/format/Words.tsx'
import { useFullWidth } from '#src/ui/hooks/useFullWidth.ts'
import { FilterControl } from '#src/ui/list/filters/FilterControl.tsx'
import { SearchBox } from '#src/ui/list/filters/SearchBox.tsx'
import { useListSearch } from '#src/ui/list/filters/useListSearch.ts'
import { Badge } from '#src/ui/list/rows/Badge.tsx'
import { selectArrow, Tool } from '#src/ui/list/Tool.tsx'
import { Menu } from '#src/ui/overlay/Menu.tsx'
import { LinkButton } from '#src/ui/page/LinkButton.tsx'
import { PageTitle } from '#src/ui/page/PageTitle.tsx'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'
import classes from './Board.module.css'

/** Maximum number of cards in a column. The list shows all leads of a stage. */
const mostCards = 20
const stages = TahapLead.options.map((o) => o.value)

/** Returns the nearest stage to the left (-1) or right (1) that the lead may enter, if any. */
const stageBeside = (row: Lead, by: -1 | 1): Tahap | undefined => {
  const index = stages.indexOf(row.tahap)
  const ahead = by > 0 ? stages.slice(index + 1) : stages.slice(0, index).toReversed()
  return ahead.find((to) => whyNotStage(row, to) === undefined)
}

/** Returns the filters of the board: the filters of the list without page, order and stage. */
const useFilters = (): ListParams => {
  const { filters } = useListSearch()
  const { tab: _t, tahap: _h, ...rest } = filters
  return listParams(rest)
}

interface Work {
  move: (row: Lead, to: Tahap) => void
  moving: ReadonlySet<number>
  /**
   * Whether a row is an outdated version of a lead that was moved. Its card is hidden until the
   * column has been refetched.
   */
  isPast: (row: Lead) => boolean
  actionsOf: ReturnType<typeof useLeadActions>
  drag: ReturnType<typeof useCardDrag<Lead>>
  hint: string
}

const Card = ({ row, work }: { row: Lead; work: Work }) => {
  const { drag, actionsOf, move, hint } = work
  const mayMove = useCan('lead/tahap')
  const due = dueOf(row)
  const { notes, step, activation, moves } = actionsOf(row)
  const press = (e: KeyboardEvent) => {
    if (e.key === 'Escape' && drag.dragged) drag.cancel()
    else if (e.key === 'ArrowLeft' || e.key === 'ArrowRight') {
      const to = stageBeside(row, e.key === 'ArrowRight' ? 1 : -1)
      if (to) move(row, to)
    } else return
    e.preventDefault()
    e.stopPropagation()
  }
  return (
    <li
      className={classes.card}
      data-lead={row.id}
      data-dragged={drag.dragged?.id === row.id || undefined}
      aria-busy={work.moving.has(row.id) || undefined}
      style={drag.styleOf(row)}
    >
      <Text fw={600} component="span">
        <PlaceLink {...leadPlace(row)}>{row.nama}</PlaceLink>
      </Text>
      <Group gap={0} wrap="nowrap">
        {mayMove && (
          <ActionIcon
            variant="subtle"
            color="gray"
            className={classes.handle}
            data-handle
            aria-label={`Pindahkan ${row.nama}`}
            aria-describedby={hint}
            onKeyDown={press}
            {...drag.handleProps(row)}
          >
            <IconGripVertical size={18} aria-hidden />
          </ActionIcon>
        )}
        <Menu
          label={`Aksi ${row.nama}`}
          width={240}
          button={(props) => (
            <ActionIcon variant="subtle" color="gray" aria-label={`Aksi ${row.nama}`} {...props}>
              <IconDots size={18} aria-hidden />
            </ActionIcon>
          )}
          items={[
            ...notes,
            step,
            activation,
            ...moves.map((m) => ({ ...m, run: () => move(row, m.to) })),
          ].map(({ label, run, danger, disabled }) => ({
            label,
            run,
            danger: danger && !disabled,
            why: disabled,
          }))}
        />
      </Group>
      <div className={classes.lines}>
        <Dim>{phoneText(row.phone)}</Dim>
        {due && (
          <span>
            <Badge tone={due.tone}>{due.text}</Badge> {row.tindak_lanjut}
          </span>
        )}
        <Dim>{[row.sales?.name, row.gedung?.nama].filter(Boolean).join(', ')}</Dim>
      </div>
    </li>
  )
}

const columnSearch = (tahap: Tahap, filters: ListParams): ListParams => ({
  ...filters,
  tahap,
  sort: 'tindak_lanjut_at',
  'per-page': mostCards,
  expand: leadExpand,
})
const Cards = ({ tahap, work }: { tahap: Tahap; work: Work }) => {
  const filters = useFilters()
  const { rows, page } = Leads.useList(Leads.clean(columnSearch(tahap, filters)))
  return (
    <>
      <Text c="dimmed" size="sm" mb="xs">
        {totalText(page)} lead
      </Text>
      <ul className={classes.cards} aria-label={`Lead ${TahapLead.label(tahap)}`}>
        {rows
          .filter((row) => !work.isPast(row))
          .map((row) => (
            <Card key={row.id} row={row} work={work} />
          ))}
      </ul>
      {page.total > rows.length && (
        <LinkButton
          place={{ to: '/sales/lead', search: { ...filters, tahap } }}
          variant="subtle"
          fullWidth
          mt="xs"
        >
          Lihat semua {totalText(page)}
        </LinkButton>
      )}
    </>
  )
}

const Column = ({ tahap, work }: { tahap: Tahap; work: Work }) => {
  const { drag } = work
  const shut = drag.dragged && drag.dragged.tahap !== tahap && whyNotStage(drag.dragged, tahap)
  return (
    <section
      className={classes.column}
      aria-label={TahapLead.label(tahap)}
      data-column={tahap}
      data-over={(drag.over === tahap && !shut) || undefined}
      data-shut={shut ? true : undefined}
    >
      <Text component="h2" fw={600} fz="1rem" m={0}>
        {TahapLead.label(tahap)}
      </Text>
      <Boundary resetKey={tahap}>
        <Suspense fallback={<FormSkeleton />}>
          <Cards tahap={tahap} work={work} />
        </Suspense>
      </Boundary>
    </section>
  )
}

/**
 * Returns the function `move`, which moves a card to another stage, and the state of the moves.
 * `moved`: last moved lead, whose card gets the focus. `said`: text for a live region.
 */
const useMoves = () => {
  const send = useMove()
  const [moving, setMoving] = useState<ReadonlySet<number>>(new Set())
  const [moved, setMoved] = useState<number>()
  const [past, setPast] = useState<ReadonlyMap<number, number>>(new Map())
  const isPast = ({ id, versi }: Lead) => versi <= (past.get(id) ?? -1)
  const [said, say] = useState('')
  const move = async (row: Lead, to: Tahap) => {
    if (to === row.tahap || moving.has(row.id)) return
    const why = whyNotStage(row, to)
    if (why) {
      toast(why, { tone: 'red' })
      return
    }
    setMoving((all) => new Set(all).add(row.id))
    const isDone = await send(row, to)
    setMoving((all) => new Set([...all].filter((id) => id !== row.id)))
    if (!isDone) return
    setPast((all) => new Map(all).set(row.id, row.versi))
    setMoved(row.id)
    say(`${row.nama} pindah ke ${TahapLead.label(to)}`)
  }
  return { move, moving, moved, setMoved, said, isPast }
}

const BoardTools = ({ add }: { add: () => void }) => {
  const { search, filters, change } = useListSearch()
  const mayAdd = useCan('lead/create')
  const isSales = roleOf(useMe()) === RoleId.sales
  const shownFilters = ['jatuh', 'gedung_id', ...(isSales ? [] : ['sales_id'])].flatMap((name) => {
    const meta = Leads.field(name)?.meta
    return meta ? [{ name, meta }] : []
  })
  return (
    <Group align="flex-end" mb="md">
      <SearchBox value={String(search.q ?? '')} change={change} />
      {shownFilters.map((filter) => (
        <Box key={filter.name} flex="1 1 8rem" maw="15rem">
          <FilterControl filter={filter} values={filters} change={change} />
        </Box>
      ))}
      {mayAdd && (
        <Box ml="auto">
          <Tool icon={IconPlus} primary onClick={add}>
            Tambah Lead
          </Tool>
        </Box>
      )}
    </Group>
  )
}

/** Returns the shown stages: all stages or, on a phone, the stage that is chosen in a picker. */
const usePhoneStage = () => {
  const isNarrow = useMediaQuery('(max-width: 767px)') ?? false
  const [stage, choose] = useState<Tahap>('baru')
  return { isNarrow, stage, choose, shown: isNarrow ? [stage] : stages }
}

export const Board = ({ tabs }: { tabs: ReactNode }) => {
  const [dialog, show] = useState<OpenDialog | null>(null)
  const [isAdding, add] = useState(false)
  const { move, moving, moved, setMoved, said, isPast } = useMoves()
  const board = useRef<HTMLDivElement>(null)
  const hint = useId()
  const drag = useCardDrag<Lead>(board, (row, to) => {
    const tahap = stages.find((stage) => stage === to)
    if (tahap) void move(row, tahap)
  })
  const { isNarrow, stage, choose, shown } = usePhoneStage()
  const actionsOf = useLeadActions(show)
  useFullWidth()
  // Moves the focus back to the moved card. The card appears in its new column only after the
  // refetch, so the effect observes the board for up to 3 s.
  useEffect(() => {
    const target = board.current
    if (moved === undefined || !target) return
    const find = () => target.querySelector<HTMLElement>(`[data-lead="${moved}"] [data-handle]`)
    const follow = () => {
      const handle = find()
      if (!handle || document.activeElement === handle) return
      if (document.activeElement === document.body) handle.focus()
    }
    const observer = new MutationObserver(follow)
    observer.observe(target, { childList: true, subtree: true })
    const timer = setTimeout(() => setMoved(undefined), 3000)
    follow()
    return () => {
      observer.disconnect()
      clearTimeout(timer)
    }
  }, [moved, setMoved])
  const work: Work = {
    move: (row, to) => void move(row, to),
    moving,
    isPast,
    actionsOf,
    drag,
    hint,
  }
  return (
    <>
      <PageTitle />
      {tabs}
      <BoardTools add={() => add(true)} />
      <Text id={hint} c="dimmed" size="sm" mb="xs" visibleFrom="sm">
        Geser pegangan kartu, atau tekan panah kiri dan kanan padanya, untuk memindahkan tahap.
      </Text>
      {isNarrow && (
        <NativeSelect
          label="Tahap"
          mb="sm"
          rightSection={selectArrow}
          value={stage}
          data={TahapLead.options.map((o) => ({ value: o.value, label: o.label }))}
          onChange={(e) => choose(stages.find((s) => s === e.currentTarget.value) ?? 'baru')}
        />
      )}
      <div ref={board} className={classes.board}>
        {shown.map((tahap) => (
          <Column key={tahap} tahap={tahap} work={work} />
        ))}
      </div>
      <span role="status" className="sr">
        {said}
      </span>
      <LeadDialog dialog={dialog} close={() => show(null)} />
      {isAdding && <LeadForm target={{ id: 0, close: () => add(false) }} />}
    </>
  )
}
