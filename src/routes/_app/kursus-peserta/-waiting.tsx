/**
 * Notes on pending decisions about an enrolment: a request of the family, or a proposal of the
 * coach.
 */
import { Text } from '@mantine/core'
import { JenisPermintaan } from '#contract/enums.ts'
import { useCan } from '#src/data/session/session.ts'
import type { Enrolment } from '#src/routes/_app/kursus-peserta/-enrolment.ts'
import { Note } from '#src/ui/feedback/Note.tsx'
import { tanggal, waktu } from '#src/ui/format/format.ts'

/** Note on a request of the family that is pending or was rejected. */
export const RequestNote = ({ row }: { row: Enrolment }) => {
  const { permintaan, permintaan_status, permintaan_mulai, permintaan_selesai } = row
  const mayDecide = useCan('kursus-peserta/cuti')
  if (permintaan === null || permintaan_status === null) return null
  if (permintaan_status !== 'diajukan' && permintaan_status !== 'ditolak') return null
  const requestName = JenisPermintaan.label(permintaan).toLowerCase()
  const until = permintaan_selesai ? ` sampai ${tanggal(permintaan_selesai)}` : ''
  const waits = permintaan_status === 'diajukan'
  const answer = row.permintaan_jawaban ? `: ${row.permintaan_jawaban}` : ''
  return (
    <Note tone={waits ? 'orange' : 'accent'} mb="md">
      <Text size="sm">
        {waits ? 'Keluarga meminta' : 'Sekolah menolak permintaan'} {requestName} mulai{' '}
        {tanggal(permintaan_mulai)}
        {until}
        {waits ? '' : answer}
      </Text>
      {waits && (
        <Text size="sm">
          Diajukan {waktu(row.permintaan_at)}: {row.permintaan_alasan}
          {mayDecide ? '. Catat atau tolak lewat tombol di atas.' : ''}
        </Text>
      )}
    </Note>
  )
}

/**
 * Note on the proposal of the coach to graduate the student, while the decision of an admin is
 * pending.
 */
export const ProposalNote = ({ row }: { row: Enrolment }) => {
  const mayDecide = useCan('kursus-peserta/lulus')
  if (row.usulan_status !== 'diajukan') return null
  return (
    <Note tone="orange" mb="md">
      <Text size="sm">Guru mengusulkan peserta ini lulus: {row.usulan_catatan}</Text>
      <Text size="sm">
        Diusulkan {waktu(row.usulan_at)}.
        {mayDecide ? ' Luluskan, naikkan kelasnya, atau tolak usulan lewat tombol di atas.' : ''}
      </Text>
    </Note>
  )
}
