/** Tab with the personal data of a user. Empty facts are folded behind a button. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import {
  userFacts,
  type Fact,
  type Revealed,
  type UserRow,
} from '#src/routes/_app/user/-userFacts.tsx'
import { numberText } from '#src/ui/format/format.ts'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'
import { FactSection, isNothing } from '#src/ui/record/Facts.tsx'

const isEmpty = ([, value]: Fact): boolean => isNothing(value)

export const PersonData = ({ row, revealed }: { row: UserRow; revealed: Revealed }) => {
  const [showsEmpty, setShowsEmpty] = useState(false)
  const sections = userFacts(row, {
    revealed,
    person: (id, name) => (
      <PlaceLink to="/user/view" search={{ id }}>
        {name}
      </PlaceLink>
    ),
  })
  const emptyCount = sections.flatMap((section) => section.items.filter(isEmpty)).length
  return (
    <>
      {sections.map(({ heading, items }) => {
        const shownItems = showsEmpty ? items : items.filter((item) => !isEmpty(item))
        return shownItems.length === 0 ? null : (
          <FactSection key={heading} heading={heading} items={shownItems} />
        )
      })}
      {emptyCount > 0 && (
        <Button
          variant="subtle"
          size="compact-md"
          mt="md"
          aria-expanded={showsEmpty}
          onClick={() => setShowsEmpty(!showsEmpty)}
        >
          {showsEmpty
            ? 'Sembunyikan data yang kosong'
            : `Tampilkan ${numberText(emptyCount)} data yang kosong`}
        </Button>
      )}
    </>
  )
}
