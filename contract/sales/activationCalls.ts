/**
 * Calls of an activation, whose two steps make a lead or an applicant a student with a course
 * (domain.md 2.3, 3.11). For a student who already has courses, an activation consists of the
 * second step only.
 */
import * as z from 'zod/mini'
import { byId, call } from '#contract/call.ts'
import { Activation, Gender, Hari, InformationSource } from '#contract/enums.ts'
import {
  alasan,
  email,
  id,
  idText,
  jam,
  longText,
  nama,
  oneOf,
  optional,
  phoneNumber,
  reference,
  rupiah,
  shortText,
  tanggal,
  withDefault,
  yesNo,
} from '#contract/fields.ts'
import { LangkahAktivasi, Pembayar, SumberAktivasi } from '#contract/sales/activationEnums.ts'
import { TahapLead } from '#contract/sales/leadEnums.ts'
import { Slot } from '#contract/sales/slotCalls.ts'
import { conflictReason, konfirmasi } from '#contract/schedule/confirmation.ts'

/** Query fields: the id of a lead, an applicant or a student, and `sumber`, the kind of person. */
const activationSource = { ...byId, sumber: z.optional(SumberAktivasi.schema) }
const named = z.object({ id: id(), nama: z.string() })
const Family = z.object({
  akun_billing: z.object({
    id: id(),
    name: z.string(),
    phone: z.nullable(z.string()),
    email: z.nullable(z.string()),
  }),
  peserta: z.array(z.object({ id: id(), name: z.string(), tanggal_lahir: z.nullable(z.string()) })),
  /** Kinds of data that the family and the activated person have in common. */
  sama: z.array(z.literal(['phone', 'email', 'nama'])),
})
/** The first bill of an enrolment, either created or only previewed. */
const FirstBill = z.object({
  /** Id of the created bill; null in a preview, and when nothing is billed. */
  billing_id: z.nullable(id()),
  periode: z.string(),
  nama_tagihan: z.nullable(z.string()),
  jatuh_tempo: z.nullable(z.string()),
  /** Lines of the bill for the activated student. */
  baris: z.array(
    z.object({
      deskripsi: z.string(),
      qty: z.int(),
      harga_satuan: z.int(),
      prorata_pembilang: z.nullable(z.int()),
      prorata_penyebut: z.nullable(z.int()),
      diskon: z.int(),
      diskon_alasan: z.nullable(z.string()),
      ppn: z.int(),
      jumlah: z.int(),
    }),
  ),
  /** Sum of `baris` in rupiah. */
  total: z.int(),
  /** Sum of the whole bill in rupiah, including lines for other students of the family. */
  total_tagihan: z.int(),
  /** Reason why no tuition is billed; null when tuition is billed. */
  halangan: z.nullable(z.string()),
})
/** Enrolment that step 2 of an activation created. */
const Chosen = z.object({
  id: id(),
  status: z.int(),
  kelas: named,
  kursus: named,
  mulai: z.string(),
  /** Reason why the enrolment is not active yet; null when it is active. */
  menunggu: z.nullable(z.string()),
  tagihan: z.nullable(z.object({ id: id(), total: z.int(), terbit: z.boolean() })),
})

/**
 * Returns the state of an activation: the person (`calon`), the stored input, and the results of
 * the completed steps. All users who work on the activation see the same state.
 */
