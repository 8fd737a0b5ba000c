/** Ids of the rows of the test school that the simulated users change concurrently. */
export interface Arena {
  gedung: readonly number[]
  akun: readonly number[]
  /** Classes, one for each outlet in the order of `gedung`. */
  kelas: readonly number[]
  /** Pairs of payers of the same family. Credit may be transferred between the payers of a pair. */
  pairs: readonly (readonly [number, number])[]
  /** Id of a kind of bill line other than tuition. */
  jenis: number
  /** Product with stock. */
  produk: number
  /** Codes of the promos that have a code. */
  kode: readonly string[]
  /** All promos. */
  promo: readonly number[]
  /** Bank account that all outlets use. */
  bank: number
  /** Bank accounts, one for each outlet in the order of `gedung`. */
  banks: readonly number[]
  /** Card machine. */
  mesin: number
  /**
   * Text of the last imported statement of each bank account, by id of the account. An action uses
   * the text to import the statement a second time.
   */
  brought: Map<number, string>
  admin: number
  kasir: number
  /** Admin of the second outlet only. */
  admin2: number
}
/**
 * Returns the arena with only the outlet at index `i` and its classes, banks, payers and pairs.
 * Does not limit the other rows of the arena, such as promos.
 */
export const atOutlet = (arena: Arena, i: number): Arena => {
  const share = <T>(list: readonly T[]) => list.filter((_, n) => n % arena.gedung.length === i)
  const { gedung, kelas, banks, akun, pairs } = arena
  return {
    ...arena,
    gedung: share(gedung),
    kelas: share(kelas),
    banks: share(banks),
    akun: share(akun),
    pairs: share(pairs),
  }
}
