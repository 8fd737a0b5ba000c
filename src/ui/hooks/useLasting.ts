import { useEffect, useState } from 'react'

/**
 * Returns true once `on` has been true for `ms` milliseconds, until `on` is false. A loading
 * indicator that depends on the result thus does not flash during short waits.
 */
export const useLasting = (on: boolean, ms = 120): boolean => {
  const [lasting, setLasting] = useState(false)
  useEffect(() => {
    if (!on) return
    const timer = setTimeout(() => setLasting(true), ms)
    return () => {
      clearTimeout(timer)
      setLasting(false)
    }
  }, [on, ms])
  return on && lasting
}
