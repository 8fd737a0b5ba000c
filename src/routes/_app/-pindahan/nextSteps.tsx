import { Group, Text } from '@mantine/core'
import type { AccessCode } from '#contract/access/access.ts'
import type { Place } from '#src/state/place.ts'
import { Can } from '#src/ui/access/Can.tsx'
import { LinkButton } from '#src/ui/page/LinkButton.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'

const next: readonly { label: string; code: AccessCode; place: Place }[] = [
  { label: 'Lihat jadwal kelas', code: 'kursus-pelatih/index', place: { to: '/kursus-pelatih' } },
  { label: 'Lihat peserta', code: 'user/peserta', place: { to: '/user/peserta' } },
  { label: 'Generate tagihan', code: 'billing/generate', place: { to: '/billing/generate' } },
]
/** Links to the work that follows moving in. */
export const NextSteps = () => (
  <Panel title="Berikutnya">
    <Text mb="sm">
      Periksa jadwal, lalu buat tagihan bulan berikutnya dari kursus yang sudah dipindahkan.
    </Text>
    <Group gap="0.6rem">
      {next.map(({ label, code, place }) => (
        <Can key={label} do={code}>
          <LinkButton place={place} variant="default">
            {label}
          </LinkButton>
        </Can>
      ))}
    </Group>
  </Panel>
)
