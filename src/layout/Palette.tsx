/** Ctrl+K: menu, actions, students and bills of this user, found by typing. */
import { useMantineColorScheme } from '@mantine/core'
import { IconArrowRight, IconBolt, IconReceipt, IconSearch, IconUser } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { can, type AccessCode } from '#contract/access.ts'
import { PaymentStatus } from '#contract/enums.ts'
import type { RoutePath } from '#contract/routes.ts'
import { Billings } from '#src/data/billing.ts'
import { cariPeserta, cukup, kata } from '#src/data/cari.ts'
import { routeOf, titleOf } from '#src/data/guard.ts'
import { useOwnOutlets } from '#src/data/outlets.ts'
import { logout, useMe } from '#src/data/session.ts'
import { additions, type Addition } from '#src/layout/additions.ts'
import { itemsOf } from '#src/layout/goKeys.ts'
import { studentOptions } from '#src/layout/studentOptions.tsx'
import { askToAdd } from '#src/state/history.ts'
import { mayLeave } from '#src/state/unsaved.ts'
import { Dialog } from '#src/ui/Dialog.tsx'
import { rupiah } from '#src/ui/format.ts'
import { OptionList } from '#src/ui/OptionList.tsx'
import { useOptions, type Option, type OptionGroup } from '#src/ui/options.ts'

/** Pages that have no menu item, but may be wanted at any time (ux.md, Not in the menu). */
const beside: readonly RoutePath[] = [
  '/biaya',
  '/sales/peserta',
  '/search',
  '/audit',
  '/profile/view',
  '/profile/ubah-password',
]
const modes = [
  ['light', 'Tema Terang'],
  ['dark', 'Tema Gelap'],
  ['auto', 'Tema Ikuti sistem'],
] as const
const pause = 150

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
/** Those in which every word occurs, the ones that begin so first. */
const matching = (options: Option[], q: string): Option[] => {
  const [text, words] = [plain(q), plain(q).split(' ')]
  const found = options.filter((o) => {
    const all = plain(`${o.title} ${o.note ?? ''}`)
    return words.every((w) => all.includes(w))
  })
  return found.toSorted(
    (a, b) => Number(plain(b.title).startsWith(text)) - Number(plain(a.title).startsWith(text)),
  )
}
/** A bill's number has digits; what looks like a phone number is somebody's. */
const likeNumber = (q: string) =>
  q.length >= 3 && /\d/.test(q) && !/^(\+|0?8\d{2}|62)/.test(q) && /^[\w/.-]+$/.test(q)

