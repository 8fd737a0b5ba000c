/** Calls that read the data of the start pages of coaches and students. */
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
  /** Nickname of the coach, or the name when there is no nickname. */
  pelatih: z.string(),
  /** New date and time of a moved lesson; null for other lessons. */
  ke: z.nullable(z.object({ tanggal: z.string(), jam_mulai: z.string() })),
}
const coachLesson = z.object({
  ...lesson,
  /** Whether a substitute gives the lesson in place of the caller. */
  digantikan: z.boolean(),
  /** Names of the students, in alphabetical order. */
  siswa: z.array(z.string()),
  /** First name of the lead or applicant who takes a trial lesson; null for other lessons. */
  calon: z.nullable(z.string()),
})

/**
 * Returns the classes of the calling coach with their students, the lessons of the seven days from
 * today on, and the past lessons without attendance marks.
 */
export const portalPelatih = call({
  method: 'GET',
  path: '/portal/pelatih',
  access: 'portal/pelatih',
  output: z.object({
    /**
     * Today's date in the time zone of the coach's outlet; in Jakarta for a coach without outlet.
     */
    hari_ini: z.string(),
    pertemuan: z.array(coachLesson),
    /** Lessons of the last two weeks that have students but no attendance marks, oldest first. */
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
         * State of the coach's approval, which a class needs at a time that the coach has marked as
         * "ask first". Null when the class is approved or needs no approval.
         */
        persetujuan: z.nullable(PersetujuanGuru.schema),
        /** Students with only their names; coaches may not see other personal data. */
        peserta: z.array(
          z.object({
            id: id(),
            name: z.string(),
            nama_panggilan: z.nullable(z.string()),
            cuti: z.boolean(),
            kursus_peserta_id: id(),
            /**
             * Last proposal of the coach to let the student graduate, with the decision of the
             * school (`jawaban`); null without a proposal.
             */
            usulan: z.nullable(
              z.object({
                status: StatusPermintaan.schema,
                catatan: z.string(),
                jawaban: z.nullable(z.string()),
              }),
            ),
            /**
             * Reason why the coach cannot propose the graduation of the student now; null when the
             * coach can propose it.
             */
            tanpa_usulan: z.nullable(z.string()),
          }),
        ),
      }),
    ),
  }),
})

/** Number of attendance marks for each attendance code. */
export const attendanceSums = z.array(
  z.object({ kode_absensi: KodeAbsensi.schema, jumlah: z.int() }),
)
/** Fields of a past lesson with the attendance mark of the student. */
export const markedLesson = {
  id: id(),
  tanggal: z.string(),
  kursus: z.string(),
  kode_absensi: KodeAbsensi.schema,
  terlambat_menit: z.int(),
  catatan_materi: z.nullable(z.string()),
}
/** Fields of a make-up credit that is available or booked. */
export const openMakeUp = {
  id: id(),
  kursus: z.string(),
  jumlah_menit: z.int(),
  sebab: SebabKredit.schema,
  status: StatusKredit.schema,
  berlaku_sampai: z.string(),
  /** Lesson that is booked with the credit; null without a booking. */
  dipesan: z.nullable(
    z.object({ tanggal: z.string(), jam_mulai: z.string(), jam_selesai: z.string() }),
  ),
}
/** Fields of a course that a student takes, with the weekly time and place of the class. */
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
 * Returns the upcoming lessons, attendance, make-up credits and courses of the calling student, and
 * also the open bills if the student is the payer.
 */
export const portalPeserta = call({
  method: 'GET',
  path: '/portal/peserta',
  access: 'portal/peserta',
  output: z.object({
    hari_ini: z.string(),
    pertemuan: z.array(z.object(lesson)),
    /** Number of attendance marks of the last year for each attendance code. */
    kehadiran: attendanceSums,
    /** Latest ten lessons with an attendance mark of the student. */
    absensi: z.array(z.object(markedLesson)),
    /** Available and booked make-up credits, ordered by expiry. */
    kredit: z.array(z.object(openMakeUp)),
    kursus: z.array(z.object(takenCourse)),
    /** Published bills with an open amount; null when another person pays for the student. */
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
