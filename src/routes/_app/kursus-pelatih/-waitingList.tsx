/** Students who wait for a seat in a class, on the record of the class. */
import { IconDots } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DaftarTunggus, waitingSearch } from '#src/data/resources/daftarTunggu.ts'
import { useAllowed, useCan } from '#src/data/session/session.ts'
import { whyClosed, type Kelas } from '#src/routes/_app/kursus-pelatih/-kelas.ts'
import { EnrolmentForm } from '#src/routes/_app/kursus-peserta/-form.tsx'
import { confirm, toast } from '#src/state/feedback.ts'
import { Note } from '#src/ui/feedback/Note.tsx'
import { formFor } from '#src/ui/form/form.tsx'
import { numberText, waktu } from '#src/ui/format/format.ts'
import { DataTable } from '#src/ui/list/table/DataTable.tsx'
import { IconButton } from '#src/ui/overlay/IconButton.tsx'
import { Menu } from '#src/ui/overlay/Menu.tsx'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'
import { Subhead } from '#src/ui/record/Facts.tsx'

const { ModalForm, Field } = formFor(DaftarTunggus)

type Waiting = ReturnType<typeof DaftarTunggus.useList>['rows'][number]
/** Dialog that is open for a waiting student. */
interface OpenWaiting {
  row: Waiting
  dialog: 'daftar' | 'catatan'
}

/** Note that somebody waits while the class has a free seat. The route prefetches the list. */
export const FreeSeatNote = ({ kelas }: { kelas: Kelas }) => {
  const query = DaftarTunggus.queries.list(waitingSearch(kelas.id))
  const { data } = useQuery({ ...query, enabled: useCan('daftar-tunggu/index') })
  const first = data?.rows[0]
  if (!first || whyClosed(kelas)) return null
  return (
    <Note mb="md">
      {`Ada kursi kosong, dan ${numberText(data.page.total)} peserta menunggu. Paling depan: ${first.peserta_nama}.`}
    </Note>
  )
}

/** Menu with the actions of a waiting student. A disabled action shows the reason. */
const WaitingMenu = ({
  row,
  why,
  open,
}: {
  row: Waiting
  /** Reason why no student can join the class. */
  why: string | undefined
  open: (dialog: OpenWaiting) => void
}) => {
  const allowed = useAllowed()
  const remove = DaftarTunggus.useDelete()
  const name = row.peserta_nama
  const takeOff = async () => {
    const question = {
      title: `Hapus ${name} dari daftar tunggu?`,
      body: 'Urutannya di kelas ini hilang.',
      confirm: 'Hapus',
      danger: true,
    }
    if (!(await confirm(question))) return
    remove.mutate(row.id, { onSuccess: () => toast(`${name} dihapus dari daftar tunggu`) })
  }
  const items = [
    {
      code: 'kursus-peserta/create' as const,
      label: 'Daftarkan',
      why,
      run: () => open({ row, dialog: 'daftar' }),
    },
    {
      code: 'daftar-tunggu/update' as const,
      label: 'Ubah catatan',
      run: () => open({ row, dialog: 'catatan' }),
    },
    {
      code: 'daftar-tunggu/delete' as const,
      label: 'Hapus',
      danger: true,
      run: () => void takeOff(),
    },
  ].filter(({ code }) => allowed(code))
  if (items.length === 0) return null
  return (
    <Menu
      label={`Aksi ${name}`}
      items={items}
      button={(props) => <IconButton label={`Aksi ${name}`} icon={IconDots} {...props} />}
    />
  )
}

/** Section with the waiting students in the order of the queue; nothing if nobody waits. */
export const WaitingList = ({ kelas }: { kelas: Kelas }) => {
  const mayUser = useCan('user/view')
  const { rows } = DaftarTunggus.useList(waitingSearch(kelas.id))
  const [opened, open] = useState<OpenWaiting | null>(null)
  const targetOf = (dialog: OpenWaiting['dialog'], id?: number) => ({
    id: opened?.dialog === dialog ? (id ?? 0) : null,
    close: () => open(null),
  })
  return (
    <>
      {rows.length > 0 && (
        <section>
          <Subhead>Daftar tunggu</Subhead>
          <DataTable
            caption="Daftar tunggu"
            rows={rows}
            rowKey={(row) => row.id}
            columns={[
              {
                label: 'Peserta',
                cell: (row) =>
                  mayUser ? (
                    <PlaceLink to="/user/view" search={{ id: row.peserta_id }}>
                      {row.peserta_nama}
                    </PlaceLink>
                  ) : (
                    row.peserta_nama
                  ),
              },
              { label: 'Urutan', cell: (row) => numberText(row.antrean?.urutan ?? 0) },
              {
                label: 'Menunggu sejak',
                cell: (row) => waktu(row.created_at, kelas.gedung?.zona_waktu),
              },
              { label: 'Catatan', cell: (row) => row.catatan ?? '–' },
            ]}
            menu={(row) => <WaitingMenu row={row} why={whyClosed(kelas)} open={open} />}
          />
        </section>
      )}
      <EnrolmentForm
        target={targetOf('daftar')}
        kelas={kelas.id}
        peserta={opened?.row.peserta_id}
      />
      <ModalForm
        title="Ubah Catatan"
        target={targetOf('catatan', opened?.row.id)}
        nameOf={(row) => row.peserta_nama}
      >
        <Field name="catatan" wide />
      </ModalForm>
    </>
  )
}
