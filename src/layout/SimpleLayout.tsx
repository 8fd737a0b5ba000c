import type { ReactNode } from 'react'
import '#src/styles/app.css'

/** The page alone, full width: print views. */
export const SimpleLayout = ({ children }: { children: ReactNode }) => <main className="simple" id="isi">{children}</main>
