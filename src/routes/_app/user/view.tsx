import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_app/user/view')({
  component: RouteComponent,
})

function RouteComponent() {
  return <div>Hello "/_app/user/view"!</div>
}
