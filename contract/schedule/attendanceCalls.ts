/** Calls of a lesson's attendance and lesson notes (domain.md 3.10). */
import * as z from 'zod/mini'
import { byId, call, nullish } from '#contract/call.ts'
import {
  JenisPertemuan,
  KodeAbsensi,
  StatusKeberangkatan,
  StatusKredit,
  StatusPertemuan,
} from '#contract/enums.ts'
import { id, instant, list, longText, wholeNumber } from '#contract/fields.ts'

const named = z.object({ id: id(), nama: z.string() })
const lateMinutes = wholeNumber('Terlambat', { max: 600 })
/** Maximum number of marks per lesson: the seats of a class plus make-ups. */
const maxMarks = 200

const AttendanceRow = z.object({
  kursus_peserta_id: id(),
  peserta_id: id(),
  nama: z.string(),
  nama_panggilan: z.nullable(z.string()),
  /** Whether the student takes this lesson as a make-up. */
  pengganti: z.boolean(),
  /** Null: attendance is not marked yet. */
  kode_absensi: z.nullable(KodeAbsensi.schema),
  terlambat_menit: z.int(),
  catatan: z.nullable(z.string()),
  ditandai_at: z.nullable(instant('Ditandai')),
  ditandai_oleh: z.nullable(z.string()),
  /**
   * Whether the student has overdue bills in as many months as the school's threshold for this
   * flag.
   */
  tunggakan: z.boolean(),
  /** Make-up credit that the student earned by this mark. */
  kredit: z.nullable(z.object({ status: StatusKredit.schema, berlaku_sampai: z.string() })),
})
const Attendance = z.object({
  pertemuan: z.object({
    id: id(),
    jenis: JenisPertemuan.schema,
    status: StatusPertemuan.schema,
    tanggal: z.string(),
    jam_mulai: z.string(),
    jam_selesai: z.string(),
    mulai_at: instant('Mulai'),
    selesai_at: instant('Selesai'),
    zona_waktu: z.string(),
    kursus: named,
    ruang: named,
    gedung: named,
    /** Coach who gives the lesson. */
    pelatih: named,
    /** Name of the original coach, where a substitute gives the lesson. */
    pelatih_asli: z.nullable(z.string()),
    catatan_materi: z.nullable(z.string()),
    /** Coach pay of the lesson, for readers who may see it; null: nothing, or not known yet. */
    honor_nominal: z.nullable(z.int()),
  }),
  /** Period in which the coach may mark. */
  buka_at: instant('Dibuka'),
  tutup_at: instant('Ditutup'),
  /** Latest time at which an excuse is in time. */
  izin_sampai_at: instant('Batas izin'),
  /** Why the reader may not mark now; null when the reader may. */
  terhalang: z.nullable(z.string()),
  pelatih: z.object({
    status_keberangkatan: StatusKeberangkatan.schema,
    ditandai_at: z.nullable(instant('Ditandai')),
    alasan: z.nullable(z.string()),
    terlambat_menit: z.int(),
  }),
  peserta: z.array(AttendanceRow),
  /**
   * Person who takes a trial in the lesson, with as much of the name as the reader may see; null:
   * nobody.
   */
  calon: z.nullable(
    z.object({
      nama: z.string(),
      lead_id: z.nullable(id()),
      /** Null: attendance is not marked yet. */
      kode_absensi: z.nullable(KodeAbsensi.schema),
      catatan: z.nullable(z.string()),
      ditandai_at: z.nullable(instant('Ditandai')),
      ditandai_oleh: z.nullable(z.string()),
    }),
  ),
  /** The coach's next lesson on that day, where the reader may see it. */
  berikutnya: z.nullable(
    z.object({ id: id(), kursus: z.string(), ruang: z.string(), jam_mulai: z.string() }),
  ),
})

/** A lesson with its students on that day and their marks. */
export const attendance = call({
  method: 'GET',
  path: '/pertemuan/absensi',
  access: 'kursus-pelatih/absensi',
  query: byId,
  output: Attendance,
})

/**
 * Stores the marks of a lesson, all or none. `ditandai_at` is the time of a mark that was made
 * earlier and is sent late. `kode_terlihat` is the previous mark that the user saw: 409 when
 * another user has changed the mark since.
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
          kode_absensi: KodeAbsensi.schema,
          terlambat_menit: z.optional(lateMinutes),
          catatan: nullish(longText('Catatan', { max: 300 })),
          kode_terlihat: nullish(KodeAbsensi.schema),
        }),
        maxMarks,
        `Maksimal ${maxMarks} peserta`,
      ),
    ),
    /** Mark of the trial participant. */
    calon: z.optional(
      z.object({
        kode_absensi: KodeAbsensi.schema,
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
    /** Number of changed marks. */
    diubah: z.int(),
  }),
})
