import { createFileRoute } from '@tanstack/react-router'
import { Activation } from '#src/routes/_app/sales/-activation.tsx'
import { activationRoute } from '#src/routes/_app/sales/-activationRoute.ts'

export const Route = createFileRoute('/_app/sales/pendaftar-mandiri/aktivasi')({
  ...activationRoute('mandiri'),
  component: ApplicantActivation,
})

function ApplicantActivation() {
  const { id } = Route.useSearch()
  return <Activation key={id} of={{ id, sumber: 'mandiri' }} />
}
