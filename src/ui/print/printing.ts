/** Prints the current page. */
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { queryClient } from '#src/data/api/queryClient.ts'

/**
 * Returns whether the page is being printed. The calling component renders again before the browser
 * captures the page for printing.
 */
export const usePrinting = (): boolean => {
  const [isPrinting, set] = useState(false)
  useEffect(() => {
    const begin = () => flushSync(() => set(true))
    const end = () => set(false)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinting
}

/** Maximum time for which printing waits for pictures, in ms. */
const patience = 3000
/**
 * Prints after the pictures of the document have loaded, because printing does not wait for
 * pictures. Waits at most `patience`.
 */
export const printWhole = async (): Promise<void> => {
  const pause = (ms: number) =>
    new Promise((done) => {
      setTimeout(done, ms)
    })
  const pictures = async () => {
    const cache = queryClient.getQueryCache()
    const files = cache.findAll({ queryKey: ['berkas'], fetchStatus: 'fetching' })
    await Promise.allSettled(files.map((file) => file.promise))
    // Waits for the next task. Before that task, React has rendered the pictures whose files have
    // just loaded.
    await pause(0)
    await Promise.allSettled([...document.images].map((picture) => picture.decode()))
  }
  await Promise.race([pictures(), pause(patience)])
  window.print()
}
