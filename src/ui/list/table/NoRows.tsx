import { Button, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  /** Noun of a row, in lower case. */
  label: string
  filtered: boolean
  /** Whether the list shows only a part of the rows, such as unpaid bills. */
  isPart: boolean
  reset: () => void
  add?: () => void
}
/** Placeholder for an empty list: a short text, and buttons for the next step. */
export const Nothing = ({ title, children }: { title: ReactNode; children?: ReactNode }) => (
  <Stack align="center" ta="center" gap="0.9rem" px="var(--pad)" py="3rem">
    <Text fz="1.0625rem" fw={700}>
      {title}
    </Text>
    {children}
  </Stack>
)
/**
 * Placeholder of a list without rows. If filters are active, it offers to reset the filters. In a
 * list of a part of the rows, it says so. Otherwise it offers to add the first row.
 */
export const NoRows = ({ label, filtered, isPart, reset, add }: Props) => {
  if (filtered)
    return (
      <Nothing title="Tidak ada yang cocok">
        <Text>Tidak ada {label} yang sesuai dengan pencarian dan filter di atas.</Text>
        <Button variant="default" onClick={reset} data-nothing>
          Atur ulang
        </Button>
      </Nothing>
    )
  if (isPart)
    return (
      <Nothing title={`Tidak ada ${label} di daftar ini`}>
        <Text>Yang lain ada di daftar lainnya di menu.</Text>
      </Nothing>
    )
  return (
    <Nothing title={`Belum ada ${label}`}>
      {add && (
        <Button onClick={add} data-nothing>
          Tambah {label} pertama
        </Button>
      )}
    </Nothing>
  )
}
