import { NativeSelect } from '@mantine/core'
import { selectArrow } from '#src/ui/list/Tool.tsx'

interface Props {
  options: readonly { value: string; label: string }[]
  /** Name of the sorted column; a minus as in `-nama` means descending. */
  value: string
  set: (sort: string) => void
}
/** Select for the order of rows on a phone, where rows are cards without column headings. */
export const MobileSort = ({ options, value, set }: Props) => {
  const all = options.flatMap((o) => [
    { value: o.value, label: `${o.label} (naik)` },
    { value: `-${o.value}`, label: `${o.label} (turun)` },
  ])
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
      data={all}
      onChange={(e) => set(e.currentTarget.value)}
    />
  )
}
