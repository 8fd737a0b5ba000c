import '#src/styles/app.css'
import type { ReactNode } from 'react'

/**
 * Layout of print views: the page in full width without a shell. The root component renders the
 * page loader and the dialogs.
 */
export const SimpleLayout = ({ children }: { children: ReactNode }) => (
  <main id="isi">{children}</main>
)
