/** Calls with which staff manage their own personal access tokens (domain.md 2.1). */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { enumOf } from '#contract/enums.ts'
import {
  accessCodeList,
  id,
  nama,
  oneOf,
  password,
  references,
  withDefault,
} from '#contract/fields.ts'

/** Days for which a token can be valid. */
export const MasaToken = enumOf([
  [30, '30 hari'],
  [90, '90 hari'],
  [365, '1 tahun'],
])
/** Maximum number of valid tokens of a user. */
export const tokensPerUser = 20

/** Returns the valid tokens of the caller, newest first. The token itself is never returned. */
export const tokenList = call({
  method: 'GET',
  path: '/profile/token',
  access: 'profile/token',
  output: z.array(
    z.object({
      id: id(),
      nama: z.string(),
      /** First characters of the token, by which a user recognises it. */
      awalan: z.string(),
      /** Access codes of the token that its owner still holds. */
      kode: z.array(z.string()),
      /** Outlets to which the token is limited; empty for all outlets of the owner. */
      gedung: z.array(z.object({ id: id(), nama: z.string() })),
      dibuat: z.string(),
      /** Time of the last use, to the minute; null when the token has not been used. */
      terpakai: z.nullable(z.string()),
      kedaluwarsa: z.string(),
    }),
  ),
})
/**
 * Creates a token and returns it. No other call returns the token. Requires the password of the
 * caller, because the token outlives the session.
 */
export const makeToken = call({
  method: 'POST',
  path: '/profile/buat-token',
  access: 'profile/token',
  input: {
    nama: nama('Nama', { max: 60, hint: 'Misalnya nama program yang memakainya' }),
    masa: oneOf('Berlaku selama', MasaToken),
    gedung: withDefault(references('Outlet', 'gedung', 'Kosong berarti semua outlet Anda'), []),
    kode: accessCodeList('Akses'),
    password: password('Password', 'Password Anda, untuk memastikan ini Anda', 1),
  },
  output: z.object({ id: id(), token: z.string(), kedaluwarsa: z.string() }),
})
/** Revokes a token of the caller. Returns 404 when the caller has no such token. */
export const revokeToken = call({
  method: 'POST',
  path: '/profile/cabut-token',
  access: 'profile/token',
  input: { id: id() },
  output: z.object({}),
})
