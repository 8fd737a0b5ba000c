import { useEffect, useRef } from 'react'

/**
 * Returns a ref for the first element of a step. When the step appears and no element has the
 * focus, this element gets the focus. The focus is lost when the button that the user pressed is
 * removed with the previous step.
 */
export const useArrival = <T extends HTMLElement>() => {
  const start = useRef<T>(null)
  useEffect(() => {
    if ((document.activeElement ?? document.body) === document.body) start.current?.focus()
  }, [])
  return start
}
