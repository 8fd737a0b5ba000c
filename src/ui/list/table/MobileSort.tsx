import { NativeSelect } from '@mantine/core'
import type { Control } from '#contract/fieldMeta.ts'
import { selectArrow } from '#src/ui/list/Tool.tsx'

/** Column by which a list can be sorted. The `label` of the column `created_at` is undefined. */
interface SortOption {
  value: string
  label: string | undefined
  control: Control
}
const letters = ['A–Z', 'Z–A'] as const
/**
 * Returns the words for ascending and descending order. They depend on the control of the sorted
 * column.
 */
const orderWords = (control: Control): readonly [ascending: string, descending: string] => {
  if (['date', 'month', 'time', 'instant'].includes(control))
    return ['Terlama dulu', 'Terbaru dulu']
  if (['number', 'percent', 'rupiah'].includes(control)) return ['Terkecil dulu', 'Terbesar dulu']
  return letters
}
const choicesOf = ({ value, label, control }: SortOption) => {
  const words = orderWords(control)
  const textOf = (order: string) =>
    label === undefined ? order : `${label}: ${words === letters ? order : order.toLowerCase()}`
  return [
    { value, label: textOf(words[0]) },
    { value: `-${value}`, label: textOf(words[1]) },
  ]
}
interface Props {
  options: readonly SortOption[]
  /** Name of the sorted column. A leading minus, as in `-nama`, means descending order. */
  value: string
  set: (sort: string) => void
}
/** Select for the order of rows on a phone, where rows are cards without column headings. */
export const MobileSort = ({ options, value, set }: Props) => {
  if (options.length === 0) return null
  return (
    <NativeSelect
      hiddenFrom="sm"
      className="noPrint"
      px="1rem"
      pb="sm"
      rightSection={selectArrow}
      aria-label="Urutkan"
      value={value}
      data={options.flatMap(choicesOf)}
      onChange={(e) => set(e.currentTarget.value)}
    />
  )
}
