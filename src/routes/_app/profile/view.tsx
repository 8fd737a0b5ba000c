import { createFileRoute, Link } from '@tanstack/react-router'
import { Button } from '@mantine/core'
import { useMe } from '#src/data/session.ts'
import { Facts } from '#src/ui/Facts.tsx'
import { PageTitle } from '#src/ui/PageTitle.tsx'
import { Panel } from '#src/ui/Panel.tsx'

export const Route = createFileRoute('/_app/profile/view')({ component: Profil })

function Profil() {
  const me = useMe()
  return (
    <>
      <PageTitle><div className="actions"><Button component={Link} to="/profile/ubah-password" variant="default">Ubah Password</Button></div></PageTitle>
      <Panel><Facts items={[['Nama', me?.name], ['Username', me?.username], ['Email', me?.email], ['Role', me?.role?.name]]} /></Panel>
    </>
  )
}
