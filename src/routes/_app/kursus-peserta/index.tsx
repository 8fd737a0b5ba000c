import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { JenisPermintaan, KursusPesertaStatus } from '#contract/enums.ts'
import { KursusPesertas } from '#src/data/resources/kursusPeserta.ts'
import { useCan } from '#src/data/session/session.ts'
import { useEnrolmentActions, type OpenDialog } from '#src/routes/_app/kursus-peserta/-actions.ts'
import { EnrolmentDialog } from '#src/routes/_app/kursus-peserta/-dialogs.tsx'
import {
  classText,
  enrolmentName,
  type Enrolment,
} from '#src/routes/_app/kursus-peserta/-enrolment.ts'
import { EnrolmentForm } from '#src/routes/_app/kursus-peserta/-form.tsx'
import { listRoute } from '#src/ui/list/listRoute.ts'
import { ListScreen } from '#src/ui/list/ListScreen.tsx'
import { columnHelper } from '#src/ui/list/table/table.tsx'
import { Tool, ToolLink } from '#src/ui/list/Tool.tsx'

export const Route = createFileRoute('/_app/kursus-peserta/')({
  ...listRoute(() => import('#src/data/resources/kursusPeserta.ts').then((m) => m.KursusPesertas), {
    expand: 'peserta,kursus,kursus_pelatih,gedung,akun_billing,menunggu',
  }),
  component: KursusPesertaScreen,
})

/**
 * Returns the pending matters of an enrolment, separated by commas: the reason why it has not
 * started, a request of the family, and a proposal of the coach to graduate the student. Returns
 * null if there is no pending matter.
 */
const waitsFor = (row: Enrolment) =>
  [
    row.menunggu ? (row.menunggu.sebab ?? 'Bisa diaktifkan') : null,
    row.permintaan !== null && row.permintaan_status === 'diajukan'
      ? JenisPermintaan.label(row.permintaan)
      : null,
    row.usulan_status === 'diajukan' ? 'Usulan lulus' : null,
  ]
    .filter(Boolean)
    .join(', ') || null
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
  k.accessor(waitsFor, {
    id: 'permintaan',
    header: 'Menunggu',
    cell: ({ cell }) => cell.multiline(),
  }),
] as const

/** Button that prints the list with its current filters. */
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
function KursusPesertaScreen() {
  const [dialog, open] = useState<OpenDialog | null>(null)
  const actionsOf = useEnrolmentActions(open)
  const mayMakeUp = useCan('kredit-pengganti/index')
  return (
    <>
      <ListScreen
        of={KursusPesertas}
        columns={columns}
        filters={[
          'status',
          'gedung_id',
          'kursus_id',
          'menunggu',
          'permintaan_status',
          'usulan_status',
        ]}
        rowName={enrolmentName}
        rowMay={(row, operation) =>
          operation === 'delete' || row.status !== KursusPesertaStatus.lulus
        }
        open={(row) => ({ to: '/kursus-peserta/view', search: { id: row.id } })}
        actions={actionsOf}
        tools={
          <>
            <PrintTool />
            {mayMakeUp && <ToolLink place={{ to: '/kredit-pengganti' }}>Kelas Pengganti</ToolLink>}
          </>
        }
        form={<EnrolmentForm />}
      />
      <EnrolmentDialog dialog={dialog} close={() => open(null)} />
    </>
  )
}
