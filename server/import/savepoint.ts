/** Imports a row in a savepoint, so that this row alone can be rolled back. */
import { sql } from 'kysely'
import type { Trx } from '#server/db/schema/tables.ts'
import { HttpError } from '#server/errors.ts'
import type { Problem } from '#server/import/columns.ts'

/** Adds the rooms, coaches and hours that a conflict of the timetable offers to its problem. */
const withAlternatives = (problems: readonly Problem[], { clashes }: HttpError): Problem[] => {
  const labels = clashes.alternatif?.map(({ label }) => label) ?? []
  const offer = labels.length > 0 ? `. Yang bisa: ${labels.join('; ')}` : ''
  return problems.map(({ kolom, pesan }, i) => ({ kolom, pesan: i === 0 ? pesan + offer : pesan }))
}
/**
 * Runs the import of one row. If the import throws an HttpError, rolls back the writes of this row
 * only and returns the problems of the row. Rethrows any other error.
 */
export const inSavepoint = async <T>(trx: Trx, run: () => Promise<T>): Promise<T | Problem[]> => {
  await sql`savepoint baris`.execute(trx)
  try {
    const answer = await run()
    await sql`release savepoint baris`.execute(trx)
    return answer
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    await sql`rollback to savepoint baris`.execute(trx)
    await sql`release savepoint baris`.execute(trx)
    const problems = error.errors?.map((e) => ({ kolom: e.field, pesan: e.message })) ?? [
      { kolom: '', pesan: error.message },
    ]
    return withAlternatives(problems, error)
  }
}
