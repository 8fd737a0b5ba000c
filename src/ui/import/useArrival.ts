import { useEffect, useRef } from 'react'

/**
 * Returns a ref for the first element of a step. The pressed button was removed with the previous
 * step, so this element takes the focus.
 */
export const useArrival = <T extends HTMLElement>() => {
  const start = useRef<T>(null)
  useEffect(() => {
    if ((document.activeElement ?? document.body) === document.body) start.current?.focus()
  }, [])
  return start
}
