/** Creates expenses of sales people that are submitted but not approved yet. */
import { samplesOf } from '#mocks/samples.ts'
import { must, type School } from '#mocks/school/school.ts'

/** Creates an expense at an outlet, submitted by the sales person of the first outlet. */
export const makeWaiting = async (s: School, gedung_id: number): Promise<number> => {
  const body = await samplesOf(s)['pengeluaran-sales'].create()
  return must(
    await s.sales.post<{ id: number }>('/pengeluaran-sales/create', { ...body, gedung_id }),
  ).id
}
