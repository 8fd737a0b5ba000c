import '#src/styles/parts.css'
import '@mantine/core/styles/Notification.layer.css'
import '@mantine/notifications/styles.layer.css'
import { Button, Group } from '@mantine/core'
import { notifications, Notifications } from '@mantine/notifications'
import { useAtom } from 'jotai'
import { useEffect, useRef } from 'react'
import { toastsAtom, type Toast } from '#src/state/feedback.ts'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'

/** Time until a toast closes, in ms; a toast with a button stays long enough to reach it. */
const lasts = { text: 6000, undo: 20_000 }
/** Elements in which Ctrl Z belongs to the element, or to the dialog around it. */
const elsewhere = 'input:not([type=checkbox]), textarea, [contenteditable], [role=dialog]'

/** Text of a toast, and its button `Urungkan`. */
const Message = ({ text, to, undo, hide }: Toast & { hide: () => void }) => (
  <Group justify="space-between" gap="xs" data-toast>
    {to ? (
      <PlaceLink {...to} onClick={hide}>
        {text}
      </PlaceLink>
    ) : (
      <span>{text}</span>
    )}
    {undo && (
      <Button
        variant="default"
        size="compact-md"
        h={32}
        aria-keyshortcuts="Control+Z"
        onClick={undo}
      >
        Urungkan
      </Button>
    )}
  </Group>
)

/**
 * Shows a toast and returns its id. Screen readers announce a failure at once, and any other toast
 * when they are idle.
 */
const show = (toast: Toast, closed: () => void): string => {
  const isRed = toast.tone === 'red'
  const hide = () => notifications.hide(id)
  const id: string = notifications.show({
    message: <Message {...toast} hide={hide} />,
    autoClose: toast.undo ? lasts.undo : lasts.text,
    color: isRed ? 'danger.5' : '#139a52',
    role: isRed ? 'alert' : 'none',
    withBorder: true,
    closeButtonProps: { 'aria-label': 'Tutup pemberitahuan' },
    onClose: closed,
  })
  return id
}

/**
 * Shows at most three toasts at a time. A toast closes after a while, unless the pointer is over it
 * or it has the focus. Ctrl Z presses `Urungkan` of the last toast that has this button.
 */
export const Toasts = () => {
  const [waiting, setWaiting] = useAtom(toastsAtom)
  /** Functions of the buttons `Urungkan` that are shown, the last one at the end. */
  const undos = useRef<(() => void)[]>([])
  useEffect(() => {
    if (waiting.length === 0) return
    for (const { undo, ...toast } of waiting) {
      const forget = () => {
        undos.current = undos.current.filter((shown) => shown !== run)
      }
      // Runs once: the toast closes with the first press.
      const run = () => {
        if (!undos.current.includes(run)) return
        // Keeps the focus on the page, because the pressed button disappears.
        if (document.activeElement?.closest('[data-toast]'))
          document.querySelector('main')?.focus({ preventScroll: true })
        notifications.hide(id)
        forget()
        undo?.()
      }
      if (undo) undos.current = [...undos.current, run]
      const id: string = show({ ...toast, undo: undo && run }, forget)
    }
    setWaiting([])
  }, [waiting, setWaiting])
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target instanceof HTMLElement ? event.target : document.body
      const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key === 'z'
      const last = undos.current.at(-1)
      if (!isUndo || !last || target.closest(elsewhere)) return
      event.preventDefault()
      last()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  return <Notifications limit={3} autoClose={lasts.text} zIndex={1200} withinPortal={false} />
}
