import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_app/billing-payment/')({
  component: RouteComponent,
})

function RouteComponent() {
  return <div>Hello "/_app/billing-payment/"!</div>
}
