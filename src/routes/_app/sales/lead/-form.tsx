/** Form of a lead. Name, phone and outlet come first; a button shows all other fields. */
import { Button } from '@mantine/core'
import { use, useState } from 'react'
import { RoleId } from '#contract/enums.ts'
import { Leads } from '#src/data/resources/lead.ts'
import { roleOf, useMe } from '#src/data/session/session.ts'
import { SimilarNote, useSimilar } from '#src/routes/_app/sales/lead/-similar.tsx'
import { formFor } from '#src/ui/form/form.tsx'
import { FormTargetContext } from '#src/ui/form/formTarget.ts'

const { ModalForm, Field, useValue } = formFor(Leads)

/**
 * Note on stored people who may be the typed person. Name, phone and mail are compared. The note is
 * updated while the user types.
 */
const TypedSimilar = () => {
  const { id } = use(FormTargetContext)
  const [nama, phone, email] = [useValue('nama'), useValue('phone'), useValue('email')]
  const similarPeople = useSimilar({ nama, phone, email, exceptId: id ?? undefined })
  return <SimilarNote found={similarPeople} intro="Mungkin sudah ada" />
}

const More = () => {
  const isNew = use(FormTargetContext).id === 0
  const [all, showAll] = useState(!isNew)
  if (!all)
    return (
      <div className="wide">
        <Button variant="subtle" px={0} onClick={() => showAll(true)}>
          Isi data lainnya
        </Button>
      </div>
    )
  return (
    <>
      <Field name="email" />
      <Field name="information_source" />
      <Field name="usia" />
      <Field name="wali_nama" />
      <Field name="kursus_minat" wide />
      <Field name="tindak_lanjut_at" />
      <Field name="tindak_lanjut" />
      <Field name="catatan" wide />
    </>
  )
}

/**
 * Form of a lead. Without `target`, it is opened by the buttons `Tambah` and `Ubah` of the
 * surrounding list.
 */
export const LeadForm = ({
  target,
}: {
  target?: { id: number; close: (saved?: number) => void }
}) => {
  const me = useMe()
  const isSales = roleOf(me) === RoleId.sales
  const [outlet, ...otherOutlets] = me?.gedung_wilayah ?? []
  const initial = otherOutlets.length === 0 && outlet !== undefined ? { gedung_id: outlet } : {}
  return (
    <ModalForm target={target} initial={initial}>
      <Field name="nama" wide />
      <Field name="phone" />
      <Field name="gedung_id" />
      <TypedSimilar />
      {!isSales && <Field name="sales_id" wide />}
      <More />
    </ModalForm>
  )
}
