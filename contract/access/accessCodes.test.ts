import { expect, test } from 'vitest'
import { accessCodes } from '#contract/access/accessCodes.ts'

/**
 * Compares the access codes with a snapshot file, so that a review shows each granted or removed
 * code as one changed line. `vitest -u` rewrites the file.
 */
test('lists the roles of every access code as in the reviewed table', async () => {
  const lines = accessCodes.map(({ kode, roles }) =>
    `${kode}: ${roles.toSorted().join(' ')}`.trim(),
  )
  await expect(`${lines.toSorted().join('\n')}\n`).toMatchFileSnapshot('./accessCodes.txt')
})
