/** Dialog that creates a personal access token. */
import { accessGroups, codesOf } from '#contract/access/groups/accessGroups.ts'
import { isTokenCode } from '#contract/access/rules/tokenCodes.ts'
import { RoleId } from '#contract/enums.ts'
import { MakeToken } from '#src/data/calls.ts'
import { roleOf, useAllowed, useMe } from '#src/data/session/session.ts'
import { AksesGroups, type AksesRow, type GroupRows } from '#src/routes/_app/role/-akses.tsx'
import { AksesGroup } from '#src/routes/_app/role/-aksesGroup.tsx'
import { ErrorNote } from '#src/ui/form/ErrorNote.tsx'
import { formOf } from '#src/ui/form/formCall.tsx'
import { FormSection } from '#src/ui/form/FormSection.tsx'

const { ModalForm, Field, useField } = formOf(MakeToken)

/** Returns the groups of access codes that a token of the user can hold. */
const useGroups = (): GroupRows[] => {
  const allowed = useAllowed()
  return accessGroups.flatMap((group) => {
    const abilities = group.abilities.flatMap((ability) => {
      const kept = codesOf(ability).filter((kode) => isTokenCode(kode) && allowed(kode))
      if (kept.length === 0) return []
      const names = Object.fromEntries(kept.map((kode) => [kode, ability.codes[kode]]))
      return [{ phrase: ability.phrase, codes: names }]
    })
    const rowsOf = (codes: Readonly<Record<string, string | undefined>>): AksesRow[] =>
      Object.entries(codes).map(([kode, nama = kode]) => ({ kode, nama, sensitif: false }))
    return abilities.length === 0
      ? []
      : [
          {
            group: { label: group.label, abilities },
            abilities: abilities.map(({ phrase, codes }) => ({ phrase, rows: rowsOf(codes) })),
            matching: undefined,
          },
        ]
  })
}

/** Field for the access codes of the token, in the groups of a role's page. */
const CodesField = () => {
  const { value, error, set } = useField('kode')
  const groups = useGroups()
  const chosen = new Set(value || [])
  const toggle = (rows: readonly AksesRow[], on: boolean) => {
    const codes = rows.map(({ kode }) => kode)
    set([...[...chosen].filter((kode) => !codes.includes(kode)), ...(on ? codes : [])])
  }
  return (
    <FormSection title="Akses">
      <ErrorNote path="kode" messages={error ? [error] : []} />
      <AksesGroups>
        {groups.map((shown) => (
          <AksesGroup
            key={shown.group.label}
            shown={shown}
            held={chosen}
            bawaan={chosen}
            edit={{ mayGive: () => true, toggle }}
          />
        ))}
      </AksesGroups>
    </FormSection>
  )
}

/** `onMade` gets the new token, which is shown only once. */
export const TokenForm = ({
  close,
  onMade,
}: {
  close: () => void
  onMade: (made: { nama: string; token: string }) => void
}) => {
  const { mutateAsync } = MakeToken.useMutation({ quiet: true })
  const role = roleOf(useMe())
  return (
    <ModalForm
      title="Buat Token"
      send={async (input) => onMade({ nama: input.nama, token: (await mutateAsync(input)).token })}
      initial={{ masa: 90, gedung: [], kode: [] }}
      submitLabel="Buat token"
      close={close}
    >
      <Field name="nama" />
      <Field name="masa" />
      {(role === RoleId.superadmin || role === RoleId.admin) && <Field name="gedung" wide />}
      <CodesField />
      <Field name="password" wide autoComplete="current-password" />
    </ModalForm>
  )
}
