/**
 * Calls of enrolments that the resource does not declare: previews of the actions, and the step to
 * the next class.
 */
import * as z from 'zod/mini'
import { byId, call } from '#contract/call.ts'
import {
  BillingStatus,
  Hari,
  KursusPesertaStatus,
  PaymentStatus,
  PilihanTagihan,
} from '#contract/enums.ts'
import {
  id,
  idText,
  list,
  longText,
  moneyDate,
  oneOf,
  optional,
  reference,
  withDefault,
  yesNo,
} from '#contract/fields.ts'
import type { Shape } from '#contract/resource.ts'
import { conflictReason, konfirmasi } from '#contract/schedule/confirmation.ts'
import { enrolmentActions } from '#contract/schedule/kursusPeserta.ts'
import { BentrokLunak } from '#contract/schedule/rules/conflicts.ts'

/**
 * A month of an enrolment that is on a bill which is not void, with the price of the lessons that
 * remain.
 */
const BilledMonth = z.object({
  /** Id of the bill; null when the reader may not see the bill. */
  billing_id: z.nullable(id()),
  tagihan: z.string(),
  terbit: z.boolean(),
  periode: z.string(),
  pembilang: z.int(),
  penyebut: z.int(),
  jumlah: z.int(),
  /**
   * Number of lessons that remain, out of `penyebut`; `jumlah_baru` is their price in rupiah. Both
   * are 0 when no lesson remains.
   */
  pembilang_baru: z.int(),
  jumlah_baru: z.int(),
  /** Reason why the bill cannot be changed; null when it can be changed. */
  halangan: z.nullable(z.string()),
})
/** Preview of an action: the resulting state of the enrolment, and the effects on bills. */
export const EnrolmentPreview = z.object({
  status: KursusPesertaStatus.schema,
  mulai: z.string(),
  selesai: z.nullable(z.string()),
  cuti_mulai: z.nullable(z.string()),
  cuti_selesai: z.nullable(z.string()),
  /** Billed months to which the choice in the input `tagihan` applies. */
  tagihan: z.array(BilledMonth),
  /** Fees that the action adds to the next draft of the family. */
  biaya: z.array(z.object({ nama: z.string(), nominal: z.int() })),
  peringatan: z.array(z.string()),
})
const preview = <const A extends keyof typeof enrolmentActions, S extends Shape>(
  action: A,
  input: S,
) =>
  call({
    method: 'POST',
    path: `/kursus-peserta/pratinjau-${action}` as const,
    access: `kursus-peserta/${action}` as const,
    query: byId,
    input,
    output: EnrolmentPreview,
  })
const { aktifkan, cuti, kembali, berhenti, lulus } = enrolmentActions
export const previewActivation = preview('aktifkan', aktifkan.shape)
export const previewLeave = preview('cuti', cuti.shape)
export const previewReturn = preview('kembali', kembali.shape)
export const previewStop = preview('berhenti', berhenti.shape)
export const previewGraduation = preview('lulus', lulus.shape)

/**
 * A class in the week of a student. For a class outside the scope of the reader only the time is
 * filled in.
 */
const WeekClass = z.object({
  id: z.nullable(id()),
  kursus: z.string(),
  hari: Hari.schema,
  jam_mulai: z.string(),
  jam_selesai: z.string(),
  pelatih: z.nullable(z.string()),
  ruang: z.nullable(z.string()),
  gedung: z.nullable(z.string()),
  status: KursusPesertaStatus.schema,
  mulai: z.string(),
  selesai: z.nullable(z.string()),
})
/** Returns the data that the page of an enrolment shows in addition to its row. */
export const enrolmentDetail = call({
  method: 'GET',
  path: '/kursus-peserta/rincian',
  access: 'kursus-peserta/view',
  query: byId,
  output: z.object({
    pelatih: z.string(),
    ruang: z.string(),
    zona_waktu: z.string(),
    /** All current and future classes of the student. */
    pekan: z.array(WeekClass),
    /** Enrolments that continue each other, including this one, the oldest first. */
    rantai: z.array(
      z.object({
        id: id(),
        kursus: z.string(),
        status: KursusPesertaStatus.schema,
        mulai: z.string(),
        selesai: z.nullable(z.string()),
        catatan_level: z.nullable(z.string()),
      }),
    ),
    /**
     * Lines for the enrolment on bills that the reader may see; null for readers without access to
     * bills.
     */
    tagihan: z.nullable(
      z.array(
        z.object({
          billing_id: id(),
          nomor: z.nullable(z.string()),
          periode: z.nullable(z.string()),
          deskripsi: z.string(),
          jumlah: z.int(),
          status: BillingStatus.schema,
          payment_status: PaymentStatus.schema,
          batal: z.boolean(),
        }),
      ),
    ),
    /**
     * Reason why the step from the previous class to this class cannot be undone; null when it can
     * be undone, and when there was no such step.
     */
    urung: z.nullable(z.string()),
  }),
})

const chosen = () => z.optional(idText('Pilihan tidak dikenal'))
/** Returns schedules for printing, of one student, one class or one outlet; at most 1,000 rows. */
export const printedSchedules = call({
  method: 'GET',
  path: '/kursus-peserta/cetak',
  access: 'kursus-peserta/cetak',
  query: {
    id: z.optional(id()),
    peserta_id: chosen(),
    kursus_pelatih_id: chosen(),
    gedung_id: chosen(),
    kursus_id: chosen(),
    status: z.optional(z.string().check(z.regex(/^[0129]$/, 'Status tidak dikenal'))),
  },
  output: z.object({
    /** Outlet for the letterhead; null when the rows belong to several outlets. */
    gedung_id: z.nullable(id()),
    total: z.int(),
    baris: z.array(
      z.object({
        id: id(),
        peserta_id: id(),
        peserta: z.string(),
        kelas_id: id(),
        kursus: z.string(),
        hari: Hari.schema,
        jam_mulai: z.string(),
        jam_selesai: z.string(),
        zona_waktu: z.string(),
        pelatih: z.string(),
        ruang: z.string(),
        gedung: z.string(),
        status: KursusPesertaStatus.schema,
        mulai: z.string(),
        selesai: z.nullable(z.string()),
      }),
    ),
  }),
})

