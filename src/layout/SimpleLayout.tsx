import '#src/styles/app.css'
import type { ReactNode } from 'react'

/**
 * Layout of print views: the page alone, in full width. Page loader and dialogs belong to the root.
 */
export const SimpleLayout = ({ children }: { children: ReactNode }) => (
  <main id="isi">{children}</main>
)
