import { Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { pindahanTerakhir, type PindahanJob } from '#src/data/pindahan.ts'
import { badRows, storedText } from '#src/routes/_app/-pindahan/sheets.ts'
import { numberText, waktu } from '#src/ui/format/format.ts'
import { Panel } from '#src/ui/record/Panel.tsx'

/** Returns the state of a workbook in words. */
const stateText = (job: PindahanJob): string => {
  const { nama_berkas, status } = job
  if (status === 'selesai')
    return job.dapat_diurungkan ? `${storedText(job)} Masih dapat diurungkan.` : storedText(job)
  if (status === 'memeriksa') return `${nama_berkas}: sedang diperiksa.`
  if (status === 'berjalan') return `${nama_berkas}: sedang disimpan.`
  const count = badRows(job)
  return count > 0
    ? `${nama_berkas}: sudah diperiksa, ${numberText(count)} baris bermasalah.`
    : `${nama_berkas}: sudah diperiksa, belum disimpan.`
}
/** Last workbook of the user, which the user may continue after a reload; empty without one. */
export const LastJob = ({ open }: { open: (id: number) => void }) => {
  const { data } = useQuery(pindahanTerakhir)
  const job = data?.pindahan
  if (!job) return null
  return (
    <Panel title="Pindahan terakhir">
      <Stack>
        <div style={{ overflowWrap: 'anywhere' }}>
          <Text>{stateText(job)}</Text>
          <Text size="sm" c="dimmed">
            Dikirim oleh Anda, {waktu(job.created_at)}
          </Text>
        </div>
        <div>
          <Button variant="default" onClick={() => open(job.id)}>
            {job.status === 'selesai' ? 'Lihat hasil' : 'Lanjutkan'}
          </Button>
        </div>
      </Stack>
    </Panel>
  )
}
