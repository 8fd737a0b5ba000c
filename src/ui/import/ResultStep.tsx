import { Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ImporJob } from '#src/data/import.ts'
import { Note } from '#src/ui/feedback/Note.tsx'
import { numberText } from '#src/ui/format/format.ts'
import { BadRows } from '#src/ui/import/BadRows.tsx'
import { DownloadPair } from '#src/ui/import/DownloadPair.tsx'
import { useImpor } from '#src/ui/import/importContext.ts'
import { useArrival } from '#src/ui/import/useArrival.ts'
import { Tiles } from '#src/ui/record/Tiles.tsx'

interface ResultProps {
  job: ImporJob
  open: (id: number | undefined) => void
  close: () => void
  /** Button that discards the job. */
  drop: ReactNode
  run: { busy: boolean; start: () => void }
}
/**
 * Shows the result of a check, with the button that runs the import. After the run it shows the
 * result of the run.
 */
export const ResultStep = ({ job, open, close, drop, run }: ResultProps) => {
  const { what, calls } = useImpor()
  const heading = useArrival<HTMLHeadingElement>()
  const changed = job.berhasil + job.diperbarui
  const isReady = job.status === 'siap'
  return (
    <Stack>
      <Text component="h3" ref={heading} tabIndex={-1} fz="1.0625rem" fw={600}>
        {isReady ? 'Hasil pemeriksaan' : 'Hasil impor'}
      </Text>
      <p style={{ margin: 0, overflowWrap: 'anywhere' }} role="status">
        {isReady
          ? `Hasil pemeriksaan ${job.nama_berkas}. Belum ada yang disimpan.`
          : `${job.nama_berkas} sudah diimpor.`}
      </p>
      <Figures job={job} />
      {changed === 0 && job.gagal === 0 && (
        <Note>
          Isi berkas sama dengan data yang ada: tidak ada yang{' '}
          {isReady ? 'perlu diimpor' : 'berubah'}.
        </Note>
      )}
      {job.catatan.map((text) => (
        <Note key={text} tone="orange">
          {text}
        </Note>
      ))}
      {job.kolom_lain.length > 0 && (
        <Note tone="orange">Kolom yang tidak dibaca: {job.kolom_lain.join(', ')}</Note>
      )}
      {job.gagal > 0 && (
        <>
          <p style={{ margin: 0 }}>
            Unduh baris bermasalah, perbaiki di berkas itu, lalu impor lagi. Baris lain tidak
            terpengaruh.
          </p>
          <DownloadPair
            labels={{ xlsx: 'Baris bermasalah (XLSX)', csv: 'Baris bermasalah (CSV)' }}
            fetch={(format) => calls.galat(job.id, format)}
          />
        </>
      )}
      <Group justify="flex-end" gap="0.6rem" pt="xs">
        {isReady ? (
          drop
        ) : (
          <Button variant="default" onClick={() => open(undefined)}>
            Impor berkas lain
          </Button>
        )}
        {isReady ? (
          <Button loading={run.busy} disabled={changed === 0} onClick={run.start}>
            Impor {numberText(changed)} {what}
          </Button>
        ) : (
          <Button onClick={close}>Selesai</Button>
        )}
      </Group>
      {job.gagal > 0 && <BadRows job={job} />}
    </Stack>
  )
}

/** Number of rows by result. */
const Figures = ({ job }: { job: ImporJob }) => {
  const { nama } = useImpor()
  return (
    <Tiles
      items={[
        ['Baris', numberText(job.baris)],
        [nama === 'user' ? 'Peserta baru' : 'Baru', numberText(job.berhasil)],
        ['Diperbarui', numberText(job.diperbarui)],
        ['Tidak berubah', numberText(job.tidak_berubah)],
        ...(nama === 'user' ? [['Akun billing baru', numberText(job.akun_baru)] as const] : []),
        ['Bermasalah', numberText(job.gagal)],
      ]}
    />
  )
}
