/**
 * Step 2 of bill generation: preview. It shows for each student the bill, or the reason why the
 * student is skipped. Nothing is stored in this step.
 */
import { Box, Button, Group, Stack } from '@mantine/core'
import { useDeferredValue, useState } from 'react'
import type { previewBills } from '#contract/billing/generateCalls.ts'
import type { CallOutput } from '#contract/call.ts'
import { HasilGenerate } from '#contract/enums.ts'
import { PreviewBills as Call } from '#src/data/calls.ts'
import type { GenerateInput } from '#src/routes/_app/billing/-generate/generateRun.ts'
import { Note } from '#src/ui/feedback/Note.tsx'
import { Toggles } from '#src/ui/form/fields/Toggles.tsx'
import { numberText, bulan, rupiah, shortTanggal } from '#src/ui/format/format.ts'
import { Dim } from '#src/ui/format/Words.tsx'
import { SearchBox } from '#src/ui/list/filters/SearchBox.tsx'
import { DataTable, type DataColumn } from '#src/ui/list/table/DataTable.tsx'
import { Nothing } from '#src/ui/list/table/NoRows.tsx'
import { Pager } from '#src/ui/list/table/Pager.tsx'
import { Badge } from '#src/ui/list/table/table.tsx'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'
import { PanelFoot } from '#src/ui/record/PanelFoot.tsx'
import { Tiles } from '#src/ui/record/Tiles.tsx'

interface Filter {
  hasil?: string
  q?: string
}
interface Props {
  input: GenerateInput
  filter: Filter
  setFilter: (filter: Filter) => void
  back: () => void
  start: () => void
}

type Preview = CallOutput<typeof previewBills>
type PreviewRow = Preview['baris'][number]

/** Returns the rows with the given outcome that contain every word of the search text. */
const matchingRows = (rows: readonly PreviewRow[], hasil: string | undefined, q: string) => {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  return rows.filter((r) => {
    if (hasil && r.hasil !== hasil) return false
    if (words.length === 0) return true
    const text = `${r.peserta} ${r.akun_billing ?? ''} ${r.kursus} ${r.gedung}`.toLowerCase()
    return words.every((w) => text.includes(w))
  })
}

const PreviewTiles = ({ preview: { ringkasan, ...head } }: { preview: Preview }) => (
  <Tiles
    items={[
      ['Periode', bulan(head.periode)],
      ['Tagihan baru', numberText(ringkasan.tagihan)],
      ['Baris', numberText(ringkasan.baris)],
      ['Total', rupiah(ringkasan.total)],
      ['Sudah ada', numberText(ringkasan.ada)],
      ['Dilewati', numberText(ringkasan.dilewati)],
      ['Tanggal terbit', shortTanggal(head.tanggal_terbit)],
      ['Jatuh tempo', shortTanggal(head.jatuh_tempo)],
    ]}
  />
)

const columnsOf = (total: string): DataColumn<PreviewRow>[] => [
  {
    label: 'Peserta',
    cell: (r) => (
      <PlaceLink to="/user/view" search={{ id: r.peserta_id }}>
        {r.peserta}
      </PlaceLink>
    ),
  },
  {
    label: 'Akun Billing',
    cell: (r) => r.akun_billing ?? <Dim>–</Dim>,
  },
  { label: 'Outlet', cell: (r) => r.gedung },
  {
    label: 'Baris Tagihan',
    cell: (r) => (
      <span>
        {r.deskripsi} {r.jenis === 'pendaftaran' && <Badge tone="blue">pendaftaran</Badge>}
        {r.diskon > 0 && (
          <Dim style={{ display: 'block', fontSize: '0.85em' }}>
            Diskon {rupiah(r.diskon)}: {r.promo}
          </Dim>
        )}
        {r.promo_dekat && (
          <Dim style={{ display: 'block', fontSize: '0.85em' }}>Promo: {r.promo_dekat}</Dim>
        )}
        {r.sekategori && (
          <Note tone="orange">
            Periksa dahulu, pada bulan ini peserta ini juga ikut {r.sekategori}
          </Note>
        )}
        {r.tanpa_jadwal && (
          <Note tone="orange">
            Periksa dahulu, peserta ini sudah punya baris kursus tanpa jadwal: {r.tanpa_jadwal}
          </Note>
        )}
      </span>
    ),
  },
  {
    label: 'Hasil',
    cell: (r) => <Badge tone={HasilGenerate.tone(r.hasil)}>{HasilGenerate.label(r.hasil)}</Badge>,
  },
  {
    label: 'Jumlah',
    right: true,
    cell: (r) => (r.hasil === 'dibuat' ? rupiah(r.jumlah) : <Dim>–</Dim>),
    total,
  },
]

