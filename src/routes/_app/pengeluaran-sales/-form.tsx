/** The fields of an expense: the amount first, because that is what a phone is taken out for. */
import { RoleId } from '#contract/enums.ts'
import { PengeluaranSales } from '#src/data/pengeluaranSales.ts'
import { useCan, useMe } from '#src/data/session.ts'
import { MetodeSelect } from '#src/routes/_app/-metodeSelect.tsx'
import { formFor, NoDuplicate } from '#src/ui/form/form.tsx'

export const { Form: ExpenseForm, Field, useField } = formFor(PengeluaranSales)

/** Whether the user files the own expenses only. */
export const useFilesOwn = (): number | undefined => {
  const me = useMe()
  const base = me?.role?.dasar_role_id ?? me?.role_id
  return base === RoleId.sales ? me?.id : undefined
}

/** `isNew`: whose it is does not change later. */
export const ExpenseFields = ({ isNew = false }: { isNew?: boolean }) => {
  const own = useFilesOwn()
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
      {isNew && own === undefined && <Field name="sales_id" />}
      <Field name="gedung_id" hint={own === undefined ? undefined : 'Kosong: outlet Anda'} />
      {mayLink && <Field name="lead_id" />}
      <NoDuplicate />
    </>
  )
}
