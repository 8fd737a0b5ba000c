import { useSetAtom } from 'jotai'
import { useLayoutEffect } from 'react'
import { fullWidthAtom } from '#src/state/layout.ts'

/** Gives the page the full width while the calling component is mounted. */
export const useFullWidth = (): void => {
  const set = useSetAtom(fullWidthAtom)
  useLayoutEffect(() => {
    set(true)
    return () => set(false)
  }, [set])
}
