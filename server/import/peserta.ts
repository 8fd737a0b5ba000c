/**
 * Declares the import of students with their payers: the columns, and the linking texts (`marks`)
 * of the rows of a family, which are imported together. pesertaRow.ts writes the rows.
 */
import * as z from 'zod/mini'
import { user } from '#contract/access/user.ts'
import { Citizenship, Gender, InformationSource, Religion, type Enum } from '#contract/enums.ts'
import { requiredText } from '#contract/fieldMeta.ts'
import { metaOf } from '#contract/fields.ts'
import type { Issue } from '#contract/resource.ts'
import { normalizePhone } from '#contract/values/phone.ts'
import { fold } from '#server/db/fold.ts'
import { HttpError } from '#server/errors.ts'
import {
  isYes,
  type ImportColumn,
  type ImportKind,
  type Mode,
  type RowResult,
  type RowValues,
} from '#server/import/columns.ts'
import { readReferences } from '#server/import/pesertaReferences.ts'
import { importPeserta } from '#server/import/pesertaRow.ts'

const userFields = { ...user.fields, ...user.extra }
/**
 * Schemas that validate cells, by column. The phone and mail of the payer have the schemas of the
 * phone and mail of any user.
 */
const schemas: ReadonlyMap<string, z.core.$ZodType> = new Map(
  Object.entries({ ...userFields, akun_phone: userFields.phone, akun_email: userFields.email }),
)
const columnFor = (
  field: keyof typeof userFields,
  more: Partial<ImportColumn> = {},
): ImportColumn => {
  const meta = metaOf(userFields[field])
  return {
    label: meta?.label ?? field,
    choices: meta?.options?.map((o) => o.label),
    ...more,
  }
}
const parseOption =
  ({ options }: Enum<string | number>, abbreviations: Readonly<Record<string, string>> = {}) =>
  (text: string) => {
    const folded = abbreviations[fold(text)] ?? fold(text)
    return (
      options.find((o) => fold(o.label) === folded || fold(String(o.value)) === folded)?.value ??
      text
    )
  }
const genderWords = {
  l: 'laki-laki',
  laki: 'laki-laki',
  pria: 'laki-laki',
  p: 'perempuan',
  wanita: 'perempuan',
}

/**
 * Columns by key, in the order of the template. If a column belongs to a field of the user, its key
 * is the name of the field.
 */
