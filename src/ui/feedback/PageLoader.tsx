import { useAtomValue } from 'jotai'
import { pageLoaderAtom } from '#src/state/layout.ts'

/** Covers the screen until the first page has rendered. */
export const PageLoader = () =>
  useAtomValue(pageLoaderAtom) ? (
    <div id="page-loader" className="pageLoader" role="status" aria-label="Memuat" />
  ) : null
