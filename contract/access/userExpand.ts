/**
 * Related data of users. A request for users gets these data when it names them in the parameter
 * `expand`.
 */
import * as z from 'zod/mini'
import { JenisHonor, KirimVia, KursusPesertaStatus } from '#contract/enums.ts'
import { id } from '#contract/fields.ts'
import { many, one, own, owns } from '#contract/resource.ts'

/**
 * Totals of the open bills of a payer. `jumlah` is the number of open bills, and `sisa` is the
 * unpaid amount in rupiah. `lewat_tempo` and `sisa_lewat_tempo` are the same totals for overdue
 * bills only. `jatuh_tempo` is the earliest due date.
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
  /** Highest level that a coach teaches. */
  level: own({ id: id(), judul: z.string() }),
  gedung_wilayah: owns({ id: id(), nama: z.string() }),
  /** Students of a payer. Contains the payer if the payer is also a student. */
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
  /** Numbers of active classes of a coach and of students in these classes. */
  mengajar: own({ kelas: z.int(), peserta: z.int() }),
  /**
   * Time when the user enabled the second factor. Null when the second factor is not enabled. Also
   * null for readers without the code `user/reset-dua-langkah`.
   */
  dua_langkah: own({ aktif_at: z.string() }),
  /** Lessons of a student, and overdue bills with a line for the student. */
  belajar: own({
    /** Number of overdue bills. */
    lewat_tempo: z.int(),
    /** Unpaid amount of the overdue bills, in rupiah. */
    sisa_lewat_tempo: z.int(),
    /** Date of the last attended lesson. */
    terakhir: z.nullable(z.string()),
    /** Next lesson of the student; null without a future lesson. */
    berikut: z.nullable(z.object({ tanggal: z.string(), jam_mulai: z.string() })),
  }),
  /**
   * Number of months for which a student has overdue bills. It is meant for readers who may not see
   * amounts. Null when the number is below the setting `blokir_tunggakan_bulan`.
   */
  menunggak: own({ bulan: z.int() }),
  /** Open bills of a payer; null when the payer has no open bill. */
  piutang: own(openBills),
  /**
   * Data that staff need first about a person: next lesson, attendance, money and family. For a
   * payer, next lesson and attendance cover all students of the payer.
   */
  ringkasan: own({
    /** Next scheduled lesson. For a payer, it is the next lesson of any student of the payer. */
    berikut: z.nullable(
      z.object({
        pertemuan_id: id(),
        tanggal: z.string(),
        jam_mulai: z.string(),
        kursus: z.string(),
      }),
    ),
    /**
     * Attendance of a student, or of all students of a payer, in the last 30 days. `ditandai` is
     * the number of lessons whose attendance code is one of `studentMarks`; these codes exclude
     * absences of the coach and holidays. `hadir` is the number of these lessons that the student
     * attended. Null for other persons.
     */
    kehadiran: z.nullable(z.object({ hadir: z.int(), ditandai: z.int() })),
    /**
     * Credit and open bills of the payer; the credit (`saldo`) is in rupiah. Null for a person
     * without a payer, and for readers who may not see money.
     */
    keuangan: z.nullable(
      z.object({ akun_billing_id: id(), saldo: z.int(), piutang: z.nullable(z.object(openBills)) }),
    ),
    /** Other students with the same payer as the person. */
    keluarga: z.array(z.object({ id: id(), name: z.string() })),
  }),
}
