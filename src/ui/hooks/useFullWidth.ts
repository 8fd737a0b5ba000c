import { useSetAtom } from 'jotai'
import { useLayoutEffect } from 'react'
import { fullWidthAtom } from '#src/state/layout.ts'

/** The page takes the whole width as long as what calls this stands. */
export const useFullWidth = (): void => {
  const set = useSetAtom(fullWidthAtom)
  useLayoutEffect(() => {
    set(true)
    return () => set(false)
  }, [set])
}
