import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

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
