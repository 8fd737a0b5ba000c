/** Functions that ask for confirmation, send a user action, and report the result. */
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { RoleId } from '#contract/enums.ts'
import { ShowNik } from '#src/data/calls.ts'
import { Users } from '#src/data/resources/user.ts'
import { roleOf, useCan, useMe } from '#src/data/session/session.ts'
import type { Revealed, UserRow } from '#src/routes/_app/user/-userFacts.tsx'
import { askReason, confirm, toast } from '#src/state/feedback.ts'

/** Returns functions that activate and deactivate a user. Only an active user can log in. */
export const useStatusTasks = ({ id, name }: UserRow, done: (text: string) => void) => {
  const mayActivate = useCan('user/activate')
  const activateAction = Users.useAction('activate')
  const toggleStatus = Users.useAction('disable-enable')
  const activate = async () => {
    const sure = await confirm({
      title: `Aktifkan ${name}?`,
      body: 'Dapat masuk dan dipakai di jadwal dan tagihan. Jika ada data wajib yang belum lengkap, akan disebutkan.',
      confirm: 'Aktifkan',
    })
    if (!sure) return
    const after = { onSuccess: () => done('diaktifkan') }
    if (mayActivate) activateAction.mutate({ id, input: {} }, after)
    else toggleStatus.mutate({ id, input: {} }, after)
  }
  const deactivate = async () => {
    const sure = await confirm({
      title: `Nonaktifkan ${name}?`,
      body: 'Tidak dapat masuk lagi dan semua sesinya diakhiri. Data, tagihan, dan riwayatnya tetap.',
      confirm: 'Nonaktifkan',
      danger: true,
    })
    if (sure) toggleStatus.mutate({ id, input: {} }, { onSuccess: () => done('dinonaktifkan') })
  }
  return {
    activate,
    deactivate,
    mayActivate,
    activating: activateAction.isPending || toggleStatus.isPending,
  }
}

/**
 * Returns functions that delete a user, remove the second factor of the user, and erase the
 * personal data of the user.
 */
export const useRemovalTasks = ({ id, name }: UserRow, done: (text: string) => void) => {
  const isSuperadmin = roleOf(useMe()) === RoleId.superadmin
  const removeUser = Users.useDelete()
  const resetSecondFactor = Users.useAction('reset-dua-langkah')
  const anonymizeUser = Users.useAction('anonimkan')
  const remove = async () => {
    const sure = await confirm({
      title: `Hapus ${name}?`,
      body: 'Hilang dari semua daftar; username dan emailnya bebas dipakai lagi. Yang sudah punya tagihan, pembayaran, atau jadwal tidak dapat dihapus: nonaktifkan saja.',
      confirm: 'Hapus',
      danger: true,
    })
    if (!sure) return
    // After the deletion, a superadmin stays on the record of the deleted user. Other users cannot
    // see this record, so the app takes them back to the previous page.
    removeUser.mutate(id, {
      onSuccess: () => {
        toast(`${name} dihapus`)
        if (isSuperadmin) Users.settle()
      },
      next: () => {
        if (!isSuperadmin) history.back()
      },
    })
  }
  const removeSecondFactor = async () => {
    const alasan = await askReason({
      title: `Reset verifikasi dua langkah ${name}?`,
      body: 'Password saja cukup untuk masuk sampai dipasang lagi, dan semua sesinya diakhiri. Pastikan dahulu bahwa yang meminta benar orangnya; ia diberi tahu lewat email.',
      confirm: 'Reset',
      danger: true,
    })
    if (alasan)
      resetSecondFactor.mutate(
        { id, input: { alasan } },
        { onSuccess: () => done('tidak lagi memakai verifikasi dua langkah') },
      )
  }
  const anonymize = async () => {
    const alasan = await askReason({
      title: `Anonimkan ${name}?`,
      body: 'Nama, kontak, alamat, tanggal lahir, nomor identitas, foto, catatan, pesan, dan isi riwayatnya dihapus untuk selamanya, juga data lead-nya. Tagihan dan kuitansi yang sudah terbit tetap seperti tercetak. Tidak dapat dibatalkan.',
      confirm: 'Anonimkan',
      danger: true,
    })
    if (alasan)
      anonymizeUser.mutate(
        { id, input: { alasan } },
        { onSuccess: () => toast(`Data pribadi ${name} dihapus`) },
      )
  }
  return { remove, removeSecondFactor, anonymize }
}

/**
 * Returns the revealed NIK (national id), passport and account numbers of a user, and `reveal`,
 * which fetches the numbers and opens the tab that shows them. Revealing the numbers of another
 * person requires a reason.
 */
export const useRevealing = (row: UserRow, isSelf: boolean) => {
  const navigate = useNavigate()
  const { id, name } = row
  const [opened, setOpened] = useState<{ id: number; values: Revealed }>({ id, values: {} })
  const send = ShowNik.useMutation({ params: { id } })
  const revealed = opened.id === id ? opened.values : {}
  const hasSecrets =
    row.nik !== null || row.no_paspor !== null || (row.pelatih_profil?.no_rekening ?? null) !== null
  const reveal = async () => {
    const alasan = isSelf
      ? null
      : await askReason({
          title: `Lihat NIK ${name}?`,
          body: 'NIK, nomor paspor, dan nomor rekening ditampilkan lengkap sampai halaman ini ditutup. Siapa yang melihat, kapan, dan alasannya dicatat.',
          confirm: 'Lihat NIK',
        })
    if (isSelf || alasan !== null)
      send.mutate(
        { alasan },
        {
          onSuccess: (values) => setOpened({ id, values }),
          next: () =>
            void navigate({
              to: '/user/view',
              search: { id, tab: 'data' },
              replace: true,
              resetScroll: false,
            }),
        },
      )
  }
  return { revealed, reveal, isMasked: hasSecrets && Object.keys(revealed).length === 0 }
}
