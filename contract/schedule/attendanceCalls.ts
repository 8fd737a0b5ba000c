/** Calls that read and store the attendance and the notes of a lesson (domain.md 3.10). */
import * as z from 'zod/mini'
import { byId, call, nullish } from '#contract/call.ts'
import {
  JenisPertemuan,
  KodeAbsensi,
  StatusKeberangkatan,
  StatusKredit,
  StatusPertemuan,
} from '#contract/enums.ts'
import { id, idText, instant, list, longText, tanggal, wholeNumber } from '#contract/fields.ts'

const named = z.object({ id: id(), nama: z.string() })
const lateMinutes = wholeNumber('Terlambat', { max: 600 })
/**
 * Maximum number of attendance marks in one lesson. It is higher than the number of students in any
 * lesson, including students who attend as a make-up.
 */
const maxMarks = 200

const AttendanceRow = z.object({
  kursus_peserta_id: id(),
  peserta_id: id(),
  nama: z.string(),
  nama_panggilan: z.nullable(z.string()),
  /** Whether this lesson is a make-up for the student. */
  pengganti: z.boolean(),
  /** Attendance code; null while attendance is not marked. */
  kode_absensi: z.nullable(KodeAbsensi.schema),
  terlambat_menit: z.int(),
  catatan: z.nullable(z.string()),
  ditandai_at: z.nullable(instant('Ditandai')),
  ditandai_oleh: z.nullable(z.string()),
  /**
   * Whether the student has overdue bills in at least as many months as the threshold in the
   * settings.
   */
  tunggakan: z.boolean(),
  /** Make-up credit that the student earned by this attendance mark; null without a credit. */
  kredit: z.nullable(z.object({ status: StatusKredit.schema, berlaku_sampai: z.string() })),
})
/** Fields of a lesson on the attendance page and on the day board. */
const lessonFields = {
  id: id(),
  jenis: JenisPertemuan.schema,
  status: StatusPertemuan.schema,
  tanggal: z.string(),
  jam_mulai: z.string(),
  jam_selesai: z.string(),
  mulai_at: instant('Mulai'),
  selesai_at: instant('Selesai'),
  kursus: named,
  ruang: named,
}
const Attendance = z.object({
  pertemuan: z.object({
    ...lessonFields,
    zona_waktu: z.string(),
    gedung: named,
    /** Coach who gives the lesson: the substitute, if there is one. */
    pelatih: named,
    /** Name of the coach whom a substitute replaces in this lesson; null without a substitute. */
    pelatih_asli: z.nullable(z.string()),
    catatan_materi: z.nullable(z.string()),
    /**
     * Coach pay of the lesson in rupiah; null when the pay is not known yet, when the lesson earns
     * no pay, or when the reader may not see the pay.
     */
    honor_nominal: z.nullable(z.int()),
  }),
  /** Earliest time at which the coach may mark attendance. */
  buka_at: instant('Dibuka'),
  /** Time from which the coach may no longer mark attendance. */
  tutup_at: instant('Ditutup'),
  /** Deadline for excuses; an excuse after the deadline earns no make-up credit. */
  izin_sampai_at: instant('Batas izin'),
  /** Reason why the reader may not mark attendance now; null when the reader may. */
  terhalang: z.nullable(z.string()),
  pelatih: z.object({
    status_keberangkatan: StatusKeberangkatan.schema,
    ditandai_at: z.nullable(instant('Ditandai')),
    alasan: z.nullable(z.string()),
    terlambat_menit: z.int(),
  }),
  peserta: z.array(AttendanceRow),
  /**
   * Lead or applicant for whom this is a trial lesson; null for other lessons. The name is
   * shortened for readers who may not see it in full.
   */
  calon: z.nullable(
    z.object({
      nama: z.string(),
      lead_id: z.nullable(id()),
      /** Attendance code; null while attendance is not marked. */
      kode_absensi: z.nullable(KodeAbsensi.schema),
      catatan: z.nullable(z.string()),
      ditandai_at: z.nullable(instant('Ditandai')),
      ditandai_oleh: z.nullable(z.string()),
    }),
  ),
  /**
   * Next lesson of the coach on the same day; null without a next lesson, or when the reader may
   * not see the next lesson.
   */
  berikutnya: z.nullable(
    z.object({ id: id(), kursus: z.string(), ruang: z.string(), jam_mulai: z.string() }),
  ),
})

/**
 * Returns a lesson with its students and their attendance marks. The students include those who
 * attend the lesson as a make-up.
 */
export const attendance = call({
  method: 'GET',
  path: '/pertemuan/absensi',
  access: 'kursus-pelatih/absensi',
  query: byId,
  output: Attendance,
})

/**
 * Stores the attendance marks of a lesson, either all or none.
 * - `kode_absensi` is the mark of a student or lead; null removes the stored mark.
 * - `status_keberangkatan` is the mark of the coach; `belum` removes the stored mark.
 * - `kode_terlihat` is the stored mark that the user saw before marking. The call fails with 409
 *   when another user has stored a different mark since then.
 * - `ditandai_at` is the time at which the user made the marks on the device. The request can
 *   arrive later, when the device was offline.
 */
