/** Rows of the school that people contend for. */
export interface Arena {
  gedung: readonly number[]
  akun: readonly number[]
  /** A class in each outlet. */
  kelas: readonly number[]
  /** Pairs of accounts of the same family, between which credit may be transferred. */
  pairs: readonly (readonly [number, number])[]
  /** Kind of a line other than tuition; a product with stock; codes of promos. */
  jenis: number
  produk: number
  kode: readonly string[]
  promo: readonly number[]
  /** Bank account of all outlets, and one of each outlet. */
  bank: number
  banks: readonly number[]
  mesin: number
  /** Last imported statement of each account, to be imported again. */
  brought: Map<number, string>
  admin: number
  kasir: number
  /** Admin of the second outlet only. */
  admin2: number
}
/** Returns the part of the arena that belongs to one outlet. */
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
