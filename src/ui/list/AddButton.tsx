import { IconPlus } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { takeAddRequest } from '#src/state/history.ts'
import { Tool } from '#src/ui/list/Tool.tsx'

/**
 * Button that adds a row. If another page has requested a new row with `askToAdd`, the button runs
 * its action without a click when it first renders.
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
