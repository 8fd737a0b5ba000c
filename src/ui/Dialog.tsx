import '#src/styles/bagian.css'
import { Modal } from '@mantine/core'
import { useEffect, useState, type FocusEvent, type KeyboardEvent, type ReactNode } from 'react'

/** Focus goes back to where it was when the dialog opened. The library does so on closing only, and ours are taken away. */
const useReturnFocus = () => {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (
        before instanceof HTMLElement &&
        (document.activeElement ?? document.body) === document.body
      )
        before.focus({ preventScroll: true })
    },
    [before],
  )
}

/** The library looks for `[data-autofocus]` by timers, up to twice after the dialog has opened. It finds what has the focus by then, else it would take it from who has gone on. */
const keepFocus = ({ currentTarget, target }: FocusEvent<HTMLElement>) => {
  if (!currentTarget.contains(target)) return
  for (const before of currentTarget.querySelectorAll('[data-autofocus]'))
    before.removeAttribute('data-autofocus')
  target.setAttribute('data-autofocus', '')
}

interface DialogProps {
  title: string
  close: () => void
  children: ReactNode
  size?: string
  closeButton?: boolean
  keepOpen?: boolean
  onKeyDown?: (e: KeyboardEvent) => void
}
/** A dialog with its heading. Composed, because the library's own puts a second page header into the document. `keepOpen`: Esc and a click outside are the caller's. */
export const Dialog = ({
  title,
  close,
  children,
  size = 'md',
  closeButton = false,
  keepOpen = false,
  onKeyDown,
}: DialogProps) => {
  useReturnFocus()
  return (
    <Modal.Root
      opened
      onClose={close}
      size={size}
      centered={!closeButton}
      closeOnEscape={!keepOpen}
      closeOnClickOutside={!keepOpen}
      onKeyDown={onKeyDown}
    >
      <Modal.Overlay />
      <Modal.Content onFocus={keepFocus}>
        <div className="dialogHead">
          <Modal.Title>{title}</Modal.Title>
          {closeButton && <Modal.CloseButton aria-label="Tutup" />}
        </div>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
