import { Group } from '@mantine/core'
import { useAppName } from '#src/data/session/session.ts'

const year = new Date().getFullYear()

/**
 * Footer with app name, version, copyright, and a link to the project's README, which the build
 * copies beside the app.
 */
export const Footer = () => {
  const app = useAppName()
  return (
    <Group
      component="footer"
      id="page-footer"
      justify="space-between"
      gap="xs"
      px={{ base: 'md', sm: 30 }}
      py="sm"
      fz="0.8125rem"
      c="dimmed"
      style={{ borderTop: '1px solid var(--line)' }}
    >
      <span>
        {app} 1.0.0 · © {year} {app}
      </span>
      <span>
        Dibuat dengan{' '}
        <a
          href="/README.txt"
          target="_blank"
          rel="noreferrer"
          style={{ color: 'var(--mantine-color-anchor)' }}
        >
          Nada
        </a>
      </span>
    </Group>
  )
}