export const markAttendance = call({
  method: 'POST',
  path: '/pertemuan/tandai',
  access: 'kursus-pelatih/absensi',
  idempotent: true,
  query: byId,
  input: {
    pelatih: z.optional(
      z.object({
        status_keberangkatan: StatusKeberangkatan.schema,
        alasan: nullish(longText('Alasan', { max: 300 })),
        terlambat_menit: z.optional(lateMinutes),
      }),
    ),
    peserta: z.optional(
      list(
        z.object({
          kursus_peserta_id: id(),
          kode_absensi: z.nullable(KodeAbsensi.schema),
          terlambat_menit: z.optional(lateMinutes),
          catatan: nullish(longText('Catatan', { max: 300 })),
          kode_terlihat: nullish(KodeAbsensi.schema),
        }),
        maxMarks,
        `Maksimal ${maxMarks} peserta`,
      ),
    ),
    /** Mark of the lead or applicant for whom this is a trial lesson. */
    calon: z.optional(
      z.object({
        kode_absensi: z.nullable(KodeAbsensi.schema),
        catatan: nullish(longText('Catatan', { max: 300 })),
        kode_terlihat: nullish(KodeAbsensi.schema),
      }),
    ),
    catatan_materi: nullish(longText('Materi')),
    ditandai_at: z.optional(z.iso.datetime('Waktu tidak valid')),
  },
  output: z.object({
    id: id(),
    status: StatusPertemuan.schema,
    /** Number of marks that the call has changed. */
    diubah: z.int(),
  }),
})

/**
 * Returns the corrections and removals of attendance marks in a lesson, newest first. Omits the
 * first mark of each person. Returns an empty list for readers who are neither staff nor coach. The
 * marks are returned as labels, for example `Hadir` and `Belum ditandai`.
 */
export const attendanceHistory = call({
  method: 'GET',
  path: '/pertemuan/riwayat-absensi',
  access: 'kursus-pelatih/absensi',
  query: byId,
  output: z.object({
    perubahan: z.array(
      z.object({
        id: id(),
        /** Name of the student or lead; `Guru` for the mark of the coach. */
        nama: z.string(),
        dari: z.string(),
        ke: z.string(),
        /** Name of the user who changed the mark; null for a change by the server. */
        oleh: z.nullable(z.string()),
        diubah_at: instant('Diubah'),
      }),
    ),
  }),
})

const BoardStudent = z.object({
  kursus_peserta_id: id(),
  peserta_id: id(),
  nama: z.string(),
  /** Whether this lesson is a make-up for the student. */
  pengganti: z.boolean(),
  /** Attendance code; null while attendance is not marked. */
  kode_absensi: z.nullable(KodeAbsensi.schema),
  terlambat_menit: z.int(),
  /**
   * Number of months with overdue bills (`bulan`); null when the number is below the setting
   * `blokir_tunggakan_bulan`, and for readers who are neither staff nor coach.
   */
  menunggak: z.nullable(z.object({ bulan: z.int() })),
  /**
   * Overdue bills of the student that the reader may see: the unpaid amount in rupiah (`sisa`), and
   * the days since the oldest due date (`hari`). Null without such bills, and for readers without
   * the code `billing/index`.
   */
  tunggakan: z.nullable(z.object({ sisa: z.int(), hari: z.int() })),
  /**
   * WhatsApp number of the family; null without a number, and for readers who may not see phone
   * numbers.
   */
  phone: z.nullable(z.string()),
})
/**
 * Returns the lessons of a day in the reader's row scope, in the order of their times, with the
 * attendance of their students (domain.md 3.10). One call returns the whole board.
 */
export const dayBoard = call({
  method: 'GET',
  path: '/pertemuan/papan',
  access: 'kursus-pelatih/absensi',
  query: { tanggal: tanggal('Tanggal'), gedung_id: z.optional(idText('Outlet tidak dikenal')) },
  output: z.object({
    pertemuan: z.array(
      z.object({
        ...lessonFields,
        gedung: z.object({ id: id(), nama: z.string(), zona_waktu: z.string() }),
        /** Coach who gives the lesson: the substitute, if there is one. */
        pelatih: z.object({
          id: id(),
          nama: z.string(),
          status_keberangkatan: StatusKeberangkatan.schema,
          /** Reason of an absence; null for readers who are neither staff nor coach. */
          alasan: z.nullable(z.string()),
        }),
        /** Reason why the reader may not mark attendance now; null when the reader may. */
        terhalang: z.nullable(z.string()),
        peserta: z.array(BoardStudent),
        /** Lead or applicant of a trial lesson, as in the call `attendance`. */
        calon: z.nullable(
          z.object({
            nama: z.string(),
            lead_id: z.nullable(id()),
            kode_absensi: z.nullable(KodeAbsensi.schema),
          }),
        ),
      }),
    ),
  }),
})
