import { useEffect, useEffectEvent, useState } from 'react'

const moment = 250
/**
 * A value once it has stood still for a moment, compared by what it says: what is asked of the
 * server while somebody types.
 */
export const useSettled = <T>(value: T): T => {
  const [settled, settle] = useState(value)
  const text = JSON.stringify(value)
  const take = useEffectEvent(() => settle(value))
  useEffect(() => {
    const timer = setTimeout(() => take(), moment)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
