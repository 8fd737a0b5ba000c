import { Button } from '@mantine/core'

/** Button that takes a mark back to "not marked". `of` is the person whose mark it is. */
export const RemoveButton = ({ of, remove }: { of: string; remove: () => void }) => (
  <Button variant="subtle" h={44} aria-label={`Hapus tanda ${of}`} onClick={remove}>
    Hapus tanda
  </Button>
)
