/** Note with the age of the last backup, and a warning if the backup is too old. */
import { useCan } from '#src/data/session/session.ts'
import { Cadangan } from '#src/data/setting.ts'
import { Note } from '#src/ui/feedback/Note.tsx'
import { numberText, timeAgo, waktu } from '#src/ui/format/format.ts'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'

/**
 * Formats a size as `642 kB` or `1,2 MB`. This precision suffices to notice a backup of unusual
 * size.
 */
const sizeText = (bytes: number): string =>
  bytes < 1024 * 1024
    ? `${numberText(Math.max(1, Math.round(bytes / 1024)))} kB`
    : `${numberText(Math.round((bytes / 1024 / 1024) * 10) / 10)} MB`

/** Interval in ms at which the age of the last backup is refetched. */
const everyMs = 5 * 60_000

export const LastCadangan = () => {
  const may = useCan('setting/cadangan')
  const { data } = Cadangan.useOptionalQuery({}, { enabled: may, every: everyMs })
  if (!data) return null
  const { terakhir, galat, terlambat } = data
  return (
    <Note tone={terlambat || galat ? 'orange' : undefined} mb="md">
      {terakhir ? (
        <div>
          <b>Cadangan terakhir: {timeAgo(terakhir.dibuat)}</b> ({waktu(terakhir.dibuat)}),{' '}
          {sizeText(terakhir.ukuran)}, {terakhir.terenkripsi ? 'terenkripsi' : 'tidak terenkripsi'}
        </div>
      ) : (
        <b>Belum ada cadangan</b>
      )}
      {galat && <div>Percobaan sesudahnya gagal: {galat}</div>}
      {terlambat && (
        <div>
          Data sekolah seharusnya dicadangkan setiap hari. Nyalakan{' '}
          <PlaceLink to="/setting" search={{ tab: 'cadangan', kunci: 'cadangan_otomatis' }}>
            Cadangan otomatis
          </PlaceLink>
          , atau minta pengelola server menjalankan perintah <code>backup</code>.
        </div>
      )}
    </Note>
  )
}
