import { useEffect, useState } from 'react'

/**
 * True once something has been so for `ms`, until it is over: what takes no time is not shown as
 * waiting, and costs no frames.
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
