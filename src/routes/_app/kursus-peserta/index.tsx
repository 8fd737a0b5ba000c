import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { use, useState } from 'react'
import { JenisPermintaan, KursusPesertaStatus, RoleId } from '#contract/enums.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import { KursusPesertas } from '#src/data/kursusPeserta.ts'
import { roleOf, useCan, useMe } from '#src/data/session.ts'
import { useEnrolmentActions, type OpenDialog } from '#src/routes/_app/kursus-peserta/-actions.ts'
import { EnrolmentDialog } from '#src/routes/_app/kursus-peserta/-dialogs.tsx'
import { classText, enrolmentName } from '#src/routes/_app/kursus-peserta/-enrolment.ts'
import { formFor } from '#src/ui/form/form.tsx'
import { FormTargetContext } from '#src/ui/form/formTarget.ts'
import { listRoute } from '#src/ui/list/listRoute.ts'
import { ListScreen } from '#src/ui/list/ListScreen.tsx'
import { columnHelper } from '#src/ui/list/table.tsx'
import { Tool } from '#src/ui/list/Tool.tsx'

export const Route = createFileRoute('/_app/kursus-peserta/')({
  ...listRoute(() => import('#src/data/kursusPeserta.ts').then((m) => m.KursusPesertas), {
    expand: 'peserta,kursus,kursus_pelatih,gedung,akun_billing',
  }),
  component: KursusPesertaScreen,
})

const { ModalForm, Field } = formFor(KursusPesertas)
const k = columnHelper(KursusPesertas)
const columns = [
  k.accessor((row) => row.peserta?.name ?? row.peserta_nama, {
    id: 'peserta_nama',
    header: 'Peserta',
    cell: 'text',
  }),
  k.accessor((row) => row.kursus?.nama, {
    id: 'kursus',
    header: 'Kursus',
    cell: ({ cell }) => cell.multiline(),
  }),
  k.accessor(classText, { id: 'kelas', header: 'Kelas', cell: ({ cell }) => cell.multiline() }),
  k.accessor((row) => row.gedung?.nama, {
    id: 'gedung',
    header: 'Outlet',
    cell: ({ cell }) => cell.multiline(),
  }),
  k.accessor((row) => row.akun_billing?.name, {
    id: 'akun_billing',
    header: 'Akun Billing',
    cell: ({ cell }) => cell.multiline(),
  }),
  'mulai',
  'status',
  k.accessor(
    (row) =>
      row.permintaan !== null && row.permintaan_status === 'diajukan'
        ? JenisPermintaan.label(row.permintaan)
        : null,
    { id: 'permintaan', header: 'Diminta', cell: 'text' },
  ),
] as const

const PesertaField = () => (
  <Field name="peserta_id" wide disabled={use(FormTargetContext).id !== 0} />
)

/** The filtered list on paper: an outlet, a course, a student. */
const PrintTool = () => {
  const { status, gedung_id, kursus_id } = Route.useSearch()
  const navigate = useNavigate()
  const chosen = Object.fromEntries(
    Object.entries({ status, gedung_id, kursus_id }).flatMap(([key, value]) =>
      value === undefined || value === '' ? [] : [[key, Number(value)]],
    ),
  )
  return useCan('kursus-peserta/cetak') ? (
    <Tool onClick={() => void navigate({ to: '/kursus-peserta/cetak', search: chosen })}>
      Cetak
    </Tool>
  ) : null
}
/** A new enrolment may have its last lesson; later it is set by stopping. */
const EndField = () =>
  use(FormTargetContext).id === 0 ? <Field name="selesai" hint="Kosong: tanpa batas" /> : null

function KursusPesertaScreen() {
  const [dialog, open] = useState<OpenDialog | null>(null)
  const isAdmin = (roleOf(useMe()) ?? RoleId.peserta) <= RoleId.admin
  const actionsOf = useEnrolmentActions(open)
  return (
    <>
      <ListScreen
        of={KursusPesertas}
        columns={columns}
        filters={['status', 'gedung_id', 'kursus_id', 'permintaan_status']}
        rowName={enrolmentName}
        rowMay={(row, operation) =>
          operation === 'delete' || row.status !== KursusPesertaStatus.lulus
        }
        open={(row) => ({ to: '/kursus-peserta/view', search: { id: row.id } })}
        actions={actionsOf}
        tools={<PrintTool />}
        form={
          <ModalForm initial={{ mulai: currentDay() }}>
            <PesertaField />
            <Field name="kursus_pelatih_id" wide />
            <Field name="mulai" />
            <EndField />
            {isAdmin && (
              <>
                <Field name="biaya_bulanan_khusus" />
                <Field name="alasan_biaya" />
              </>
            )}
          </ModalForm>
        }
      />
      <EnrolmentDialog dialog={dialog} close={() => open(null)} />
    </>
  )
}
