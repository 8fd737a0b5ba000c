import * as z from 'zod/mini'
import {
  JenisPermintaan,
  KursusPesertaStatus,
  PilihanPertemuanKembali,
  PilihanTagihan,
  StatusPermintaan,
} from '#contract/enums.ts'
import {
  instant,
  moneyDate,
  reference,
  withDefault,
  id,
  nama,
  optional,
  rupiah,
  oneOf,
  tanggal,
  longText,
  yesNo,
} from '#contract/fields.ts'
import { one, own, resource } from '#contract/resource.ts'
import { confirmedConflicts, conflictReason, konfirmasi } from '#contract/schedule/confirmation.ts'

const reason = () => longText('Alasan', { max: 300 })
const grown = () =>
  withDefault(oneOf('Tagihan yang sudah terbit', PilihanPertemuanKembali), 'biarkan')
const bills = () => withDefault(oneOf('Tagihan yang sudah ada', PilihanTagihan), 'biarkan')
/**
 * Inputs of the actions that change the state of an enrolment (domain.md 2.4). The preview of an
 * action, `pratinjau-<action>`, has the same input (contract/schedule/enrolmentCalls.ts).
 */
export const enrolmentActions = {
  aktifkan: z.object({
    mulai: optional(moneyDate('Mulai', 'Jika dikosongkan, seperti tercatat')),
    alasan: optional(reason()),
    tagihan: grown(),
    konfirmasi: konfirmasi(),
  }),
  cuti: z.object({
    cuti_mulai: moneyDate('Cuti Mulai', 'Tanggal 1 sebuah bulan'),
    cuti_selesai: optional(moneyDate('Cuti Selesai', 'Jika dikosongkan, selama yang diizinkan')),
    alasan: optional(reason()),
    tagihan: bills(),
  }),
  kembali: z.object({
    tanggal: optional(moneyDate('Kembali Mulai', 'Jika dikosongkan, memakai hari ini')),
    alasan: optional(reason()),
    tagihan: grown(),
    konfirmasi: konfirmasi(),
  }),
  berhenti: z.object({
    selesai: moneyDate('Pertemuan Terakhir'),
    alasan: reason(),
    tagihan: bills(),
  }),
  lulus: z.object({
    selesai: moneyDate('Pertemuan Terakhir'),
    alasan: optional(reason()),
    tagihan: bills(),
  }),
}

/**
 * Enrolment of a student in a class. The server copies course and outlet from the class. On
 * creation, the server also copies payer and sales person from the student. After the creation,
 * only actions change `status` and `selesai` (domain.md 2.4).
 */
