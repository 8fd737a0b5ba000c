/** Call that previews the import of a bank statement or runs it (domain.md 3.7). */
import * as z from 'zod/mini'
import { HasilBaris } from '#contract/billing/mutasiBank/mutasiBankEnums.ts'
import { call } from '#contract/call.ts'
import { id, idText, withDefault } from '#contract/fields.ts'

/**
 * Limits of an import: number of columns and of lines of the file, number of entries in each list
 * of a preview, and number of first lines that are returned unchanged.
 */
export const statementLimits = { columns: 60, rows: 25_000, shown: 200, head: 12 } as const

const column = z.nullable(z.int().check(z.gte(0), z.lt(statementLimits.columns)))
/**
 * Columns of the file by their meaning, numbered from 0; null when the file has no such column.
 * Lines of the file are numbered from 1.
 */
export const StatementMapping = z.object({
  /** Number of the line with the column headings; 0 when the file has no headings. */
  baris_judul: z.int().check(z.gte(0), z.lte(1000)),
  tanggal: z.int().check(z.gte(0), z.lt(statementLimits.columns)),
  /** Columns whose texts are joined to the description, in this order. */
  keterangan: z.array(z.int().check(z.gte(0), z.lt(statementLimits.columns))).check(z.maxLength(6)),
  referensi: column,
  debit: column,
  kredit: column,
  /**
   * Column that holds both debit and credit amounts. The direction follows from the sign of the
   * amount, from a mark behind the amount, or from a mark in the column `tanda`.
   */
  jumlah: column,
  tanda: column,
  saldo: column,
  urutan_tanggal: z.literal(['dmy', 'mdy', 'ymd']),
  desimal: z.literal(['titik', 'koma']),
  /**
   * Direction of amounts that no column, sign, mark or balance determines. While it is null, a file
   * with such amounts cannot be imported.
   */
  tanpa_tanda: withDefault(z.nullable(z.literal(['masuk', 'keluar', 'lewati'])), null),
  /** Value that decides when the sign of an amount and the balance contradict each other. */
  ikut: withDefault(z.nullable(z.literal(['tanda', 'saldo'])), null),
})
export type StatementMapping = z.infer<typeof StatementMapping>

/** Question about an ambiguity of the file. Nothing is stored before the user has answered it. */
const StatementQuestion = z.object({
  jenis: z.literal(['arah', 'saldo', 'desimal', 'urutan_tanggal']),
  pesan: z.string(),
  /** Lines of the file that the question is about. */
  contoh: z.array(z.object({ baris: z.int(), teks: z.string() })),
  /** Possible answers; each answer sets the fields of the mapping in `ubah`. */
  pilihan: z.array(
    z.object({
      label: z.string(),
      ubah: z.partial(
        z.pick(StatementMapping, {
          tanpa_tanda: true,
          ikut: true,
          desimal: true,
          urutan_tanggal: true,
        }),
      ),
    }),
  ),
})
export type StatementQuestion = z.infer<typeof StatementQuestion>

export const importMutasi = call({
  method: 'POST',
  path: '/mutasi-bank/import',
  access: 'mutasi-bank/import',
  upload: true,
  input: {
    bank_id: idText('Pilih rekening'),
    /** `1` previews the import: the result of each line is returned and nothing is stored. */
    pratinjau: z.optional(z.literal(['0', '1'], 'Isi 0 atau 1')),
    /**
     * JSON of a `StatementMapping`. When omitted, the mapping of the last file of the account with
     * the same headings is used; without such a file the mapping is detected from the file.
     */
    pemetaan: z.optional(z.string().check(z.maxLength(2000))),
  },
  output: z.object({
    nama_berkas: z.string(),
    pemetaan: StatementMapping,
    /**
     * Origin of the mapping: the request, the last file of the account, or the column names of this
     * file. `belum_dikenali` marks a first guess that the user has to check.
     */
    asal_pemetaan: z.literal(['diberikan', 'terakhir', 'dikenali', 'belum_dikenali']),
    /** First lines of the file, unchanged, from which the user chooses the columns. */
    kepala: z.array(z.object({ baris: z.int(), sel: z.array(z.string()) })),
    kolom: z.int(),
    /** Number of lines below the headings that are not empty. */
    baris: z.int(),
    baru: z.int(),
    ada: z.int(),
    dilewati: z.int(),
    masuk: z.int(),
    keluar: z.int(),
    dari: z.nullable(z.string()),
    sampai: z.nullable(z.string()),
    /** Questions that the user has to answer; an import with unanswered questions is rejected. */
    pertanyaan: z.array(StatementQuestion),
    /** Warnings that the user should read before the import. */
    peringatan: z.array(z.string()),
    /** Results of the first lines. Skipped lines come before all other lines. */
    contoh: z.array(
      z.object({
        baris: z.int(),
        hasil: HasilBaris.schema,
        tanggal: z.nullable(z.string()),
        keterangan: z.string(),
        referensi: z.nullable(z.string()),
        masuk: z.int(),
        keluar: z.int(),
        saldo: z.nullable(z.int()),
        pesan: z.nullable(z.string()),
      }),
    ),
    /** Id of the created import; null for a preview, and when the file has no new line. */
    impor_id: z.nullable(id()),
  }),
})
