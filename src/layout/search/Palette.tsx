/** Command palette (Ctrl+K): searches the user's menu, actions, students and documents. */
import { Text, TextInput, useMantineColorScheme } from '@mantine/core'
import { IconArrowRight, IconBolt, IconBook, IconSearch, IconUser } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { can } from '#contract/access/access.ts'
import { guidesFor, tasksWith } from '#contract/guide/tasks.ts'
import type { RoutePath } from '#contract/routes.ts'
import { useOwnOutlets } from '#src/data/outlets.ts'
import { routeOf, titleOf } from '#src/data/session/guard.ts'
import { logout, roleOf, useMe } from '#src/data/session/session.ts'
import { studentSearchQuery, isLongEnough, normalizeQuery } from '#src/data/studentSearch.ts'
import { itemsOf } from '#src/layout/menu/goKeys.ts'
import { additions, type Addition } from '#src/layout/search/additions.ts'
import { useDocuments } from '#src/layout/search/documentOptions.tsx'
import { studentOptions } from '#src/layout/search/studentOptions.tsx'
import { askToAdd } from '#src/state/history.ts'
import { mayLeave } from '#src/state/unsaved.ts'
import { OptionList } from '#src/ui/form/pickers/OptionList.tsx'
import { useOptions, type Option, type OptionGroup } from '#src/ui/list/filters/options.ts'
import { Dialog } from '#src/ui/overlay/Dialog.tsx'

/** Paths of pages that have no menu item but are offered in the palette. */
const beside: readonly RoutePath[] = [
  '/kursus-pelatih/absensi',
  '/biaya',
  '/honor-periode',
  '/mutasi-bank',
  '/mutasi-bank/import',
  '/sales/peserta',
  '/search',
  '/tutup-kas',
  '/pindahan',
  '/integritas',
  '/audit',
  '/profile/view',
  '/profile/ubah-password',
  '/panduan',
]
const modes = [
  ['light', 'Tema Terang'],
  ['dark', 'Tema Gelap'],
  ['auto', 'Tema Ikuti sistem'],
] as const
/** Debounce of the search, in ms. */
const pause = 150
/** Number of students shown. */
const shownStudents = 6

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
/**
 * Returns the options that contain every word of the query; those that begin with the query come
 * first.
 */
const matching = (options: Option[], q: string): Option[] => {
  const [text, words] = [plain(q), plain(q).split(' ')]
  const matches = options.filter((o) => {
    const all = plain(`${o.title} ${o.note ?? ''}`)
    return words.every((w) => all.includes(w))
  })
  return matches.toSorted(
    (a, b) => Number(plain(b.title).startsWith(text)) - Number(plain(a.title).startsWith(text)),
  )
}
interface PaletteProps {
  text: string
  setText: (text: string) => void
  /** Closes the palette and returns the focus to the page. */
  close: () => void
  /** Closes the palette before navigating to another page. */
  leave: () => void
  help: () => void
}
const icon = { size: 18, stroke: 1.6, 'aria-hidden': true as const }

/** Returns the options for menu items and for pages without one. */
const useMenuOptions = ({ leave }: PaletteProps): Option[] => {
  const navigate = useNavigate()
  const user = useMe()
  if (!user) return []
  const option = (to: string, title: string, note?: string): Option => ({
    key: `menu ${to}`,
    title,
    note,
    icon: <IconArrowRight {...icon} />,
    // Sets `run` instead of `place`, because `place` needs a typed path, and the path of a menu
    // item is a plain string.
    run: () => {
      leave()
      void navigate({ to })
    },
  })
  const allowed = (to: RoutePath) => {
    const code = routeOf(to)?.access
    return code === null || (code !== undefined && can(user, code))
  }
  return [
    ...itemsOf(user).map(({ name, to, group }) => option(to, name, group)),
    ...beside.filter(allowed).map((to) => option(to, titleOf(to))),
  ]
}

/**
 * Returns the options for actions that the user may run: add a row, change the colour scheme, open
 * the help, log out.
 */
