import { IconX } from '@tabler/icons-react'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useSetAtom } from 'jotai'
import {
  createContext,
  use,
  useEffect,
  useId,
  useRef,
  useState,
  type MouseEvent,
  type SyntheticEvent,
} from 'react'
import { menuCountLimit } from '#contract/access/menuCounts.ts'
import { useMenuCounts } from '#src/data/menuCounts.ts'
import { useAppName, useMe } from '#src/data/session/session.ts'
import { activeIn, menuFor, type MenuNode } from '#src/layout/menu/menu.ts'
import { panelRole, useDrawer } from '#src/layout/useDrawer.ts'
import { sidebarVisibleMobileAtom } from '#src/state/layout.ts'
import { numberText } from '#src/ui/format/format.ts'
import { IconButton } from '#src/ui/overlay/IconButton.tsx'
import classes from './Sidebar.module.css'

interface NodeProps {
  node: MenuNode
  active: string | undefined
}
const Inside = ({ node: { name, icon: Icon }, badge }: { node: MenuNode; badge?: Badge }) => (
  <>
    {Icon && <Icon size={19} stroke={1.6} aria-hidden />}
    <span className={classes.name}>{name}</span>
    {badge && <span className={classes.badge} data-count={badge.text} aria-hidden />}
  </>
)

const Counts = createContext<ReturnType<typeof useMenuCounts>>({})
interface Badge {
  text: string
  /** Number with its noun, for screen readers. */
  label: string
}
/**
 * Returns the badge of menu nodes: the sum of their counts; undefined if all counts are zero. A
 * group shows this sum while it is closed.
 */
const useBadge = (nodes: readonly MenuNode[]): Badge | undefined => {
  const counts = use(Counts)
  const counted = nodes.flatMap(({ badge }) => {
    const n = badge && counts[badge.of]
    return n ? [{ n, noun: badge.noun }] : []
  })
  const say = (n: number) =>
    n < menuCountLimit ? numberText(n) : `${numberText(menuCountLimit - 1)}+`
  return counted.length === 0
    ? undefined
    : {
        text: say(counted.reduce((sum, { n }) => sum + n, 0)),
        label: counted.map(({ n, noun }) => `${say(n)} ${noun}`).join(', '),
      }
}
/**
 * Accessible description of a menu item, with its count. The accessible name does not contain the
 * count, so that the name never changes.
 */
const BadgeLabel = ({ id, badge }: { id: string; badge: Badge | undefined }) =>
  badge && (
    <span id={id} hidden>
      {badge.label}
    </span>
  )

const Group = ({ node, active }: NodeProps) => {
  const { sub = [] } = node
  const holds = sub.some((i) => i.to === active)
  const [open, setOpen] = useState(holds)
  const [held, setHeld] = useState(holds)
  const [slides, setSlides] = useState(false)
  const [id, badgeId] = [useId(), useId()]
  const inside = useBadge(sub)
  const badge = open ? undefined : inside
  if (holds !== held) {
    setHeld(holds)
    if (holds) {
      setOpen(true)
      setSlides(true)
    }
  }
  return (
    <li>
      <button
        type="button"
        className={classes.item}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        data-holds={holds || undefined}
        aria-describedby={badge && badgeId}
        onClick={() => {
          setOpen(!open)
          setSlides(true)
        }}
      >
        <Inside node={node} badge={badge} />
        <span className={classes.chevron} />
      </button>
      <BadgeLabel id={badgeId} badge={badge} />
      {open && (
        <ul id={id} className={classes.sub} data-slides={slides || undefined}>
          {sub.map((i) => (
            <Node key={i.name} node={i} active={active} />
          ))}
        </ul>
      )}
    </li>
  )
}

const Section = ({ node: { name, sub = [] }, active }: NodeProps) => {
  const id = useId()
  return (
    <li className={classes.section}>
      <span className={classes.heading} id={id}>
        {name}
      </span>
      <ul aria-labelledby={id}>
        {sub.map((i) => (
          <Node key={i.name} node={i} active={active} />
        ))}
      </ul>
    </li>
  )
}