export const GeneratePreview = ({ input, filter: { hasil, q }, setFilter, back, start }: Props) => {
  const preview = Call.useSuspensePost(input)
  const { baris, ringkasan } = preview
  const [page, setPage] = useState({ page: 1, perPage: 50 })
  const counts = new Map<string, number>()
  for (const row of baris) counts.set(row.hasil, (counts.get(row.hasil) ?? 0) + 1)
  const shownRows = matchingRows(baris, hasil, useDeferredValue(q ?? ''))
  const pageCount = Math.max(1, Math.ceil(shownRows.length / page.perPage))
  const currentPage = Math.min(page.page, pageCount)
  const change = (next: Filter) => {
    setPage({ ...page, page: 1 })
    setFilter(next)
  }
  return (
    <>
      <Panel bare>
        <Box p="1.25rem var(--pad)">
          <PreviewTiles preview={preview} />
        </Box>
        <PanelFoot>
          {ringkasan.baris === 0 && (
            <Note role="status" flex={1}>
              {baris.length === 0
                ? 'Tidak ada jadwal kursus yang menyentuh periode ini.'
                : 'Tidak ada yang perlu dibuat: semua sudah ada atau dilewati.'}
            </Note>
          )}
          <Button variant="default" onClick={back}>
            Kembali
          </Button>
          <Button disabled={ringkasan.baris === 0} onClick={start}>
            Buat draft
          </Button>
        </PanelFoot>
      </Panel>
      <Panel bare>
        <Stack gap="sm" px="var(--pad)" py="sm">
          <Group>
            <SearchBox
              value={q ?? ''}
              change={(c) => change({ hasil, q: c.q === undefined ? undefined : String(c.q) })}
            />
          </Group>
          <Toggles
            label="Hasil"
            value={hasil}
            choose={(chosen) => change({ hasil: chosen, q })}
            items={[
              { key: undefined, label: 'Semua', count: baris.length },
              ...HasilGenerate.options
                .filter((o) => counts.has(o.value))
                .map((o) => ({ key: o.value, label: o.label, count: counts.get(o.value) ?? 0 })),
            ]}
          />
        </Stack>
        {shownRows.length === 0 ? (
          <Nothing title="Tidak ada yang cocok">
            {(hasil ?? q) && (
              <Button variant="default" onClick={() => change({})}>
                Atur ulang
              </Button>
            )}
          </Nothing>
        ) : (
          <>
            <DataTable
              caption={`Pratinjau ${bulan(preview.periode)}`}
              rows={shownRows.slice((currentPage - 1) * page.perPage, currentPage * page.perPage)}
              rowKey={(r) => `${r.kursus_peserta_id}:${r.jenis}:${r.biaya_id ?? ''}`}
              columns={columnsOf(rupiah(shownRows.reduce((sum, r) => sum + r.jumlah, 0)))}
            />
            <Pager
              page={{
                total: shownRows.length,
                pageCount,
                page: currentPage,
                perPage: page.perPage,
              }}
              go={(n) => setPage({ ...page, page: n })}
              setPerPage={(perPage) => setPage({ page: 1, perPage })}
            />
          </>
        )}
      </Panel>
    </>
  )
}
