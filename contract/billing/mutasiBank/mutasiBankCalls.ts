/** Import of a bank statement: one call that previews a file or runs it (domain.md 3.7). */
import * as z from 'zod/mini'
import { HasilBaris } from '#contract/billing/mutasiBank/mutasiBankEnums.ts'
import { call } from '#contract/call.ts'
import { id, idText, withDefault } from '#contract/fields.ts'

/**
 * Maximum numbers of columns and lines of a statement, and of entries in the lists of a preview.
 */
export const statementLimits = { columns: 60, rows: 25_000, shown: 200, head: 12 } as const

const column = z.nullable(z.int().check(z.gte(0), z.lt(statementLimits.columns)))
/**
 * Meaning of the file's columns; null for data without a column. Columns count from 0, lines of the
 * file from 1.
 */
export const StatementMapping = z.object({
  /** Line of the column headings; 0 where the file has none. */
  baris_judul: z.int().check(z.gte(0), z.lte(1000)),
  tanggal: z.int().check(z.gte(0), z.lt(statementLimits.columns)),
  /** Columns whose texts form the description, in order. */
  keterangan: z.array(z.int().check(z.gte(0), z.lt(statementLimits.columns))).check(z.maxLength(6)),
  referensi: column,
  debit: column,
  kredit: column,
  /**
   * Single column for debit and credit: with a sign, a mark behind the amount, or a mark in
   * `tanda`.
   */
  jumlah: column,
  tanda: column,
  saldo: column,
  urutan_tanggal: z.literal(['dmy', 'mdy', 'ymd']),
  desimal: z.literal(['titik', 'koma']),
  /**
   * Direction of amounts where no column, sign, mark or balance determines it; while it is null,
   * such lines stop the import.
   */
  tanpa_tanda: withDefault(z.nullable(z.literal(['masuk', 'keluar', 'lewati'])), null),
  /** The value to trust where signs and balances contradict each other. */
  ikut: withDefault(z.nullable(z.literal(['tanda', 'saldo'])), null),
})
export type StatementMapping = z.infer<typeof StatementMapping>

/** An ambiguity of the file; nothing is stored before the user resolves it. */
const StatementQuestion = z.object({
  jenis: z.literal(['arah', 'saldo', 'desimal', 'urutan_tanggal']),
  pesan: z.string(),
  /** Rows that the question is about. */
  contoh: z.array(z.object({ baris: z.int(), teks: z.string() })),
  /** Possible answers; each changes some fields of the mapping. */
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
    /** 1: preview only, which reports the result of each line. */
    pratinjau: z.optional(z.literal(['0', '1'], 'Isi 0 atau 1')),
    /**
     * JSON of `StatementMapping`. Without it the mapping is that of the account's last file with
     * equal headings, or is detected from the file.
     */
    pemetaan: z.optional(z.string().check(z.maxLength(2000))),
  },
  output: z.object({
    nama_berkas: z.string(),
    pemetaan: StatementMapping,
    /**
     * Origin of the mapping: given in the request, the account's last file, or the column names of
     * this file; without any of them it is a first guess for the user.
     */
    asal_pemetaan: z.literal(['diberikan', 'terakhir', 'dikenali', 'belum_dikenali']),
    /** The unchanged first lines of the file, for choosing the columns. */
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
    /** Open questions; a run with an open question is rejected. */
    pertanyaan: z.array(StatementQuestion),
    /** Warnings to read before the run. */
    peringatan: z.array(z.string()),
    /** The first lines; skipped lines come before all others. */
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
    /** The created import; null for a preview, and where no line is new. */
    impor_id: z.nullable(id()),
  }),
})
