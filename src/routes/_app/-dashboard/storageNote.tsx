/** Dashboard warning, shown when files use nearly all of the storage quota. */
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { storageQuery } from '#src/data/dashboard.ts'
import { useCan } from '#src/data/session/session.ts'
import { Note } from '#src/ui/feedback/Note.tsx'
import { numberText } from '#src/ui/format/format.ts'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'

/**
 * Percentage of the storage quota. The warning is shown when files use at least this part of the
 * quota.
 */
const warnPercent = 80
const sizeText = (bytes: number): string =>
  `${numberText(Math.round((bytes / 1024 ** 3) * 10) / 10)} GB`

const Storage = () => {
  const mayChange = useCan('setting/update')
  const { data } = useQuery({ ...storageQuery, refetchInterval: 5 * 60_000 })
  if (!data) return null
  const percent = Math.floor((data.terpakai / data.kuota) * 100)
  if (percent < warnPercent) return null
  const isFull = percent >= 100
  return (
    <Note tone={isFull ? 'red' : 'orange'} mb="md" role={isFull ? 'alert' : 'status'}>
      <Text fw={600} size="sm">
        {isFull ? 'Penyimpanan berkas penuh' : 'Penyimpanan berkas hampir penuh'}:{' '}
        {sizeText(data.terpakai)} dari {sizeText(data.kuota)} ({percent}%)
      </Text>
      <Text size="sm">
        {isFull
          ? 'Foto dan bukti pembayaran yang baru ditolak. '
          : 'Jika penuh, foto dan bukti pembayaran yang baru ditolak. '}
        {mayChange ? (
          <>
            Pastikan disk server cukup, lalu{' '}
            <PlaceLink to="/setting" search={{ tab: 'umum', kunci: 'kuota_berkas_gb' }}>
              naikkan kuotanya
            </PlaceLink>
            .
          </>
        ) : (
          'Minta superadmin menaikkan kuotanya.'
        )}
      </Text>
    </Note>
  )
}
export const StorageNote = () => (useCan('integritas/index') ? <Storage /> : null)
