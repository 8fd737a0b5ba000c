/** Form components and hooks of the user resource, shared by the files of the user form. */
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