export const kursusPeserta = resource({
  name: 'kursus-peserta',
  label: ['Jadwal Kursus Peserta', 'Jadwal Kursus Peserta'],
  fields: {
    peserta_id: reference('Peserta', 'user', { params: { jenis: 'peserta' } }),
    kursus_pelatih_id: reference('Kelas', 'kursus-pelatih'),
    status: withDefault(oneOf('Status', KursusPesertaStatus), 1),
    mulai: tanggal('Mulai'),
    selesai: optional(tanggal('Selesai', 'Pertemuan terakhir')),
    biaya_bulanan_khusus: optional(
      rupiah('Biaya Bulanan Khusus', { hint: 'Jika dikosongkan, memakai harga kursus' }),
    ),
    alasan_biaya: optional(longText('Alasan Biaya Khusus', { max: 300 })),
    bebas_pendaftaran: optional(
      longText('Bebas Biaya Pendaftaran', {
        max: 300,
        hint: 'Alasannya. Jika dikosongkan, biaya ini ditagih',
      }),
    ),
    alasan_bentrok: conflictReason(),
  },
  extra: { konfirmasi: konfirmasi() },
  computed: {
    bentrok: confirmedConflicts(),
    /** Registration fee in rupiah, fixed when the enrolment was created; null without a fee. */
    biaya_pendaftaran: z.nullable(rupiah('Biaya Pendaftaran')),
    peserta_nama: nama('Nama Peserta'),
    kursus_id: reference('Kursus', 'kursus'),
    akun_billing_id: reference('Akun Billing', 'user', { params: { jenis: 'akun-billing' } }),
    gedung_id: reference('Outlet', 'gedung'),
    sales_id: z.nullable(reference('Sales', 'user', { params: { jenis: 'sales' } })),
    cuti_mulai: z.nullable(tanggal('Cuti Mulai')),
    cuti_selesai: z.nullable(tanggal('Cuti Selesai')),
    alasan_status: z.nullable(longText('Alasan Status')),
    /**
     * Time at which a user ended the enrolment by a stop or a graduation; null while the enrolment
     * continues. The last charged lesson depends on the day `selesai`, not on this time.
     */
    diakhiri_at: z.nullable(instant('Diakhiri')),
    /** Id of the previous enrolment, which this enrolment continues (domain.md 3.10). */
    sebelumnya_id: z.nullable(reference('Kelas Sebelumnya', 'kursus-peserta')),
    catatan_level: z.nullable(longText('Catatan Level')),
    /**
     * Kind of the last request of the family: a leave or a stop; null without a request. The fields
     * `permintaan_…` hold the state, days, reason, time and answer of the request. Admins and sales
     * people accept or reject the request.
     */
    permintaan: z.nullable(oneOf('Permintaan', JenisPermintaan)),
    permintaan_status: z.nullable(oneOf('Status Permintaan', StatusPermintaan)),
    permintaan_mulai: z.nullable(tanggal('Diminta Mulai')),
    permintaan_selesai: z.nullable(tanggal('Diminta Selesai')),
    permintaan_alasan: z.nullable(longText('Alasan Permintaan')),
    permintaan_at: z.nullable(instant('Diminta')),
    permintaan_jawaban: z.nullable(longText('Jawaban')),
    /**
     * State of the coach's last proposal that the student graduates; null without a proposal. The
     * other `usulan_…` fields hold the note, time, author and answer of the proposal. Admins accept
     * or reject the proposal.
     */
    usulan_status: z.nullable(oneOf('Usulan Lulus', StatusPermintaan)),
    usulan_catatan: z.nullable(longText('Catatan Usulan')),
    usulan_at: z.nullable(instant('Diusulkan')),
    usulan_oleh: z.nullable(id()),
    usulan_jawaban: z.nullable(longText('Jawaban Usulan')),
  },
  actions: {
    ...enrolmentActions,
    ajukan: z.object({
      permintaan: oneOf('Permintaan', JenisPermintaan),
      mulai: moneyDate('Mulai', 'Cuti: tanggal 1 sebuah bulan. Berhenti: pertemuan terakhir'),
      selesai: optional(moneyDate('Selesai')),
      alasan: reason(),
    }),
    'batal-permintaan': z.object({ alasan: optional(reason()) }),
    'tolak-usulan': z.object({ alasan: optional(reason()) }),
  },
  filters: [
    'status',
    'peserta_id',
    'kursus_pelatih_id',
    'kursus_id',
    'akun_billing_id',
    'gedung_id',
    'permintaan_status',
    'usulan_status',
  ],
  customFilters: { menunggu: yesNo('Menunggu mulai') },
  sort: ['peserta_nama', 'mulai', 'created_at'],
  defaultSort: 'peserta_nama',
  search: ['peserta_nama'],
  choice: { label: 'peserta_nama' },
  expand: {
    peserta: one('user', 'peserta_id', {
      id: id(),
      name: z.string(),
      nama_panggilan: z.nullable(z.string()),
    }),
    kursus: one('kursus', 'kursus_id', {
      id: id(),
      nama: z.string(),
      kode: z.string(),
      biaya_bulanan: z.int(),
    }),
    kursus_pelatih: one('kursus_pelatih', 'kursus_pelatih_id', {
      id: id(),
      nama: z.string(),
      kode: z.string(),
      hari: z.int(),
      jam_mulai: z.string(),
      jam_selesai: z.string(),
      ruang_id: z.int(),
    }),
    gedung: one('gedung', 'gedung_id', { id: id(), nama: z.string(), zona_waktu: z.string() }),
    akun_billing: one('user', 'akun_billing_id', { id: id(), name: z.string() }),
    /**
     * Number of months for which the student has overdue bills; null when the number is below the
     * setting `blokir_tunggakan_bulan`.
     */
    menunggak: own({ bulan: z.int() }),
    /**
     * Set for an enrolment that waits to begin, if the reader may activate the enrolment; otherwise
     * null. `sebab` is the reason why the enrolment cannot begin yet; null when it can begin.
     */
    menunggu: own({ sebab: z.nullable(z.string()) }),
  },
  access: {
    index: ['admin', 'sales', 'akunbilling', 'peserta'],
    view: ['admin', 'sales', 'akunbilling', 'peserta'],
    create: ['admin', 'sales'],
    update: ['admin', 'sales'],
    delete: ['admin'],
    ekspor: ['admin', 'sales'],
    pilihan: ['admin', 'sales'],
    aktifkan: ['admin', 'sales'],
    cuti: ['admin', 'sales'],
    kembali: ['admin', 'sales'],
    berhenti: ['admin', 'sales'],
    lulus: ['admin'],
    ajukan: ['akunbilling'],
    'batal-permintaan': ['admin', 'sales', 'akunbilling'],
    'tolak-usulan': ['admin'],
  },
  touches: ['billing', 'daftar-tunggu', 'kursus-pelatih', 'user'],
  check: (v) => [
    ...(v.selesai && v.selesai < v.mulai
      ? [{ field: 'selesai', message: 'Tidak boleh sebelum mulai' }]
      : []),
    ...(v.biaya_bulanan_khusus !== null && !v.alasan_biaya
      ? [{ field: 'alasan_biaya', message: 'Wajib diisi jika ada biaya khusus' }]
      : []),
  ],
})
