import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { ApiError } from '#src/data/http.ts'
import { showError } from '#src/state/feedback.ts'
import { Tool } from '#src/ui/list/Tool.tsx'
import { Menu } from '#src/ui/overlay/Menu.tsx'

/** Saves the whole filtered list: XLSX for people, CSV for programs. */
export const ExportMenu = ({ run }: { run: (format: 'csv' | 'xlsx') => Promise<void> }) => {
  const [busy, setBusy] = useState(false)
  const save = (format: 'csv' | 'xlsx') => {
    setBusy(true)
    return run(format)
      .catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error
        if (error.status !== 401 && error.status !== 0) showError(error)
      })
      .finally(() => setBusy(false))
  }
  return (
    <Menu
      label="Ekspor"
      button={(props) => (
        <Tool brief busy={busy} icon={IconDownload} {...props}>
          Ekspor
        </Tool>
      )}
      items={[
        { label: 'Excel (XLSX)', run: () => void save('xlsx') },
        { label: 'CSV', run: () => void save('csv') },
      ]}
    />
  )
}
