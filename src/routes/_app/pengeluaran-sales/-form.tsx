/** Form fields of an expense. The amount comes first, because it is the main field on a phone. */
import { RoleId } from '#contract/enums.ts'
import { PengeluaranSales } from '#src/data/resources/pengeluaranSales.ts'
import { useCan, useMe } from '#src/data/session/session.ts'
import { MetodeSelect } from '#src/routes/_app/-metodeSelect.tsx'
import { formFor, NoDuplicate } from '#src/ui/form/form.tsx'

export const { Form: ExpenseForm, Field, useField } = formFor(PengeluaranSales)

/**
 * Returns the id of the signed-in user if this user is a sales person; otherwise undefined. Sales
 * people may only file own expenses.
 */
export const useFilesOwn = (): number | undefined => {
  const me = useMe()
  const base = me?.role?.dasar_role_id ?? me?.role_id
  return base === RoleId.sales ? me?.id : undefined
}

/**
 * Form fields of an expense. `isNew`: whether the expense is new. The sales person can be chosen
 * only for a new expense.
 */
export const ExpenseFields = ({ isNew = false }: { isNew?: boolean }) => {
  const ownId = useFilesOwn()
  const mayLink = useCan('lead/pilihan')
  const metode = useField('metode')
  return (
    <>
      <Field name="jumlah" />
      <Field name="kategori" />
      <Field name="keterangan" wide />
      <Field name="bukti" wide />
      <Field name="tanggal" />
      <MetodeSelect {...metode} />
      {isNew && ownId === undefined && <Field name="sales_id" />}
      <Field
        name="gedung_id"
        hint={ownId === undefined ? undefined : 'Jika dikosongkan, memakai outlet Anda'}
      />
      {mayLink && <Field name="lead_id" />}
      <NoDuplicate />
    </>
  )
}
