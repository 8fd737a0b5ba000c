/**
 * Functions that make the data that every person of a made-up school has: user row, username,
 * birthday and address.
 */
import { consentVersion } from '#contract/access/rules/consent.ts'
import { UserStatus } from '#contract/enums.ts'
import { addDays } from '#contract/values/tanggal.ts'
import { fold } from '#server/db/fold.ts'
import { emptyUser } from '#server/seed/access/emptyUser.ts'
import type { Outlet } from '#server/seed/catalog/outlets.ts'
import { keyed, stamp, type Maker, type Row } from '#server/seed/maker.ts'
import { pick, type Gender } from '#server/seed/names.ts'

export interface PersonMaker {
  /** Returns a username derived from a name. The second person of that name gets a 2 at the end. */
  usernameOf: (name: string) => string
  /**
   * Stores a user row with its columns for sorting and search. `more` is text by which a search
   * also finds the user.
   */
  putPerson: (row: Row & { role_id: number; name: string; status: number }, more?: string) => void
  birthday: (min: number, max: number) => string
  addressIn: (outlet: Outlet) => { alamat: string; kota: string; kode_pos: string }
  gender: () => Gender
}

const makeUsernames = () => {
  const countByBase = new Map<string, number>()
  return (name: string) => {
    const base = (
      fold(name)
        .replace(/[^a-z0-9]+/g, '.')
        .replace(/^\.|\.$/g, '') || 'user'
    )
      .slice(0, 50)
      .padEnd(3, '0')
    const n = (countByBase.get(base) ?? 0) + 1
    countByBase.set(base, n)
    return n === 1 ? base : `${base}${n}`
  }
}
/** Returns the functions of `PersonMaker`. They draw random values from `random` of the context. */
export const makePersonMaker = ({ options, put, base, random: r }: Maker): PersonMaker => ({
  usernameOf: makeUsernames(),
  putPerson: (row, more = '') => {
    const time = (row.created_at as string | undefined) ?? base.created_at
    const user = {
      ...stamp(time, 1),
      ...emptyUser,
      harus_ganti_password: 0,
      persetujuan_versi: row.persetujuan_at ? consentVersion : null,
      password_hash: row.status === UserStatus.aktif ? options.passwordHash : null,
      ...row,
    }
    put('user', keyed('user', user, more))
  },
  birthday: (min, max) =>
    addDays(options.today, -Math.round(r.int(min * 365, max * 365) + max / 4 + 1)),
  addressIn: ({ city }) => ({
    alamat: `${pick(r, city.streets)} No. ${r.int(1, 180)}`,
    kota: city.kota,
    kode_pos: `${city.postcode}${r.int(10, 99)}`,
  }),
  gender: () => (r.chance() ? 'Perempuan' : 'Laki-laki'),
})
