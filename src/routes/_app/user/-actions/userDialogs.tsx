/** Dialogs for user actions that need more input than a confirmation. */
import { Box } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { UserStatus } from '#contract/enums.ts'
import { ageOf } from '#contract/values/tanggal.ts'
import { InfoBilling } from '#src/data/calls.ts'
import { Users } from '#src/data/resources/user.ts'
import { useCan } from '#src/data/session/session.ts'
import { InvitationDialog } from '#src/routes/_app/user/-actions/invitationDialog.tsx'
import type { UserActions } from '#src/routes/_app/user/-actions/userActions.ts'
import type { UserRow } from '#src/routes/_app/user/-userFacts.tsx'
import { formAction } from '#src/ui/form/formCall.tsx'
import { rupiah } from '#src/ui/format/format.ts'
import { part } from '#src/ui/page/part.ts'

const UpgradeForm = formAction(Users, 'upgrade')
const DowngradeForm = formAction(Users, 'downgrade')
const PasswordForm = formAction(Users, 'reset-password')
const RestoreForm = formAction(Users, 'restore')
/**
 * Age of majority in years (contract/access/user.ts). A minor student can become a payer only if
 * the user who makes the change states a reason.
 */
const adultAge = 18

interface UserDialogProps {
  row: UserRow
  close: () => void
  done: (text: string) => void
}

const UpgradeDialog = ({ row, close, done }: UserDialogProps) => {
  const { id, name } = row
  const upgrade = Users.useAction('upgrade', { quiet: true })
  const isMinor = row.tanggal_lahir !== null && ageOf(row.tanggal_lahir) < adultAge
  return (
    <UpgradeForm.ModalForm
      title={`Jadikan ${name} akun billing`}
      close={close}
      submitLabel="Jadikan akun billing"
      send={(input) => upgrade.mutateAsync({ id, input })}
      onDone={() => done('menjadi akun billing')}
      check={(input) =>
        isMinor && !input.alasan
          ? [{ field: 'alasan', message: 'Wajib diisi: peserta belum 18 tahun' }]
          : []
      }
    >
      <Box component="ul" className="wide" m={0} pl="1.1rem">
        <li>{name} membayar tagihannya sendiri mulai sekarang dan masuk ke Portal Akun Billing.</li>
        {row.akun_billing && row.akun_billing.id !== id && (
          <li>Tagihan yang sudah terbit dan saldo tetap pada {row.akun_billing.name}.</li>
        )}
        <li>Semua sesinya diakhiri.</li>
      </Box>
      <UpgradeForm.Field name="pindahkan_draft" wide />
      <UpgradeForm.Field
        name="alasan"
        required={isMinor || undefined}
        hint={isMinor ? 'Peserta belum 18 tahun. Minimal 10 karakter' : undefined}
      />
    </UpgradeForm.ModalForm>
  )
}

const DowngradeReason = () => (
  <DowngradeForm.Field name="alasan" required={DowngradeForm.useValue('alihkan') === true} />
)
const DowngradeDialog = ({ row: { id, name }, close, done }: UserDialogProps) => {
  const downgrade = Users.useAction('downgrade', { quiet: true })
  const mayReadBills = useCan('user/info-billing')
  const info = InfoBilling.useOptionalQuery({ id }, { enabled: mayReadBills }).data
  const open = info && {
    count: info.belum_terbayar.jumlah + info.terbayar_sebagian.jumlah,
    sisa: info.belum_terbayar.sisa + info.terbayar_sebagian.sisa,
  }
  const hasOpenBills = open !== undefined && open.count > 0
  return (
    <DowngradeForm.ModalForm
      title={`Jadikan ${name} peserta`}
      close={close}
      submitLabel="Jadikan peserta"
      send={(input) => downgrade.mutateAsync({ id, input })}
      onDone={() => done('menjadi peserta')}
      check={(input) =>
        input.alihkan && !input.alasan
          ? [{ field: 'alasan', message: 'Wajib diisi jika tagihan dialihkan' }]
          : []
      }
    >
      <Box component="ul" className="wide" m={0} pl="1.1rem">
        <li>
          Tagihan berikutnya dan draft ditujukan ke akun billing yang dipilih. Semua sesinya
          diakhiri.
        </li>
        {open && (
          <li>
            {hasOpenBills
              ? `Masih ada ${open.count} tagihan terbuka, sisa ${rupiah(open.sisa)}: lunasi dahulu, atau alihkan di bawah.`
              : 'Tidak ada tagihan terbuka.'}
          </li>
        )}
      </Box>
      <DowngradeForm.Field name="akun_billing_id" wide filter={{ status: UserStatus.aktif }} />
      {hasOpenBills && <DowngradeForm.Field name="alihkan" wide />}
      <DowngradeReason />
    </DowngradeForm.ModalForm>
  )
}

const PasswordDialog = ({ row, close, done }: UserDialogProps) => {
  const { id, name } = row
  const resetPassword = Users.useAction('reset-password', { quiet: true })
  return (
    <PasswordForm.ModalForm
      title={`Reset password ${name}`}
      close={close}
      submitLabel="Reset password"
      send={(input) => resetPassword.mutateAsync({ id, input })}
      onDone={() => done('mendapat password baru')}
      check={(input) =>
        input.password === input.re_password
          ? []
          : [{ field: 're_password', message: 'Tidak sama dengan password baru' }]
      }
    >
      <p className="wide" style={{ margin: 0 }}>
        Semua sesi {name} diakhiri. Saat masuk berikutnya password ini harus diganti.
      </p>
      <PasswordForm.Field name="password" owner={row} />
      <PasswordForm.Field name="re_password" />
    </PasswordForm.ModalForm>
  )
}

const RestoreDialog = ({ row: { id, name }, close, done }: UserDialogProps) => {
  const restore = Users.useAction('restore', { quiet: true })
  return (
    <RestoreForm.ModalForm
      title={`Pulihkan ${name}`}
      close={close}
      submitLabel="Pulihkan"
      send={(input) => restore.mutateAsync({ id, input })}
      onDone={() => done('dipulihkan')}
    >
      <p className="wide" style={{ margin: 0 }}>
        {name} kembali sebagai nonaktif, dengan username dan email lama. Isi yang baru jika yang
        lama sudah dipakai orang lain.
      </p>
      <RestoreForm.Field name="username" hint="Jika dikosongkan, seperti semula" />
      <RestoreForm.Field name="email" hint="Jika dikosongkan, seperti semula" />
    </RestoreForm.ModalForm>
  )
}

const saldoDialogs = () => part(() => import('#src/routes/_app/user/-saldo/saldoDialogs.tsx'))
const dialogs = {
  upgrade: UpgradeDialog,
  downgrade: DowngradeDialog,
  'reset-password': PasswordDialog,
  restore: RestoreDialog,
  refund: lazy(() => saldoDialogs().then((m) => ({ default: m.RefundDialog }))),
  transfer: lazy(() => saldoDialogs().then((m) => ({ default: m.TransferDialog }))),
  correct: lazy(() => saldoDialogs().then((m) => ({ default: m.CorrectionDialog }))),
}

/** Renders the dialog that an action has opened. Renders nothing while no dialog is open. */
export const UserActionDialog = ({
  row,
  actions: { dialog, close, done },
}: {
  row: UserRow
  actions: UserActions
}) => {
  if (dialog === null) return null
  if (typeof dialog === 'object')
    return <InvitationDialog name={row.name} link={dialog} close={close} />
  const Dialog = dialogs[dialog]
  return (
    <Suspense>
      <Dialog row={row} close={close} done={done} />
    </Suspense>
  )
}
