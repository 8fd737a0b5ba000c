/** Expenses of sales people that wait to be decided. */
import { samplesOf } from '#mocks/samples.ts'
import { must, type School } from '#mocks/school.ts'

/** One that the first sales person has filed, of an outlet. */
export const makeWaiting = async (s: School, gedung_id: number): Promise<number> => {
  const body = await samplesOf(s)['pengeluaran-sales'].create()
  return must(
    await s.sales.post<{ id: number }>('/pengeluaran-sales/create', { ...body, gedung_id }),
  ).id
}
