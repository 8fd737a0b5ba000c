/**
 * Details of an audit log entry: the changed fields, the origin of the request, and a link to the
 * changed record.
 */
import { Stack, Text } from '@mantine/core'
import { AuditEntity } from '#contract/access/auditWords.ts'
import type { audit } from '#contract/access/role.ts'
import type { Row } from '#contract/resource.ts'
import { auditField, isDeclared } from '#src/data/auditFields.ts'
import { routeOf } from '#src/data/session/guard.ts'
import { useAllowed } from '#src/data/session/session.ts'
import { screenOf } from '#src/routes/_app/-recordScreens.ts'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'
import { Changes } from '#src/ui/record/history/Changes.tsx'

/** Actions whose audit entries hold details of the action instead of changed fields. */
const entryActions = new Set([
  'ekspor',
  'generate',
  'lihat-nik',
  'ubah-rahasia',
  'unggah',
  'import-pratinjau',
  'import-mulai',
  'import-batal',
  'import-urungkan',
  'import',
])
/** Returns the label of a key: `nama_berkas` becomes `Nama berkas`. */
const keyLabel = (key: string) =>
  `${key.slice(0, 1).toUpperCase()}${key.slice(1).replace(/_at$/, '_pada').replaceAll('_', ' ')}`

export const AuditEntry = ({ row }: { row: Row<typeof audit> }) => {
  const allowed = useAllowed()
  const { entitas, entitas_id, sebelum, sesudah } = row
  const screen = screenOf(entitas)
  const access = screen && routeOf(screen)?.access
  const isLinked =
    screen !== undefined &&
    entitas_id !== null &&
    row.aksi !== 'delete' &&
    access != null &&
    allowed(access)
  const isRecord = isDeclared(entitas) && !entryActions.has(row.aksi)
  return (
    <Stack gap="0.6rem">
      {sebelum || sesudah ? (
        <Changes
          whole
          before={sebelum}
          after={sesudah}
          label={(field) =>
            (isRecord ? auditField(entitas, field)?.label : undefined) ?? keyLabel(field)
          }
          meta={isRecord ? (field) => auditField(entitas, field) : undefined}
        />
      ) : (
        <Text c="dimmed">Tidak ada isian yang berubah</Text>
      )}
      {(row.ip || row.agen) && (
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          Dari {[row.ip, row.agen].filter(Boolean).join(' · ')}
        </Text>
      )}
      {isLinked && (
        <PlaceLink to={screen} search={{ id: entitas_id }}>
          Buka {AuditEntity.label(entitas).toLowerCase()}
        </PlaceLink>
      )}
    </Stack>
  )
}
