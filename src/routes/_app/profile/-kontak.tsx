/** Form for the user's own contact data. A new mail address requires the password. */
import type { profileDetail, updateProfile } from '#contract/access/profileCalls.ts'
import type { CallInput, CallOutput } from '#contract/call.ts'
import { UpdateProfile } from '#src/data/calls.ts'
import { toast } from '#src/state/feedback.ts'
import { formOf } from '#src/ui/form/formCall.tsx'

type Detail = CallOutput<typeof profileDetail>
const { ModalForm, Field, useValue } = formOf(UpdateProfile)

const PasswordForEmail = ({ before }: { before: string | null }) => {
  const email = useValue('email')
  return (email || null) === before ? null : (
    <Field
      name="password"
      wide
      required
      label="Password Anda"
      hint="Untuk mengganti email; alamat yang lama kami beri tahu"
      autoComplete="current-password"
    />
  )
}

/**
 * Form of the contact data. `me`: profile as it was loaded. The version of this profile is sent
 * with the change, so that the server detects a concurrent change.
 */
export const KontakForm = ({ me, close }: { me: Detail; close: () => void }) => {
  const { mutateAsync } = UpdateProfile.useMutation({ quiet: true })
  const initial: CallInput<typeof updateProfile> = {
    versi: me.versi,
    foto: me.foto,
    email: me.email,
    phone: me.phone,
    phone_alt: me.phone_alt,
    alamat: me.alamat,
    kota: me.kota,
    kode_pos: me.kode_pos,
  }
  return (
    <ModalForm
      title="Ubah Kontak"
      send={mutateAsync}
      initial={initial}
      close={close}
      onDone={() => toast('Kontak Anda disimpan')}
    >
      <Field name="foto" wide />
      <Field name="phone" autoComplete="tel" />
      <Field name="phone_alt" />
      <Field name="email" wide autoComplete="email" />
      <PasswordForEmail before={me.email} />
      <Field name="alamat" wide autoComplete="street-address" />
      <Field name="kota" autoComplete="address-level2" />
      <Field name="kode_pos" autoComplete="postal-code" />
    </ModalForm>
  )
}
