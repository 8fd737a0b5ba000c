import '#src/styles/parts.css'
import { Group, Modal } from '@mantine/core'
import type { FocusEvent, KeyboardEvent, ReactNode } from 'react'
import { useReturnFocus } from '#src/ui/overlay/useReturnFocus.ts'

/**
 * Moves the attribute `data-autofocus` to the focused element. After a dialog has opened, timers of
 * Mantine focus the element with this attribute, up to twice. Without the move, such a timer could
 * take the focus away from an element that the user has focused.
 */
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
  ownEscape?: boolean
  onKeyDown?: (e: KeyboardEvent) => void
}
/**
 * Dialog with a heading. It is composed of Mantine's modal parts, because Mantine's ready-made
 * modal adds a second page header to the document. With `keepOpen` neither Esc nor a click outside
 * closes the dialog. With `ownEscape` the caller handles Esc.
 */
export const Dialog = ({
  title,
  close,
  children,
  size = 'md',
  closeButton = false,
  keepOpen = false,
  ownEscape = false,
  onKeyDown,
}: DialogProps) => {
  useReturnFocus()
  return (
    <Modal.Root
      opened
      onClose={close}
      size={size}
      radius={14}
      centered={!closeButton}
      closeOnEscape={!keepOpen && !ownEscape}
      closeOnClickOutside={!keepOpen}
      onKeyDown={onKeyDown}
    >
      <Modal.Overlay />
      <Modal.Content onFocus={keepFocus}>
        <Group justify="space-between" wrap="nowrap" px="1.25rem" pt="md" pb="sm">
          <Modal.Title fz="lg" fw={600} lh={1.3}>
            {title}
          </Modal.Title>
          {closeButton && <Modal.CloseButton aria-label="Tutup" />}
        </Group>
        <Modal.Body px="1.25rem" pt="0.25rem" pb="1.25rem">
          {children}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
