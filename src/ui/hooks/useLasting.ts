import { useEffect, useState } from 'react'

/**
 * Returns true once `on` has been true for `ms`, until `on` is false. Short waits thus show no
 * indicator and cost no renders.
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
