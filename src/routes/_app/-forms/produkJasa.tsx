/** Form of a product or service. */
import { useEffect, useEffectEvent } from 'react'
import { ProdukJasas } from '#src/data/resources/produkJasa.ts'
import { formFor } from '#src/ui/form/form.tsx'
import { SameName } from '#src/ui/form/SameName.tsx'

const { ModalForm, Field, useValue, useSet } = formFor(ProdukJasas)

/** Field for the stock, which is cleared and not shown for services. */
const StokField = () => {
  const isJasa = useValue('tipe') === 'jasa'
  const set = useSet()
  const clear = useEffectEvent(() => set('stok', null))
  useEffect(() => {
    if (isJasa) clear()
  }, [isJasa])
  return isJasa ? null : <Field name="stok" />
}

/** Form of a product or service, opened by the surrounding list or by a picker. */
export const ProdukJasaForm = () => (
  <ModalForm>
    <Field name="nama" />
    <Field name="kode" />
    <SameName of={ProdukJasas} />
    <Field name="tipe" />
    <Field name="jenis_billing_id" />
    <Field name="harga" />
    <StokField />
    <Field name="gedung" wide />
    <Field name="status" />
    <Field name="ppn_kena" wide />
  </ModalForm>
)
