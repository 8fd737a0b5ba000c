import { IconPlus } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { askedToAdd } from '#src/state/history.ts'
import { Tool } from '#src/ui/list/Tool.tsx'

/** Adds a row; presses itself where another page has asked for it. */
export const AddButton = ({ run, label = 'Tambah' }: { run: () => void; label?: string }) => {
  const path = useLocation({ select: (l) => l.pathname })
  const asked = useEffectEvent(() => {
    if (askedToAdd(path)) run()
  })
  useEffect(() => asked(), [])
  return (
    <Tool primary icon={IconPlus} data-add onClick={run}>
      {label}
    </Tool>
  )
}