export const activationState = call({
  method: 'GET',
  path: '/lead/aktivasi',
  access: 'lead/aktivasi',
  query: activationSource,
  output: z.object({
    versi: z.int(),
    activation: Activation.schema,
    /** Person for whom `holdSlot` holds a slot in this activation. One of the ids is null. */
    pemesan: z.object({ lead_id: z.nullable(id()), peserta_id: z.nullable(id()) }),
    /** Author and time of the last change; null before the first change. */
    diubah: z.nullable(z.object({ oleh_id: z.nullable(id()), oleh: z.string(), pada: z.string() })),
    /** Stored input of a step that is not completed yet. `isian` holds the form values as JSON. */
    draf: z.nullable(z.object({ langkah: LangkahAktivasi.schema, isian: z.string() })),
    calon: z.object({
      nama: z.string(),
      phone: z.nullable(z.string()),
      email: z.nullable(z.string()),
      usia: z.nullable(z.int()),
      gender: z.nullable(z.string()),
      tanggal_lahir: z.nullable(z.string()),
      wali_nama: z.nullable(z.string()),
      wali_hubungan: z.nullable(z.string()),
      wali_phone: z.nullable(z.string()),
      information_source: z.nullable(InformationSource.schema),
      /** Whether the applicant has consented to the storage of personal data. */
      persetujuan: z.boolean(),
      tahap: z.nullable(TahapLead.schema),
      sales: z.nullable(z.string()),
      gedung: z.nullable(z.object({ id: id(), nama: z.string(), zona_waktu: z.string() })),
      kursus: z.array(named),
    }),
    /** Existing families to which the person may belong; empty once the student exists. */
    keluarga: z.array(Family),
    /**
     * Number of users outside the scope of the caller who have the same phone number or email
     * address.
     */
    di_luar: z.int(),
    peserta: z.nullable(
      z.object({
        id: id(),
        name: z.string(),
        gedung_id: z.nullable(id()),
        akun_billing: z.nullable(z.object({ id: id(), name: z.string() })),
      }),
    ),
    slot: z.nullable(Slot),
    kursus_peserta: z.nullable(Chosen),
    /** Reason why the choice of the course cannot be undone; null when it can be undone. */
    tidak_diurungkan: z.nullable(z.string()),
  }),
})
/**
 * Stores the input of a step that is not completed yet. `isian` holds the form values as JSON.
 * `versi` is the version of the activation that the caller has read.
 */
export const saveActivation = call({
  method: 'POST',
  path: '/lead/simpan-aktivasi',
  access: 'lead/aktivasi',
  query: activationSource,
  maxBody: 32 * 1024,
  input: {
    langkah: oneOf('Langkah', LangkahAktivasi),
    isian: longText('Isian', { max: 8000 }),
    versi: z.int(),
  },
  output: z.object({ versi: z.int() }),
})

/**
 * Step 1 of an activation: finds or creates the payer and the student, and adds the registration
 * fee to a draft bill. A repeated call returns the existing student, with `sudah` true.
 */
export const addStudent = call({
  method: 'POST',
  path: '/user/tambah-peserta',
  access: 'user/tambah-peserta',
  query: activationSource,
  input: {
    pembayar: withDefault(oneOf('Yang Membayar', Pembayar), 'baru'),
    akun_billing_id: optional(reference('Keluarga', 'user', { params: { jenis: 'akun-billing' } })),
    akun_nama: optional(nama('Nama Akun Billing', { max: 120 })),
    akun_phone: optional(phoneNumber('No. HP Akun Billing')),
    akun_email: optional(email('Email Akun Billing')),
    alamat: optional(longText('Alamat', { max: 300 })),
    peserta_id: optional(reference('Peserta', 'user', { params: { jenis: 'peserta' } })),
    name: optional(nama('Nama Peserta', { max: 120 })),
    nama_panggilan: optional(shortText('Nama Panggilan', { max: 40 })),
    gender: optional(oneOf('Jenis Kelamin', Gender)),
    tanggal_lahir: optional(tanggal('Tanggal Lahir')),
    phone: optional(phoneNumber('No. HP Peserta')),
    email: optional(email('Email Peserta')),
    gedung_id: optional(reference('Outlet', 'gedung')),
    wali_nama: optional(shortText('Nama Wali', { max: 120 })),
    wali_hubungan: optional(shortText('Hubungan Wali', { max: 40 })),
    wali_phone: optional(phoneNumber('No. HP Wali')),
    persetujuan: withDefault(yesNo('Menyetujui pemrosesan data'), false),
    information_source: optional(oneOf('Sumber Informasi', InformationSource)),
    versi: z.optional(z.int()),
  },
  output: z.object({
    id: id(),
    name: z.string(),
    akun_billing_id: id(),
    /** Whether the student had been created before this call. */
    sudah: z.boolean(),
  }),
})

