/** Next steps for a student whose class is full. */
import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { DaftarTunggus } from '#src/data/resources/daftarTunggu.ts'
import { useCan } from '#src/data/session/session.ts'
import { confirm, showFailure } from '#src/state/feedback.ts'
import { Can } from '#src/ui/access/Can.tsx'
import { numberText, waktu } from '#src/ui/format/format.ts'
import { LinkButton } from '#src/ui/page/LinkButton.tsx'

/**
 * Returns whether the signed-in user may open the page that searches free slots for a new course of
 * a student.
 */
export const useMayAddCourse = (): boolean => {
  const [maySearch, mayAdd] = [useCan('lead/aktivasi'), useCan('user/tambah-kursus-peserta')]
  return maySearch && mayAdd
}

/**
 * Button that puts the student on the waiting list of a full class. For a waiting student, it shows
 * the position, and the button takes the student off the list.
 */
const WaitingStep = ({ peserta_id, kelas }: { peserta_id: number; kelas: number }) => {
  const query = DaftarTunggus.queries.list({
    peserta_id: String(peserta_id),
    kursus_pelatih_id: String(kelas),
    expand: 'antrean',
  })
  const { data, isPending } = useQuery(query)
  const mayRemove = useCan('daftar-tunggu/delete')
  const create = DaftarTunggus.useCreate()
  const remove = DaftarTunggus.useDelete()
  const row = data?.rows[0]
  const add = () =>
    create.mutate({ peserta_id, kursus_pelatih_id: kelas }, { onError: showFailure })
  const takeOff = async () => {
    if (!row) return
    const question = {
      title: `Hapus ${row.peserta_nama} dari daftar tunggu?`,
      body: 'Urutannya di kelas ini hilang.',
      confirm: 'Hapus',
      danger: true,
    }
    if (await confirm(question)) remove.mutate(row.id)
  }
  return (
    <>
      <Text role="status" size="sm" w="100%" hidden={!row}>
        {row &&
          `${row.peserta_nama} menunggu di kelas ini sejak ${waktu(row.created_at)}, urutan ${numberText(row.antrean?.urutan ?? 0)}.`}
      </Text>
      {(!row || mayRemove) && (
        <Button
          variant="default"
          loading={isPending}
          // A disabled button would lose the focus, and equal calls are not sent twice.
          aria-busy={create.isPending || remove.isPending}
          onClick={() => (row ? void takeOff() : add())}
        >
          {row ? 'Hapus dari daftar tunggu' : 'Masukkan ke daftar tunggu'}
        </Button>
      )}
    </>
  )
}

/**
 * Waiting list of the full class, and a link to the page that searches free seats and free hours of
 * coaches for the student.
 */
export const FullClassSteps = ({ peserta_id, kelas }: { peserta_id: number; kelas: number }) => {
  const mayAddCourse = useMayAddCourse()
  return (
    <Group className="wide" gap="xs">
      <Can do="daftar-tunggu/create">
        <WaitingStep peserta_id={peserta_id} kelas={kelas} />
      </Can>
      {mayAddCourse && (
        <LinkButton
          variant="default"
          place={{
            to: '/sales/tambah-kursus-peserta',
            search: { id: peserta_id, sumber: 'peserta' },
          }}
        >
          Cari jam kosong
        </LinkButton>
      )}
    </Group>
  )
}
