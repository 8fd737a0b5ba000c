/** State and result of an import, as its calls return them. */
import * as z from 'zod/mini'
import { ModeImpor, StatusImpor } from '#contract/enums.ts'
import { id } from '#contract/fields.ts'

export const ImporJob = z.object({
  id: id(),
  nama_berkas: z.string(),
  mode: ModeImpor.schema,
  status: StatusImpor.schema,
  created_at: z.string(),
  /** Number of rows of the file. */
  baris: z.int(),
  /** Number of rows that the current preview or run has processed. */
  diproses: z.int(),
  /** Number of created rows; the expected number in a preview. */
  berhasil: z.int(),
  /** Number of updated rows; the expected number in a preview. */
  diperbarui: z.int(),
  /** Number of created payers, in imports of students; the expected number in a preview. */
  akun_baru: z.int(),
  gagal: z.int(),
  /** Number of rows that are skipped because they equal the stored data. */
  tidak_berubah: z.int(),
  /**
   * The first 200 invalid rows with their line number in the file; `import-galat` returns all
   * invalid rows.
   */
  galat: z.array(
    z.object({
      baris: z.int(),
      nama: z.string(),
      masalah: z.array(z.object({ kolom: z.string(), pesan: z.string() })),
    }),
  ),
  /** Names of the columns of the file that the import does not know. */
  kolom_lain: z.array(z.string()),
  /** Descriptions of content of the file that was not read, such as hidden sheets and rows. */
  catatan: z.array(z.string()),
})
export type ImporJob = z.infer<typeof ImporJob>
