/** What coaches and students find when they come in. */
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
  /** What the coach who gives it is called. */
  pelatih: z.string(),
  /** Where it has gone to, if it was moved. */
  ke: z.nullable(z.object({ tanggal: z.string(), jam_mulai: z.string() })),
}
const coachLesson = z.object({
  ...lesson,
  /** Given by somebody else in one's place. */
  digantikan: z.boolean(),
  jumlah_peserta: z.int(),
  /** Who tries it, by the first name. */
  calon: z.nullable(z.string()),
})

/** A coach's own: lessons of today and six days on, what waits, classes with who is in them. */
export const portalPelatih = call({
  method: 'GET',
  path: '/portal/pelatih',
  access: 'portal/pelatih',
  output: z.object({
    /** Where most of the lessons are, or Jakarta's day. */
    hari_ini: z.string(),
    pertemuan: z.array(coachLesson),
    /** Of the last two weeks, oldest first: over, with students, and nobody said who was there. */
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
        /** Its hour waits for the coach, who wants to be asked first, or they have said no. */
        persetujuan: z.nullable(PersetujuanGuru.schema),
        /** Names and nicknames are all that a coach sees of students. */
        peserta: z.array(
          z.object({
            id: id(),
            name: z.string(),
            nama_panggilan: z.nullable(z.string()),
            cuti: z.boolean(),
            kursus_peserta_id: id(),
            /** The last proposal that the student graduates, and what became of it. */
            usulan: z.nullable(
              z.object({
                status: StatusPermintaan.schema,
                catatan: z.string(),
                jawaban: z.nullable(z.string()),
              }),
            ),
            /** Why none can be made now; null where one can. */
            tanpa_usulan: z.nullable(z.string()),
          }),
        ),
      }),
    ),
  }),
})

/** How often a student was marked how. */
export const attendanceSums = z.array(
  z.object({ kode_absensi: KodeAbsensi.schema, jumlah: z.int() }),
)
/** A lesson of which it was said who came. */
export const markedLesson = {
  id: id(),
  tanggal: z.string(),
  kursus: z.string(),
  kode_absensi: KodeAbsensi.schema,
  terlambat_menit: z.int(),
  catatan_materi: z.nullable(z.string()),
}
/** A make-up that may be used or is booked. */
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
/** A course that somebody takes, with its class where there is one. */
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

/** A student's own: lessons to come, attendance, make-ups, courses, and bills if they pay. */
export const portalPeserta = call({
  method: 'GET',
  path: '/portal/peserta',
  access: 'portal/peserta',
  output: z.object({
    hari_ini: z.string(),
    pertemuan: z.array(z.object(lesson)),
    /** Marks of the last year, by code. */
    kehadiran: attendanceSums,
    /** The last ten of them. */
    absensi: z.array(z.object(markedLesson)),
    /** Make-ups that may be used or are booked, the first to expire first. */
    kredit: z.array(z.object(openMakeUp)),
    kursus: z.array(z.object(takenCourse)),
    /** Published bills that are open, where the student is who pays; null: somebody else pays. */
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
