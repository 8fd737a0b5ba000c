/** Making paper of a page. */
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { queryClient } from '#src/data/queryClient.ts'

/** Whether paper is made of the page: what is drawn then is there before the printer looks. */
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

/** How long printing waits for pictures. */
const patience = 3000
/** Prints once the pictures that belong on the paper are there: the printer waits for none. */
export const printWhole = async (): Promise<void> => {
  const pause = (ms: number) =>
    new Promise((done) => {
      setTimeout(done, ms)
    })
  const pictures = async () => {
    const cache = queryClient.getQueryCache()
    const files = cache.findAll({ queryKey: ['berkas'], fetchStatus: 'fetching' })
    await Promise.allSettled(files.map((file) => file.promise))
    // New pictures are rendered first.
    await pause(0)
    await Promise.allSettled([...document.images].map((picture) => picture.decode()))
  }
  await Promise.race([pictures(), pause(patience)])
  window.print()
}
