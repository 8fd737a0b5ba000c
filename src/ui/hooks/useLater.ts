import { startTransition, useEffect, useState } from 'react'

/**
 * False until a frame with this part has been painted: for what nobody misses in it. A frame is
 * painted when the one after it begins.
 */
export const useLater = (): boolean => {
  const [later, setLater] = useState(false)
  useEffect(() => {
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => startTransition(() => setLater(true)))
    })
    return () => cancelAnimationFrame(frame)
  }, [])
  return later
}
