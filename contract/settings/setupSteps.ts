/**
 * Steps of the setup guide, which leads a new school to its first receipt (domain.md section 5).
 * Steps without `wajib` may be skipped.
 */
import type { AccessCode } from '#contract/access/access.ts'
import { enumOf } from '#contract/enums.ts'

/** State of the guide: until the required steps are done, always, or never. */
export const PanduanTampil = enumOf([
  ['otomatis', 'Sampai sekolah siap'],
  ['tampil', 'Selalu tampil'],
  ['tutup', 'Ditutup'],
])
/** Steps that a school may skip. */
export const SkippableStep = enumOf([
  ['sekolah', 'Nama dan logo sekolah'],
  ['rekening', 'Rekening bank atau QRIS'],
])

interface Step {
  label: string
  /** Reason for the step, in one sentence. */
  ket: string
  /** Access code without which a user cannot do the step. */
  code: AccessCode
  /** Whether the school is not ready before the step is done. */
  wajib: boolean
  /** Noun of the rows that the step makes, for their number (`3 ruang`). */
  satuan: string
  /** Whether the rows belong to the whole school, so that no admin of single outlets makes them. */
  seSekolah?: true
}
/** Steps of the guide in their order. */
export const setupSteps = {
  sekolah: {
    label: SkippableStep.label('sekolah'),
    ket: 'Tercetak di kop tagihan dan kuitansi.',
    code: 'setting/update',
    wajib: false,
    satuan: 'sekolah',
    seSekolah: true,
  },
  outlet: {
    label: 'Outlet dan jam bukanya',
    ket: 'Tempat kelas berlangsung, dengan jam buka dan kop surat tagihannya.',
    code: 'gedung/create',
    wajib: true,
    satuan: 'outlet',
    seSekolah: true,
  },
  ruang: {
    label: 'Ruang',
    ket: 'Dua kelas tidak dapat memakai ruang yang sama pada jam yang sama.',
    code: 'ruang/create',
    wajib: true,
    satuan: 'ruang',
  },
  rekening: {
    label: SkippableStep.label('rekening'),
    ket: 'Tujuan transfer yang tertulis di tagihan.',
    code: 'bank/create',
    wajib: false,
    satuan: 'rekening',
  },
  kategori: {
    label: 'Kategori kursus',
    ket: 'Misalnya Piano atau Vokal, dengan levelnya.',
    code: 'kategori-kursus/create',
    wajib: true,
    satuan: 'kategori',
    seSekolah: true,
  },
  kursus: {
    label: 'Kursus, harga, dan biaya pendaftaran',
    ket: 'Tagihan dihitung dari harga kursus.',
    code: 'kursus/create',
    wajib: true,
    satuan: 'kursus',
  },
  guru: {
    label: 'Guru',
    ket: 'Cukup nama, nomor HP, dan bidangnya; data lain dapat menyusul.',
    code: 'user/create',
    wajib: true,
    satuan: 'guru',
  },
  jam: {
    label: 'Jam mengajar guru',
    ket: 'Kelas baru ditawarkan pada jam kosong guru.',
    code: 'user/ubah-jadwal-pelatih',
    wajib: true,
    satuan: 'guru',
  },
  peserta: {
    label: 'Peserta dan akun billing',
    ket: 'Akun billing adalah yang membayar: orang tua, atau peserta sendiri.',
    code: 'user/create',
    wajib: true,
    satuan: 'peserta',
  },
  kelas: {
    label: 'Kelas peserta',
    ket: 'Pilih jam; kelas dan draft tagihan pertamanya dibuat sekalian.',
    code: 'user/tambah-kursus-peserta',
    wajib: true,
    satuan: 'kelas peserta',
  },
  tagihan: {
    label: 'Tagihan pertama',
    ket: 'Setelah terbit, tagihan bernomor dan dapat dibayar.',
    code: 'billing/terbitkan',
    wajib: true,
    satuan: 'tagihan terbit',
  },
  pembayaran: {
    label: 'Pembayaran pertama',
    ket: 'Kuitansinya langsung dapat dicetak.',
    code: 'billing-payment/create',
    wajib: true,
    satuan: 'kuitansi',
  },
} as const satisfies Record<string, Step>

export type SetupName = keyof typeof setupSteps
const isSetupName = (name: string): name is SetupName => Object.hasOwn(setupSteps, name)
/** Names of the steps in their order. */
export const setupNames: readonly SetupName[] = Object.keys(setupSteps).filter((name) =>
  isSetupName(name),
)
