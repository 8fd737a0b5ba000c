import { KursusPelatihs } from '#src/data/resources/kursusPelatih.ts'
import { expandKelas } from './-expand.ts'

/** Class of a record screen, with the relations that the route has fetched. */
export const useKelas = (id: number) => KursusPelatihs.useView(id, expandKelas)
export type Kelas = ReturnType<typeof useKelas>
