import { Button, Group, type MantineStyleProp } from '@mantine/core'
import { useAtom } from 'jotai'
import { applyNewVersion, newVersionAtom } from '#src/state/installed.ts'

/**
 * Banner that announces a new version of the app. The page reloads only when the user wants it,
 * because a reload drops input.
 */
export const NewVersion = ({ style }: { style: MantineStyleProp }) => {
  const [version, setVersion] = useAtom(newVersionAtom)
  if (!version) return null
  return (
    <Group className="noPrint" data-banner role="alert" gap="xs" wrap="nowrap" style={style}>
      <span>Versi baru tersedia</span>
      <Button variant="white" size="compact-sm" onClick={applyNewVersion}>
        Muat ulang
      </Button>
      <Button variant="transparent" c="#fff" size="compact-sm" onClick={() => setVersion(null)}>
        Nanti
      </Button>
    </Group>
  )
}
