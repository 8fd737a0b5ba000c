import { DateField, MonthField } from '#src/ui/form/dates/DateField.tsx'
import type { Change, Filter, Values } from '#src/ui/list/filters/filter.ts'
import { sideText } from '#src/ui/list/filters/filter.ts'
import { LazyPicker } from '#src/ui/list/filters/LazyPicker.tsx'
import { ToolSelect } from '#src/ui/list/Tool.tsx'
import classes from '../toolbar.module.css'

interface Props {
  filter: Filter
  values: Values
  change: Change
}
/** Minimum width of a month field. A narrower field would truncate the month. */
const leastMonth = '10.1rem'
/** Minimum width of a picker: empty, and with the name of the chosen outlet in full. */
const leastPicker = { empty: '8.3rem', chosen: '11.5rem' }
/** Placeholder of an empty date or month. An example date would look like an applied filter. */
const unset = 'Semua'
const yesNo = [
  { value: '1', label: 'Ya' },
  { value: '0', label: 'Tidak' },
]

/** Date fields for the first and the last day of a range. */
const DayRange = ({ filter: { name, meta }, values, change }: Props) => (
  <fieldset className={classes.range}>
    <legend className="sr">{meta.label}</legend>
    {[`${name}.gte`, `${name}.lte`].map((side) => (
      <DateField
        key={side}
        strict
        label={`${meta.label}${sideText(side)}`}
        placeholder={unset}
        value={String(values[side] ?? '')}
        onChange={(day) => change({ [side]: day || undefined })}
      />
    ))}
  </fieldset>
)

/**
 * Control of a filter. The contract's metadata of the filter's field determines the type of
 * control.
 */
export const FilterControl = (props: Props) => {
  const { name, meta } = props.filter
  const value = String(props.values[name] ?? '')
  const set = (next: string | null) => props.change({ [name]: next || undefined })
  if (meta.options || meta.control === 'switch')
    return <ToolSelect label={meta.label} value={value} set={set} options={meta.options ?? yesNo} />
  if (meta.control === 'picker' && meta.resource)
    return (
      <div style={{ minWidth: value ? leastPicker.chosen : leastPicker.empty }}>
        <LazyPicker
          label={meta.label}
          resource={meta.resource}
          filter={meta.params}
          value={value ? Number(value) : null}
          onChange={(id) => set(id === null ? null : String(id))}
        />
      </div>
    )
  if (meta.control === 'date' || meta.control === 'instant') return <DayRange {...props} />
  if (meta.control === 'month')
    return (
      <MonthField
        strict
        label={meta.label}
        placeholder={unset}
        value={value}
        onChange={set}
        miw={leastMonth}
      />
    )
  return null
}
