import { toast } from '#src/state/feedback.ts'

/**
 * Copies a text and shows a toast; `noun` names the text. Without https there is no
 * clipboard: then the toast shows `otherwise`.
 */
export const copyText = async (
  text: string,
  noun: string,
  otherwise = 'Tidak dapat menyalin: pilih teksnya dan salin sendiri',
): Promise<void> => {
  try {
    await navigator.clipboard.writeText(text)
    toast(`${noun} disalin`)
  } catch {
    toast(otherwise, { tone: 'red' })
  }
}
