import { Box, Button } from '@mantine/core'
import { useState } from 'react'
import { oneContactHint } from '#contract/access/rules/userRequired.ts'
import { RoleId } from '#contract/enums.ts'
import { useCan } from '#src/data/session/session.ts'
import { Field, ModalForm, useSet, useValue } from '#src/routes/_app/user/-form/formParts.ts'
import { activeOnly } from '#src/routes/_app/user/-userSections.ts'

/** Button in the form of a student, with a dialog that creates a payer and selects this payer. */
export const NewAkunDialog = () => {
  const [open, setOpen] = useState(false)
  const set = useSet()
  const gedung_id = useValue('gedung_id') || null
  if (!useCan('user/create')) return null
  return (
    // The padding has the height of a label, so the button is level with the input of the payer
    // field beside it.
    <Box pt="1.6rem">
      <Button variant="default" onClick={() => setOpen(true)}>
        Akun billing baru
      </Button>
      <ModalForm
        title="Tambah Akun Billing"
        target={{ id: open ? 0 : null, close: () => setOpen(false) }}
        initial={{ role_id: RoleId.akunBilling, gedung_id }}
        onSaved={(row) => set('akun_billing_id', row.id)}
      >
        <Field name="name" required />
        <Field name="phone" hint={oneContactHint} />
        <Field name="email" hint={oneContactHint} />
        <Field name="gedung_id" filter={activeOnly.gedung_id} />
        <Field name="nama_tagihan" />
        <Field name="kirim_via" />
        <Field name="alamat_tagihan" />
      </ModalForm>
    </Box>
  )
}
