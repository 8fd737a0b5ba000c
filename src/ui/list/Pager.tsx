import {
  IconChevronLeft,
  IconChevronRight,
  IconChevronsLeft,
  IconChevronsRight,
} from '@tabler/icons-react'
import type { Page } from '#src/data/http.ts'
import { angka } from '#src/ui/format.ts'

/** At most five page numbers around the present one. */
const around = (page: number, count: number) => {
  const first = Math.max(1, Math.min(page - 2, count - 4))
  return Array.from({ length: Math.min(5, count) }, (_, i) => first + i)
}

/** Under a list: what is shown, the pages, rows per page. */
export const Pager = ({
  page: { total, pageCount, page, perPage },
  go,
  setPerPage,
}: {
  page: Page
  go: (page: number) => void
  setPerPage: (rows: number) => void
}) => {
  const end = Math.min(page * perPage, total)
  const step = (name: string, to: number, Icon: typeof IconChevronLeft) => (
    <button
      type="button"
      aria-label={name}
      disabled={to < 1 || to > pageCount || to === page}
      onClick={() => go(to)}
    >
      <Icon size={17} aria-hidden />
    </button>
  )
  return (
    <div className="pager">
      <span className="num">
        {total === 0
          ? 'Tidak ada data'
          : `Menampilkan ${angka((page - 1) * perPage + 1)}–${angka(end)} dari ${angka(total)}`}
      </span>
      {pageCount > 1 && (
        <nav aria-label="Navigasi halaman" data-pages={pageCount}>
          {step('Halaman pertama', 1, IconChevronsLeft)}
          {step('Halaman sebelumnya', page - 1, IconChevronLeft)}
          {around(page, pageCount).map((n) => (
            <button
              key={n}
              type="button"
              aria-label={`Halaman ${n}`}
              aria-current={n === page ? 'page' : undefined}
              onClick={() => go(n)}
            >
              {angka(n)}
            </button>
          ))}
          {step('Halaman berikutnya', page + 1, IconChevronRight)}
          {step('Halaman terakhir', pageCount, IconChevronsRight)}
        </nav>
      )}
      <span className="perPage">
        <span aria-hidden>Baris per halaman</span>
        <select
          aria-label="Baris per halaman"
          value={perPage}
          onChange={(e) => setPerPage(Number(e.currentTarget.value))}
        >
          {[...new Set([20, 50, 100, perPage])]
            .sort((a, b) => a - b)
            .map((n) => (
              <option key={n} value={n}>
                {n}
              </option>
            ))}
        </select>
      </span>
    </div>
  )
}
