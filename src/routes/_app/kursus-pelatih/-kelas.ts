import { KursusPelatihs } from '#src/data/resources/kursusPelatih.ts'
import { expandKelas } from './-expand.ts'

/** Returns the class of a record screen, with the relations that the route has prefetched. */
export const useKelas = (id: number) => KursusPelatihs.useView(id, expandKelas)
export type Kelas = ReturnType<typeof useKelas>
