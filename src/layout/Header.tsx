import { useMantineColorScheme } from '@mantine/core'
import { IconChevronDown, IconDeviceDesktop, IconLogout, IconMenu2, IconMoon, IconSearch, IconSun } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useAtom } from 'jotai'
import { useState } from 'react'
import { logout, useMe } from '#src/data/session.ts'
import { StudentSearch } from '#src/layout/StudentSearch.tsx'
import { drawerAtom, sidebarAtom } from '#src/state/device.ts'
import { Menu, MenuItem } from '#src/ui/Menu.tsx'

const modes = [['light', 'Terang', IconSun], ['dark', 'Gelap', IconMoon], ['auto', 'Ikuti sistem', IconDeviceDesktop]] as const

const ThemeMenu = () => {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const Now = modes.find(([mode]) => mode === colorScheme)?.[2] ?? IconSun
  return (
    <Menu width={180} label="Tema" button={(props) => <button type="button" className="iconButton" aria-label="Tema" {...props}><Now size={20} stroke={1.6} aria-hidden /></button>}>
      {modes.map(([mode, label, Icon]) => <MenuItem key={mode} icon={<Icon size={17} stroke={1.6} aria-hidden />} checked={mode === colorScheme} run={() => setColorScheme(mode)}>{label}</MenuItem>)}
    </Menu>
  )
}

const UserMenu = () => {
  const user = useMe()
  const navigate = useNavigate()
  if (!user) return null
  const leave = async () => { await logout(); await navigate({ to: '/' }) }
  return (
    <Menu width={220} label="Menu pengguna" button={(props) => (
      <button type="button" className="userButton" {...props}>
        <span className="sr">Menu pengguna</span><span className="avatar" data-initial={user.name.slice(0, 1).toUpperCase()} /><span className="userName">{user.name}</span><IconChevronDown size={16} aria-hidden />
      </button>
    )}>
      <div className="userCard" role="none"><b>{user.name}</b><span>{user.role?.name}</span></div>
      <MenuItem run={() => void navigate({ to: '/profile/view' })}>Profil Saya</MenuItem>
      <MenuItem run={() => void navigate({ to: '/profile/ubah-password' })}>Ubah Password</MenuItem>
      <MenuItem icon={<IconLogout size={17} stroke={1.6} aria-hidden />} run={() => void leave()}>Log Out</MenuItem>
    </Menu>
  )
}

export const Header = () => {
  const [shown, setShown] = useAtom(sidebarAtom)
  const [drawer, setDrawer] = useAtom(drawerAtom)
  const [searching, setSearching] = useState(false)
  const small = () => window.innerWidth < 992
  return (
    <header className="header">
      <button type="button" className="iconButton" aria-label="Tampilkan atau sembunyikan menu" aria-controls="sidebar" onClick={() => (small() ? setDrawer(!drawer) : setShown(!shown))}>
        <IconMenu2 size={20} stroke={1.6} aria-hidden />
      </button>
      <StudentSearch open={searching} setOpen={setSearching} />
      <span className="spacer" />
      <button type="button" className="iconButton searchToggle" aria-label="Cari peserta" onClick={() => setSearching(true)}>
        <IconSearch size={20} stroke={1.6} aria-hidden />
      </button>
      <ThemeMenu />
      <UserMenu />
    </header>
  )
}
