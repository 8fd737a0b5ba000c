import { useEffect, useRef } from 'react'

/**
 * Returns a ref for the first element of a step. The element gets the focus when the step appears
 * and no other element has the focus, because the button that the user pressed was removed with the
 * previous step.
 */
export const useArrival = <T extends HTMLElement>() => {
  const start = useRef<T>(null)
  useEffect(() => {
    if ((document.activeElement ?? document.body) === document.body) start.current?.focus()
  }, [])
  return start
}
