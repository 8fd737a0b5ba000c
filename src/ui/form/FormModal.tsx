import { useState, type KeyboardEvent, type ReactNode } from 'react'
import type { FormStore } from '#src/ui/form/store.ts'
import { isExpanded, mayLeave } from '#src/ui/form/unsavedQuestion.ts'
import { Dialog } from '#src/ui/overlay/Dialog.tsx'

/** Dialog around a form. Closing it asks for confirmation when there is unsaved input. */
export const FormModal = ({
  title,
  close,
  children,
}: {
  title: string
  close: () => void
  children: (tools: { close: () => void; register: (store: FormStore) => void }) => ReactNode
}) => {
  const [held, hold] = useState<FormStore>()
  const tryClose = async () => {
    if (!held || (await mayLeave(held))) close()
  }
  const keys = (e: KeyboardEvent) => {
    if (e.key === 'Escape' && !e.defaultPrevented && !isExpanded(e)) {
      e.preventDefault()
      void tryClose()
    }
  }
  return (
    <Dialog
      title={title}
      close={() => void tryClose()}
      onKeyDown={keys}
      size="lg"
      closeButton
      ownEscape
    >
      {children({ close: () => void tryClose(), register: hold })}
    </Dialog>
  )
}
