/**
 * Actions on the record of a user. The status of the user determines which actions are offered
 * (docs/domain.md). An action that is not allowed at present is disabled, with the reason.
 */
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { isApplicant } from '#contract/access/rules/applicant.ts'
import { Activation, RoleId, UserStatus } from '#contract/enums.ts'
import { Undangan, WithdrawInvitation } from '#src/data/calls.ts'
import { roleOf, useMe } from '#src/data/session/session.ts'
import type { InvitationLink } from '#src/routes/_app/user/-actions/invitationDialog.tsx'
import { baseRoleOf, mayEditUsers } from '#src/routes/_app/user/-actions/permissions.ts'
import {
  whyDeleted,
  whyNoActivation,
  whyNoDeactivation,
  whyNoDowngrade,
  whyNoUpgrade,
} from '#src/routes/_app/user/-actions/userRejections.ts'
import {
  useRemovalTasks,
  useRevealing,
  useStatusTasks,
} from '#src/routes/_app/user/-actions/userTasks.ts'
import type { Revealed, UserRow } from '#src/routes/_app/user/-userFacts.tsx'
import { toast } from '#src/state/feedback.ts'
import type { RecordAction } from '#src/ui/record/Record.tsx'

type Dialog =
  | 'upgrade'
  | 'downgrade'
  | 'reset-password'
  | 'restore'
  | 'refund'
  | 'transfer'
  | 'correct'
  | InvitationLink
  | null
export interface UserActions {
  main: RecordAction[]
  more: RecordAction[]
  revealed: Revealed
  dialog: Dialog
  close: () => void
  done: (text: string) => void
}
/** Action on a user. `shown`: whether the record of the user shows the action. */
type Offer = RecordAction & { shown: boolean }
const shownOf = (offers: readonly Offer[]): RecordAction[] =>
  offers.flatMap(({ shown, ...action }) => (shown ? [action] : []))

/**
 * Returns the permissions of the signed-in user on the shown user. `isSelf`: whether both are the
 * same person.
 */
const useUserRelation = (row: UserRow) => {
  const me = useMe()
  const myRole = roleOf(me)
  const baseRole = baseRoleOf(row)
  const isSelf = row.id === me?.id
  const mayEdit = mayEditUsers(me, baseRole)
  const isSales = myRole === RoleId.sales
  return {
    isSelf,
    isSales,
    baseRole,
    mayEdit,
    /**
     * Whether the signed-in user may activate the shown user. A sales person may only activate
     * people who come from a lead or registered themselves.
     */
    mayActivate: mayEdit && (!isSales || row.sumber === 'lead' || row.sumber === 'mandiri'),
    mayManage: mayEdit && !isSales,
    mayAnonymize: myRole === RoleId.superadmin && row.dianonimkan_at === null,
  }
}
type UserRelation = ReturnType<typeof useUserRelation>

interface OfferParts {
  row: UserRow
  standing: UserRelation
  open: (dialog: Dialog) => void
}
/**
 * Actions on the account: conversion of a student to a payer and back, password, second factor, and
 * invitation.
 */
const accountOffers = (
  { row, standing: { isSelf, baseRole, mayEdit, mayManage }, open }: OfferParts,
  {
    invite,
    withdrawInvitation,
    removeSecondFactor,
  }: { invite: () => void; withdrawInvitation: () => void; removeSecondFactor: () => void },
): Offer[] => [
  {
    shown: mayManage && baseRole === RoleId.peserta,
    label: 'Jadikan akun billing',
    code: 'user/upgrade',
    disabled: whyNoUpgrade(row),
    run: () => open('upgrade'),
  },
  {
    shown: mayManage && baseRole === RoleId.akunBilling,
    label: 'Jadikan peserta',
    code: 'user/downgrade',
    disabled: whyNoDowngrade(row),
    run: () => open('downgrade'),
  },
  {
    shown: mayManage,
    label: 'Reset password',
    code: 'user/reset-password',
    disabled: isSelf ? 'Password sendiri lewat Ubah Password' : whyDeleted(row),
    run: () => open('reset-password'),
  },
  {
    // The action is shown if the user has a second factor. Users do not see the action on their own
    // record.
    shown: mayEdit && Boolean(row.dua_langkah) && !isSelf,
    label: 'Reset verifikasi dua langkah',
    code: 'user/reset-dua-langkah',
    danger: true,
    run: removeSecondFactor,
  },
  {
    // The action is also offered for a person without a mail address, because staff can hand over
    // the link in another way.
    shown: mayManage && !isSelf,
    label: 'Tautan undangan',
    code: 'user/reset-password',
    disabled: whyDeleted(row),
    run: invite,
  },
  {
    shown: mayManage && !isSelf,
    label: 'Cabut tautan undangan',
    code: 'user/reset-password',
    run: withdrawInvitation,
  },
]
/** Actions on the credit (saldo) of a payer: refund, transfer and correction. */
const saldoOffers = (
  { row, standing: { baseRole } }: OfferParts,
  open: (dialog: Dialog) => void,
  saldo: number | undefined,
): Offer[] => {
  const isShown = baseRole === RoleId.akunBilling
  const disabled = saldo === 0 ? 'Akun ini tidak punya saldo' : undefined
  return [
    {
      shown: isShown,
      label: 'Kembalikan saldo',
      code: 'user/refund-saldo',
      disabled,
      run: () => open('refund'),
    },
    {
      shown: isShown,
      label: 'Alihkan saldo',
      code: 'user/alih-saldo',
      disabled: disabled ?? whyDeleted(row),
      run: () => open('transfer'),
    },
    {
      shown: isShown,
      label: 'Koreksi saldo',
      code: 'user/koreksi-saldo',
      run: () => open('correct'),
    },
  ]
}
/** Actions that end an account: deactivate, delete and anonymise. */
const endingOffers = (
  { row, standing: { isSelf, mayManage, mayAnonymize } }: Omit<OfferParts, 'open'>,
  does: { deactivate: () => void; remove: () => void; anonymize: () => void },
): Offer[] => [
  {
    shown: mayManage && row.status === UserStatus.aktif,
    label: 'Nonaktifkan',
    code: 'user/disable-enable',
    danger: true,
    disabled: isSelf ? 'Tidak dapat menonaktifkan diri sendiri' : whyNoDeactivation(row),
    run: does.deactivate,
  },
  {
    shown: mayManage && row.status !== UserStatus.dihapus,
    label: 'Hapus',
    code: 'user/delete',
    danger: true,
    disabled: isSelf ? 'Tidak dapat menghapus diri sendiri' : undefined,
    run: does.remove,
  },
  {
    shown: mayAnonymize,
    label: 'Anonimkan',
    code: 'user/anonimkan',
    danger: true,
    disabled: whyNotAnonymized(row, isSelf),
    run: does.anonymize,
  },
]
const whyNotAnonymized = (row: UserRow, isSelf: boolean): string | undefined => {
  if (isSelf) return 'Tidak dapat menganonimkan diri sendiri'
  return row.status === UserStatus.aktif ? 'Nonaktifkan dahulu' : undefined
}

