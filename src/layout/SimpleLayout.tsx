import '#src/styles/app.css'
import type { ReactNode } from 'react'

/** The page alone, full width: print views. Loader and overlays are the app's own. */
export const SimpleLayout = ({ children }: { children: ReactNode }) => (
  <main id="isi">{children}</main>
)
