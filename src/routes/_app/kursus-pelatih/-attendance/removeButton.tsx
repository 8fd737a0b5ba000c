import { Button } from '@mantine/core'

/** Button that removes an attendance mark. `of`: name of the person whose mark is removed. */
export const RemoveButton = ({ of, remove }: { of: string; remove: () => void }) => (
  <Button variant="subtle" h={44} aria-label={`Hapus tanda ${of}`} onClick={remove}>
    Hapus tanda
  </Button>
)
