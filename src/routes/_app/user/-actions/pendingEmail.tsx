/**
 * Note on the record of a user, shown to staff, about a new mail address that the user has not
 * confirmed yet.
 */
import { Button, Group, Text } from '@mantine/core'
import { CabutTautan, TautanUser } from '#src/data/calls.ts'
import { Users } from '#src/data/resources/user.ts'
import { useCan } from '#src/data/session/session.ts'
import type { UserRow } from '#src/routes/_app/user/-userFacts.tsx'
import { confirm, toast } from '#src/state/feedback.ts'
import { Note } from '#src/ui/feedback/Note.tsx'
import { waktu } from '#src/ui/format/format.ts'

/**
 * Button that resends the confirmation mail. It saves the same new address again, and the server
 * sends the mail after each such save.
 */
const ResendButton = ({ row: { id, versi }, email }: { row: UserRow; email: string }) => {
  const { mutate, isPending } = Users.useUpdate()
  const resend = () =>
    mutate(
      { id, input: { versi, email } },
      { onSuccess: () => toast(`Email konfirmasi dikirim lagi ke ${email}`) },
    )
  return (
    <Button variant="default" size="xs" loading={isPending} onClick={resend}>
      Kirim ulang
    </Button>
  )
}
const WithdrawButton = ({ id, email }: { id: number; email: string }) => {
  const { mutate, isPending } = CabutTautan.useMutation({ params: { id } })
  const withdraw = async () => {
    const isSure = await confirm({
      title: `Batalkan email baru ${email}?`,
      body: 'Tautan yang dikirim ke alamat itu tidak berlaku lagi.',
      confirm: 'Batalkan email baru',
      danger: true,
    })
    if (isSure)
      mutate(
        { jenis: 'email', tautan_id: null },
        { onSuccess: () => toast('Email baru dibatalkan') },
      )
  }
  return (
    <Button
      variant="default"
      size="xs"
      c="var(--mantine-color-error)"
      loading={isPending}
      onClick={() => void withdraw()}
    >
      Batalkan
    </Button>
  )
}

export const PendingEmail = ({ row }: { row: UserRow }) => {
  const { id, email, last_login_at } = row
  const mayAsk = useCan('user/ubah-email')
  // A new address needs a confirmation only if the user has logged in before
  // (server/modules/access/user/save/newEmail.ts).
  const enabled = useCan('user/reset-password') && last_login_at !== null
  const { data } = TautanUser.useOptionalQuery({ id }, { enabled })
  const wish = data?.find(({ jenis }) => jenis === 'email')
  if (!wish?.untuk) return null
  return (
    <Note tone="orange" role="status" mb="md">
      <Text size="sm" c="inherit">
        Email baru {wish.untuk} menunggu konfirmasi dari alamat itu sampai {waktu(wish.kedaluwarsa)}
        .{email !== null && ` Sampai saat itu ${email} tetap dipakai.`}
      </Text>
      <Group gap="xs" mt="xs">
        {mayAsk && <ResendButton row={row} email={wish.untuk} />}
        <WithdrawButton id={id} email={wish.untuk} />
      </Group>
    </Note>
  )
}
