import { IconChevronDown } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useAtom } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { menuFor, type MenuGroup, type MenuItem } from '#src/layout/menu.ts'
import { useMe } from '#src/data/session.ts'
import { drawerAtom } from '#src/state/device.ts'

/** The route of the menu that the page belongs to: itself, else the longest one it lies under. */
const activeOf = (path: string, nodes: (MenuItem | MenuGroup)[]) =>
  nodes.flatMap((n) => ('sub' in n ? n.sub : [n])).map((i) => i.to).filter((to) => path === to || (to !== '/' && path.startsWith(`${to}/`))).sort((a, b) => b.length - a.length)[0]

const Group = ({ group: { name, icon: Icon, sub }, active }: { group: MenuGroup; active: string | undefined }) => {
  const holds = sub.some((i) => i.to === active)
  const [open, setOpen] = useState(holds)
  const [held, setHeld] = useState(holds)
  if (holds !== held) { setHeld(holds); if (holds) setOpen(true) }
  return (
    <li>
      <button type="button" className="navItem" aria-expanded={open} onClick={() => setOpen(!open)}><Icon size={19} stroke={1.6} aria-hidden /><span>{name}</span><IconChevronDown size={16} aria-hidden className="chevron" /></button>
      {open && <ul>{sub.map((i) => <li key={i.to}><NavLink item={i} active={active} /></li>)}</ul>}
    </li>
  )
}

const NavLink = ({ item: { to, name, icon: Icon }, active }: { item: MenuItem; active: string | undefined }) => {
  const [, setDrawer] = useAtom(drawerAtom)
  return (
    <Link to={to} className="navItem" aria-current={to === active ? 'page' : undefined} data-active={to === active || undefined} activeProps={{}} onClick={() => setDrawer(false)}>
      {Icon && <Icon size={19} stroke={1.6} aria-hidden />}<span>{name}</span>
    </Link>
  )
}

export const Sidebar = () => {
  const user = useMe()
  const [drawer, setDrawer] = useAtom(drawerAtom)
  const path = useLocation({ select: (l) => l.pathname })
  const nodes = user ? menuFor(user) : []
  const active = activeOf(path, nodes)
  const nav = useRef<HTMLElement>(null)
  // Specification: the active link about 200 px from the top, once, at load.
  useEffect(() => {
    const link = nav.current?.querySelector<HTMLElement>('[data-active]')
    if (nav.current && link) nav.current.scrollTop = link.offsetTop - 200
  }, [])
  useEffect(() => {
    if (!drawer) return
    const close = (e: KeyboardEvent) => { if (e.key === 'Escape') setDrawer(false) }
    document.addEventListener('keydown', close)
    return () => document.removeEventListener('keydown', close)
  }, [drawer, setDrawer])
  return (
    <>
      {drawer && <div className="scrim" onClick={() => setDrawer(false)} aria-hidden />}
      <aside className="sidebar" data-open={drawer || undefined} id="sidebar">
        <div className="sidebarHead">
          <Link to="/" className="logo" onClick={() => setDrawer(false)}><img src="/nada.svg" alt="" height={30} width={30} />{user?.pengaturan?.app_nama ?? 'Nada'}</Link>
          <button type="button" className="iconButton onlySmall" aria-label="Tutup menu" onClick={() => setDrawer(false)}>×</button>
        </div>
        <nav aria-label="Menu utama" ref={nav}>
          <ul>{nodes.map((n) => ('sub' in n ? <Group key={n.name} group={n} active={active} /> : <li key={n.to}><NavLink item={n} active={active} /></li>))}</ul>
        </nav>
      </aside>
    </>
  )
}
