/** An entry of the audit log, unfolded: its changes, where it came from, and the way to its record. */
import { AuditEntity } from '#contract/auditWords.ts'
import type { Row } from '#contract/resource.ts'
import type { audit } from '#contract/resources/role.ts'
import { auditField, isDeclared } from '#src/data/auditFields.ts'
import { routeOf } from '#src/data/guard.ts'
import { useAllowed } from '#src/data/session.ts'
import { Perubahan } from '#src/ui/History.tsx'
import { PlaceLink } from '#src/ui/PlaceLink.tsx'

/** The screen of a record that is still there; those that are listed only have none. */
const screens = new Set(['user', 'billing', 'billing-payment', 'kursus', 'ruang', 'promo', 'role'])

/** Entries of these say something of their own, not what a record's fields were. */
const told = new Set([
  'ekspor',
  'generate',
  'lihat-nik',
  'ubah-rahasia',
  'unggah',
  'import-pratinjau',
  'import-mulai',
  'import-batal',
  'import',
])
/** A key as a person reads it: `nama_berkas` is `Nama berkas`. */
const spelt = (key: string) =>
  `${key.slice(0, 1).toUpperCase()}${key.slice(1).replaceAll('_', ' ')}`

export const AuditEntry = ({ row }: { row: Row<typeof audit> }) => {
  const allowed = useAllowed()
  const { entitas, entitas_id, sebelum, sesudah } = row
  const access = routeOf(`/${entitas}/view`)?.access
  const isLinked =
    screens.has(entitas) &&
    entitas_id !== null &&
    row.aksi !== 'delete' &&
    access != null &&
    allowed(access)
  const isRecord = isDeclared(entitas) && !told.has(row.aksi)
  return (
    <div className="history">
      {sebelum || sesudah ? (
        <Perubahan
          whole
          before={sebelum}
          after={sesudah}
          label={(field) =>
            (isRecord ? auditField(entitas, field)?.label : undefined) ?? spelt(field)
          }
          meta={isRecord ? (field) => auditField(entitas, field) : undefined}
        />
      ) : (
        <p className="dim" style={{ margin: 0 }}>
          Tidak ada isian yang berubah
        </p>
      )}
      {(row.ip || row.agen) && (
        <small className="dim" style={{ overflowWrap: 'anywhere' }}>
          Dari {[row.ip, row.agen].filter(Boolean).join(' · ')}
        </small>
      )}
      {isLinked && (
        <PlaceLink to={`/${entitas}/view`} search={{ id: entitas_id }}>
          Buka {AuditEntity.label(entitas).toLowerCase()}
        </PlaceLink>
      )}
    </div>
  )
}
