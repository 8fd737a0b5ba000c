/** Call that previews the import of a bank statement or runs it (domain.md 3.7). */
import * as z from 'zod/mini'
import { HasilBaris } from '#contract/billing/mutasiBank/mutasiBankEnums.ts'
import { call } from '#contract/call.ts'
import { id, idText, withDefault } from '#contract/fields.ts'

/**
 * Limits of an import. `columns` and `rows` are the maximum numbers of columns and lines of a file.
 * `shown` is the maximum length of each list in a preview. `head` is the number of lines at the
 * start of the file that the response contains unchanged.
 */
export const statementLimits = { columns: 60, rows: 25_000, shown: 200, head: 12 } as const

const column = z.nullable(z.int().check(z.gte(0), z.lt(statementLimits.columns)))
/**
 * Layout of a bank's file. A field such as `tanggal` or `debit` holds the zero-based index of the
 * column with this content; null when the file has no such column. Lines are numbered from 1.
 */
export const StatementMapping = z.object({
  /** Number of the line with the column headings; 0 when the file has no headings. */
  baris_judul: z.int().check(z.gte(0), z.lte(1000)),
  tanggal: z.int().check(z.gte(0), z.lt(statementLimits.columns)),
  /** Columns whose texts form the description, joined in this order. */
  keterangan: z.array(z.int().check(z.gte(0), z.lt(statementLimits.columns))).check(z.maxLength(6)),
  referensi: column,
  debit: column,
  kredit: column,
  /**
   * Column that holds both debit and credit amounts. The direction of the money follows from the
   * sign of the amount, from letters such as `CR` beside the amount, or from the column `tanda`.
   */
  jumlah: column,
  /** Column with a mark for the direction of `jumlah`, such as `CR` or `DB`. */
  tanda: column,
  saldo: column,
  urutan_tanggal: z.literal(['dmy', 'mdy', 'ymd']),
  desimal: z.literal(['titik', 'koma']),
  /**
   * Direction to use for amounts whose direction is unknown: no column, sign, mark or balance shows
   * it. `lewati` skips the lines with such amounts. While the field is null, a file with such
   * amounts cannot be imported.
   */
  tanpa_tanda: withDefault(z.nullable(z.literal(['masuk', 'keluar', 'lewati'])), null),
  /**
   * Value to trust when the sign of an amount contradicts the balance: the sign (`tanda`) or the
   * balance (`saldo`). Null while the user has not chosen.
   */
  ikut: withDefault(z.nullable(z.literal(['tanda', 'saldo'])), null),
})
export type StatementMapping = z.infer<typeof StatementMapping>

/** Question about an ambiguity of the file. Nothing is stored before the user has answered it. */
const StatementQuestion = z.object({
  jenis: z.literal(['arah', 'saldo', 'desimal', 'urutan_tanggal']),
  pesan: z.string(),
  /** Some lines of the file that the question is about, as examples. */
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
     * JSON of a `StatementMapping`. When omitted, the server uses the mapping of the last file of
     * the bank account that had the same headings. Without such a file, the server detects the
     * mapping from the column names.
     */
    pemetaan: z.optional(z.string().check(z.maxLength(2000))),
  },
  output: z.object({
    nama_berkas: z.string(),
    pemetaan: StatementMapping,
    /**
     * Origin of the mapping: the request (`diberikan`), the last file of the bank account
     * (`terakhir`), or the column names of this file (`dikenali`). `belum_dikenali` marks a first
     * guess that the user has to check.
     */
    asal_pemetaan: z.literal(['diberikan', 'terakhir', 'dikenali', 'belum_dikenali']),
    /** First lines of the file, unchanged, from which the user chooses the columns. */
    kepala: z.array(z.object({ baris: z.int(), sel: z.array(z.string()) })),
    kolom: z.int(),
    /** Number of non-empty lines below the headings. */
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
    /** Results of at most `statementLimits.shown` lines; skipped lines come before other lines. */
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
