import { Button, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  /** Noun of a row, in lower case. */
  label: string
  filtered: boolean
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
 * Placeholder of a list without rows. If filters are active, it offers to reset the filters.
 * Otherwise it offers to add the first row.
 */
export const NoRows = ({ label, filtered, reset, add }: Props) =>
  filtered ? (
    <Nothing title="Tidak ada yang cocok">
      <Button variant="default" onClick={reset} data-nothing>
        Atur ulang
      </Button>
    </Nothing>
  ) : (
    <Nothing title={`Belum ada ${label}`}>
      {add && (
        <Button onClick={add} data-nothing>
          Tambah {label} pertama
        </Button>
      )}
    </Nothing>
  )
