import { Button, Group } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { download } from '#src/ui/import/importContext.ts'

/** Two buttons that download the same data as a spreadsheet and as CSV. */
export const DownloadPair = ({
  labels,
  fetch,
}: {
  labels: { xlsx: string; csv: string }
  fetch: (format: 'xlsx' | 'csv') => Promise<void>
}) => (
  <Group gap="0.5rem">
    {(['xlsx', 'csv'] as const).map((format) => (
      <Button
        key={format}
        size="xs"
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() => download(() => fetch(format))}
      >
        {labels[format]}
      </Button>
    ))}
  </Group>
)
