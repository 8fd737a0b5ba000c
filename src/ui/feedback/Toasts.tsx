import '#src/styles/parts.css'
import '@mantine/core/styles/Notification.layer.css'
import '@mantine/notifications/styles.layer.css'
import { notifications, Notifications } from '@mantine/notifications'
import { useAtom } from 'jotai'
import { useEffect } from 'react'
import { toastsAtom, type Toast } from '#src/state/feedback.ts'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'

/**
 * Shows a toast. Screen readers announce a failure at once, and any other toast when they are idle.
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

/**
 * Shows at most three toasts at a time. A toast closes after 6 s, unless the pointer is over it.
 */
export const Toasts = () => {
  const [waiting, setWaiting] = useAtom(toastsAtom)
  useEffect(() => {
    if (waiting.length === 0) return
    for (const waitingToast of waiting) show(waitingToast)
    setWaiting([])
  }, [waiting, setWaiting])
  return <Notifications limit={3} autoClose={6000} zIndex={1200} withinPortal={false} />
}
