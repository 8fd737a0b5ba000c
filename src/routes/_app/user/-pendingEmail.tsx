/** On a user's page: another mail address that waits for its confirmation, for staff. */
import { TautanUser } from '#src/data/calls.ts'
import { useCan } from '#src/data/session.ts'
import type { UserRow } from '#src/routes/_app/user/-userFacts.tsx'
import { Note } from '#src/ui/feedback/Note.tsx'
import { waktu } from '#src/ui/format/format.ts'

export const PendingEmail = ({ row: { id, email, last_login_at } }: { row: UserRow }) => {
  // Only an account that somebody has signed in to waits (server/modules/access/user/newEmail.ts).
  const enabled = useCan('user/reset-password') && email !== null && last_login_at !== null
  const { data } = TautanUser.useMaybe({ id }, { enabled })
  const wish = data?.find(({ jenis }) => jenis === 'email')
  if (!wish) return null
  return (
    <Note tone="orange" role="status" mb="md">
      Email baru {wish.untuk} menunggu konfirmasi dari alamat itu sampai {waktu(wish.kedaluwarsa)}.
      Sampai saat itu {email} tetap dipakai. Kirim ulang dengan menyimpannya sekali lagi; batalkan
      di tab Tautan.
    </Note>
  )
}
