import { IconReceipt } from '@tabler/icons-react'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { currentDay } from '#contract/values/tanggal.ts'
import { HitungHonor, HonorPeriodes } from '#src/data/resources/honorPeriode.ts'
import { useCan } from '#src/data/session/session.ts'
import {
  HonorStatus,
  nameOf,
  payslipPlace,
  useHonorActions,
} from '#src/routes/_app/honor-periode/-honor.tsx'
import { toast } from '#src/state/feedback.ts'
import { formOf } from '#src/ui/form/formCall.tsx'
import { bulan } from '#src/ui/format/format.ts'
import { listRoute } from '#src/ui/list/listRoute.ts'
import { ListScreen } from '#src/ui/list/ListScreen.tsx'
import { columnHelper } from '#src/ui/list/table/table.tsx'
import { Tool } from '#src/ui/list/Tool.tsx'

export const Route = createFileRoute('/_app/honor-periode/')({
  ...listRoute(() => import('#src/data/resources/honorPeriode.ts').then((m) => m.HonorPeriodes), {
    expand: 'pelatih,gedung',
  }),
  component: HonorList,
})

const k = columnHelper(HonorPeriodes)
const columns = [
  k.accessor((row) => row.pelatih?.name, { id: 'pelatih', header: 'Guru', cell: 'text' }),
  'periode' as const,
  k.accessor((row) => row.gedung?.nama, { id: 'gedung', header: 'Outlet', cell: 'text' }),
  'jumlah_pertemuan' as const,
  'total' as const,
  k.display({ id: 'status', header: 'Status', cell: ({ row }) => <HonorStatus honor={row} /> }),
  'tanggal_bayar' as const,
]

const Compute = formOf(HitungHonor)
/**
 * Dialog that asks for a month and computes draft payslips for it. The current month is the
 * default.
 */
const ComputeDialog = ({ close }: { close: () => void }) => {
  const send = HitungHonor.useMutation({ quiet: true })
  return (
    <Compute.ModalForm
      title="Hitung honor"
      submitLabel="Hitung"
      close={close}
      initial={{ periode: currentDay().slice(0, 7) }}
      send={async (input) => {
        const { dibuat, diperbarui } = await send.mutateAsync(input)
        toast(
          dibuat + diperbarui === 0
            ? `Tidak ada yang berubah untuk ${bulan(input.periode)}`
            : `${bulan(input.periode)}: ${dibuat} draft dibuat, ${diperbarui} diperbarui`,
        )
      }}
    >
      <Compute.Field name="periode" />
      <Compute.Field name="gedung_id" hint="Jika dikosongkan, semua outlet Anda" />
    </Compute.ModalForm>
  )
}

function HonorList() {
  const mayCompute = useCan('honor-periode/hitung')
  const seesOthers = useCan('honor-periode/finalkan')
  const [isOpen, setOpen] = useState(false)
  const { actionsOf, dialog } = useHonorActions()
  return (
    <>
      <ListScreen
        of={HonorPeriodes}
        columns={columns}
        filters={[
          'periode',
          'status',
          ...(seesOthers ? (['pelatih_id'] as const) : []),
          'gedung_id',
        ]}
        open={payslipPlace}
        rowName={nameOf}
        actions={(row) => actionsOf(row)}
        bulk={[
          {
            label: 'Finalkan',
            code: 'honor-periode/finalkan',
            body: 'Yang difinalkan dihitung sebagai biaya; tarif dan pertemuannya tidak berubah lagi.',
            except: ({ status }) => (status === 'draft' ? undefined : 'Bukan draft'),
            run: ({ id, total }) => HonorPeriodes.each('finalkan', id, { total }),
          },
        ]}
        tools={
          mayCompute && (
            <Tool icon={IconReceipt} primary onClick={() => setOpen(true)}>
              Hitung honor
            </Tool>
          )
        }
      />
      {isOpen && <ComputeDialog close={() => setOpen(false)} />}
      {dialog}
    </>
  )
}
