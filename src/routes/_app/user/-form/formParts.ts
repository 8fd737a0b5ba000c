/** Form hooks and fields of a user, shared by the files of its form. */
import { Users } from '#src/data/resources/user.ts'
import { formFor } from '#src/ui/form/form.tsx'

export const {
  Form: UserForm,
  ModalForm,
  Field,
  useValue,
  useSet,
  useField,
  useRows,
} = formFor(Users)
