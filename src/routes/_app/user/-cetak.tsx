/** The sheet of /user/cetak with an id: one person with all facts. */
import { useQuery } from '@tanstack/react-query'
import { KursusPesertaStatus, UserStatus } from '#contract/enums.ts'
import { berkasQuery } from '#src/data/berkas.ts'
import { InfoPeserta } from '#src/data/calls.ts'
import { useCan } from '#src/data/session.ts'
import { Users } from '#src/data/user.ts'
import { dasarDari } from '#src/routes/_app/user/-boleh.ts'
import { useKop } from '#src/routes/_app/user/-cetakKop.ts'
import { expandUser } from '#src/routes/_app/user/-expand.ts'
import { faktaUser } from '#src/routes/_app/user/-fakta.tsx'
import { Minggu } from '#src/routes/_app/user/-jadwalMinggu.tsx'
import { telepon } from '#src/ui/format.ts'
import { useBlobImage } from '#src/ui/Foto.tsx'
import { Paper, usePrintedAt } from '#src/ui/print.tsx'

export const LembarUser = ({ id }: { id: number }) => {
  const row = Users.useView(id, expandUser)
  const kop = useKop(row.gedung_id)
  const jadwal = useCan('user/jadwal-pelatih')
  const anak = useCan('user/info-peserta')
  const dasar = dasarDari(row)
  const at = usePrintedAt()
  const title = `DATA ${(row.role?.name ?? 'user').toUpperCase()}`
  return (
    <Paper
      outlet={kop}
      watermark={row.status === 0 ? 'DIHAPUS' : undefined}
      aside={
        <>
          <h2>{title}</h2>
          <p className="dim">per {at}</p>
        </>
      }
      foot={`${title} · ${row.name} · per ${at}`}
    >
      {row.foto !== null && <Photo id={row.foto} name={row.name} />}
      <p style={{ fontSize: '13pt', marginBottom: '3mm' }}>
        <b>{row.name}</b> {row.status !== 10 && `(${UserStatus.label(row.status)})`}
      </p>
      {faktaUser(row).map(({ judul, items }) => (
        <section key={judul} className="keep">
          <h3>{judul}</h3>
          <dl className="pairs">
            {items.map(([label, value]) => [
              <dt key={label}>{label}</dt>,
              <dd key={`${label} isi`}>
                {value === null || value === undefined || value === '' ? '–' : value}
              </dd>,
            ])}
          </dl>
        </section>
      ))}
      {dasar === 5 && (row.kontak ?? []).length > 0 && (
        <section className="keep">
          <h3>Kontak lain</h3>
          <table>
            <tbody>
              {row.kontak?.map((k) => (
                <tr key={k.id}>
                  <td>{k.nama}</td>
                  <td>{k.hubungan ?? '–'}</td>
                  <td>{telepon(k.phone) || '–'}</td>
                  <td>{k.email ?? '–'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {anak && (dasar === 5 || row.peserta_profil) && <Peserta id={id} />}
      {dasar === 3 && jadwal && (
        <section>
          <h3>Jadwal mingguan</h3>
          <Minggu id={id} />
        </section>
      )}
    </Paper>
  )
}
/** As on the record: nothing where there is none, or none that may be seen. */
const Photo = ({ id, name }: { id: number; name: string }) => {
  const { data } = useQuery(berkasQuery(id))
  const ref = useBlobImage(data)
  return data ? <img ref={ref} className="sheetPhoto" alt={`Foto ${name}`} /> : null
}
const Peserta = ({ id }: { id: number }) => {
  const rows = InfoPeserta.useData({ id })
  if (rows.length === 0) return null
  return (
    <section>
      <h3>Peserta dan kursus</h3>
      <table>
        <thead>
          <tr>
            <th scope="col">Nama</th>
            <th scope="col">No. Induk</th>
            <th scope="col">Kursus</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((p) => (
            <tr key={p.id}>
              <td>{p.name}</td>
              <td>{p.no_induk}</td>
              <td>
                {p.kursus_peserta
                  .map((k) => `${k.kursus} (${KursusPesertaStatus.label(k.status)})`)
                  .join(', ') || '–'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