const course = {
  /** First day of the course; defaults to `mulai` of the held slot. */
  mulai: optional(tanggal('Mulai')),
  kode_promo: optional(shortText('Kode Promo', { max: 30 })),
  konfirmasi: konfirmasi(),
  alasan_bentrok: conflictReason(),
}
/**
 * Step 2 of an activation: enrols the student in a class at the held slot, creates the draft of the
 * first bill, and marks the lead as won. A repeated call returns the existing enrolment, with
 * `sudah` true. For a further course of a student, the repeated call is recognised by its
 * Idempotency-Key alone. `total` is the bill total that the user has seen; the call fails with 409
 * when the total has changed since then.
 */
export const addEnrolment = call({
  method: 'POST',
  path: '/user/tambah-kursus-peserta',
  access: 'user/tambah-kursus-peserta',
  query: activationSource,
  input: { ...course, total: optional(rupiah('Total')) },
  output: z.object({
    id: id(),
    kursus_pelatih_id: id(),
    status: z.int(),
    menunggu: z.nullable(z.string()),
    sudah: z.boolean(),
    tagihan: FirstBill,
  }),
})
/**
 * Returns the first bill that `addEnrolment` would create. `mulai_lain` lists alternative first
 * days, which are later than the chosen first day, each with the totals of the resulting first
 * bill. Stores nothing.
 */
export const previewEnrolment = call({
  method: 'POST',
  path: '/user/pratinjau-kursus-peserta',
  access: 'user/tambah-kursus-peserta',
  query: activationSource,
  input: course,
  output: z.object({
    harga_bulanan: z.int(),
    menunggu: z.nullable(z.string()),
    tagihan: FirstBill,
    mulai_lain: z.array(
      z.object({ mulai: z.string(), periode: z.string(), total: z.int(), total_tagihan: z.int() }),
    ),
  }),
})
/**
 * Undoes step 2 (`addEnrolment`). The call is rejected when the enrolment is on a published bill,
 * has marked attendance, or has earned a make-up credit.
 */
export const undoActivation = call({
  method: 'POST',
  path: '/lead/urungkan-aktivasi',
  access: 'lead/urungkan-aktivasi',
  query: activationSource,
  input: { alasan: alasan() },
  output: z.object({ id: id() }),
})

/**
 * Returns the weekly hours that a student could choose for a course at an outlet: existing classes
 * with a free seat (`kelas`), and hours at which a coach and a room are free (`jam`).
 */
export const freeSlots = call({
  method: 'GET',
  path: '/lead/slot-kosong',
  access: 'lead/aktivasi',
  query: {
    ...activationSource,
    kursus_id: idText('Kursus tidak dikenal'),
    gedung_id: idText('Outlet tidak dikenal'),
    mulai: tanggal('Mulai'),
    /** Weekdays that suit the family, as `1,3`; all weekdays when omitted. */
    hari: z.optional(
      z.string().check(z.regex(/^[1-7](,[1-7]){0,6}$/, 'Tulis hari sebagai angka 1 sampai 7')),
    ),
    dari: optional(jam('Dari')),
    sampai: optional(jam('Sampai')),
  },
  output: z.object({
    kelas: z.array(
      z.object({
        kursus_pelatih_id: id(),
        nama: z.string(),
        hari: Hari.schema,
        jam_mulai: z.string(),
        jam_selesai: z.string(),
        pelatih: z.string(),
        ruang: z.string(),
        sisa_kursi: z.int(),
      }),
    ),
    jam: z.array(
      z.object({
        pelatih_id: id(),
        pelatih: z.string(),
        ruang_id: id(),
        ruang: z.string(),
        hari: Hari.schema,
        jam_mulai: z.string(),
        jam_selesai: z.string(),
        /**
         * Whether the coach wants to be asked first, so that a class at this hour waits for the
         * approval of the coach (domain.md 3.8).
         */
        tanya_dulu: z.boolean(),
      }),
    ),
    /** Whether the response omits some of the available classes or hours. */
    lebih: z.boolean(),
  }),
})
