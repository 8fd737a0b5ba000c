import '#src/styles/listParts.css'
import { Group, NativeSelect, Pagination } from '@mantine/core'
import {
  IconChevronLeft,
  IconChevronRight,
  IconChevronsLeft,
  IconChevronsRight,
} from '@tabler/icons-react'
import type { Page } from '#src/data/api/http.ts'
import { numberText, totalText } from '#src/ui/format/format.ts'
import { Num } from '#src/ui/format/Words.tsx'
import { selectArrow } from '#src/ui/list/Tool.tsx'

const sizes = [20, 50, 100]

interface Props {
  page: Page
  go: (page: number) => void
  setPerPage: (rows: number) => void
}
/** Footer of a list: range of shown rows, links to pages, and number of rows per page. */
export const Pager = ({ page: place, go, setPerPage }: Props) => {
  const { total, pageCount, page, perPage, more } = place
  const end = more ? page * perPage : Math.min(page * perPage, total)
  const begin = (page - 1) * perPage + 1
  return (
    <Group
      className="noPrint"
      justify="space-between"
      gap="0.5rem 1.5rem"
      py="0.6rem"
      px="var(--pad)"
      fz="sm"
      style={{ borderTop: '1px solid var(--line)' }}
    >
      <Num>
        {total === 0
          ? 'Tidak ada data'
          : `Menampilkan ${numberText(begin)}–${numberText(end)} dari ${totalText(place)}`}
      </Num>
      {pageCount > 1 && (
        <Pagination.Root
          component="nav"
          aria-label="Navigasi halaman"
          data-pages={pageCount}
          size="md"
          total={pageCount}
          value={page}
          onChange={go}
          getItemProps={(n) => ({ 'aria-label': `Halaman ${n}`, children: numberText(n) })}
        >
          <Group gap="0.5rem">
            <Pagination.First icon={IconChevronsLeft} aria-label="Halaman pertama" />
            <Pagination.Previous icon={IconChevronLeft} aria-label="Halaman sebelumnya" />
            <Pagination.Items />
            <Pagination.Next icon={IconChevronRight} aria-label="Halaman berikutnya" />
            {!more && <Pagination.Last icon={IconChevronsRight} aria-label="Halaman terakhir" />}
          </Group>
        </Pagination.Root>
      )}
      <Group gap="0.5rem" c="dimmed">
        <span aria-hidden>Baris per halaman</span>
        <NativeSelect
          aria-label="Baris per halaman"
          size="xs"
          rightSection={selectArrow}
          value={perPage}
          data={[...new Set([...sizes, perPage])].sort((a, b) => a - b).map(String)}
          onChange={(e) => setPerPage(Number(e.currentTarget.value))}
        />
      </Group>
    </Group>
  )
}
