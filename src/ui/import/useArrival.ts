import { useEffect, useRef } from 'react'

/**
 * Ref of what a step begins with: what was pressed to come here is gone, so the focus goes there
 * instead of to nowhere.
 */
export const useArrival = <T extends HTMLElement>() => {
  const start = useRef<T>(null)
  useEffect(() => {
    if ((document.activeElement ?? document.body) === document.body) start.current?.focus()
  }, [])
  return start
}
