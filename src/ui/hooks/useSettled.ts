import { useEffect, useEffectEvent, useState } from 'react'

const moment = 250
/**
 * Debounces a value, for queries while the user types. A new value with the same JSON text does not
 * restart the debounce time.
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
