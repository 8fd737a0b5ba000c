import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { StatusKredit } from '#contract/enums.ts'
import { KreditPenggantis } from '#src/data/resources/kreditPengganti.ts'
import { BookingDialog, useRelease, type MakeUp } from '#src/routes/_app/-makeUpBooking.tsx'
import { askReason, toast } from '#src/state/feedback.ts'
import { formFor } from '#src/ui/form/form.tsx'
import { jam, shortTanggal } from '#src/ui/format/format.ts'
import { listRoute } from '#src/ui/list/listRoute.ts'
import { ListScreen } from '#src/ui/list/ListScreen.tsx'
import { columnHelper } from '#src/ui/list/table/table.tsx'

export const Route = createFileRoute('/_app/kredit-pengganti')({
  ...listRoute(
    () => import('#src/data/resources/kreditPengganti.ts').then((m) => m.KreditPenggantis),
    {
      expand: 'peserta,kursus,pertemuan',
    },
  ),
  component: KelasPengganti,
})

const { ModalForm, Field } = formFor(KreditPenggantis)
const k = columnHelper(KreditPenggantis)
const columns = [
  k.accessor((row) => row.peserta?.name, { id: 'peserta', header: 'Peserta', cell: 'text' }),
  k.accessor((row) => row.kursus?.nama, { id: 'kursus', header: 'Kursus', cell: 'text' }),
  'sebab',
  'status',
  'berlaku_sampai',
  k.accessor(
    ({ pertemuan }) =>
      pertemuan ? `${shortTanggal(pertemuan.tanggal)} ${jam(pertemuan.jam_mulai)}` : null,
    { id: 'pertemuan', header: 'Pertemuan', cell: 'text' },
  ),
  'alasan',
] as const

/** Returns a function that asks for a reason and revokes a make-up credit. */
const useRevoke = () => {
  const cabut = KreditPenggantis.useAction('cabut')
  return async ({ id, peserta }: MakeUp) => {
    const studentName = peserta?.name ?? 'peserta'
    const alasan = await askReason({
      title: `Cabut kelas pengganti ${studentName}?`,
      body: 'Keluarga tidak dapat memakainya lagi; pesanannya dilepas.',
      confirm: 'Cabut',
      danger: true,
    })
    if (alasan)
      cabut.mutate(
        { id, input: { alasan } },
        { onSuccess: () => toast(`Kelas pengganti ${studentName} dicabut`) },
      )
  }
}

function KelasPengganti() {
  const [booking, book] = useState<MakeUp>()
  const release = useRelease()
  const revoke = useRevoke()
  return (
    <>
      <ListScreen
        of={KreditPenggantis}
        columns={columns}
        filters={['status', 'habis', 'sebab', 'peserta_id', 'kursus_id', 'gedung_id']}
        rowName={(row) => `${row.peserta?.name ?? 'Peserta'}, ${row.kursus?.nama ?? 'kursus'}`}
        actions={(row) => {
          const isOpen = row.status === 'tersedia'
          const said = `Sudah ${StatusKredit.label(row.status).toLowerCase()}`
          return [
            {
              label: 'Pesan pertemuan',
              code: 'kredit-pengganti/pesan',
              disabled: isOpen ? undefined : said,
              run: () => book(row),
            },
            {
              label: 'Batalkan pesanan',
              code: 'kredit-pengganti/batal-pesan',
              disabled: row.status === 'dipesan' ? undefined : 'Tidak sedang dipesan',
              run: () => void release(row),
            },
            {
              label: 'Cabut',
              code: 'kredit-pengganti/cabut',
              danger: true,
              disabled: isOpen || row.status === 'dipesan' ? undefined : said,
              run: () => void revoke(row),
            },
          ]
        }}
        form={
          <ModalForm>
            <Field name="peserta_id" wide />
            <Field name="kursus_id" wide />
            <Field name="sampai" />
            <Field name="alasan" wide required />
          </ModalForm>
        }
      />
      {booking && <BookingDialog credit={booking} close={() => book(undefined)} />}
    </>
  )
}
