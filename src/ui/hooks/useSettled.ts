import { useEffect, useEffectEvent, useState } from 'react'

const moment = 250
/** Debounces a value, compared by content: for queries while the user types. */
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
