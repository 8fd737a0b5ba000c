/** Dashboard warning for failed integrity checks. */
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { integrityQuery } from '#src/data/dashboard.ts'
import { useCan } from '#src/data/session/session.ts'
import { Note } from '#src/ui/feedback/Note.tsx'
import { part } from '#src/ui/page/part.ts'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'

const Findings = lazy(() =>
  part(() => import('./findings.tsx')).then((m) => ({ default: m.Findings })),
)
const Broken = () => {
  const { data } = useQuery({ ...integrityQuery, refetchInterval: 5 * 60_000 })
  const findings = data?.terakhir?.temuan ?? []
  return findings.length === 0 ? null : (
    <Note tone="red" mb="md" role="alert">
      <Text fw={600} size="sm" mb="xs">
        Data tidak cocok pada pemeriksaan terakhir. Tidak ada yang diubah.{' '}
        <PlaceLink to="/integritas">Lihat pemeriksaannya</PlaceLink>
      </Text>
      <Suspense>
        <Findings findings={findings} />
      </Suspense>
    </Note>
  )
}
export const IntegrityNote = () => (useCan('integritas/index') ? <Broken /> : null)
