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
import { mostInLine } from '#src/ui/list/useRoom.ts'
import classes from '../toolbar.module.css'

/**
 * Splits filters into two groups. `line` has the filters of the toolbar itself: at most `most`, and
 * no ranges, because a range needs two fields. `rest` has all other filters.
 */
const splitFilters = (
  filters: readonly Filter[],
  most: number,
): { line: Filter[]; rest: Filter[] } => {
  const shownFilters = filters.filter(({ meta }) => hasControl(meta))
  const line = shownFilters.filter(({ meta }) => !isRange(meta)).slice(0, most)
  return { line, rest: shownFilters.filter((f) => !line.includes(f)) }
}

interface Props {
  filters: readonly Filter[]
  values: Values
  change: Change
}
/**
 * Controls of the filters in `line`. A phone shows these controls only after a press on the button
 * `Filter`.
 */
const Filters = ({ filters, values, change }: Props) =>
  filters.map((f) => <FilterControl key={f.name} filter={f} values={values} change={change} />)

/**
 * Returns three parts of the toolbar: the controls of the filters in `line`, at most `most`, the
 * button `Filter`, and the controls of the filters in `rest`, which appear after a press on the
 * button.
 */
export const useFilters = (
  filters: readonly Filter[],
  values: Values,
  change: Change,
  most = mostInLine,
) => {
  const id = useId()
  const [open, setOpen] = useState(false)
  const { line, rest } = splitFilters(filters, most)
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
        data-beside-search
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
