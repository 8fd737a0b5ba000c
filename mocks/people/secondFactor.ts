/** Sets up a second factor of a user through the API. */
import type { Client } from '#mocks/api/api.ts'
import { codeOf } from '#mocks/people/totp.ts'
import { must } from '#mocks/school/school.ts'

/**
 * Sets up a second factor and confirms it with the current code of its new secret. If the user
 * already has a second factor, `kode` must be a code of the old secret. Returns the new secret and
 * the recovery codes.
 */
export const setUpSecondFactor = async (client: Client, password: string, kode?: string) => {
  type Prepared = { rahasia: string; uri: string }
  const prepare = '/profile/siapkan-dua-langkah'
  const { rahasia, uri } = must(await client.post<Prepared>(prepare, { password, kode }))
  const activate = '/profile/aktifkan-dua-langkah'
  const answer = await client.post<{ kode_pemulihan: string[] }>(activate, {
    kode: codeOf(rahasia),
  })
  return { rahasia, uri, kode_pemulihan: must(answer).kode_pemulihan }
}
