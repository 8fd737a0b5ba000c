/** The import of a bank's statement: one call that tries a file, and runs it (domain.md 3.7). */
import * as z from 'zod/mini'
import { HasilBaris } from '#contract/billing/mutasiBankEnums.ts'
import { call } from '#contract/call.ts'
import { id, idText, withDefault } from '#contract/fields.ts'

/** The most columns and lines of a statement, and the longest of the lists that tell of it. */
export const statementLimits = { columns: 60, rows: 25_000, shown: 200, head: 12 } as const

const column = z.nullable(z.int().check(z.gte(0), z.lt(statementLimits.columns)))
/**
 * Which column of a file says what; null where none does. Columns count from 0, lines of the file
 * from 1.
 */
export const StatementMapping = z.object({
  /** The line that names the columns; 0 where none does. */
  baris_judul: z.int().check(z.gte(0), z.lte(1000)),
  tanggal: z.int().check(z.gte(0), z.lt(statementLimits.columns)),
  /** The columns whose texts make the description, in their order. */
  keterangan: z.array(z.int().check(z.gte(0), z.lt(statementLimits.columns))).check(z.maxLength(6)),
  referensi: column,
  debit: column,
  kredit: column,
  /** One column for both: with a sign, a mark behind it, or a mark in `tanda`. */
  jumlah: column,
  tanda: column,
  saldo: column,
  urutan_tanggal: z.literal(['dmy', 'mdy', 'ymd']),
  desimal: z.literal(['titik', 'koma']),
  /**
   * The direction of amounts for which no column, sign, mark or balance gives one; null of nobody
   * has said so, and then such lines stop the import.
   */
  tanpa_tanda: withDefault(z.nullable(z.literal(['masuk', 'keluar', 'lewati'])), null),
  /** The side that is right where signs and balances contradict each other. */
  ikut: withDefault(z.nullable(z.literal(['tanda', 'saldo'])), null),
})
export type StatementMapping = z.infer<typeof StatementMapping>

/** A question that a file leaves open: nothing of it is stored before it is answered. */
const StatementQuestion = z.object({
  jenis: z.literal(['arah', 'saldo', 'desimal', 'urutan_tanggal']),
  pesan: z.string(),
  /** Rows that it is about. */
  contoh: z.array(z.object({ baris: z.int(), teks: z.string() })),
  /** The answers; each changes some fields of the mapping. */
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
    /** 1: only tries, and tells what each line will be. */
    pratinjau: z.optional(z.literal(['0', '1'], 'Isi 0 atau 1')),
    /**
     * JSON of `StatementMapping`; without, as this account's last file of equal headings, or as the
     * file looks.
     */
    pemetaan: z.optional(z.string().check(z.maxLength(2000))),
  },
  output: z.object({
    nama_berkas: z.string(),
    pemetaan: StatementMapping,
    /**
     * Where the mapping comes from: told, this account's last file, or the names of columns in this
     * one; without any of them it is where a person begins.
     */
    asal_pemetaan: z.literal(['diberikan', 'terakhir', 'dikenali', 'belum_dikenali']),
    /** The first lines of the file as they are, to choose columns by. */
    kepala: z.array(z.object({ baris: z.int(), sel: z.array(z.string()) })),
    kolom: z.int(),
    /** Lines that hold something below the head. */
    baris: z.int(),
    baru: z.int(),
    ada: z.int(),
    dilewati: z.int(),
    masuk: z.int(),
    keluar: z.int(),
    dari: z.nullable(z.string()),
    sampai: z.nullable(z.string()),
    /** Questions that are to be answered before it is run; each run with one open is refused. */
    pertanyaan: z.array(StatementQuestion),
    /** What a person should know before it is run. */
    peringatan: z.array(z.string()),
    /** The first lines, and those that are left out first of all. */
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
    /** The import that has been made; null of a trial, and where no line is new. */
    impor_id: z.nullable(id()),
  }),
})
