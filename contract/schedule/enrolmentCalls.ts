/**
 * Calls for enrolments in addition to the calls of the resource
 * (contract/schedule/kursusPeserta.ts): previews of the actions, details, printed schedules, moves
 * to the next class, and proposals that a student graduates.
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
 * A month of an enrolment that a draft or published bill charges, with the charge before and after
 * the previewed action.
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
  /** Number of charged lessons after the action, out of `penyebut`. */
  pembilang_baru: z.int(),
  /** Price of the lessons that are charged after the action, in rupiah. */
  jumlah_baru: z.int(),
  /** Reason why the bill cannot be changed; null when it can be changed. */
  halangan: z.nullable(z.string()),
})
/** Preview of an action: the state of the enrolment after the action, and the effects on bills. */
export const EnrolmentPreview = z.object({
  status: KursusPesertaStatus.schema,
  mulai: z.string(),
  selesai: z.nullable(z.string()),
  cuti_mulai: z.nullable(z.string()),
  cuti_selesai: z.nullable(z.string()),
  /**
   * Billed months that the action affects. The input `tagihan` of the action decides whether it
   * keeps, voids or recomputes the bills of these months.
   */
  tagihan: z.array(BilledMonth),
  /** Fees that the action adds to the next draft bill of the family, in rupiah. */
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
 * A class in the weekly schedule of a student. For a class outside the scope of the reader, `id`,
 * coach, room and outlet are null.
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
    /**
     * Chain of enrolments to which this enrolment belongs, oldest first. Each enrolment in the
     * chain continues the previous one. Enrolments that the reader may not see are omitted.
     */
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
     * Bill lines that charge this enrolment, from the bills that the reader may see; null for
     * readers without access to bills.
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
     * Reason why the move from the previous class to this class cannot be undone; null when the
     * move can be undone or there is no previous class.
     */
    urung: z.nullable(z.string()),
  }),
})

const chosen = () => z.optional(idText('Pilihan tidak dikenal'))
/**
 * Returns enrolments with their weekly times for printing, filtered by student, class, outlet,
 * course or status; at most 1,000 rows.
 */
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
 * Input that moves the student of the enrolment `id` (in the query) to the next class (domain.md
 * 3.10). The server fills in omitted values.
 */
const nextClassInput = {
  /** Ids of further enrolments of the present class whose students also move. */
  lain: withDefault(list(id(), 100, 'Maksimal 100 peserta'), []),
  /** Course of the next class; defaults to the course that follows the present course. */
  kursus_id: optional(reference('Kursus Selanjutnya', 'kursus')),
  /**
   * Next class; defaults to a class of the course `kursus_id` with the same time and coach as the
   * present class.
   */
  kursus_pelatih_id: optional(reference('Kelas Selanjutnya', 'kursus-pelatih')),
  /**
   * Whether the server ends the present class and creates a new class at the time of the present
   * class. Allowed only for users who may create classes.
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
  /** `id` is the new enrolment of the student in the query; `ids` are all new enrolments. */
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
    /** Reason why the new class cannot be created; null when it can be created. */
    halangan: z.nullable(z.string()),
    /** Kinds of soft conflicts of the move, which the user has to confirm with a reason. */
    bentrok: z.array(BentrokLunak.schema),
    baris: z.array(
      z.object({
        id: id(),
        peserta: z.string(),
        /**
         * Monthly tuition of the old class in rupiah, for the month in which the new class begins.
         */
        harga_lama: z.int(),
        /**
         * Monthly tuition of the new class in rupiah, for the month in which the new class begins.
         */
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
 * Returns the choices of the form that moves a student to the next class, such as the classes of
 * the course `kursus_id`. `kursus_id` defaults to the course that follows the present course.
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
    /** Classes of the course at the outlet of the enrolment; classes with `cocok` come first. */
    kelas: z.array(
      z.object({
        id: id(),
        nama: z.string(),
        ruang: z.string(),
        /** Number of free seats. */
        sisa: z.int(),
        /** Whether the class has the same time and the same coach as the present class. */
        cocok: z.boolean(),
      }),
    ),
    /** Whether the caller may create a new class at the time of the present class. */
    boleh_baru: z.boolean(),
    /** Other active students of the present class. */
    teman: z.array(z.object({ id: id(), peserta: z.string() })),
  }),
})
/**
 * Stores a coach's proposal that one of the coach's students graduates. An admin accepts or rejects
 * the proposal.
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
 * Undoes the move of a student to the next class; `id` is the new enrolment. The call is rejected
 * when a bill already charges the new enrolment.
 */
export const undoNextClass = call({
  method: 'POST',
  path: '/kursus-peserta/batal-kelas-selanjutnya',
  access: 'kursus-peserta/kelas-selanjutnya',
  query: byId,
  /** Id of the previous enrolment, which becomes active again. */
  output: z.object({ id: id() }),
})
