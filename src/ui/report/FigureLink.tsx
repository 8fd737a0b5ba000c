import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isRatio, type AnyReport } from '#contract/report/report.ts'
import type { ReportSearch } from '#src/data/reports.ts'

/**
 * Returns the link to the database rows behind a figure. `kunci` is the key of the report line to
 * which the figure belongs. Without `kunci`, the figure belongs to the whole report.
 */
export const rowsOf = (search: ReportSearch, ukuran: string, kunci: string | null | undefined) => ({
  to: '.' as const,
  search: { ...search, page: undefined, ukuran, kunci: kunci ?? undefined } as never,
})
interface Props {
  of: AnyReport
  name: string
  /** Key of the report line; null or undefined for a figure of the whole report. */
  kunci?: string | null
  search: ReportSearch
  /** Accessible name of the link, to which ": rincian" is added. */
  label: string
  children: ReactNode
}
/**
 * Figure with a link to the database rows behind it. A ratio of figures has no rows and therefore
 * no link.
 */
export const FigureLink = ({ of, name, kunci, search, label, children }: Props) => {
  const figure = of.all[name]
  if (!figure || isRatio(figure)) return children
  return (
    <Link {...rowsOf(search, name, kunci)} aria-label={`${label}: rincian`}>
      {children}
    </Link>
  )
}
