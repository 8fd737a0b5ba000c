import { Button, Stack, Text } from '@mantine/core'
import type { PindahanJob } from '#src/data/pindahan.ts'
import { confirm } from '#src/state/feedback.ts'
import { Note } from '#src/ui/feedback/Note.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'

export interface UndoCall {
  busy: boolean
  /** Reason why the last call could not undo the run. */
  problem: string | undefined
  start: () => void
}
/** Undoes a finished run, or says why that is not possible. */
export const Undo = ({ job, undo }: { job: PindahanJob; undo: UndoCall }) => {
  const ask = async () => {
    const isSure = await confirm({
      title: `Urungkan ${job.nama_berkas}?`,
      body: 'Baris yang dibuat dari berkas ini dihapus, dan tagihan awalnya dibatalkan. Baris yang hanya diperbarui tetap berisi data baru.',
      confirm: 'Urungkan',
      danger: true,
    })
    if (isSure) undo.start()
  }
  return (
    <Panel title="Salah berkas?">
      <Stack>
        <Text>
          {job.dapat_diurungkan
            ? 'Pindahan ini dapat diurungkan selama datanya belum diubah atau dipakai, misalnya untuk absensi atau pembayaran.'
            : 'Tidak dapat diurungkan: berkas ini tidak membuat baris baru.'}
        </Text>
        {undo.problem && (
          <Note tone="red" role="alert">
            {undo.problem}
          </Note>
        )}
        {job.dapat_diurungkan && (
          <div>
            <Button variant="default" loading={undo.busy} onClick={() => void ask()}>
              Urungkan pindahan
            </Button>
          </div>
        )}
      </Stack>
    </Panel>
  )
}
