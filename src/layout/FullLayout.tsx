import '#src/styles/app.css'
import { Group } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { Footer } from '#src/layout/Footer.tsx'
import { Header } from '#src/layout/Header.tsx'
import { Shortcuts } from '#src/layout/menu/Shortcuts.tsx'
import { Sidebar } from '#src/layout/menu/Sidebar.tsx'
import { Tips } from '#src/layout/Tips.tsx'
import { panelRole, useDrawer } from '#src/layout/useDrawer.ts'
import { useClock } from '#src/state/clock.ts'
import {
  colorThemeAtom,
  darkModeAtom,
  fullWidthAtom,
  headerDarkAtom,
  headerFixedAtom,
  mainContentAtom,
  pageOverlayAtom,
  sidebarDarkAtom,
  sidebarLeftAtom,
  sidebarMiniAtom,
  sidebarVisibleDesktopAtom,
  sidebarVisibleMobileAtom,
  sideOverlayAtom,
  transitionsAtom,
  wideAtom,
} from '#src/state/layout.ts'
import { Boundary } from '#src/ui/feedback/Failed.tsx'
import { IconButton } from '#src/ui/overlay/IconButton.tsx'
import { part } from '#src/ui/page/part.ts'
import classes from './FullLayout.module.css'

const SideOverlayContent = lazy(() =>
  part(() => import('#src/layout/aside/SideOverlay.tsx')).then((m) => ({
    default: m.SideOverlayContent,
  })),
)

/**
 * Hook that disables the transitions of the side panels while the window is resized, until 500 ms
 * after the last resize event.
 */
const useQuietResize = () => {
  const setTransitions = useSetAtom(transitionsAtom)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const resize = () => {
      setTransitions(false)
      clearTimeout(timer)
      timer = setTimeout(() => setTransitions(true), 500)
    }
    window.addEventListener('resize', resize)
    return () => {
      window.removeEventListener('resize', resize)
      clearTimeout(timer)
      setTransitions(true)
    }
  }, [setTransitions])
}

const SideOverlay = ({ over }: { over: boolean }) => {
  const [open, setOpen] = useAtom(sideOverlayAtom)
  const [isWanted, setWanted] = useState(open)
  if (open && !isWanted) setWanted(true)
  const panel = useDrawer(open, () => setOpen(false))
  return (
    <div
      className={classes.side}
      id="side-overlay"
      {...panelRole(over)}
      aria-label="Panel samping"
      ref={panel}
    >
      <Group justify="space-between" h={64} pl="lg" pr="md">
        <b>Panel samping</b>
        <IconButton
          label="Tutup panel samping"
          icon={IconX}
          data-close
          onClick={() => setOpen(false)}
        />
      </Group>
      {isWanted && (
        <Boundary resetKey="panel">
          <Suspense>{<SideOverlayContent />}</Suspense>
        </Boundary>
      )}
    </div>
  )
}

/**
 * Main area of the page. It has the full width while a mounted screen calls the hook
 * `useFullWidth`.
 */
const Main = ({ children }: { children: ReactNode }) => (
  <main
    className={classes.main}
    id="isi"
    tabIndex={-1}
    data-full={useAtomValue(fullWidthAtom) || undefined}
  >
    {children}
  </main>
)

/** Returns the state of the layout as class names for the styles (domain.md 0.4). */
const useClasses = () => {
  const dark = useAtomValue(darkModeAtom)
  const [theme, content] = [useAtomValue(colorThemeAtom), useAtomValue(mainContentAtom)]
  const names = {
    'sidebar-o': useAtomValue(sidebarVisibleDesktopAtom),
    'sidebar-o-xs': useAtomValue(sidebarVisibleMobileAtom),
    'sidebar-mini': useAtomValue(sidebarMiniAtom),
    'sidebar-r': !useAtomValue(sidebarLeftAtom),
    'sidebar-dark': useAtomValue(sidebarDarkAtom) || dark,
    'page-header-dark': useAtomValue(headerDarkAtom) || dark,
    'dark-mode': dark,
    'page-header-fixed': useAtomValue(headerFixedAtom),
    'side-overlay-o': useAtomValue(sideOverlayAtom),
    'enable-page-overlay': useAtomValue(pageOverlayAtom),
    'side-trans-enabled': useAtomValue(transitionsAtom),
  }
  return [
    `theme-${theme}`,
    ...Object.entries(names).flatMap(([name, on]) => (on ? [name] : [])),
    `main-content-${content}`,
  ].join(' ')
}

/** Layout with sidebar, side overlay, header, page and footer. */
export const FullLayout = ({ children }: { children: ReactNode }) => {
  const state = useClasses()
  const [sideOverlay, setSideOverlay] = useAtom(sideOverlayAtom)
  const wide = useAtomValue(wideAtom)
  const menu = useAtomValue(sidebarVisibleMobileAtom) && !wide
  const darkened = useAtomValue(pageOverlayAtom)
  useQuietResize()
  useClock()
  const side = sideOverlay && (!wide || darkened)
  // Whether a panel covers the page. The covered parts are inert: they can neither be focused nor
  // read by a screen reader.
  const covered = menu || side
  return (
    <div id="page-container" className={`${classes.shell} ${state}`}>
      {/* Link with a plain path: with hash routes, a fragment such as `#isi` would be a route.
          An accessibility checker treats every fragment link before the first plain link as a skip
          link. The menu links are fragment links, so this link comes before the menu. */}
      <nav aria-label="Pintasan" inert={covered}>
        <a
          className={classes.skip}
          href="/index.html"
          onClick={(e) => {
            e.preventDefault()
            document.getElementById('isi')?.focus()
          }}
        >
          Langsung ke isi
        </a>
      </nav>
      <div className={classes.contents} inert={covered && !menu}>
        <Sidebar over={menu} />
      </div>
      <div className={classes.contents} inert={covered}>
        <Header />
        <Main>{children}</Main>
        <Footer />
      </div>
      <SideOverlay over={side} />
      <Shortcuts />
      <Tips />
      <div
        className={classes.darkness}
        id="page-overlay"
        aria-hidden
        onClick={() => setSideOverlay(false)}
      />
    </div>
  )
}
