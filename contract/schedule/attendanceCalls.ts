/** Calls of a lesson's attendance: who was there, and what was taught (domain.md 3.10). */
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
/** A lesson has as many students as a class may hold, and those who make one up. */
const maxMarks = 200

const AttendanceRow = z.object({
  kursus_peserta_id: id(),
  peserta_id: id(),
  nama: z.string(),
  nama_panggilan: z.nullable(z.string()),
  /** The student makes up for a missed lesson here. */
  pengganti: z.boolean(),
  /** Null: not marked yet. */
  kode_absensi: z.nullable(KodeAbsensi.schema),
  terlambat_menit: z.int(),
  catatan: z.nullable(z.string()),
  ditandai_at: z.nullable(instant('Ditandai')),
  ditandai_oleh: z.nullable(z.string()),
  /** So many months of bills with a line of the student are overdue that the school marks it. */
  tunggakan: z.boolean(),
  /** What the student earned by this mark. */
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
    /** Who gives the lesson. */
    pelatih: named,
    /** Who would have given it, where that is a substitute. */
    pelatih_asli: z.nullable(z.string()),
    catatan_materi: z.nullable(z.string()),
    /** What it pays its coach, for who may know; null: nothing, or not known yet. */
    honor_nominal: z.nullable(z.int()),
  }),
  /** From when until when its coach may mark. */
  buka_at: instant('Dibuka'),
  tutup_at: instant('Ditutup'),
  /** Until when a family excuses itself in time. */
  izin_sampai_at: instant('Batas izin'),
  /** Why the reader may not mark now; null: they may. */
  terhalang: z.nullable(z.string()),
  pelatih: z.object({
    status_keberangkatan: StatusKeberangkatan.schema,
    ditandai_at: z.nullable(instant('Ditandai')),
    alasan: z.nullable(z.string()),
    terlambat_menit: z.int(),
  }),
  peserta: z.array(AttendanceRow),
  /** Who tries the lesson, by as much of the name as the reader may know; null: nobody. */
  calon: z.nullable(
    z.object({
      nama: z.string(),
      lead_id: z.nullable(id()),
      /** Null: not marked yet. */
      kode_absensi: z.nullable(KodeAbsensi.schema),
      catatan: z.nullable(z.string()),
      ditandai_at: z.nullable(instant('Ditandai')),
      ditandai_oleh: z.nullable(z.string()),
    }),
  ),
  /** The coach's next lesson of that day, where the reader may see it. */
  berikutnya: z.nullable(
    z.object({ id: id(), kursus: z.string(), ruang: z.string(), jam_mulai: z.string() }),
  ),
})

/** A lesson with its students of that day and their marks. */
export const attendance = call({
  method: 'GET',
  path: '/pertemuan/absensi',
  access: 'kursus-pelatih/absensi',
  query: byId,
  output: Attendance,
})

/**
 * Marks a lesson: all of what is sent, or nothing. A mark that was made earlier and sent late says
 * when (`ditandai_at`). `kode_terlihat` is the mark that the person saw when they made theirs: 409
 * when somebody else has made another one since.
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
    /** Who tries the lesson. */
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
    /** Marks that are other than they were. */
    diubah: z.int(),
  }),
})
