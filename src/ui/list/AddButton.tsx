import { IconPlus } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { takeAddRequest } from '#src/state/history.ts'
import { Tool } from '#src/ui/list/Tool.tsx'

/**
 * Button that adds a row. It also runs by itself when it first renders, if another page has
 * requested this with `askToAdd`.
 */
export const AddButton = ({ run, label = 'Tambah' }: { run: () => void; label?: string }) => {
  const path = useLocation({ select: (l) => l.pathname })
  const takeRequest = useEffectEvent(() => {
    if (takeAddRequest(path)) run()
  })
  useEffect(() => takeRequest(), [])
  return (
    <Tool primary icon={IconPlus} data-add onClick={run}>
      {label}
    </Tool>
  )
}
