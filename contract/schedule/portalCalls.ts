/** Start pages of coaches and students. */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import {
  JenisPertemuan,
  KodeAbsensi,
  KursusPesertaStatus,
  SebabKredit,
  StatusKredit,
  StatusPermintaan,
  StatusPertemuan,
} from '#contract/enums.ts'
import { id } from '#contract/fields.ts'
import { PersetujuanGuru } from '#contract/schedule/kursusPelatih.ts'

export const lesson = {
  id: id(),
  tanggal: z.string(),
  jam_mulai: z.string(),
  jam_selesai: z.string(),
  zona_waktu: z.string(),
  jenis: JenisPertemuan.schema,
  status: StatusPertemuan.schema,
  kursus: z.string(),
  ruang: z.string(),
  gedung: z.string(),
  /** Name by which the coach is called. */
  pelatih: z.string(),
  /** New date and time of a moved lesson. */
  ke: z.nullable(z.object({ tanggal: z.string(), jam_mulai: z.string() })),
}
const coachLesson = z.object({
  ...lesson,
  /** A substitute gives the lesson in place of the caller. */
  digantikan: z.boolean(),
  jumlah_peserta: z.int(),
  /** First name of the trial participant. */
  calon: z.nullable(z.string()),
})

/**
 * The coach's own lessons of today and the next six days, open tasks, and classes with their
 * students.
 */
export const portalPelatih = call({
  method: 'GET',
  path: '/portal/pelatih',
  access: 'portal/pelatih',
  output: z.object({
    /** Today at the outlet with most of the lessons, or in Jakarta. */
    hari_ini: z.string(),
    pertemuan: z.array(coachLesson),
    /** Lessons of the last two weeks that have students and no attendance, oldest first. */
    belum_ditandai: z.array(coachLesson),
    kelas: z.array(
      z.object({
        id: id(),
        nama: z.string(),
        kursus: z.string(),
        hari: z.int(),
        jam_mulai: z.string(),
        jam_selesai: z.string(),
        ruang: z.string(),
        gedung: z.string(),
        kapasitas: z.int(),
        /**
         * Approval of the class's hour, for which the coach wants to be asked first: pending or
         * rejected.
         */
        persetujuan: z.nullable(PersetujuanGuru.schema),
        /** Students by name and nickname only, because coaches see no other personal data. */
        peserta: z.array(
          z.object({
            id: id(),
            name: z.string(),
            nama_panggilan: z.nullable(z.string()),
            cuti: z.boolean(),
            kursus_peserta_id: id(),
            /** The last proposal that the student graduates, and its outcome. */
            usulan: z.nullable(
              z.object({
                status: StatusPermintaan.schema,
                catatan: z.string(),
                jawaban: z.nullable(z.string()),
              }),
            ),
            /** Why no proposal can be made now; null when one can. */
            tanpa_usulan: z.nullable(z.string()),
          }),
        ),
      }),
    ),
  }),
})

/** Number of marks by code. */
export const attendanceSums = z.array(
  z.object({ kode_absensi: KodeAbsensi.schema, jumlah: z.int() }),
)
/** A lesson with a mark of the student. */
export const markedLesson = {
  id: id(),
  tanggal: z.string(),
  kursus: z.string(),
  kode_absensi: KodeAbsensi.schema,
  terlambat_menit: z.int(),
  catatan_materi: z.nullable(z.string()),
}
/** An available or booked make-up. */
export const openMakeUp = {
  id: id(),
  kursus: z.string(),
  jumlah_menit: z.int(),
  sebab: SebabKredit.schema,
  status: StatusKredit.schema,
  berlaku_sampai: z.string(),
  dipesan: z.nullable(
    z.object({ tanggal: z.string(), jam_mulai: z.string(), jam_selesai: z.string() }),
  ),
}
/** A student's course, with its class where there is one. */
export const takenCourse = {
  id: id(),
  kursus: z.string(),
  level: z.nullable(z.string()),
  status: KursusPesertaStatus.schema,
  hari: z.nullable(z.int()),
  jam_mulai: z.nullable(z.string()),
  jam_selesai: z.nullable(z.string()),
  pelatih: z.nullable(z.string()),
  ruang: z.nullable(z.string()),
  gedung: z.string(),
}

/**
 * The student's own upcoming lessons, attendance, make-ups and courses, and bills if the student
 * pays.
 */
export const portalPeserta = call({
  method: 'GET',
  path: '/portal/peserta',
  access: 'portal/peserta',
  output: z.object({
    hari_ini: z.string(),
    pertemuan: z.array(z.object(lesson)),
    /** Marks of the last year, by code. */
    kehadiran: attendanceSums,
    /** The last ten marked lessons. */
    absensi: z.array(z.object(markedLesson)),
    /** Available and booked make-ups, by expiry date. */
    kredit: z.array(z.object(openMakeUp)),
    kursus: z.array(z.object(takenCourse)),
    /** Open published bills, where the student is the payer; null for another payer. */
    tagihan: z.nullable(
      z.array(
        z.object({
          id: id(),
          nomor: z.nullable(z.string()),
          jatuh_tempo: z.string(),
          total: z.int(),
          sisa: z.int(),
        }),
      ),
    ),
  }),
})
