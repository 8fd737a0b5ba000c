import { Box, Text } from '@mantine/core'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { MutasiBanks } from '#src/data/resources/mutasiBank.ts'
import { useAllowed, useCan } from '#src/data/session/session.ts'
import { MatchDialog } from '#src/routes/_app/mutasi-bank/-matchDialog.tsx'
import {
  effectOf,
  lineName,
  LineStatus,
  matchOf,
  bankLinePlace,
  useLineActions,
  useLineQueue,
  useMatch,
  type Line,
  type Proposal,
} from '#src/routes/_app/mutasi-bank/-mutasi.tsx'
import { LineFacts, Proposals } from '#src/routes/_app/mutasi-bank/-parts.tsx'
import { toast } from '#src/state/feedback.ts'
import { numberText } from '#src/ui/format/format.ts'
import { useFullWidth } from '#src/ui/hooks/useFullWidth.ts'
import { Panel } from '#src/ui/record/Panel.tsx'
import {
  RecordHeader,
  RecordHistory,
  RecordTabs,
  type RecordAction,
} from '#src/ui/record/Record.tsx'
import { recordRoute } from '#src/ui/record/recordRoute.ts'
import { useKeys } from '#src/ui/record/useKeys.ts'

const expand = 'bank,usulan,pembayaran,impor,pencocok,pengabai'
export const Route = createFileRoute('/_app/mutasi-bank/view')({
  ...recordRoute(
    () => import('#src/data/resources/mutasiBank.ts').then((m) => m.MutasiBanks),
    expand,
    {
      code: 'mutasi-bank/cocokkan',
      query: () => import('#src/data/resources/mutasiBank.ts').then((m) => m.lineQueue),
    },
  ),
  component: LineDetail,
})

const sides = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(22rem, 100%), 1fr))',
  gap: '0 1.25rem',
  alignItems: 'start',
}

/** Returns the actions with keyboard shortcuts: accept, search, ignore, and open the next line. */
const useDecisions = (line: Line, search: () => void) => {
  const navigate = useNavigate()
  const allowed = useAllowed()
  const mayMatch = useCan('mutasi-bank/cocokkan')
  const queue = useLineQueue(line.id, mayMatch)
  const { ignoring, releasing } = useLineActions()
  const { send, busy } = useMatch()
  const { next, previous } = queue
  const go = (to: { id: number } | undefined) => () => {
    if (to) void navigate(bankLinePlace(to))
  }
  const goOn = go(next)
  const isOpen = line.status === 'belum'
  const accept = (proposal: Proposal) =>
    send(line, matchOf(proposal), {
      onSuccess: () => toast(effectOf(proposal), { to: bankLinePlace(line) }),
      next: goOn,
    })
  const [best] = line.usulan ?? []
  const acceptance: RecordAction = {
    label: 'Terima usulan',
    code: 'mutasi-bank/cocokkan',
    primary: true,
    busy,
    disabled: best ? undefined : 'Tidak ada usulan: cari tagihan atau akunnya',
    run: () => best && accept(best),
  }
  const searching: RecordAction = {
    label: 'Cari yang lain',
    code: 'mutasi-bank/cocokkan',
    disabled: line.masuk > 0 ? undefined : 'Uang keluar diabaikan dengan alasannya',
    run: search,
  }
  const run = (action: RecordAction) => () => {
    if (isOpen && !action.disabled && (!action.code || allowed(action.code))) action.run()
  }
  const ignorance = ignoring(line, goOn)
  useKeys({
    s: run(acceptance),
    c: run(searching),
    a: run(ignorance),
    n: goOn,
    p: go(previous),
  })
  const actions: RecordAction[] = [
    ...(isOpen ? [acceptance, searching, ignorance] : [releasing(line)]),
    ...(mayMatch && next ? [{ label: 'Berikutnya', run: goOn }] : []),
  ]
  return { actions, queue, accept, busy, goOn, mayMatch }
}

function LineDetail() {
  const { id } = Route.useSearch()
  // The key remounts the record for each line. Without the key, the record of the next line would
  // reuse the idempotency key of a request for the previous line that got no response.
  return <LineRecord key={id} id={id} />
}

const LineRecord = ({ id }: { id: number }) => {
  const line = MutasiBanks.useView(id, expand)
  const [searching, setSearching] = useState(false)
  useFullWidth()
  const { actions, queue, accept, busy, goOn, mayMatch } = useDecisions(line, () =>
    setSearching(true),
  )
  return (
    <>
      <RecordHeader
        name={lineName(line)}
        status={<LineStatus status={line.status} />}
        actions={actions}
      />
      {mayMatch && queue.place > 0 && (
        <Text c="dimmed" mb="sm">
          {`${numberText(queue.place)} dari ${numberText(queue.count)} yang belum dicocokkan`}
        </Text>
      )}
      <Box style={sides}>
        <Panel title="Baris mutasi">
          <LineFacts line={line} />
        </Panel>
        <Panel title={line.status === 'belum' ? 'Usulan' : 'Penjelasan'}>
          <Proposals line={line} accept={mayMatch ? accept : undefined} busy={busy} />
        </Panel>
      </Box>
      <RecordTabs
        tabs={[
          {
            id: 'riwayat',
            label: 'Riwayat',
            code: 'audit/index',
            content: <RecordHistory entitas="mutasi-bank" id={id} of={MutasiBanks} />,
          },
        ]}
      />
      {searching && <MatchDialog line={line} close={() => setSearching(false)} done={goOn} />}
    </>
  )
}
