/**
 * Dialog of a batch over selected rows. Shows the progress while the batch runs, then the result of
 * each row.
 */
import '@mantine/core/styles/Progress.layer.css'
import '#src/styles/app.css'
import { Button, Group, Progress, Stack } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { bulkAtom } from '#src/state/bulk.ts'
import { store } from '#src/state/feedback.ts'
import { FailureList } from '#src/ui/feedback/FailureList.tsx'
import { numberText } from '#src/ui/format/format.ts'
import { Num } from '#src/ui/format/Words.tsx'
import { Dialog } from '#src/ui/overlay/Dialog.tsx'

const close = () => store.set(bulkAtom, null)

export const BulkDialog = () => {
  const run = useAtomValue(bulkAtom)
  if (!run) return null
  const { title, total, done, failed, running, stop, undo } = run
  const good = done - failed.length
  const percent = Math.round((done / Math.max(total, 1)) * 100)
  const result = [
    `${numberText(good)} berhasil`,
    failed.length > 0 && `${numberText(failed.length)} gagal`,
    !running && done < total && `${numberText(total - done)} tidak dikerjakan`,
  ]
    .filter(Boolean)
    .join(', ')
  return (
    <Dialog title={title} close={running ? stop : close} keepOpen={running}>
      <Stack>
        <Stack gap="xs">
          <Group justify="space-between">
            <b role="status">
              {running ? `${numberText(done)} dari ${numberText(total)}` : result}
            </b>
            <Num>{percent}%</Num>
          </Group>
          <Progress value={percent} size={10} radius="xl" aria-label={title} />
        </Stack>
        {failed.length > 0 && (
          <FailureList label="Yang gagal">
            {failed.map((f) => (
              <li key={f.id}>
                <b>{f.name}</b>: {f.why}
              </li>
            ))}
          </FailureList>
        )}
        <Group justify="flex-end" gap="0.6rem" pt="xs">
          {running ? (
            <Button variant="default" onClick={stop}>
              Hentikan
            </Button>
          ) : (
            <>
              {undo && (
                <Button variant="default" onClick={undo}>
                  Urungkan
                </Button>
              )}
              <Button onClick={close} data-autofocus>
                Tutup
              </Button>
            </>
          )}
        </Group>
      </Stack>
    </Dialog>
  )
}
