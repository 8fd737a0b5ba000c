import '#src/styles/listParts.css'
import { Button, Group, Pill } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { FieldMeta } from '#contract/fields.ts'
import { pilihanQuery } from '#src/data/choices.ts'
import { bulan, rupiah, shortTanggal } from '#src/ui/format/format.ts'
import {
  namesOf,
  sideText,
  type Change,
  type Filter,
  type Values,
} from '#src/ui/list/filters/filter.ts'

const PickedLabel = ({ resource, id }: { resource: string; id: string }) =>
  useQuery(pilihanQuery(resource, { id: Number(id) })).data?.[0]?.label ?? `#${id}`

/**
 * Number of characters of a date such as `2026-11-20`. The value of an `instant` filter with this
 * length is a date; a longer value is an instant.
 */
const dayLength = 10
/**
 * Returns the value of a filter as readable text, such as the label of a chosen row or a formatted
 * date.
 */
const valueText = (meta: FieldMeta, value: string): ReactNode => {
  const option = meta.options?.find((o) => String(o.value) === value)
  if (option) return option.label
  if (meta.control === 'switch') return value === '1' || value === 'true' ? 'Ya' : 'Tidak'
  if (meta.resource) return <PickedLabel resource={meta.resource} id={value} />
  if (meta.control === 'date') return shortTanggal(value)
  if (meta.control === 'instant' && value.length === dayLength) return shortTanggal(value)
  if (meta.control === 'month') return bulan(value)
  return meta.control === 'rupiah' ? rupiah(Number(value)) : value
}

interface ChipProps {
  label: string
  drop: () => void
  children: ReactNode
}
const Chip = ({ label, drop, children }: ChipProps) => (
  <Pill
    size="lg"
    fz="sm"
    bg="var(--accent-soft)"
    withRemoveButton
    onRemove={drop}
    removeButtonProps={{
      'aria-label': `Hapus filter ${label}`,
      'aria-hidden': false,
      tabIndex: 0,
      className: 'noPrint',
    }}
  >
    {label}: <b>{children}</b>
  </Pill>
)

interface Props {
  filters: readonly Filter[]
  values: Values
  change: Change
  reset: () => void
}
/** Active filters as readable texts, each with a button that removes the filter. */
export const Chips = ({ filters, values, change, reset }: Props) => {
  const active = filters.flatMap(({ name: field, meta }) =>
    namesOf(field).flatMap((name) =>
      values[name] === undefined ? [] : [{ name, meta, value: String(values[name]) }],
    ),
  )
  if (active.length === 0 && !values.q) return null
  return (
    <Group gap="xs" px="var(--pad)" pb="0.7rem" data-chips>
      {values.q && (
        <Chip label="Cari" drop={() => change({ q: undefined })}>
          {values.q}
        </Chip>
      )}
      {active.map(({ name, meta, value }) => (
        <Chip
          key={name}
          label={`${meta.label}${sideText(name)}`}
          drop={() => change({ [name]: undefined })}
        >
          {valueText(meta, value)}
        </Chip>
      ))}
      <Button variant="transparent" size="compact-sm" td="underline" onClick={reset}>
        Atur ulang
      </Button>
    </Group>
  )
}
