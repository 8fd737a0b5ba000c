/** Codes as the app on a phone shows them, and the setting up of a second factor. */
import { Secret, TOTP } from 'otpauth'
import type { Client } from '#mocks/api.ts'
import { must } from '#mocks/school.ts'

/** The code of a secret, some steps of 30 seconds from now. */
export const codeOf = (secret: string, stepsFromNow = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 }).generate({
    timestamp: Date.now() + stepsFromNow * 30_000,
  })

/** Sets one up for a client, whose first code is thereby used; `kode` where there is one already. */
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
