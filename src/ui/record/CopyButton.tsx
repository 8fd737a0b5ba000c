import { Button } from '@mantine/core'
import { copyText } from '#src/ui/feedback/copyText.ts'

/** Button that copies a text, such as an account number; `what` is the noun that names the text. */
export const CopyButton = ({ text, what }: { text: string; what: string }) => (
  <Button
    size="compact-sm"
    variant="default"
    aria-label={`Salin ${what}`}
    onClick={() => void copyText(text, what, `${what} tidak dapat disalin: ${text}`)}
  >
    Salin
  </Button>
)