const Node = ({ node, active }: NodeProps) => {
  const { to, heading } = node
  const { history } = useRouter()
  const badgeId = useId()
  const badge = useBadge([node])
  if (!to)
    return heading ? <Section node={node} active={active} /> : <Group node={node} active={active} />
  const here = to === active
  return (
    <li>
      <a
        href={history.createHref(to)}
        className={classes.item}
        aria-current={here ? 'page' : undefined}
        data-active={here || undefined}
        aria-describedby={badge && badgeId}
      >
        <Inside node={node} badge={badge} />
      </a>
      <BadgeLabel id={badgeId} badge={badge} />
    </li>
  )
}

/**
 * Returns handlers for the whole menu. The handlers follow the clicked link, and prefetch the link
 * under the pointer. With a router link per item instead, every link would listen to every pointer
 * move.
 */
const useLinks = (followed: () => void) => {
  const router = useRouter()
  const wait = useRef<ReturnType<typeof setTimeout>>(undefined)
  const pathAt = ({ target }: SyntheticEvent) =>
    target instanceof Element ? target.closest('a')?.getAttribute('href')?.split('#')[1] : undefined
  const ahead = (event: SyntheticEvent) => {
    const to = pathAt(event)
    clearTimeout(wait.current)
    if (to) wait.current = setTimeout(() => void router.preloadRoute({ to }), 50)
  }
  const follow = (event: MouseEvent) => {
    const to = pathAt(event)
    // Ignores a click that opens a new tab or window, because the browser handles such a click.
    if (
      !to ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return
    event.preventDefault()
    followed()
    void router.navigate({ to })
  }
  return {
    onClick: follow,
    onMouseOver: ahead,
    onMouseOut: () => clearTimeout(wait.current),
    onFocus: ahead,
    onTouchStart: ahead,
  }
}

/**
 * Menu, shown beside the page, or as a strip that expands on hover and keyboard focus. If `over` is
 * true, the menu covers the whole of a small screen.
 */
export const Sidebar = ({ over }: { over: boolean }) => {
  const app = useAppName()
  const user = useMe()
  const setVisible = useSetAtom(sidebarVisibleMobileAtom)
  const path = useLocation({ select: (l) => l.pathname })
  const nodes = user ? menuFor(user) : []
  const active = activeIn(nodes, path)
  const nav = useRef<HTMLElement>(null)
  const router = useRouter()
  const links = useLinks(() => setVisible(false))
  const panel = useDrawer(over, () => setVisible(false))
  // Scrolls the menu once after load, so that the active link is about 200 px from the top. In the
  // collapsed menu, a link inside a group is hidden, so the effect uses the button of its group
  // instead.
  useEffect(() => {
    // Waits for the next frame, because measuring at once would make the browser lay out the page
    // twice.
    const frame = requestAnimationFrame(() => {
      const link = [
        ...(nav.current?.querySelectorAll('[data-active], [data-holds]') ?? []),
      ].findLast((i) => i.getClientRects().length > 0)
      if (!nav.current) return
      if (link) nav.current.scrollTop += link.getBoundingClientRect().top - 200
    })
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <div
      className={classes.sidebar}
      id="sidebar"
      ref={panel}
      {...panelRole(over)}
      aria-label="Bilah sisi"
      {...links}
    >
      <div className={classes.head}>
        <a href={router.history.createHref('/')} className={classes.logo}>
          <img src="/nada.svg" alt="" height={30} width={30} />
          <span className={classes.name}>{app}</span>
        </a>
        <IconButton
          label="Tutup menu"
          icon={IconX}
          hiddenFrom="md"
          data-close
          onClick={() => setVisible(false)}
        />
      </div>
      <nav aria-label="Menu utama" ref={nav}>
        <Counts value={useMenuCounts()}>
          <ul>
            {nodes.map((n) => (
              <Node key={n.name} node={n} active={active} />
            ))}
          </ul>
        </Counts>
      </nav>
    </div>
  )
}
