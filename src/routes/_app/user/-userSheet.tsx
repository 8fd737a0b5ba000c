/** Print view of /user/cetak with an id: all data of one person. */
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { KursusPesertaStatus, RoleId, UserStatus } from '#contract/enums.ts'
import { fileQuery } from '#src/data/api/files.ts'
import { InfoPeserta } from '#src/data/calls.ts'
import { Users } from '#src/data/resources/user.ts'
import { useCan } from '#src/data/session/session.ts'
import { baseRoleOf } from '#src/routes/_app/user/-actions/permissions.ts'
import { expandUser } from '#src/routes/_app/user/-expand.ts'
import { useSheetKop } from '#src/routes/_app/user/-saldo/useKop.ts'
import { PelatihWeek } from '#src/routes/_app/user/-slots/jadwalWeek.tsx'
import { userFacts } from '#src/routes/_app/user/-userFacts.tsx'
import { phoneText } from '#src/ui/format/format.ts'
import { Paper, usePrintedAt } from '#src/ui/print/print.tsx'
import { useBlobImage } from '#src/ui/record/Foto.tsx'

export const UserSheet = ({ id }: { id: number }) => {
  const row = Users.useView(id, expandUser)
  const kop = useSheetKop(row.gedung_id)
  const mayReadJadwal = useCan('user/jadwal-pelatih')
  const mayReadPeserta = useCan('user/info-peserta')
  const baseRole = baseRoleOf(row)
  const printTime = usePrintedAt()
  const title = `DATA ${(row.role?.name ?? 'user').toUpperCase()}`
  return (
    <Paper
      outlet={kop}
      watermark={row.status === UserStatus.dihapus ? 'DIHAPUS' : undefined}
      aside={
        <>
          <h2>{title}</h2>
          <Text inherit c="dimmed">
            per {printTime}
          </Text>
        </>
      }
      foot={`${title} · ${row.name} · per ${printTime}`}
    >
      {row.foto !== null && <Photo id={row.foto} name={row.name} />}
      <p style={{ fontSize: '13pt', marginBottom: '3mm' }}>
        <b>{row.name}</b> {row.status !== UserStatus.aktif && `(${UserStatus.label(row.status)})`}
      </p>
      {userFacts(row).map(({ heading, items }) => (
        <section key={heading} className="keep">
          <h3>{heading}</h3>
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
      {baseRole === RoleId.akunBilling && (row.kontak ?? []).length > 0 && (
        <section className="keep">
          <h3>Kontak lain</h3>
          <table>
            <tbody>
              {row.kontak?.map((k) => (
                <tr key={k.id}>
                  <td>{k.nama}</td>
                  <td>{k.hubungan ?? '–'}</td>
                  <td>{phoneText(k.phone) || '–'}</td>
                  <td>{k.email ?? '–'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {mayReadPeserta && (baseRole === RoleId.akunBilling || row.peserta_profil) && (
        <PesertaTable id={id} />
      )}
      {baseRole === RoleId.pelatih && mayReadJadwal && (
        <section>
          <h3>Jadwal mingguan</h3>
          <PelatihWeek id={id} />
        </section>
      )}
    </Paper>
  )
}
/** Photo of a person; not shown if the person has no photo or the user may not see the photo. */
const Photo = ({ id, name }: { id: number; name: string }) => {
  const { data } = useQuery(fileQuery(id))
  const ref = useBlobImage(data)
  return data ? <img ref={ref} className="sheetPhoto" alt={`Foto ${name}`} /> : null
}
const PesertaTable = ({ id }: { id: number }) => {
  const rows = InfoPeserta.useSuspenseData({ id })
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
