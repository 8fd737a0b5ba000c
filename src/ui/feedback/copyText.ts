import { toast } from '#src/state/feedback.ts'

/**
 * Copies a text and says so; `what` is what it is called. Without https there is no clipboard at
 * all: `otherwise` is said then.
 */
export const copyText = async (
  text: string,
  what: string,
  otherwise = 'Tidak dapat menyalin: pilih teksnya dan salin sendiri',
): Promise<void> => {
  try {
    await navigator.clipboard.writeText(text)
    toast(`${what} disalin`)
  } catch {
    toast(otherwise, { tone: 'red' })
  }
}