const useActionOptions = ({ close, leave, help }: PaletteProps): Option[] => {
  const user = useMe()
  const limited = useOwnOutlets().length > 0
  const navigate = useNavigate()
  const router = useRouter()
  const { setColorScheme } = useMantineColorScheme()
  const act = (title: string, does: Pick<Option, 'place' | 'run'>): Option => ({
    key: `aksi ${title}`,
    title,
    icon: <IconBolt {...icon} />,
    ...does,
  })
  const logOut = async () => {
    leave()
    if (!(await mayLeave())) return
    await logout()
    await navigate({ to: '/', ignoreBlocker: true })
  }
  const add = ({ inList, to, search }: Omit<Addition, 'to'> & { to: string }) => {
    leave()
    if (!inList) return void navigate({ to, search })
    const { pathname, search: now }: { pathname: string; search: { tab?: unknown } } =
      router.latestLocation
    // Clicks the add button if the list is already open. Compares the tab as well as the path,
    // because a page with tabs may have several lists.
    if (pathname === to && now.tab === search?.tab)
      return setTimeout(() => document.querySelector<HTMLElement>('[data-add]')?.click())
    askToAdd(to)
    void navigate({ to, search })
  }
  const mayAdd = ({ code, to, whole }: Addition) =>
    can(user, code) && to in router.routesByPath && !(whole && limited)
  return [
    ...additions
      .filter(mayAdd)
      .map((addition) => act(addition.title, { run: () => void add(addition) })),
    ...modes.map(([mode, title]) =>
      act(title, {
        run: () => {
          setColorScheme(mode)
          close()
        },
      }),
    ),
    act('Bantuan tombol', { run: help }),
    act('Log Out', { run: () => void logOut() }),
  ]
}

/** Number of help tasks shown. */
const shownTasks = 5
/** Returns the help tasks that match the query, each with the link to its place. */
const useGuideOptions = (q: string): Option[] => {
  const user = useMe()
  if (!q) return []
  return guidesFor(user, roleOf(user))
    .flatMap(({ tasks }) => tasksWith(tasks, q))
    .slice(0, shownTasks)
    .map(({ id, title }) => ({
      key: `panduan ${id}`,
      title,
      icon: <IconBook {...icon} />,
      place: { to: '/panduan', search: { tugas: id } },
    }))
}

/** Returns the students and documents that the server finds for the query, debounced. */
const useFound = (q: string) => {
  const user = useMe()
  const [debouncedQuery, setDebouncedQuery] = useState(q)
  useEffect(() => {
    const timer = setTimeout(() => setDebouncedQuery(q), pause)
    return () => clearTimeout(timer)
  }, [q])
  const longEnough = isLongEnough(debouncedQuery)
  const students = useQuery({
    ...studentSearchQuery(debouncedQuery),
    enabled: can(user, 'search') && longEnough,
    placeholderData: (old) => old,
  })
  const documents = useDocuments(debouncedQuery)
  const rows = (longEnough && students.data?.rows.slice(0, shownStudents)) || []
  const people = studentOptions(rows, user, 'Peserta').map((g) => ({
    ...g,
    options: g.options.map((o) => ({ ...o, icon: <IconUser {...icon} /> })),
  }))
  return {
    groups: [...documents.groups, ...people],
    waiting: q !== debouncedQuery || students.isFetching || documents.isFetching,
    failed: students.error ?? documents.error,
  }
}
const countText = (groups: readonly OptionGroup[], waiting: boolean): string => {
  const count = groups.reduce((sum, g) => sum + g.options.length, 0)
  if (count > 0) return `${count} pilihan`
  return waiting ? 'Mencari…' : 'Tidak ada yang cocok'
}

export const Palette = (props: PaletteProps) => {
  const { text, setText, close, leave } = props
  const navigate = useNavigate()
  const q = normalizeQuery(text)
  const menu = useMenuOptions(props)
  const actions = useActionOptions(props)
  const tasks = useGuideOptions(q)
  const results = useFound(q)
  const groups: OptionGroup[] = [
    { label: 'Menu', options: q ? matching(menu, q) : menu },
    { label: 'Tindakan', options: q ? matching(actions, q) : actions },
    ...results.groups,
    { label: 'Panduan', options: tasks },
  ].filter((g) => g.options.length > 0)
  const { option, inputProps, onArrow, listProps, clear } = useOptions(groups, true)
  const pick = ({ place, run }: Option) => {
    if (run) return run()
    leave()
    if (place) void navigate({ to: place.to, search: place.search })
  }
  const { failed, waiting } = results
  const empty = groups.length === 0
  return (
    <Dialog title="Palet perintah" close={close} closeButton size="lg">
      <form
        onSubmit={(e) => {
          e.preventDefault()
          e.stopPropagation()
          if (option) pick(option)
        }}
        onKeyDown={onArrow}
      >
        <TextInput
          data-autofocus
          size="md"
          mb="xs"
          leftSection={<IconSearch size={18} aria-hidden />}
          value={text}
          placeholder="Menu, tindakan, peserta, lead, nomor tagihan atau kuitansi"
          aria-label="Cari menu, tindakan, peserta, tagihan"
          autoComplete="off"
          spellCheck={false}
          {...inputProps}
          onChange={(e) => {
            setText(e.currentTarget.value)
            clear()
          }}
        />
        {!empty && <OptionList label="Hasil" {...listProps} pick={pick} />}
        <Text
          role="status"
          size="sm"
          c="dimmed"
          p="xs"
          className={empty || failed ? undefined : 'sr'}
        >
          {failed ? `Pencarian gagal: ${failed.message}` : countText(groups, waiting)}
        </Text>
      </form>
    </Dialog>
  )
}
