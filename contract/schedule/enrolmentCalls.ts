/** Calls of enrolments beyond the resource: previews of the actions, and the next class. */
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

/** A month of an enrolment on an effective bill, and the price of its remaining lessons. */
const BilledMonth = z.object({
  /** Null where the reader may not see the bill. */
  billing_id: z.nullable(id()),
  tagihan: z.string(),
  terbit: z.boolean(),
  periode: z.string(),
  pembilang: z.int(),
  penyebut: z.int(),
  jumlah: z.int(),
  /** Number of remaining lessons, out of `penyebut`, and their price; 0 where none remains. */
  pembilang_baru: z.int(),
  jumlah_baru: z.int(),
  /** Why the bill cannot be changed; null when it can. */
  halangan: z.nullable(z.string()),
})
/** Preview of an action. */
export const EnrolmentPreview = z.object({
  status: KursusPesertaStatus.schema,
  mulai: z.string(),
  selesai: z.nullable(z.string()),
  cuti_mulai: z.nullable(z.string()),
  cuti_selesai: z.nullable(z.string()),
  /** Bills affected by the choice `tagihan`. */
  tagihan: z.array(BilledMonth),
  /** Fees on the next draft of the family. */
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

/** A class in a student's week. A class outside the reader's scope shows only its time. */
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
/** Data of an enrolment's record page in addition to its row. */
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
    /** Chain of the previous and next enrolments, including this one, oldest first. */
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
    /** Lines of bills that the reader may see; null for readers without access to bills. */
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
     * Why the step to this class cannot be undone; null when it can be, or when there was no such
     * step.
     */
    urung: z.nullable(z.string()),
  }),
})

const chosen = () => z.optional(idText('Pilihan tidak dikenal'))
/** Schedules for printing: of one student, of a class, or of an outlet; at most 1,000 rows. */
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
    /** Outlet of the letterhead, where all rows belong to one. */
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
 * Input of the next class (domain.md 3.10) for an enrolment (`id`) and others of its class
 * (`lain`). Omitted values are proposed: the next course, its class at the same time with the same
 * coach, the last lesson of this month, the first day after it.
 */
const nextClassInput = {
  lain: withDefault(list(id(), 100, 'Maksimal 100 peserta'), []),
  kursus_id: optional(reference('Kursus Selanjutnya', 'kursus')),
  kursus_pelatih_id: optional(reference('Kelas Selanjutnya', 'kursus-pelatih')),
  /** Creates a new class that replaces this one, which ends; for users who may create classes. */
  kelas_baru: withDefault(yesNo('Buat kelas baru di jam yang sama'), false),
  selesai: optional(moneyDate('Pertemuan Terakhir', 'Kosong: pertemuan terakhir bulan ini')),
  mulai: optional(moneyDate('Mulai', 'Kosong: sesudah pertemuan terakhir')),
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
  /** Ids of the new enrolments; `id` is the one that continues the first. */
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
    /** Why the class cannot be chosen; null when it can. */
    halangan: z.nullable(z.string()),
    /** Soft conflicts of the class and its students, to be confirmed with a reason. */
    bentrok: z.array(BentrokLunak.schema),
    baris: z.array(
      z.object({
        id: id(),
        peserta: z.string(),
        /** Monthly prices in the first month of the new class. */
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
 * Choices of the next-class wizard for an enrolment: classes of `kursus_id`, or of the proposed
 * course.
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
    /** Classes of the course at this outlet; one with the same time and coach comes first. */
    kelas: z.array(
      z.object({
        id: id(),
        nama: z.string(),
        ruang: z.string(),
        sisa: z.int(),
        cocok: z.boolean(),
      }),
    ),
    /** Whether the coach's hour can be reused: a new class replaces this one. */
    boleh_baru: z.boolean(),
    /** Other active students of the same class. */
    teman: z.array(z.object({ id: id(), peserta: z.string() })),
  }),
})
/** A coach proposes that a student of an own class graduates; an admin decides. */
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
/** Undoes a step to the next class as long as nothing of it is billed; `id`: the new enrolment. */
export const undoNextClass = call({
  method: 'POST',
  path: '/kursus-peserta/batal-kelas-selanjutnya',
  access: 'kursus-peserta/kelas-selanjutnya',
  query: byId,
  /** Id of the enrolment that continues. */
  output: z.object({ id: id() }),
})
