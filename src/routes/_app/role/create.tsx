import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { RoleDasar } from '#contract/enums.ts'
import { Roles, useAllAccesses } from '#src/data/resources/role.ts'
import { positive } from '#src/data/search.ts'
import { roleOf, useHolds, useMe } from '#src/data/session/session.ts'
import { bawaanOf } from '#src/routes/_app/role/-akses.tsx'
import { AksesField, RoleField, RoleForm, useRoleField } from '#src/routes/_app/role/-form.tsx'
import { PageTitle } from '#src/ui/page/PageTitle.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'

/**
 * Page that creates a role. `dari`: id of an existing role. The page copies the base role and the
 * access codes of this role.
 */
export const Route = createFileRoute('/_app/role/create')({
  validateSearch: (search: Record<string, unknown>): { dari?: number } => ({
    dari: positive(search.dari),
  }),
  component: RoleCreate,
})

const baseRoleOption = (id: number | null | undefined) =>
  RoleDasar.options.find((o) => o.value === id)?.value

function RoleCreate() {
  const { dari } = Route.useSearch()
  return (
    <>
      <PageTitle />
      <Panel>{dari ? <RoleCopy dari={dari} /> : <RoleCreateForm />}</Panel>
    </>
  )
}
const RoleCopy = ({ dari: source }: { dari: number }) => {
  const role = Roles.useView(source)
  return (
    <RoleCreateForm
      key={source}
      baseRole={baseRoleOption(role.dasar_role_id ?? role.id)}
      accesses={role.accesses}
      keterangan={`Salinan dari ${role.name}`}
    />
  )
}

const RoleCreateForm = ({
  baseRole,
  accesses = [],
  keterangan,
}: {
  baseRole?: ReturnType<typeof baseRoleOption>
  accesses?: readonly string[]
  keterangan?: string
}) => {
  const navigate = useNavigate()
  const holds = useHolds()
  const me = roleOf(useMe())
  // A superadmin may choose every base role. Other users may only choose their own base role; the
  // server rejects any other base role (server/modules/access/role).
  const bases =
    me === 1
      ? RoleDasar.options.map((o) => o.value)
      : RoleDasar.options.map((o) => o.value).filter((v) => v === me)
  const ownAccesses = accesses.filter(holds)
  return (
    <RoleForm
      initial={{
        dasar_role_id: baseRole ?? (bases.length === 1 ? bases[0] : null),
        accesses: ownAccesses,
        keterangan,
      }}
      link={(row) => ({ to: '/role/view', search: { id: row.id } })}
      onSaved={({ id }) => void navigate({ to: '/role/view', search: { id }, replace: true })}
    >
      <RoleField name="name" />
      <RoleField name="dasar_role_id" required options={bases} />
      <RoleField name="keterangan" wide />
      <DefaultAksesField began={ownAccesses.length > 0} />
    </RoleForm>
  )
}

/**
 * Field for the access codes of a new role. Choosing a base role fills in the default codes of the
 * base role, unless the user has edited the codes.
 */
const DefaultAksesField = ({ began }: { began: boolean }) => {
  const rows = useAllAccesses()
  const holds = useHolds()
  const { value: baseRole } = useRoleField('dasar_role_id')
  const { value, propose } = useRoleField('accesses')
  const filled = useRef<readonly string[]>(began ? undefined : [])
  const fill = useEffectEvent((id: number) => {
    if (!filled.current || JSON.stringify(value || []) !== JSON.stringify(filled.current)) return
    const next = bawaanOf(rows, id).filter(holds)
    filled.current = next
    propose(next)
  })
  useEffect(() => {
    if (baseRole) fill(baseRole)
  }, [baseRole])
  return <AksesField before={[]} baseRole={baseRole || null} />
}
