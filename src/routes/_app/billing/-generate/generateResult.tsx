/** Step 3 of bill generation: shows the drafts of the run and publishes them. */
import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { billing } from '#contract/billing/billing.ts'
import type { generateBatch } from '#contract/billing/generateCalls.ts'
import type { CallOutput } from '#contract/call.ts'
import { BillingStatus } from '#contract/enums.ts'
import type { Row } from '#contract/resource.ts'
import { GenerateBatch } from '#src/data/calls.ts'
import { Billings } from '#src/data/resources/billing.ts'
import { useCan } from '#src/data/session/session.ts'
import { usePublish } from '#src/routes/_app/billing/-publish/publish.ts'
import { PublishDialog, publishQuestion } from '#src/routes/_app/billing/-publish/publishDialog.tsx'
import { confirm } from '#src/state/feedback.ts'
import { FailureList } from '#src/ui/feedback/FailureList.tsx'
import { Note } from '#src/ui/feedback/Note.tsx'
import { numberText, bulan, rupiah, shortTanggal } from '#src/ui/format/format.ts'
import { Dim } from '#src/ui/format/Words.tsx'
import { DataTable, type DataColumn } from '#src/ui/list/table/DataTable.tsx'
import { Nothing } from '#src/ui/list/table/NoRows.tsx'
import { Pager } from '#src/ui/list/table/Pager.tsx'
import { Badge } from '#src/ui/list/table/table.tsx'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'
import { PanelFoot } from '#src/ui/record/PanelFoot.tsx'
import { Tiles } from '#src/ui/record/Tiles.tsx'

type Batch = CallOutput<typeof generateBatch>
/**
 * Tiles with the numbers of a run: bills made, their total, students skipped, and bills that are
 * still drafts.
 */
const BatchSummary = ({ info, drafts }: { info: Batch; drafts: number }) => (
  <>
    <Tiles
      items={[
        ['Periode', bulan(info.periode)],
        ['Tagihan dibuat', numberText(info.dibuat)],
        ['Total', rupiah(info.total)],
        ['Dilewati', numberText(info.dilewati)],
        ['Masih draft', numberText(drafts)],
      ]}
    />
    {info.status === 'berjalan' && (
      <Note tone="orange">
        Proses ini belum selesai. Jalankan lagi untuk periode ini: yang sudah dibuat tidak dibuat
        dua kali.
      </Note>
    )}
    {info.galat.length > 0 && (
      <Note tone="red">
        <b>{numberText(info.galat.length)} akun gagal dibuat</b>
        <FailureList>
          {info.galat.map((g, i) => (
            <li key={i}>
              {g.akun_billing_id ? (
                <PlaceLink to="/user/view" search={{ id: g.akun_billing_id }}>
                  Akun billing #{g.akun_billing_id}
                </PlaceLink>
              ) : (
                'Proses'
              )}
              : {g.pesan}
            </li>
          ))}
        </FailureList>
      </Note>
    )}
  </>
)

const columns: DataColumn<Row<typeof billing>>[] = [
  {
    label: 'Akun Billing',
    cell: (r) => (
      <PlaceLink to="/billing/view" search={{ id: r.id }}>
        {r.nama_tagihan}
      </PlaceLink>
    ),
  },
  { label: 'Nomor', cell: (r) => r.nomor ?? <Dim>–</Dim> },
  { label: 'Outlet', cell: (r) => r.gedung?.nama ?? '' },
  { label: 'Jatuh Tempo', cell: (r) => shortTanggal(r.jatuh_tempo) },
  {
    label: 'Status',
    cell: (r) => (
      <Badge tone={r.void_at ? 'red' : BillingStatus.tone(r.status)}>
        {r.void_at ? 'Batal' : BillingStatus.label(r.status)}
      </Badge>
    ),
  },
  { label: 'Total', right: true, cell: (r) => rupiah(r.total) },
]

type Bill = Row<typeof billing>
/**
 * Returns the selection of drafts on all pages of the table: the ids and the total of the selected
 * drafts, and functions that change the selection.
 */
