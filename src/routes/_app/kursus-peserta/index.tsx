import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { use, useState } from 'react'
import { JenisPermintaan, KursusPesertaStatus, RoleId } from '#contract/enums.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import { ExamineEnrolment } from '#src/data/calls.ts'
import { KursusPesertas } from '#src/data/kursusPeserta.ts'
import { roleOf, useCan, useMe } from '#src/data/session.ts'
import { useEnrolmentActions, type OpenDialog } from '#src/routes/_app/kursus-peserta/-actions.ts'
import { EnrolmentDialog } from '#src/routes/_app/kursus-peserta/-dialogs.tsx'
import { classText, enrolmentName } from '#src/routes/_app/kursus-peserta/-enrolment.ts'
import { formFor } from '#src/ui/form/form.tsx'
import { FormTargetContext } from '#src/ui/form/formTarget.ts'
import { isDay } from '#src/ui/format/format.ts'
import { useSettled } from '#src/ui/hooks/useSettled.ts'
import { listRoute } from '#src/ui/list/listRoute.ts'
import { ListScreen } from '#src/ui/list/ListScreen.tsx'
import { columnHelper } from '#src/ui/list/table.tsx'
import { Tool, ToolLink } from '#src/ui/list/Tool.tsx'
import { ConflictCheck, isSoft, type Alternative } from '#src/ui/schedule/Conflicts.tsx'

export const Route = createFileRoute('/_app/kursus-peserta/')({
  ...listRoute(() => import('#src/data/kursusPeserta.ts').then((m) => m.KursusPesertas), {
    expand: 'peserta,kursus,kursus_pelatih,gedung,akun_billing',
  }),
  component: KursusPesertaScreen,
})

const { ModalForm, Field, useValue, useSet } = formFor(KursusPesertas)
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

const dayOf = (value: unknown): string | null =>
  typeof value === 'string' && isDay(value) ? value : null
/** What is in the way of the student in the class, while one chooses. */
const JoinCheck = () => {
  const { id } = use(FormTargetContext)
  const [peserta_id, kursus_pelatih_id] = [useValue('peserta_id'), useValue('kursus_pelatih_id')]
  const [mulai, selesai] = [dayOf(useValue('mulai')), dayOf(useValue('selesai'))]
  const reason = useValue('alasan_bentrok')
  const set = useSet()
  const typed = useSettled(
    peserta_id && kursus_pelatih_id && mulai
      ? { ...(id ? { id } : {}), peserta_id, kursus_pelatih_id, mulai, selesai }
      : undefined,
  )
  const check = ExamineEnrolment.useTry(typed, {})
  const take = (one: Alternative) => {
    if (one.kursus_pelatih_id) set('kursus_pelatih_id', one.kursus_pelatih_id)
  }
  return (
    <>
      {typed && <ConflictCheck {...check} take={take} reason="alasannya saya tulis di bawah" />}
      {(reason || (typed && isSoft(check.data))) && <Field name="alasan_bentrok" wide />}
    </>
  )
}

function KursusPesertaScreen() {
  const [dialog, open] = useState<OpenDialog | null>(null)
  const isAdmin = (roleOf(useMe()) ?? RoleId.peserta) <= RoleId.admin
  const actionsOf = useEnrolmentActions(open)
  const mayMakeUp = useCan('kredit-pengganti/index')
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
        tools={
          <>
            <PrintTool />
            {mayMakeUp && <ToolLink place={{ to: '/kredit-pengganti' }}>Kelas Pengganti</ToolLink>}
          </>
        }
        form={
          <ModalForm initial={{ mulai: currentDay() }}>
            <PesertaField />
            <Field name="kursus_pelatih_id" wide />
            <Field name="mulai" />
            <EndField />
            <JoinCheck />
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