const isRegistered = ({ sumber, status, activation }: UserRow): boolean =>
  sumber === 'mandiri' && status === UserStatus.aktif && activation === Activation.terdaftar

export const useUserActions = (row: UserRow): UserActions => {
  const { id, name, status } = row
  const navigate = useNavigate()
  const standing = useUserRelation(row)
  const { isSelf, mayEdit } = standing
  const [dialog, setDialog] = useState<Dialog>(null)
  const done = (text: string) =>
    toast(`${name} ${text}`, { to: { to: '/user/view', search: { id } } })
  const statusTasks = useStatusTasks(row, done)
  const removals = useRemovalTasks(row, done)
  const { revealed, reveal, isMasked } = useRevealing(row, isSelf)
  const invitation = Undangan.useMutation({ params: { id } })
  const withdrawal = WithdrawInvitation.useMutation({ params: { id } })
  const parts = { row, standing, open: setDialog }
  const main: Offer[] = [
    {
      shown: isApplicant(row),
      label: 'Proses pendaftaran',
      code: 'pendaftar-mandiri/lengkapi-profile',
      run: () => void navigate({ to: '/sales/pendaftar-mandiri/lengkapi-profile', search: { id } }),
    },
    {
      // Shown for a student who registered online as an applicant and has no course yet.
      shown: isRegistered(row),
      label: 'Pilih kursus',
      code: 'pendaftar-mandiri/aktivasi',
      run: () => void navigate({ to: '/sales/pendaftar-mandiri/aktivasi', search: { id } }),
    },
    {
      shown: standing.mayActivate && status === UserStatus.nonaktif && !isSelf,
      label: 'Aktifkan',
      code: statusTasks.mayActivate ? 'user/activate' : 'user/disable-enable',
      primary: true,
      disabled: whyNoActivation(row, standing.isSales),
      busy: statusTasks.activating,
      run: () => void statusTasks.activate(),
    },
    {
      shown: standing.mayAnonymize && status === UserStatus.dihapus,
      label: 'Pulihkan',
      code: 'user/restore',
      primary: true,
      run: () => setDialog('restore'),
    },
  ]
  const more: Offer[] = [
    {
      shown: true,
      label: 'Cetak',
      code: 'user/cetak',
      run: () => void navigate({ to: '/user/cetak', search: { id } }),
    },
    {
      shown: isMasked && (isSelf || mayEdit),
      label: 'Lihat NIK',
      code: isSelf ? undefined : 'user/lihat-nik',
      run: () => void reveal(),
    },
    ...saldoOffers(parts, setDialog, row.ringkasan?.keuangan?.saldo),
    ...accountOffers(parts, {
      invite: () => invitation.mutate({}, { onSuccess: (link) => setDialog(link) }),
      withdrawInvitation: () =>
        withdrawal.mutate({}, { onSuccess: () => toast('Tautan undangan dicabut') }),
      removeSecondFactor: () => void removals.removeSecondFactor(),
    }),
    ...endingOffers(parts, {
      deactivate: () => void statusTasks.deactivate(),
      remove: () => void removals.remove(),
      anonymize: () => void removals.anonymize(),
    }),
  ]
  return {
    main: shownOf(main),
    more: shownOf(more),
    revealed,
    dialog,
    close: () => setDialog(null),
    done,
  }
}
