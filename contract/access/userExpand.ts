/** Related data that a request for users can add to each user with the parameter `expand`. */
import * as z from 'zod/mini'
import { JenisHonor, KirimVia, KursusPesertaStatus } from '#contract/enums.ts'
import { id } from '#contract/fields.ts'
import { many, one, own, owns } from '#contract/resource.ts'

/**
 * Number and total rest (in rupiah) of the open bills of a payer, and of the overdue among them.
 * `jatuh_tempo` is the earliest due date.
 */
const openBills = {
  jumlah: z.int(),
  sisa: z.int(),
  lewat_tempo: z.int(),
  sisa_lewat_tempo: z.int(),
  jatuh_tempo: z.string(),
}

export const userExpand = {
  role: one('role', 'role_id', {
    id: id(),
    name: z.string(),
    dasar_role_id: z.nullable(z.int()),
    accesses: z.array(z.string()),
  }),
  gedung: own({ id: id(), nama: z.string(), zona_waktu: z.string() }),
  akun_billing: one('user', 'akun_billing_id', {
    id: id(),
    name: z.string(),
    phone: z.nullable(z.string()),
  }),
  sales: one('user', 'sales_id', { id: id(), name: z.string() }),
  peserta_profil: one(
    'peserta_profil',
    'id',
    {
      no_induk: z.string(),
      sekolah: z.nullable(z.string()),
      instrumen_dimiliki: z.nullable(z.string()),
      catatan: z.nullable(z.string()),
      kursus_minat: z.array(id()),
    },
    'user_id',
  ),
  akun_billing_profil: one(
    'akun_billing_profil',
    'id',
    {
      nama_tagihan: z.string(),
      alamat_tagihan: z.nullable(z.string()),
      email_tagihan: z.nullable(z.string()),
      wa_tagihan: z.nullable(z.string()),
      kirim_via: KirimVia.schema,
      saldo_kredit: z.int(),
      blokir_tagihan: z.boolean(),
    },
    'user_id',
  ),
  pelatih_profil: one(
    'pelatih_profil',
    'id',
    {
      kode: z.string(),
      jenis_honor: JenisHonor.schema,
      tarif_honor: z.nullable(z.int()),
      bank: z.nullable(z.string()),
      no_rekening: z.nullable(z.string()),
      tanggal_masuk: z.nullable(z.string()),
      level_maks: z.nullable(id()),
    },
    'user_id',
  ),
  sales_profil: one(
    'sales_profil',
    'id',
    {
      kode: z.string(),
      target_peserta_bulan: z.nullable(z.int()),
      target_pendapatan_bulan: z.nullable(z.int()),
      komisi_persen: z.nullable(z.int()),
    },
    'user_id',
  ),
  kontak: many('akun_billing_kontak', 'user_id', {
    id: id(),
    nama: z.string(),
    hubungan: z.nullable(z.string()),
    phone: z.nullable(z.string()),
    email: z.nullable(z.string()),
    terima_tagihan: z.boolean(),
  }),
  bidang: owns({ id: id(), nama: z.string(), warna: z.string() }),
  /** Highest level that a coach can teach. */
  level: own({ id: id(), judul: z.string() }),
  gedung_wilayah: owns({ id: id(), nama: z.string() }),
  /** Students for whom a payer pays, including the payer if the payer is also a student. */
  peserta: owns({
    id: id(),
    name: z.string(),
    status: z.int(),
    no_induk: z.nullable(z.string()),
  }),
  /** Classes in which a student is currently enrolled. */
  kursus_aktif: owns({
    id: id(),
    kursus_id: id(),
    kursus: z.string(),
    kelas: z.string(),
    status: KursusPesertaStatus.schema,
  }),
  /** Number of active classes of a coach, and number of students in these classes. */
  mengajar: own({ kelas: z.int(), peserta: z.int() }),
  /**
   * Time when the user enabled the second factor. Null when it is not enabled, or when the reader
   * may not remove the second factor of users (`user/reset-dua-langkah`).
   */
  dua_langkah: own({ aktif_at: z.string() }),
  /** Summary of a student. */
  belajar: own({
    /** Number of overdue bills. */
    lewat_tempo: z.int(),
    /** Total rest of the overdue bills, in rupiah. */
    sisa_lewat_tempo: z.int(),
    /** Date of the last attended lesson. */
    terakhir: z.nullable(z.string()),
    /** Next lesson. */
    berikut: z.nullable(z.object({ tanggal: z.string(), jam_mulai: z.string() })),
  }),
  /**
   * Number of months for which a student has overdue bills, for readers who may not see amounts.
   * Null when the number is below the setting `blokir_tunggakan_bulan`.
   */
  menunggak: own({ bulan: z.int() }),
  /** Open bills of a payer; null when the payer has no open bill. */
  piutang: own(openBills),
  /**
   * Answers that staff look for first on the record of a person. For a payer, the next lesson and
   * the attendance are those of all students of the payer.
   */
  ringkasan: own({
    /** Next scheduled lesson of a student, a payer's students, or a coach. */
    berikut: z.nullable(
      z.object({
        pertemuan_id: id(),
        tanggal: z.string(),
        jam_mulai: z.string(),
        kursus: z.string(),
      }),
    ),
    /**
     * Lessons of the last 30 days that the student attended (`hadir`), among the marked lessons in
     * which the turnout depended on the student (`ditandai`); null for others than students.
     */
    kehadiran: z.nullable(z.object({ hadir: z.int(), ditandai: z.int() })),
    /**
     * Credit in rupiah and open bills of the payer; null for a person without a payer, and for
     * readers who may not see them.
     */
    keuangan: z.nullable(
      z.object({ akun_billing_id: id(), saldo: z.int(), piutang: z.nullable(z.object(openBills)) }),
    ),
    /** Students with the same payer, except the person. */
    keluarga: z.array(z.object({ id: id(), name: z.string() })),
  }),
}
