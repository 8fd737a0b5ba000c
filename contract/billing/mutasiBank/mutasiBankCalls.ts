/** Call that imports a bank statement or only previews the import (domain.md 3.7). */
import * as z from 'zod/mini'
import { HasilBaris } from '#contract/billing/mutasiBank/mutasiBankEnums.ts'
import { call } from '#contract/call.ts'
import { id, idText, withDefault } from '#contract/fields.ts'

/**
 * Limits of an import. `columns` and `rows` are the maximum numbers of columns and lines in a file.
 * A response contains the results of at most `shown` skipped lines and at most `shown` other lines.
 * It also contains the first `head` lines of the file unchanged.
 */
export const statementLimits = { columns: 60, rows: 25_000, shown: 200, head: 12 } as const

const column = z.nullable(z.int().check(z.gte(0), z.lt(statementLimits.columns)))
/**
 * Layout of a bank statement file. A field such as `tanggal` or `debit` holds the index of a
 * column, counted from 0. The field is null when the file has no such column. Lines are counted
 * from 1.
 */
export const StatementMapping = z.object({
  /** Number of the line that contains the column headings; 0 when the file has no headings. */
  baris_judul: z.int().check(z.gte(0), z.lte(1000)),
  tanggal: z.int().check(z.gte(0), z.lt(statementLimits.columns)),
  /** Columns whose texts form the description of a line. The texts are joined in this order. */
  keterangan: z.array(z.int().check(z.gte(0), z.lt(statementLimits.columns))).check(z.maxLength(6)),
  referensi: column,
  debit: column,
  kredit: column,
  /**
   * Column that contains both debit and credit amounts. The sign of the amount, letters such as
   * `CR` beside the amount, or the column `tanda` show the direction of the money.
   */
  jumlah: column,
  /**
   * Column with letters such as `CR` or `DB`, which show the direction of the amount in the column
   * `jumlah`.
   */
  tanda: column,
  saldo: column,
  urutan_tanggal: z.literal(['dmy', 'mdy', 'ymd']),
  desimal: z.literal(['titik', 'koma']),
  /**
   * Direction to use for each amount whose direction the file does not show. `lewati` skips lines
   * with such amounts. While this field is null, a file with such amounts cannot be imported.
   */
  tanpa_tanda: withDefault(z.nullable(z.literal(['masuk', 'keluar', 'lewati'])), null),
  /**
   * Source of the direction when the sign of an amount contradicts the balances: the sign (`tanda`)
   * or the balances (`saldo`). Null while the user has not chosen.
   */
  ikut: withDefault(z.nullable(z.literal(['tanda', 'saldo'])), null),
})
export type StatementMapping = z.infer<typeof StatementMapping>

/**
 * Question to the user about an ambiguity in the file. The file is imported only after the user has
 * answered all questions.
 */
const StatementQuestion = z.object({
  jenis: z.literal(['arah', 'saldo', 'desimal', 'urutan_tanggal']),
  pesan: z.string(),
  /** Examples of the lines to which the question refers. */
  contoh: z.array(z.object({ baris: z.int(), teks: z.string() })),
  /** Possible answers. Choosing an answer sets the fields of the mapping that `ubah` contains. */
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
    /**
     * Value `1` only previews the import: the response has the result of each line, and nothing is
     * stored.
     */
    pratinjau: z.optional(z.literal(['0', '1'], 'Isi 0 atau 1')),
    /**
     * JSON of a `StatementMapping`. When omitted, the server uses the mapping of the last file of
     * this bank account that had the same headings. Without such a file, the server detects the
     * mapping from the headings.
     */
    pemetaan: z.optional(z.string().check(z.maxLength(2000))),
  },
  output: z.object({
    nama_berkas: z.string(),
    pemetaan: StatementMapping,
    /**
     * Origin of the mapping: the request (`diberikan`), the last file of the bank account with the
     * same headings (`terakhir`), or the headings of this file (`dikenali`). `belum_dikenali` means
     * that the mapping is a guess that the user must check.
     */
    asal_pemetaan: z.literal(['diberikan', 'terakhir', 'dikenali', 'belum_dikenali']),
    /** First lines of the file, unchanged. The user looks at them to choose the columns. */
    kepala: z.array(z.object({ baris: z.int(), sel: z.array(z.string()) })),
    kolom: z.int(),
    /** Number of non-empty lines below the line with the headings. */
    baris: z.int(),
    baru: z.int(),
    ada: z.int(),
    dilewati: z.int(),
    masuk: z.int(),
    keluar: z.int(),
    dari: z.nullable(z.string()),
    sampai: z.nullable(z.string()),
    /**
     * Questions that the user must answer. The server rejects an import with unanswered questions.
     */
    pertanyaan: z.array(StatementQuestion),
    /** Warnings that the user should read before the import. */
    peringatan: z.array(z.string()),
    /**
     * Results of lines: at most `statementLimits.shown` skipped lines, followed by at most
     * `statementLimits.shown` other lines.
     */
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
    /**
     * Id of the import that this call created. Null for a preview, and when the file has no new
     * line.
     */
    impor_id: z.nullable(id()),
  }),
})
