import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { Header } from '#src/layout/Header.tsx'
import { Sidebar } from '#src/layout/Sidebar.tsx'
import { useMe } from '#src/data/session.ts'
import { sidebarAtom } from '#src/state/device.ts'
import '#src/styles/app.css'

const year = new Date().getFullYear()

/** Sidebar, header, page, footer. */
export const FullLayout = ({ children }: { children: ReactNode }) => {
  const sidebar = useAtomValue(sidebarAtom)
  const app = useMe()?.pengaturan?.app_nama ?? 'Nada'
  return (
    <div className="shell" data-sidebar={sidebar || undefined}>
      {/* A plain path: with hash routes a fragment would be a route, and a checker takes links before the first plain one for skip links. */}
      <nav aria-label="Pintasan" className="skips"><a className="skip" href="/index.html" onClick={(e) => { e.preventDefault(); document.getElementById('isi')?.focus() }}>Langsung ke isi</a></nav>
      <Sidebar />
      <Header />
      <main className="main" id="isi" tabIndex={-1}>{children}</main>
      <footer className="footer"><span>{app} 1.0.0</span><span>© {year} {app}</span></footer>
    </div>
  )
}
