import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import type { FileFormat } from '#src/data/api/exportFile.ts'
import { showFailure } from '#src/state/feedback.ts'
import { Tool } from '#src/ui/list/Tool.tsx'
import { Menu } from '#src/ui/overlay/Menu.tsx'

const labels = (noun: string): Record<FileFormat, string> => ({
  xlsx: 'Excel (XLSX)',
  csv: 'CSV',
  pdf: `PDF (satu halaman per ${noun})`,
})
interface Props {
  /** Indonesian name of a row inside a sentence, such as `tagihan`. */
  noun?: string
  formats: readonly FileFormat[]
  run: (format: FileFormat) => Promise<void>
}
/**
 * Menu that downloads all rows that match the filters. The formats are XLSX for people, CSV for
 * programs, and a PDF with the document of each row.
 */
export const ExportMenu = ({ noun = 'baris', formats, run }: Props) => {
  const [busy, setBusy] = useState(false)
  const save = (format: FileFormat) => {
    setBusy(true)
    return run(format)
      .catch(showFailure)
      .finally(() => setBusy(false))
  }
  return (
    <Menu
      label="Ekspor"
      button={(props) => (
        <Tool brief="whenFull" busy={busy} icon={IconDownload} {...props}>
          Ekspor
        </Tool>
      )}
      items={formats.map((format) => ({
        label: labels(noun)[format],
        run: () => void save(format),
      }))}
    />
  )
}
