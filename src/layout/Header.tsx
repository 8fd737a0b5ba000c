import { Menu, useMantineColorScheme } from '@mantine/core'
import { IconCheck, IconChevronDown, IconDeviceDesktop, IconLogout, IconMenu2, IconMoon, IconSearch, IconSun } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useAtom } from 'jotai'
import { useState } from 'react'
import { stringifySearch } from '#src/data/search.ts'
import { logout, useMe } from '#src/data/session.ts'
import { drawerAtom, sidebarAtom } from '#src/state/device.ts'

const modes = [['light', 'Terang', IconSun], ['dark', 'Gelap', IconMoon], ['auto', 'Ikuti sistem', IconDeviceDesktop]] as const

const ThemeMenu = () => {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const Now = modes.find(([mode]) => mode === colorScheme)?.[2] ?? IconSun
  return (
    <Menu position="bottom-end" width={180}>
      <Menu.Target><button type="button" className="iconButton" aria-label="Tema"><Now size={20} stroke={1.6} aria-hidden /></button></Menu.Target>
      <Menu.Dropdown>
        {modes.map(([mode, label, Icon]) => (
          <Menu.Item key={mode} leftSection={<Icon size={16} aria-hidden />} rightSection={mode === colorScheme && <IconCheck size={16} aria-label="dipilih" />} onClick={() => setColorScheme(mode)}>{label}</Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

const UserMenu = () => {
  const user = useMe()
  const navigate = useNavigate()
  if (!user) return null
  const leave = async () => { await logout(); await navigate({ to: '/' }) }
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <button type="button" className="userButton" aria-label={`Menu pengguna ${user.name}`}>
          <span className="avatar" aria-hidden>{user.name.slice(0, 1).toUpperCase()}</span><span className="userName">{user.name}</span><IconChevronDown size={16} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <div className="userCard"><b>{user.name}</b><span>{user.role?.name}</span></div>
        <Menu.Divider />
        <Menu.Item component={Link} to="/profile/view">Profil Saya</Menu.Item>
        <Menu.Item component={Link} to="/profile/ubah-password">Ubah Password</Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={leave}>Log Out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

export const Header = () => {
  const [shown, setShown] = useAtom(sidebarAtom)
  const [drawer, setDrawer] = useAtom(drawerAtom)
  const [searching, setSearching] = useState(false)
  const navigate = useNavigate()
  const small = () => window.innerWidth < 992
  return (
    <header className="header">
      <button type="button" className="iconButton" aria-label="Tampilkan atau sembunyikan menu" aria-controls="sidebar" onClick={() => (small() ? setDrawer(!drawer) : setShown(!shown))}>
        <IconMenu2 size={20} stroke={1.6} aria-hidden />
      </button>
      <form role="search" className="studentSearch" data-open={searching || undefined} onSubmit={(e) => {
        e.preventDefault()
        const q = String(new FormData(e.currentTarget).get('q')).trim()
        setSearching(false)
        if (q) void navigate({ href: `/search${stringifySearch({ q })}` })
      }} onKeyDown={(e) => { if (e.key === 'Escape') { e.currentTarget.reset(); setSearching(false); if (document.activeElement instanceof HTMLElement) document.activeElement.blur() } }}>
        <IconSearch size={17} aria-hidden /><input name="q" type="search" placeholder="Cari peserta di sini" aria-label="Cari peserta di sini" autoComplete="off" />
      </form>
      <span className="spacer" />
      <button type="button" className="iconButton searchToggle" aria-label="Cari peserta" onClick={() => { setSearching(true); setTimeout(() => document.querySelector<HTMLInputElement>('.studentSearch input')?.focus()) }}>
        <IconSearch size={20} stroke={1.6} aria-hidden />
      </button>
      <ThemeMenu />
      <UserMenu />
    </header>
  )
}
