import { createFileRoute } from '@tanstack/react-router'
import { JenisBillings } from '#src/data/resources/jenisBilling.ts'
import { JenisBillingForm } from '#src/routes/_app/-forms/jenisBilling.tsx'
import { Impor } from '#src/ui/import/Import.tsx'
import { listRoute } from '#src/ui/list/listRoute.ts'
import { ListScreen } from '#src/ui/list/ListScreen.tsx'

export const Route = createFileRoute('/_app/jenis-billing')({
  ...listRoute(() => import('#src/data/resources/jenisBilling.ts').then((m) => m.JenisBillings)),
  component: JenisBillingScreen,
})

function JenisBillingScreen() {
  return (
    <ListScreen
      of={JenisBillings}
      tools={<Impor nama="jenis-billing" label="Jenis Billing" school />}
      columns={['nama', 'kode', 'sifat', 'ppn_kena', 'urutan', 'status']}
      form={<JenisBillingForm />}
    />
  )
}
