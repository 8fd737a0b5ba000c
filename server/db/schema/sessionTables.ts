/** Types of the tables of sessions, known devices and personal access tokens. */
import type { Generated } from 'kysely'

export interface SessionTables {
  sesi: {
    id: Generated<number>
    token_hash: string
    user_id: number
    token_versi: number
    dibuat: string
    terpakai: string
    kedaluwarsa: string
    ip: string | null
    agen: string | null
  }
  /**
   * Browser on which a user has logged in before. The browser counts as known while its
   * `token_versi` equals the `token_versi` of the user.
   */
  perangkat: {
    id: Generated<number>
    user_id: number
    token_hash: string
    token_versi: number
    dibuat: string
    terpakai: string
  }
  /**
   * Personal access token. The token is valid while its `token_versi` equals the `token_versi` of
   * the user. `kode` and `gedung` are JSON lists; an empty `gedung` means all outlets of the user.
   */
  token_akses: {
    id: Generated<number>
    user_id: number
    nama: string
    /** First characters of the token, for display. */
    awalan: string
    token_hash: string
    token_versi: number
    kode: string
    gedung: string
    dibuat: string
    terpakai: string | null
    kedaluwarsa: string
  }
}
