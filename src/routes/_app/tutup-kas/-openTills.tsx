import { OpenTills } from '#src/data/resources/tutupKas.ts'
import { useCan } from '#src/data/session/session.ts'
import { Note } from '#src/ui/feedback/Note.tsx'
import { tanggalWithDay } from '#src/ui/format/format.ts'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'

const Waiting = () => {
  const { data = [] } = OpenTills.useOptionalQuery({})
  return data.length === 0 ? null : (
    <Note tone="orange" mb="md">
      Kas hari yang lewat belum ditutup:{' '}
      {data.map(({ gedung_id, nama, sejak }, i) => (
        <span key={gedung_id}>
          {i > 0 && '; '}
          <PlaceLink to="/tutup-kas/form" search={{ gedung_id }}>
            {nama}
          </PlaceLink>
          , sejak {tanggalWithDay(sejak)}
        </span>
      ))}
      .
    </Note>
  )
}
/**
 * Note on outlets that have not closed the cash of a past day. Each outlet links to the form of a
 * cash closing.
 */
export const OpenTillsNote = () => (useCan('tutup-kas/create') ? <Waiting /> : null)
