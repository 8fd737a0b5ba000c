import { useEffect, useRef } from 'react'

/**
 * Ref of a step's first element: the pressed button was removed with the step before, so this
 * element takes the focus.
 */
export const useArrival = <T extends HTMLElement>() => {
  const start = useRef<T>(null)
  useEffect(() => {
    if ((document.activeElement ?? document.body) === document.body) start.current?.focus()
  }, [])
  return start
}
