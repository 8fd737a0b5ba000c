import { toast } from '#src/state/feedback.ts'

/**
 * Copies a text to the clipboard and shows a toast, in which `noun` names the text. When copying
 * fails, for example on a page without https, the toast shows `otherwise`.
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