/** `leave`: closes on the way to another page; `close` returns to this one. */
export const Palette = ({
  close,
  leave,
  help,
}: {
  close: () => void
  leave: () => void
  help: () => void
}) => {
  const user = useMe()
  const limited = useOwnOutlets().length > 0
  const navigate = useNavigate()
  const router = useRouter()
  const { setColorScheme } = useMantineColorScheme()
  const [text, setText] = useState('')
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(kata(text)), pause)
    return () => clearTimeout(timer)
  }, [text])
  const q = kata(text)
  const allowed = (code: AccessCode | null | undefined) => code != null && can(user, code)
  const students = useQuery({
    ...cariPeserta(asked),
    enabled: allowed('search') && cukup(asked),
    placeholderData: (old) => old,
  })
  const bills = useQuery({
    ...Billings.queries.list({ q: asked }),
    enabled: allowed('billing/view') && allowed('billing/index') && likeNumber(asked),
  })

  const icon = { size: 18, stroke: 1.6, 'aria-hidden': true as const }
  const exists = (to: string) => to in router.routesByPath
  const menu: Option[] = user
    ? [
        ...itemsOf(user).map(({ name, to, group }) => ({
          key: `menu ${to}`,
          title: name,
          note: group,
          icon: <IconArrowRight {...icon} />,
          place: { to },
        })),
        ...beside
          .filter((to) => allowed(routeOf(to)?.access))
          .map((to) => ({
            key: `menu ${to}`,
            title: titleOf(to),
            icon: <IconArrowRight {...icon} />,
            place: { to },
          })),
      ]
    : []
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
  const addTo =
    ({ to, search }: { to: string; search?: Addition['search'] }) =>
    () => {
      leave()
      const { pathname, search: now }: { pathname: string; search: { tab?: unknown } } =
        router.latestLocation
      // A page may have several lists.
      if (pathname === to && now.tab === search?.tab)
        return setTimeout(() => document.querySelector<HTMLElement>('[data-tambah]')?.click())
      askToAdd(to)
      void navigate({ to, search })
    }
  const mayAdd = ({ code, to, whole }: Addition) =>
    allowed(code) && exists(to) && !(whole && limited)
  const actions: Option[] = [
    ...additions
      .filter(mayAdd)
      .map((add) =>
        act(
          add.title,
          add.inList ? { run: addTo(add) } : { place: { to: add.to, search: add.search } },
        ),
      ),
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
  const found =
    cukup(asked) && students.data
      ? studentOptions(students.data.rows.slice(0, 6), user, 'Peserta').map((g) => ({
          ...g,
          options: g.options.map((o) => ({ ...o, icon: <IconUser {...icon} /> })),
        }))
      : []
  const numbers: Option[] = (likeNumber(asked) ? (bills.data?.rows ?? []) : [])
    .filter((b) => b.nomor?.toLowerCase().includes(asked.toLowerCase()))
    .slice(0, 5)
    .map((b) => ({
      key: `tagihan ${b.id}`,
      title: b.nomor ?? '',
      note: `${b.nama_tagihan} · ${rupiah(b.total)} · ${b.void_at ? 'Batal' : PaymentStatus.label(b.payment_status)}`,
      icon: <IconReceipt {...icon} />,
      place: { to: '/billing/view', search: { id: b.id } },
    }))
  const groups: OptionGroup[] = [
    { label: 'Menu', options: q ? matching(menu, q) : menu },
    { label: 'Tindakan', options: q ? matching(actions, q) : actions },
    { label: 'Tagihan', options: numbers },
    ...found,
  ].filter((g) => g.options.length > 0)
  const { option, inputProps, onArrow, listProps, clear } = useOptions(groups, true)
  const pick = ({ place, run }: Option) => {
    if (run) return run()
    leave()
    if (place) void navigate({ to: place.to, search: place.search })
  }
  const waiting = q !== asked || students.isFetching || bills.isFetching
  const failed = students.error ?? bills.error
  return (
    <Dialog title="Palet perintah" close={close} closeButton size="lg">
      <form
        className="palette"
        onSubmit={(e) => {
          e.preventDefault()
          e.stopPropagation()
          if (option) pick(option)
        }}
        onKeyDown={(e) => {
          onArrow(e)
        }}
      >
        <div className="paletteBox">
          <IconSearch size={18} aria-hidden />
          <input
            data-autofocus
            type="text"
            value={text}
            placeholder="Menu, tindakan, peserta, nomor tagihan"
            aria-label="Cari menu, tindakan, peserta, tagihan"
            autoComplete="off"
            spellCheck={false}
            {...inputProps}
            onChange={(e) => {
              setText(e.currentTarget.value)
              clear()
            }}
          />
        </div>
        {groups.length > 0 && <OptionList label="Hasil" {...listProps} pick={pick} />}
        <p role="status" className={groups.length > 0 && !failed ? 'sr' : 'matchesNote'}>
          {failed
            ? `Pencarian gagal: ${failed.message}`
            : groups.length > 0
              ? `${groups.reduce((sum, g) => sum + g.options.length, 0)} pilihan`
              : waiting
                ? 'Mencari…'
                : 'Tidak ada yang cocok'}
        </p>
      </form>
    </Dialog>
  )
}