/**
 * Input of the step to the next class (domain.md 3.10), for the enrolment `id` and the enrolments
 * `lain` in the same class. Omitted values are proposed: the next course, its class at the same
 * time with the same coach, the last lesson of this month, and the first day after that lesson.
 */
const nextClassInput = {
  lain: withDefault(list(id(), 100, 'Maksimal 100 peserta'), []),
  kursus_id: optional(reference('Kursus Selanjutnya', 'kursus')),
  kursus_pelatih_id: optional(reference('Kelas Selanjutnya', 'kursus-pelatih')),
  /**
   * Whether a new class is created that replaces the present class, which then ends. Only for users
   * who may create classes.
   */
  kelas_baru: withDefault(yesNo('Buat kelas baru di jam yang sama'), false),
  selesai: optional(
    moneyDate('Pertemuan Terakhir', 'Jika dikosongkan, memakai pertemuan terakhir bulan ini'),
  ),
  mulai: optional(moneyDate('Mulai', 'Jika dikosongkan, mulai sesudah pertemuan terakhir')),
  catatan_level: optional(longText('Catatan Level', { max: 300 })),
  konfirmasi: konfirmasi(),
  alasan_bentrok: conflictReason(),
  tagihan: withDefault(oneOf('Tagihan yang sudah ada', PilihanTagihan), 'biarkan'),
}
export const nextClass = call({
  method: 'POST',
  path: '/kursus-peserta/kelas-selanjutnya',
  access: 'kursus-peserta/kelas-selanjutnya',
  query: byId,
  input: nextClassInput,
  /**
   * Ids of the new enrolments in `ids`; `id` is the enrolment that continues the enrolment of the
   * request.
   */
  output: z.object({ id: id(), ids: z.array(id()), kursus_pelatih_id: id() }),
})
export const previewNextClass = call({
  method: 'POST',
  path: '/kursus-peserta/pratinjau-kelas-selanjutnya',
  access: 'kursus-peserta/kelas-selanjutnya',
  query: byId,
  input: nextClassInput,
  output: z.object({
    kursus: z.string(),
    kelas: z.string(),
    selesai: z.string(),
    mulai: z.string(),
    /** Reason why the class cannot be chosen; null when it can be chosen. */
    halangan: z.nullable(z.string()),
    /**
     * Kinds of soft conflicts of the class and its students, which need a confirmation with a
     * reason.
     */
    bentrok: z.array(BentrokLunak.schema),
    baris: z.array(
      z.object({
        id: id(),
        peserta: z.string(),
        /**
         * Monthly price of the old course in the first month of the new class; `harga_baru` is the
         * price of the new course.
         */
        harga_lama: z.int(),
        harga_baru: z.int(),
        biaya: z.array(z.object({ nama: z.string(), nominal: z.int() })),
        tagihan: z.array(BilledMonth),
        peringatan: z.array(z.string()),
        halangan: z.nullable(z.string()),
      }),
    ),
  }),
})
/**
 * Returns the choices of the wizard for the next class of an enrolment: the classes of `kursus_id`,
 * which defaults to the proposed course.
 */
export const nextClassChoices = call({
  method: 'GET',
  path: '/kursus-peserta/pilihan-kelas-selanjutnya',
  access: 'kursus-peserta/kelas-selanjutnya',
  query: { ...byId, kursus_id: chosen() },
  output: z.object({
    kursus: z.nullable(z.object({ id: id(), nama: z.string() })),
    selesai: z.string(),
    mulai: z.string(),
    /**
     * Classes of the course at the outlet of the enrolment. A class at the same time with the same
     * coach comes first and has `cocok`.
     */
    kelas: z.array(
      z.object({
        id: id(),
        nama: z.string(),
        ruang: z.string(),
        sisa: z.int(),
        cocok: z.boolean(),
      }),
    ),
    /** Whether a new class may replace the present class at its hour. */
    boleh_baru: z.boolean(),
    /** Other active students of the present class. */
    teman: z.array(z.object({ id: id(), peserta: z.string() })),
  }),
})
/**
 * Stores the proposal of a coach that a student of one of the coach's classes graduates. An admin
 * decides about it.
 */
export const proposeGraduation = call({
  method: 'POST',
  path: '/kursus-peserta/usulkan-lulus',
  access: 'kursus-peserta/usulkan-lulus',
  query: byId,
  input: { catatan: longText('Catatan', { max: 300, hint: 'Capaian dan level berikutnya' }) },
  output: z.object({}),
})
export const withdrawProposal = call({
  method: 'POST',
  path: '/kursus-peserta/tarik-usulan',
  access: 'kursus-peserta/usulkan-lulus',
  query: byId,
  output: z.object({}),
})
/**
 * Undoes the step to the next class, if nothing of the new enrolment is billed. `id` is the new
 * enrolment.
 */
export const undoNextClass = call({
  method: 'POST',
  path: '/kursus-peserta/batal-kelas-selanjutnya',
  access: 'kursus-peserta/kelas-selanjutnya',
  query: byId,
  /** Id of the previous enrolment, which continues. */
  output: z.object({ id: id() }),
})
