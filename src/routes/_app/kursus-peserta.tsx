import { createFileRoute } from '@tanstack/react-router'
import { use, useState } from 'react'
import { KursusPesertaStatus } from '#contract/enums.ts'
import type { Row } from '#contract/resource.ts'
import type { kursusPeserta } from '#contract/resources/kursusPeserta.ts'
import { hariIni } from '#contract/rules/tanggal.ts'
import { KursusPesertas } from '#src/data/kursusPeserta.ts'
import { roleOf, useCan, useMe } from '#src/data/session.ts'
import { formFor } from '#src/ui/form.tsx'
import { FormTargetContext } from '#src/ui/formTarget.ts'
import { listRoute } from '#src/ui/listRoute.ts'
import { ListScreen } from '#src/ui/ListScreen.tsx'
import { kolom } from '#src/ui/table.tsx'

export const Route = createFileRoute('/_app/kursus-peserta')({
  ...listRoute(() => import('#src/data/kursusPeserta.ts').then((m) => m.KursusPesertas), {
    expand: 'peserta,kursus,kursus_pelatih,gedung,akun_billing',
  }),
  component: KursusPesertaScreen,
})

const { ModalForm, Field, useValue } = formFor(KursusPesertas)
type Jadwal = Row<typeof kursusPeserta>
const k = kolom(KursusPesertas)
/** The class without its course, which has a column of its own: `Senin 15.00 – Andi`. */
const kelas = ({ kursus, kursus_pelatih: c }: Jadwal) =>
  kursus && c?.nama.startsWith(`${kursus.nama} – `) ? c.nama.slice(kursus.nama.length + 3) : c?.nama
const nameOf = (row: Jadwal) =>
  [row.peserta?.name ?? row.peserta_nama, row.kursus?.nama].filter(Boolean).join(' – ')
const columns = [
  k.accessor((row) => row.peserta?.name ?? row.peserta_nama, {
    id: 'peserta_nama',
    header: 'Peserta',
    cell: 'teks',
  }),
  k.accessor((row) => row.kursus?.nama, {
    id: 'kursus',
    header: 'Kursus',
    cell: ({ cell }) => cell.panjang(),
  }),
  k.accessor(kelas, { id: 'kelas', header: 'Kelas', cell: ({ cell }) => cell.panjang() }),
  k.accessor((row) => row.gedung?.nama, {
    id: 'gedung',
    header: 'Outlet',
    cell: ({ cell }) => cell.panjang(),
  }),
  k.accessor((row) => row.akun_billing?.name, {
    id: 'akun_billing',
    header: 'Akun Billing',
    cell: ({ cell }) => cell.panjang(),
  }),
  'mulai',
  'status',
] as const

/** Status with what it asks for: days of leave, the last lesson, and why. */
const StatusFields = ({ brief = false }: { brief?: boolean }) => {
  const status = useValue('status')
  // Admins alone say that a student has graduated.
  const isAdmin = (roleOf(useMe()) ?? 9) <= 2
  const options = KursusPesertaStatus.options
    .map((o) => o.value)
    .filter((value) => isAdmin || value !== 9)
  return (
    <>
      <Field name="status" options={options} />
      {status === 2 && (
        <>
          <Field name="cuti_mulai" />
          <Field name="cuti_selesai" hint="Kosong: belum ditentukan" />
        </>
      )}
      {(!brief || status === 0 || status === 9) && <Field name="selesai" />}
      {status !== 1 && <Field name="alasan_status" />}
    </>
  )
}
const Peserta = () => <Field name="peserta_id" wide disabled={use(FormTargetContext).id !== 0} />

function KursusPesertaScreen() {
  const [changing, setChanging] = useState<number | null>(null)
  const mayView = useCan('user/view')
  const isAdmin = (roleOf(useMe()) ?? 9) <= 2
  return (
    <>
      <ListScreen
        of={KursusPesertas}
        columns={columns}
        filters={['status', 'gedung_id', 'kursus_id']}
        rowName={nameOf}
        rowMay={(row, operation) => operation === 'delete' || row.status !== 9}
        open={mayView ? (row) => ({ to: '/user/view', search: { id: row.peserta_id } }) : undefined}
        actions={(row) => [
          {
            label: 'Ubah Status',
            code: 'kursus-peserta/update',
            run: () => setChanging(row.id),
            disabled: row.status === 9 ? 'Sudah lulus: buat jadwal baru' : undefined,
          },
        ]}
        form={
          <ModalForm initial={{ mulai: hariIni() }}>
            <Peserta />
            <Field name="kursus_pelatih_id" wide />
            <Field name="mulai" />
            <StatusFields />
            {isAdmin && (
              <>
                <Field name="biaya_bulanan_khusus" />
                <Field name="alasan_biaya" />
              </>
            )}
          </ModalForm>
        }
      />
      <ModalForm title="Ubah Status" target={{ id: changing, close: () => setChanging(null) }}>
        <StatusFields brief />
      </ModalForm>
    </>
  )
}
