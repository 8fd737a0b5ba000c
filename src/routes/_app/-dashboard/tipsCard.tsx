/**
 * Panel with ways to save time that are easy to miss. Once closed, it never returns on this device.
 */
import { Button } from '@mantine/core'
import { useAtom, useAtomValue } from 'jotai'
import { tipsAtom } from '#src/state/device.ts'
import { wideAtom } from '#src/state/layout.ts'
import { Panel } from '#src/ui/record/Panel.tsx'

export const TipsCard = () => {
  const [isShown, setShown] = useAtom(tipsAtom)
  const hasKeyboard = useAtomValue(wideAtom)
  if (!isShown) return null
  return (
    <Panel
      title={hasKeyboard ? 'Tiga hal yang mempercepat' : 'Yang mempercepat'}
      aside={
        <Button variant="subtle" size="xs" onClick={() => setShown(false)}>
          Mengerti
        </Button>
      }
    >
      <ul style={{ margin: 0, paddingLeft: '1.25rem' }}>
        {hasKeyboard && (
          <li>
            <kbd>Ctrl K</kbd> mencari menu, peserta, tagihan, dan tindakan dari halaman mana pun.
          </li>
        )}
        <li>Tampilan di atas daftar menyimpan filter dan kolom yang sering dipakai.</li>
        {hasKeyboard && (
          <li>
            Di daftar, <kbd>j</kbd> dan <kbd>k</kbd> berpindah baris dan <kbd>Enter</kbd>{' '}
            membukanya.
          </li>
        )}
      </ul>
    </Panel>
  )
}
