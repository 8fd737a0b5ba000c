import { useMantineColorScheme } from '@mantine/core'
import {
  IconBell,
  IconChevronDown,
  IconDeviceDesktop,
  IconHistory,
  IconLayoutSidebarRight,
  IconLock,
  IconLogout,
  IconMenu2,
  IconMoon,
  IconSearch,
  IconSun,
  IconUser,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useAtom, useAtomValue } from 'jotai'
import { lazy, Suspense, useState } from 'react'
import { logout, useCan, useMe } from '#src/data/session.ts'
import { StudentSearch } from '#src/layout/StudentSearch.tsx'
import {
  sidebarMiniAtom,
  sidebarVisibleDesktopAtom,
  sidebarVisibleMobileAtom,
  sideOverlayAtom,
  wideAtom,
} from '#src/state/layout.ts'
import { mayLeave } from '#src/state/unsaved.ts'
import { Boundary } from '#src/ui/Failed.tsx'
import { Menu, MenuItem, MenuLink } from '#src/ui/Menu.tsx'
import { part } from '#src/ui/part.ts'

const Notifications = lazy(() =>
  part(() => import('#src/layout/Notifications.tsx')).then((m) => ({ default: m.Notifications })),
)
const modes = [
  ['light', 'Terang', IconSun],
  ['dark', 'Gelap', IconMoon],
  ['auto', 'Ikuti sistem', IconDeviceDesktop],
] as const

/** On a wide screen between full and strip, on a small one shown or hidden. */
const SidebarToggle = () => {
  const wide = useAtomValue(wideAtom)
  const [onDesktop, setOnDesktop] = useAtom(sidebarVisibleDesktopAtom)
  const [onMobile, setOnMobile] = useAtom(sidebarVisibleMobileAtom)
  const [mini, setMini] = useAtom(sidebarMiniAtom)
  const toggle = () => {
    if (!wide) return setOnMobile(!onMobile)
    setMini(onDesktop && !mini)
    setOnDesktop(true)
  }
  return (
    <button
      type="button"
      className="iconButton"
      aria-label="Tampilkan atau sembunyikan menu"
      aria-controls="sidebar"
      aria-expanded={wide ? onDesktop && !mini : onMobile}
      onClick={toggle}
    >
      <IconMenu2 size={20} stroke={1.6} aria-hidden />
    </button>
  )
}

const ThemeMenu = () => {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const Now = modes.find(([mode]) => mode === colorScheme)?.[2] ?? IconSun
  return (
    <Menu
      width={180}
      label="Tema"
      button={(props) => (
        <button type="button" className="iconButton" aria-label="Tema" {...props}>
          <Now size={20} stroke={1.6} aria-hidden />
        </button>
      )}
    >
      {modes.map(([mode, label, Icon]) => (
        <MenuItem
          key={mode}
          icon={<Icon size={17} stroke={1.6} aria-hidden />}
          checked={mode === colorScheme}
          run={() => setColorScheme(mode)}
        >
          {label}
        </MenuItem>
      ))}
    </Menu>
  )
}

const NotificationMenu = () => (
  <Menu
    width={300}
    popup="group"
    label="Notifikasi"
    button={(props) => (
      <button type="button" className="iconButton" aria-label="Notifikasi" {...props}>
        <IconBell size={20} stroke={1.6} aria-hidden />
      </button>
    )}
  >
    <Boundary resetKey="notifikasi">
      <Suspense fallback={<span className="skeleton" />}>
        <Notifications />
      </Suspense>
    </Boundary>
  </Menu>
)

const UserMenu = () => {
  const user = useMe()
  const navigate = useNavigate()
  const mayAudit = useCan('audit/index')
  if (!user) return null
  const leave = async () => {
    if (!(await mayLeave())) return
    await logout()
    await navigate({ to: '/', ignoreBlocker: true })
  }
  return (
    <Menu
      width={220}
      label="Menu pengguna"
      button={(props) => (
        <button type="button" className="userButton" {...props}>
          <span className="sr">Menu pengguna</span>
          <span className="avatar" data-initial={user.name.slice(0, 1).toUpperCase()} />
          <span className="userName">{user.name}</span>
          <IconChevronDown size={16} aria-hidden />
        </button>
      )}
    >
      <div className="userCard" role="none">
        <b>{user.name}</b>
        <span>{user.role?.name}</span>
      </div>
      <MenuLink to="/profile/view" icon={<IconUser size={17} stroke={1.6} aria-hidden />}>
        Profil Saya
      </MenuLink>
      <MenuLink to="/profile/ubah-password" icon={<IconLock size={17} stroke={1.6} aria-hidden />}>
        Ubah Password
      </MenuLink>
      {mayAudit && (
        <MenuLink to="/audit" icon={<IconHistory size={17} stroke={1.6} aria-hidden />}>
          Riwayat
        </MenuLink>
      )}
      <MenuItem icon={<IconLogout size={17} stroke={1.6} aria-hidden />} run={() => void leave()}>
        Log Out
      </MenuItem>
    </Menu>
  )
}

const SideOverlayToggle = () => {
  const [open, setOpen] = useAtom(sideOverlayAtom)
  return (
    <button
      type="button"
      className="iconButton"
      aria-label="Panel samping"
      aria-controls="side-overlay"
      aria-expanded={open}
      onClick={() => setOpen(!open)}
    >
      <IconLayoutSidebarRight size={20} stroke={1.6} aria-hidden />
    </button>
  )
}

/** Menu toggle, student search, theme, notifications, user, side overlay. */
export const Header = () => {
  const [searching, setSearching] = useState(false)
  return (
    <header className="header" id="page-header">
      <SidebarToggle />
      <StudentSearch open={searching} setOpen={setSearching} />
      <span className="spacer" />
      <button
        type="button"
        className="iconButton searchToggle"
        aria-label="Cari peserta"
        onClick={() => setSearching(true)}
      >
        <IconSearch size={20} stroke={1.6} aria-hidden />
      </button>
      <ThemeMenu />
      <NotificationMenu />
      <UserMenu />
      <SideOverlayToggle />
    </header>
  )
}
