import { Button } from '@mantine/core'
import { toast } from '#src/state/feedback.ts'

/** Copies a text, such as an account's number; `what` is what it is called. */
export const CopyButton = ({ text, what }: { text: string; what: string }) => {
  const copy = async () => {
    // Without https there is no clipboard at all.
    try {
      await navigator.clipboard.writeText(text)
      toast(`${what} disalin`)
    } catch {
      toast(`${what} tidak dapat disalin: ${text}`, { tone: 'red' })
    }
  }
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={`Salin ${what}`}
      onClick={() => void copy()}
    >
      Salin
    </Button>
  )
}
