import { createFileRoute } from '@tanstack/react-router'
import { hariIni } from '#contract/rules/tanggal.ts'
import { Biayas } from '#src/data/biaya.ts'
import { formFor } from '#src/ui/form.tsx'
import { Impor } from '#src/ui/impor/Impor.tsx'
import { listRoute } from '#src/ui/listRoute.ts'
import { ListScreen } from '#src/ui/ListScreen.tsx'
import { SameName } from '#src/ui/SameName.tsx'
import { kolom } from '#src/ui/table.tsx'

export const Route = createFileRoute('/_app/biaya')({
  ...listRoute(() => import('#src/data/biaya.ts').then((m) => m.Biayas), {
    expand: 'jenis_billing',
  }),
  component: BiayaScreen,
})

const { ModalForm, Field } = formFor(Biayas)
const k = kolom(Biayas)
const columns = [
  k.accessor('nama', {
    cell: ({ cell, row: { kode, jenis_billing: jenis } }) =>
      cell.orang(jenis ? `${kode} · ${jenis.nama}` : kode),
  }),
  'nominal',
  'pemicu',
  'kursus',
  'gedung',
  'berlaku_mulai',
  'status',
] as const

function BiayaScreen() {
  return (
    <ListScreen
      of={Biayas}
      tools={<Impor nama="biaya" sebutan="Biaya" />}
      columns={columns}
      filters={['pemicu', 'gedung_id', 'status']}
      form={
        <ModalForm initial={{ berlaku_mulai: hariIni() }}>
          <Field name="nama" />
          <Field name="kode" />
          <SameName of={Biayas} />
          <Field name="jenis_billing_id" />
          <Field name="nominal" />
          <Field name="pemicu" />
          <Field name="berlaku_mulai" />
          <Field name="kursus" wide />
          <Field name="gedung" wide />
          <Field name="status" />
        </ModalForm>
      }
    />
  )
}
