/**
 * Calls about applicants (people who registered online) before they become students (domain.md
 * 2.3).
 */
import * as z from 'zod/mini'
import { AlasanTutup } from '#contract/access/rules/applicant.ts'
import { needsWali } from '#contract/access/rules/consent.ts'
import { user } from '#contract/access/user.ts'
import { byId, call } from '#contract/call.ts'
import { Gender } from '#contract/enums.ts'
import {
  email,
  id,
  longText,
  oneOf,
  optional,
  reference,
  references,
  tanggal,
  withDefault,
  yesNo,
} from '#contract/fields.ts'
import type { Issue } from '#contract/resource.ts'

const done = z.object({ id: id() })

/**
 * Assigns an applicant who has no sales person to the caller, a sales person of the same outlet. If
 * two sales people call at the same time, the second call fails with 409.
 */
export const takeApplicant = call({
  method: 'POST',
  path: '/pendaftar-mandiri/ambil',
  access: 'pendaftar-mandiri/ambil',
  query: byId,
  output: done,
})
export const handOverApplicant = call({
  method: 'POST',
  path: '/pendaftar-mandiri/serahkan',
  access: 'pendaftar-mandiri/serahkan',
  query: byId,
  input: {
    sales_id: reference('Sales', 'user', { params: { jenis: 'sales' } }),
    alasan: optional(longText('Alasan', { max: 300 })),
  },
  output: done,
})
/** Closes a registration and keeps all its data. */
export const closeApplicant = call({
  method: 'POST',
  path: '/pendaftar-mandiri/tutup',
  access: 'pendaftar-mandiri/tutup',
  query: byId,
  input: {
    alasan_tutup: oneOf('Alasan', AlasanTutup),
    catatan_tutup: optional(
      longText('Catatan', { max: 300, hint: 'Hanya dibaca petugas, tidak oleh pendaftar' }),
    ),
  },
  output: done,
})
export const reopenApplicant = call({
  method: 'POST',
  path: '/pendaftar-mandiri/buka',
  access: 'pendaftar-mandiri/tutup',
  query: byId,
  output: done,
})

const { name, nama_panggilan, tempat_lahir, religion, citizenship, information_source } =
  user.fields
const { phone, phone_alt, alamat, kota, kode_pos } = user.fields
const { wali_nama, wali_hubungan, wali_phone } = user.fields
const { sekolah, instrumen_dimiliki, catatan } = user.extra
/**
 * Stores the data of an applicant that the activation needs. `usulan_akun_id` only proposes a
 * payer; the activation decides about the payer. `persetujuan` must be true when the consent has to
 * be obtained again (`needsConsent`).
 */
export const completeApplicant = call({
  method: 'POST',
  path: '/pendaftar-mandiri/lengkapi-profile',
  access: 'pendaftar-mandiri/lengkapi-profile',
  query: byId,
  input: {
    versi: z.int(),
    name,
    nama_panggilan,
    gender: oneOf('Jenis Kelamin', Gender),
    tempat_lahir,
    tanggal_lahir: tanggal('Tanggal Lahir'),
    religion,
    citizenship,
    information_source,
    phone,
    phone_alt,
    email: email(),
    gedung_id: reference('Outlet', 'gedung'),
    kota,
    kode_pos,
    alamat,
    wali_nama,
    wali_hubungan,
    wali_phone,
    persetujuan: withDefault(yesNo('Pemrosesan data disetujui'), false),
    kursus_minat: withDefault(
      references('Kursus Diminati', 'kursus', 'Kosongkan jika belum tahu'),
      [],
    ),
    sekolah,
    instrumen_dimiliki,
    catatan,
    usulan_akun_id: optional(
      reference('Keluarga yang Sama', 'user', {
        params: { jenis: 'akun-billing' },
        hint: 'Akun billing yang diusulkan saat aktivasi; jika dikosongkan, keluarga baru',
      }),
    ),
  },
  output: done,
})
/**
 * Returns an issue for each missing field that is required at the age of the applicant. A child
 * needs name and phone of the guardian, an adult needs a phone. The server checks the consent
 * separately.
 */
export const checkCompletion = (input: {
  tanggal_lahir?: string | null
  phone?: string | null
  wali_nama?: string | null
  wali_phone?: string | null
}): Issue[] => {
  const needed = needsWali(input.tanggal_lahir)
    ? (['wali_nama', 'wali_phone'] as const)
    : (['phone'] as const)
  return needed.filter((field) => !input[field]).map((field) => ({ field, message: 'Wajib diisi' }))
}

/**
 * Returns possible family members and duplicates of an applicant, found by phone, email and name.
 * `ada` lists the people in the scope of the caller, with their payers. `di_luar` holds only the
 * numbers of people outside the scope, found by phone and by email. `usulan` is the proposed payer;
 * null when the caller may not see that payer.
 */
export const applicantMatches = call({
  method: 'GET',
  path: '/pendaftar-mandiri/keluarga',
  access: 'pendaftar-mandiri/lengkapi-profile',
  query: byId,
  output: z.object({
    ada: z.array(
      z.object({
        jenis: z.literal(['lead', 'user']),
        id: id(),
        nama: z.string(),
        keterangan: z.string(),
        sama: z.array(z.literal(['phone', 'email', 'nama'])),
        akun_billing: z.nullable(z.object({ id: id(), name: z.string() })),
      }),
    ),
    di_luar: z.object({ phone: z.int(), email: z.int() }),
    usulan: z.nullable(z.object({ id: id(), name: z.string() })),
  }),
})
