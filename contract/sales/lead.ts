import * as z from 'zod/mini'
import { Activation, InformationSource, KodeAbsensi, StatusPertemuan } from '#contract/enums.ts'
import {
  email,
  id,
  instant,
  longText,
  nama,
  oneOf,
  optional,
  phoneNumber,
  reference,
  references,
  shortText,
  tanggal,
  wholeNumber,
  withDefault,
} from '#contract/fields.ts'
import { one, own, owns, resource } from '#contract/resource.ts'
import {
  AktivitasManual,
  JatuhTindakLanjut,
  JenisAktivitas,
  TahapLead,
} from '#contract/sales/leadEnums.ts'
import { trialPlace } from '#contract/sales/trialPlace.ts'
import { confirmation } from '#contract/schedule/confirmation.ts'

/** Fields of the next step: the task, and its due day in the time zone of the outlet. */
const nextStep = {
  tindak_lanjut_at: () =>
    optional(tanggal('Tanggal Tindak Lanjut', 'Kosongkan jika belum ada langkah berikut')),
  tindak_lanjut: () => optional(shortText('Langkah Berikut', { max: 160 })),
}
const sales = () =>
  reference('Sales', 'user', {
    params: { jenis: 'sales' },
    hint: 'Jika dikosongkan, menurut pembagian lead di Setting',
  })
/**
 * Returns the field for the version of the lead that the caller has read. The call fails with 409
 * when another user has changed the lead since then.
 */
const readVersion = () => z.optional(z.int())

/**
 * A prospective customer who is not a student yet (domain.md 2.3). Only name, phone and outlet are
 * required; other data can be added later.
 */
export const lead = resource({
  name: 'lead',
  label: ['Lead', 'Lead'],
  fields: {
    nama: nama('Nama'),
    phone: phoneNumber(),
    gedung_id: reference('Outlet', 'gedung'),
    sales_id: optional(sales()),
    email: optional(email()),
    usia: optional(wholeNumber('Usia', { min: 1, max: 99 })),
    wali_nama: optional(shortText('Nama Wali')),
    information_source: optional(oneOf('Sumber Informasi', InformationSource)),
    kursus_minat: withDefault(
      references('Kursus Diminati', 'kursus', 'Kosongkan jika belum tahu'),
      [],
    ),
    tindak_lanjut_at: nextStep.tindak_lanjut_at(),
    tindak_lanjut: nextStep.tindak_lanjut(),
    catatan: optional(longText('Catatan')),
  },
  computed: {
    tahap: oneOf('Tahap', TahapLead),
    /** Time at which the lead entered its current stage. */
    tahap_at: instant('Di Tahap Ini Sejak'),
    alasan_kalah: z.nullable(longText('Alasan Kalah')),
    activation: oneOf('Aktivasi', Activation),
    aktivitas_at: z.nullable(instant('Aktivitas Terakhir')),
    aktif_at: z.nullable(instant('Aktivasi Sejak')),
    menang_at: z.nullable(instant('Menang Sejak')),
    /**
     * Id of the upcoming trial lesson, or of the last trial lesson when none is upcoming; null
     * without a trial lesson.
     */
    trial_pertemuan_id: z.nullable(id()),
  },
  actions: {
    tahap: z.object({
      tahap: oneOf('Tahap', TahapLead),
      alasan: optional(longText('Alasan', { max: 300 })),
      versi: readVersion(),
    }),
    catat: z.object({
      jenis: oneOf('Jenis', AktivitasManual),
      isi: longText('Isi'),
      tindak_lanjut_at: nextStep.tindak_lanjut_at(),
      tindak_lanjut: nextStep.tindak_lanjut(),
    }),
    serahkan: z.object({
      sales_id: reference('Sales', 'user', { params: { jenis: 'sales' } }),
      alasan: optional(longText('Alasan', { max: 300 })),
    }),
    /** Books a trial lesson, or moves the upcoming trial lesson. */
    trial: z.object({ ...trialPlace(), ...confirmation, versi: readVersion() }),
    'batal-trial': z.object({ alasan: longText('Alasan', { max: 300 }), versi: readVersion() }),
    gabung: z.object({
      lead_id: reference('Lead yang Sama', 'lead'),
      versi: readVersion(),
    }),
  },
  idempotent: ['create', 'catat'],
  filters: [
    'tahap',
    'gedung_id',
    'sales_id',
    'information_source',
    'activation',
    'tindak_lanjut_at',
    'created_at',
  ],
  customFilters: { jatuh: oneOf('Jadwal', JatuhTindakLanjut) },
  sort: ['nama', 'tindak_lanjut_at', 'tahap_at', 'created_at'],
  defaultSort: '-created_at',
  search: ['nama', 'phone', 'email', 'wali_nama'],
  choice: { label: 'nama', note: 'phone' },
  expand: {
    gedung: one('gedung', 'gedung_id', { id: id(), nama: z.string(), zona_waktu: z.string() }),
    sales: one('user', 'sales_id', { id: id(), name: z.string() }),
    kursus: owns({ id: id(), nama: z.string() }),
    /**
     * Upcoming trial lesson of the lead, or the last trial lesson when none is upcoming; null
     * without a trial lesson.
     */
    trial: own({
      pertemuan_id: id(),
      tanggal: z.string(),
      jam_mulai: z.string(),
      jam_selesai: z.string(),
      mulai_at: z.string(),
      status: StatusPertemuan.schema,
      /** Attendance code; null while attendance is not marked. */
      kode_absensi: z.nullable(KodeAbsensi.schema),
      kursus: z.object({ id: id(), nama: z.string() }),
      pelatih: z.object({ id: id(), name: z.string() }),
      ruang: z.object({ id: id(), nama: z.string() }),
      gedung: z.object({ id: id(), nama: z.string(), zona_waktu: z.string() }),
    }),
    aktivitas: owns({
      id: id(),
      jenis: oneOf('Jenis', JenisAktivitas),
      isi: z.string(),
      pada_at: z.string(),
      oleh: z.nullable(z.string()),
    }),
  },
  access: {
    index: ['admin', 'sales'],
    view: ['admin', 'sales'],
    create: ['admin', 'sales'],
    update: ['admin', 'sales'],
    delete: ['admin', 'sales'],
    ekspor: ['admin', 'sales'],
    pilihan: ['admin', 'sales'],
    tahap: ['admin', 'sales'],
    catat: ['admin', 'sales'],
    serahkan: ['admin'],
    trial: ['admin', 'sales'],
    'batal-trial': ['admin', 'sales'],
    gabung: ['admin', 'sales'],
  },
  // Lessons are refetched after a write, because booking a trial lesson creates a lesson.
  touches: ['pertemuan'],
})
