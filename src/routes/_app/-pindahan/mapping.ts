import type { PindahanMap } from '#src/data/pindahan.ts'

/** Last uploaded workbook, the names given to its titles, and the state of its upload. */
export interface Mapping {
  peta: PindahanMap
  /** Last file; undefined after a reload of the page. */
  file: File | undefined
  /** Uploads a file and starts its trial. */
  take: (file: File, map: PindahanMap) => void
  part: number | undefined
  problem: string | undefined
  refuse: (why: string) => void
}
