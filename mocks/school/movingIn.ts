/** Moves the school of a test in from a workbook (decision 0251). */
import type { PindahanJob } from '#contract/import/pindahanCalls.ts'
import { must, type School } from '#mocks/school/school.ts'
import { workbookOf } from '#server/export/workbook.ts'

/** Rows of a sheet; the first row has the headings. */
export type Rows = readonly (readonly unknown[])[]
/** Returns the file of a workbook with these sheets, whose cells are texts. */
export const workbookWith = (sheets: Record<string, Rows>): Uint8Array =>
  workbookOf(
    Object.entries(sheets).map(([name, [head = [], ...rows]]) => ({
      name,
      columns: head.map((label) => ({ label: String(label), kind: 'teks' as const, width: 12 })),
      rows,
    })),
  )
const settled = async ({ superadmin }: School, id: number): Promise<PindahanJob> => {
  for (;;) {
    const job = must(await superadmin.get<PindahanJob>(`/pindahan/import-job?id=${id}`))
    if (job.status !== 'memeriksa' && job.status !== 'berjalan') return job
    await new Promise((resolve) => {
      setTimeout(resolve, 20)
    })
  }
}
/** Uploads a workbook as superadmin, and returns its job after the trial. */
export const tryWorkbook = async (
  s: School,
  sheets: Record<string, Rows>,
): Promise<PindahanJob> => {
  const file = workbookWith(sheets)
  const answer = await s.superadmin.upload<PindahanJob>('/pindahan/import', 'p.xlsx', file, {})
  return settled(s, must(answer).id)
}
/** Stores a tried workbook, and returns its job after the run. */
export const runWorkbook = async (s: School, { id }: PindahanJob): Promise<PindahanJob> => {
  must(await s.superadmin.post(`/pindahan/import-jalankan?id=${id}`))
  return settled(s, id)
}
/** Returns the problems of all sheets as texts: sheet, row, column and message. */
export const problemsIn = ({ lembar }: PindahanJob): string[] =>
  lembar.flatMap(({ judul, impor }) =>
    impor.galat.flatMap(({ baris, masalah }) =>
      masalah.map(({ kolom, pesan }) => `${judul} ${baris} ${kolom}: ${pesan}`),
    ),
  )