const columns = {
  name: columnFor('name', {
    label: 'Nama',
    required: true,
    alias: [
      'nama peserta',
      'nama lengkap',
      'peserta',
      'nama siswa',
      'siswa',
      'nama murid',
      'murid',
    ],
    example: 'Contoh: Sari Wijaya (hapus baris ini)',
  }),
  nama_panggilan: columnFor('nama_panggilan', { example: 'Sari' }),
  gender: columnFor('gender', {
    alias: ['jk', 'l/p', 'kelamin'],
    required: true,
    parse: parseOption(Gender, genderWords),
    example: 'Perempuan',
  }),
  tempat_lahir: columnFor('tempat_lahir'),
  tanggal_lahir: columnFor('tanggal_lahir', {
    alias: ['tgl lahir', 'tanggal lahir siswa', 'lahir'],
    sel: 'hari',
    kind: 'hari',
    required: true,
    example: '2015-03-04',
  }),
  phone: columnFor('phone', {
    label: 'No. HP Peserta',
    alias: ['phone', 'no hp', 'no. hp / whatsapp', 'no hp siswa', 'wa siswa'],
  }),
  email: columnFor('email', { label: 'Email Peserta', alias: ['email'] }),
  outlet: {
    label: 'Outlet',
    required: true,
    alias: ['gedung_kode', 'kode outlet', 'gedung', 'cabang', 'lokasi', 'kode cabang'],
    refers: 'gedung',
    example: 'kode atau nama outlet',
  },
  akun_nama: {
    label: 'Nama Akun Billing',
    alias: [
      'akun_billing_nama',
      'akun billing',
      'pembayar',
      'nama pembayar',
      'orang tua',
      'nama orang tua',
    ],
    example: 'Budi Wijaya',
  },
  akun_phone: {
    label: 'No. HP Akun Billing',
    alias: [
      'akun_billing_phone',
      'no hp orang tua',
      'hp orang tua',
      'wa orang tua',
      'no wa',
      'wa',
      'whatsapp',
    ],
    example: '081234567890',
  },
  akun_email: {
    label: 'Email Akun Billing',
    alias: ['akun_billing_email', 'email orang tua'],
    example: 'budi@contoh.id',
  },
  wali_nama: columnFor('wali_nama', { alias: ['wali'], example: 'Budi Wijaya' }),
  wali_hubungan: columnFor('wali_hubungan', { example: 'Ayah' }),
  wali_phone: columnFor('wali_phone', { example: '081234567890' }),
  persetujuan: {
    label: 'Persetujuan Wali',
    parse: isYes,
    dashValue: false,
    alias: ['persetujuan'],
    example: 'ya',
  },
  sales: { label: 'Sales', alias: ['sales_kode', 'kode sales'] },
  kursus: {
    label: 'Kursus yang Diminati',
    alias: ['kursus_kode', 'kode kursus', 'kursus', 'program', 'minat'],
    refers: 'kursus',
    example: 'kode atau nama, dipisah titik koma',
  },
  information_source: columnFor('information_source', {
    parse: parseOption(InformationSource),
    example: 'Media Sosial',
  }),
  sekolah: columnFor('sekolah'),
  instrumen_dimiliki: columnFor('instrumen_dimiliki'),
  alamat: columnFor('alamat'),
  kota: columnFor('kota'),
  kode_pos: columnFor('kode_pos', { sel: 'kodePos' }),
  religion: columnFor('religion', { parse: parseOption(Religion) }),
  citizenship: columnFor('citizenship', { parse: parseOption(Citizenship) }),
  catatan: columnFor('catatan'),
  no_induk: { label: 'No. Induk', alias: ['no_induk', 'nomor induk', 'nis', 'nomor siswa'] },
} satisfies Record<string, ImportColumn>

/** Checks each cell of a row by the rules of its own field only, and returns the issues. */
const cellIssues = (mode: Mode, values: RowValues): Issue[] => {
  const isNew = mode === 'tambah' && values.no_induk === undefined
  return Object.entries<ImportColumn>(columns).flatMap(([field, { required }]) => {
    const schema = schemas.get(field)
    const value = values[field]
    if (!schema || value === null) return []
    if (value === undefined)
      return required && isNew && field in userFields ? [{ field, message: requiredText }] : []
    const issue = z.safeParse(schema, value).error?.issues[0]
    return issue ? [{ field, message: issue.message }] : []
  })
}
/**
 * Runs the import of a row. If the import fails, adds the issues of the row's other cells to the
 * error, so that the user sees all problems at once.
 */
const withCellIssues = async (
  mode: Mode,
  values: RowValues,
  run: () => Promise<RowResult>,
): Promise<RowResult> => {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof HttpError) || !error.errors) throw error
    const reportedFields = new Set(error.errors.map((e) => e.field))
    const otherIssues = cellIssues(mode, values).filter((issue) => !reportedFields.has(issue.field))
    throw new HttpError(error.status, error.message, { errors: [...error.errors, ...otherIssues] })
  }
}

export const pesertaImport: ImportKind = {
  nama: 'user',
  fileName: 'peserta',
  mainColumn: 'name',
  columns,
  marks: (values) => [
    ...(typeof values.akun_phone === 'string' ? [`hp:${normalizePhone(values.akun_phone)}`] : []),
    ...[values.akun_email, values.email].flatMap((mail) =>
      typeof mail === 'string' ? [`mail:${mail.toLowerCase()}`] : [],
    ),
    ...(typeof values.no_induk === 'string' ? [`induk:${values.no_induk.toUpperCase()}`] : []),
  ],
  limit: {
    baris: 60,
    kolom: 'akun_phone',
    pesan: 'Lebih dari 60 baris dengan No. HP atau email yang sama. Periksa nomornya.',
  },
  prepare: async (trx, ctx) => {
    const references = await readReferences(trx, ctx)
    return (mode, values) =>
      withCellIssues(mode, values, () => importPeserta(trx, ctx, mode, values, references))
  },
}