const useTicked = () => {
  const [ticked, setTicked] = useState<ReadonlyMap<number, number>>(new Map())
  const ticking = {
    has: (r: Bill) => ticked.has(r.id),
    can: (r: Bill) => r.status === BillingStatus.draft,
    name: (r: Bill) => r.nama_tagihan,
    set: (bills: readonly Bill[], on: boolean) => {
      const next = new Map(ticked)
      for (const { id, total } of bills)
        if (on) next.set(id, total)
        else next.delete(id)
      setTicked(next)
    },
  }
  return {
    ids: [...ticked.keys()],
    total: [...ticked.values()].reduce((sum, n) => sum + n, 0),
    ticking,
    clear: () => setTicked(new Map()),
  }
}
type Ticking = ReturnType<typeof useTicked>['ticking']

/** Table of the bills that a run has made, page by page. */
const BatchBills = ({ of, ticking }: { of: { generate_batch_id: string }; ticking?: Ticking }) => {
  const [page, setPage] = useState({ page: 1, perPage: 50 })
  const {
    rows,
    page: pageInfo,
    stale,
  } = Billings.useList({
    ...of,
    page: page.page,
    'per-page': page.perPage,
    sort: 'nama_tagihan',
    expand: 'gedung',
  })
  return (
    <Panel bare>
      {pageInfo.total === 0 ? (
        <Nothing title="Proses ini tidak membuat tagihan" />
      ) : (
        <>
          <DataTable
            caption="Tagihan dari proses ini"
            rows={rows}
            rowKey={(r) => r.id}
            stale={stale}
            ticking={ticking}
            columns={columns}
          />
          <Pager
            page={pageInfo}
            go={(n) => setPage({ ...page, page: n })}
            setPerPage={(perPage) => setPage({ page: 1, perPage })}
          />
        </>
      )}
    </Panel>
  )
}

export const GenerateResult = ({ batch, restart }: { batch: number; restart: () => void }) => {
  const info = GenerateBatch.useSuspenseData({ id: batch })
  const of = { generate_batch_id: String(batch) }
  const { data: drafts } = Billings.useTotal({ ...of, status: String(BillingStatus.draft) })
  const draftCount = drafts?.jumlah_baris ?? 0
  const { ids, total, ticking, clear } = useTicked()
  const publish = usePublish()
  const may = useCan('billing/terbitkan')
  const ask = async (n: number, sum: number, target: Parameters<typeof publish.start>[0]) => {
    if (
      await confirm({
        title: `Terbitkan ${numberText(n)} tagihan?`,
        body: publishQuestion(n, sum),
        confirm: 'Terbitkan',
      })
    )
      publish.start(target)
  }
  const unpaid = (
    <Button
      variant="default"
      renderRoot={(props) => (
        <PlaceLink to="/billing/unpaid" search={{ periode: info.periode }} {...props} />
      )}
    >
      Lihat tagihan belum terbayar
    </Button>
  )
  const close = () => {
    publish.close()
    clear()
  }
  return (
    <>
      <Panel bare>
        <Stack p="1.25rem var(--pad)">
          <BatchSummary info={info} drafts={draftCount} />
        </Stack>
        <PanelFoot>
          <Text flex={1} c="dimmed" aria-live="polite">
            {ids.length > 0 ? `${numberText(ids.length)} dipilih` : ''}
          </Text>
          <Button variant="default" onClick={restart}>
            Generate lagi
          </Button>
          {unpaid}
          {may && (
            <Button
              variant="default"
              disabled={ids.length === 0 || publish.busy}
              onClick={() => void ask(ids.length, total, { ids })}
            >
              Terbitkan yang dipilih
            </Button>
          )}
          {may && (
            <Button
              disabled={draftCount === 0 || publish.busy}
              onClick={() => void ask(draftCount, drafts?.total ?? 0, { batch, total: draftCount })}
            >
              Terbitkan semua
            </Button>
          )}
        </PanelFoot>
      </Panel>
      <BatchBills of={of} ticking={may ? ticking : undefined} />
      {publish.state && <PublishDialog publish={publish} close={close} onward={unpaid} />}
    </>
  )
}
