import { expect, test } from 'vitest'
import { accessCodes } from '#contract/access/accessCodes.ts'

/**
 * A role that gains or loses a code shows as one line in the change that does it. `vitest -u`
 * rewrites the table.
 */
test('every code is held by the roles of the reviewed table', async () => {
  const lines = accessCodes.map(({ kode, roles }) =>
    `${kode}: ${roles.toSorted().join(' ')}`.trim(),
  )
  await expect(`${lines.toSorted().join('\n')}\n`).toMatchFileSnapshot('./accessCodes.txt')
})
