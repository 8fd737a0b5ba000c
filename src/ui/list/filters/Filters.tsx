import { IconFilter } from '@tabler/icons-react'
import { useId, useState } from 'react'
import {
  hasControl,
  isActive,
  isRange,
  type Change,
  type Filter,
  type Values,
} from '#src/ui/list/filters/filter.ts'
import { FilterControl } from '#src/ui/list/filters/FilterControl.tsx'
import { Tool } from '#src/ui/list/Tool.tsx'
import classes from '../toolbar.module.css'

/** Number of filters in the toolbar's line; the others are behind `Filter`. */
const inLine = 3

/**
 * Splits filters into those of the toolbar's line, the first ones declared that take one field, and
 * the rest.
 */
const splitFilters = (filters: readonly Filter[]): { line: Filter[]; rest: Filter[] } => {
  const shownFilters = filters.filter(({ meta }) => hasControl(meta))
  const line = shownFilters.filter(({ meta }) => !isRange(meta)).slice(0, inLine)
  return { line, rest: shownFilters.filter((f) => !line.includes(f)) }
}

interface Props {
  filters: readonly Filter[]
  values: Values
  change: Change
}
/** Filters of the toolbar's line. On a phone they are behind `Filter`, like the others. */
const Filters = ({ filters, values, change }: Props) =>
  filters.map((f) => <FilterControl key={f.name} filter={f} values={values} change={change} />)

/** The toolbar's filters: a line of them, and the rest under it when `Filter` is pressed. */
export const useFilters = (filters: readonly Filter[], values: Values, change: Change) => {
  const id = useId()
  const [open, setOpen] = useState(false)
  const { line, rest } = splitFilters(filters)
  const all = [...line, ...rest]
  const count = (group: readonly Filter[]) => group.filter((f) => isActive(f, values)).length
  const numberOf = (group: readonly Filter[]) => (count(group) > 0 ? ` (${count(group)})` : '')
  return {
    line: line.length > 0 && (
      <div className={classes.filters} data-filters data-open={open || undefined}>
        <Filters filters={line} values={values} change={change} />
      </div>
    ),
    button: all.length > 0 && (
      <Tool
        hiddenFrom={rest.length > 0 ? undefined : 'sm'}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        icon={IconFilter}
        onClick={() => setOpen(!open)}
      >
        <span className={classes.phoneBrief} data-counted={count(all) > 0 || undefined}>
          Filter
        </span>
        {numberOf(all)}
      </Tool>
    ),
    rest: open && rest.length > 0 && (
      <div className={classes.more} id={id} data-filters>
        {rest.map((f) => (
          <FilterControl key={f.name} filter={f} values={values} change={change} />
        ))}
      </div>
    ),
  }
}
