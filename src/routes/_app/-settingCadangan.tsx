import '#src/styles/alur.css'
import '#src/styles/setting.css'
/** How old the last backup is, for whoever answers for the data; a warning where it is too old. */
import { useCan } from '#src/data/session.ts'
import { Cadangan } from '#src/data/setting.ts'
import { angka, lalu, waktu } from '#src/ui/format.ts'

/** `642 kB`, `1,2 MB`: as much as tells whether a backup is what it used to be. */
const ukuran = (bytes: number): string =>
  bytes < 1024 * 1024
    ? `${angka(Math.max(1, Math.round(bytes / 1024)))} kB`
    : `${angka(Math.round((bytes / 1024 / 1024) * 10) / 10)} MB`

/** Asked anew while the page stays open. */
const everyMs = 5 * 60_000

export const CadanganTerakhir = () => {
  const boleh = useCan('setting/cadangan')
  const { data } = Cadangan.useMaybe({}, { enabled: boleh, every: everyMs })
  if (!data) return null
  const { terakhir, galat, terlambat } = data
  return (
    <div className="note settingCadangan" data-tone={terlambat || galat ? 'orange' : undefined}>
      {terakhir ? (
        <div>
          <b>Cadangan terakhir: {lalu(terakhir.dibuat)}</b> ({waktu(terakhir.dibuat)}),{' '}
          {ukuran(terakhir.ukuran)}, {terakhir.terenkripsi ? 'terenkripsi' : 'tidak terenkripsi'}
        </div>
      ) : (
        <b>Belum ada cadangan</b>
      )}
      {galat && <div>Percobaan sesudahnya gagal: {galat}</div>}
      {terlambat && (
        <div>
          Data sekolah seharusnya dicadangkan setiap hari. Minta pengelola server menjalankan{' '}
          <code>npm run backup</code>.
        </div>
      )}
    </div>
  )
}
