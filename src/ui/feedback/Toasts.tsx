import '#src/styles/parts.css'
import '@mantine/core/styles/Notification.layer.css'
import '@mantine/notifications/styles.layer.css'
import { notifications, Notifications } from '@mantine/notifications'
import { useAtom } from 'jotai'
import { useEffect } from 'react'
import { toastsAtom, type Toast } from '#src/state/feedback.ts'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'

/**
 * Failures are announced at once, other toasts when the screen reader is ready (set by the region).
 */
const show = ({ text, to, tone }: Toast) => {
  const id: string = notifications.show({
    message: to ? (
      <PlaceLink {...to} onClick={() => notifications.hide(id)}>
        {text}
      </PlaceLink>
    ) : (
      text
    ),
    color: tone === 'red' ? 'danger.5' : '#139a52',
    role: tone === 'red' ? 'alert' : 'none',
    withBorder: true,
    closeButtonProps: { 'aria-label': 'Tutup pemberitahuan' },
  })
}

/** Toasts, at most three at a time; each closes after 6 s, except while the pointer is over it. */
export const Toasts = () => {
  const [waiting, setWaiting] = useAtom(toastsAtom)
  useEffect(() => {
    if (waiting.length === 0) return
    for (const waitingToast of waiting) show(waitingToast)
    setWaiting([])
  }, [waiting, setWaiting])
  return <Notifications limit={3} autoClose={6000} zIndex={1200} withinPortal={false} />
}
