/** Dialogs for the actions on an applicant. */
import { Text } from '@mantine/core'
import { UserStatus } from '#contract/enums.ts'
import { CloseApplicant, HandOverApplicant } from '#src/data/calls.ts'
import { Users } from '#src/data/resources/user.ts'
import {
  applicantPlace,
  whyNotOpen,
  type Applicant,
  type OpenDialog,
} from '#src/routes/_app/sales/pendaftar-mandiri/-applicant.ts'
import { toast } from '#src/state/feedback.ts'
import { formOf } from '#src/ui/form/formCall.tsx'
import { part } from '#src/ui/page/part.ts'

const HandOver = formOf(HandOverApplicant)
const Close = formOf(CloseApplicant)
interface Props {
  row: Applicant
  close: () => void
}

const HandOverDialog = ({ row, close }: Props) => {
  const send = HandOverApplicant.useMutation({ quiet: true, params: { id: row.id } })
  return (
    <HandOver.ModalForm
      title={`Serahkan ${row.name}`}
      submitLabel="Serahkan"
      close={close}
      send={send.mutateAsync}
      onDone={() => toast(`${row.name} diserahkan`, { to: applicantPlace(row) })}
    >
      <HandOver.Field name="sales_id" label="Kepada" filter={{ status: UserStatus.aktif }} wide />
      <HandOver.Field name="alasan" wide />
    </HandOver.ModalForm>
  )
}

const CloseDialog = ({ row, close }: Props) => {
  const send = CloseApplicant.useMutation({ quiet: true, params: { id: row.id } })
  return (
    <Close.ModalForm
      title={`Tutup pendaftaran ${row.name}`}
      submitLabel="Tutup pendaftaran"
      close={close}
      send={send.mutateAsync}
      onDone={() => toast(`Pendaftaran ${row.name} ditutup`, { to: applicantPlace(row) })}
    >
      <Text className="wide">
        Pendaftar pindah ke daftar yang ditutup dan membaca saat login bahwa pendaftarannya tidak
        dilanjutkan. Datanya tetap, dan pendaftaran dapat dibuka kembali.
      </Text>
      <Close.Field name="alasan_tutup" wide />
      <Close.Field name="catatan_tutup" wide />
    </Close.ModalForm>
  )
}

/**
 * Dialog that hands the selected applicants over to one sales person, with one request for each
 * applicant.
 */
export const HandOverMany = ({
  rows,
  left,
  close,
}: {
  rows: readonly Applicant[]
  left: (ids: ReadonlySet<number>) => void
  close: () => void
}) => {
  const title = `Serahkan ${rows.length} pendaftar`
  return (
    <HandOver.ModalForm
      title={title}
      submitLabel="Serahkan"
      close={close}
      send={async (input) => {
        const { runBulk } = await part(() => import('#src/ui/list/bulk/runBulk.ts'))
        void runBulk({
          title,
          items: rows,
          idOf: (row) => row.id,
          nameOf: (row) => row.name,
          except: (row) =>
            whyNotOpen(row) ??
            (row.sales_id === input.sales_id ? 'Sudah dipegang sales ini' : undefined),
          each: (row) => HandOverApplicant.send(input, undefined, { id: row.id }),
          settle: Users.settle,
          keepSelected: left,
        })
      }}
    >
      <HandOver.Field name="sales_id" label="Kepada" filter={{ status: UserStatus.aktif }} wide />
      <HandOver.Field name="alasan" wide />
    </HandOver.ModalForm>
  )
}

/** Renders the open dialog; nothing if no dialog is open. */
export const ApplicantDialog = ({
  dialog,
  close,
}: {
  dialog: OpenDialog | null
  close: () => void
}) => {
  if (!dialog) return null
  const { name, row } = dialog
  return name === 'serahkan' ? (
    <HandOverDialog row={row} close={close} />
  ) : (
    <CloseDialog row={row} close={close} />
  )
}
