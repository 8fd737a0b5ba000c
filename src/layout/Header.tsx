import { Box, Text, UnstyledButton, useMantineColorScheme, Skeleton } from '@mantine/core'
import {
  IconBell,
  IconBook,
  IconChevronDown,
  IconDeviceDesktop,
  IconDownload,
  IconHelp,
  IconHistory,
  IconKeyboard,
  IconLayoutSidebarRight,
  IconLock,
  IconLogout,
  IconMenu2,
  IconMoon,
  IconSearch,
  IconSun,
  IconUser,
} from '@tabler/icons-react'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { lazy, Suspense, useState } from 'react'
import { useMenuCounts } from '#src/data/menuCounts.ts'
import { logout, useCan, useMe } from '#src/data/session/session.ts'
import { Initial } from '#src/layout/Initial.tsx'
import { StudentSearch } from '#src/layout/search/StudentSearch.tsx'
import { installAtom, installsByHand } from '#src/state/installed.ts'
import {
  shortcutsAtom,
  sidebarMiniAtom,
  sidebarVisibleDesktopAtom,
  sidebarVisibleMobileAtom,
  sideOverlayAtom,
  wideAtom,
} from '#src/state/layout.ts'
import { mayLeave } from '#src/state/unsaved.ts'
import { Boundary } from '#src/ui/feedback/Failed.tsx'
import { IconButton } from '#src/ui/overlay/IconButton.tsx'
import { Menu, Popup } from '#src/ui/overlay/Menu.tsx'
import { part } from '#src/ui/page/part.ts'
import classes from './Header.module.css'

const Notifications = lazy(() =>
  part(() => import('#src/layout/aside/Notifications.tsx')).then((m) => ({
    default: m.Notifications,
  })),
)
const InstallHelp = lazy(() =>
  part(() => import('#src/layout/menu/InstallHelp.tsx')).then((m) => ({ default: m.InstallHelp })),
)
const modes = [
  ['light', 'Terang', IconSun],
  ['dark', 'Gelap', IconMoon],
  ['auto', 'Ikuti sistem', IconDeviceDesktop],
] as const

/**
 * Button that toggles the sidebar: on a wide screen between full width and a narrow strip, on a
 * small screen between shown and hidden.
 */
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
    <IconButton
      label="Tampilkan atau sembunyikan menu"
      icon={IconMenu2}
      aria-controls="sidebar"
      aria-expanded={wide ? onDesktop && !mini : onMobile}
      onClick={toggle}
    />
  )
}

const ThemeMenu = () => {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const Now = modes.find(([mode]) => mode === colorScheme)?.[2] ?? IconSun
  return (
    <Menu
      width={180}
      label="Tema"
      button={(props) => <IconButton label="Tema" icon={Now} {...props} />}
      items={modes.map(([mode, label, icon]) => ({
        label,
        icon,
        checked: mode === colorScheme,
        run: () => setColorScheme(mode),
      }))}
    />
  )
}

/** Bell button with the number of unread notices, and its popup. */
const NotificationMenu = () => {
  const { pemberitahuan = 0 } = useMenuCounts()
  const count = pemberitahuan > 99 ? '99+' : String(pemberitahuan)
  const label = pemberitahuan > 0 ? `Notifikasi, ${count} belum dibaca` : 'Notifikasi'
  return (
    <Popup
      width={300}
      label="Notifikasi"
      button={(props) => (
        <Box pos="relative" display="flex">
          <IconButton label={label} icon={IconBell} {...props} />
          {pemberitahuan > 0 && <span className={classes.count} data-count={count} aria-hidden />}
        </Box>
      )}
    >
      <Boundary resetKey="notifikasi">
        <Suspense fallback={<Skeleton h={17} />}>
          <Notifications />
        </Suspense>
      </Boundary>
    </Popup>
  )
}

const UserMenu = () => {
  const user = useMe()
  const navigate = useNavigate()
  const mayAudit = useCan('audit/index')
  const showKeys = useSetAtom(shortcutsAtom)
  const [offer, setOffer] = useAtom(installAtom)
  const [isExplained, setExplained] = useState(false)
  if (!user) return null
  const leave = async () => {
    if (!(await mayLeave())) return
    await logout()
    await navigate({ to: '/', ignoreBlocker: true })
  }
  const install = () => {
    if (!offer) return setExplained(true)
    // The browser's offer can be used once; the browser makes another one after a rejection.
    setOffer(null)
    void offer.prompt()
  }
  return (
    <>
      <Menu
        width={220}
        label="Menu pengguna"
        button={(props) => (
          <UnstyledButton className={classes.user} {...props}>
            <span className="sr">Menu pengguna</span>
            <Initial of={user.name} />
            <Text span size="0.9375rem" truncate visibleFrom="sm">
              {user.name}
            </Text>
            <IconChevronDown size={16} aria-hidden />
          </UnstyledButton>
        )}
        head={
          <Box px="xs" pb="xs" mb={4} className={classes.card} role="none">
            <Text fw={700} lh={1.35}>
              {user.name}
            </Text>
            <Text size="sm" c="dimmed" lh={1.35}>
              {user.role?.name}
            </Text>
          </Box>
        }
        items={[
          { label: 'Profil Saya', icon: IconUser, place: { to: '/profile/view' } },
          { label: 'Ubah Password', icon: IconLock, place: { to: '/profile/ubah-password' } },
          ...(mayAudit
            ? [{ label: 'Riwayat', icon: IconHistory, place: { to: '/audit' } } as const]
            : []),
          { label: 'Panduan', icon: IconBook, place: { to: '/panduan' } },
          { label: 'Bantuan tombol', icon: IconKeyboard, run: () => showKeys('help') },
          ...(offer || installsByHand()
            ? [{ label: 'Pasang aplikasi', icon: IconDownload, run: install }]
            : []),
          { label: 'Log Out', icon: IconLogout, run: () => void leave() },
        ]}
      />
      {isExplained && (
        <Suspense>
          <InstallHelp close={() => setExplained(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Button that opens the help page at the tasks of the present screen. */
const ScreenHelp = () => {
  const navigate = useNavigate()
  const halaman = useRouterState({ select: (s) => s.resolvedLocation?.pathname })
  return (
    <IconButton
      label="Panduan halaman ini"
      icon={IconHelp}
      className={classes.help}
      onClick={() => void navigate({ to: '/panduan', search: { halaman } })}
    />
  )
}

const SideOverlayToggle = () => {
  const [open, setOpen] = useAtom(sideOverlayAtom)
  return (
    <IconButton
      label="Panel samping"
      icon={IconLayoutSidebarRight}
      aria-controls="side-overlay"
      aria-expanded={open}
      onClick={() => setOpen(!open)}
    />
  )
}

/**
 * Header with menu toggle, student search, theme, notifications, user menu and side overlay toggle.
 */
export const Header = () => {
  const [searching, setSearching] = useState(false)
  return (
    <header className={classes.header} id="page-header">
      <SidebarToggle />
      <StudentSearch open={searching} setOpen={setSearching} />
      <Box flex={1} />
      <IconButton
        label="Cari peserta"
        icon={IconSearch}
        hiddenFrom="sm"
        data-search-toggle
        onClick={() => setSearching(true)}
      />
      <ThemeMenu />
      <ScreenHelp />
      <NotificationMenu />
      <UserMenu />
      <SideOverlayToggle />
    </header>
  )
}
