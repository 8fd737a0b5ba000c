/** Buttons of each step of the setup guide: a form over the dashboard, or a link to a screen. */
import type { AccessCode } from '#contract/access/access.ts'
import type { SetupName } from '#contract/settings/setupSteps.ts'
import type { SetupState } from '#src/data/dashboard.ts'
import type { forms } from '#src/routes/_app/-newRows.ts'
import type { Place } from '#src/state/place.ts'
import type { RowStart } from '#src/ui/form/formTarget.ts'

export type StepState = SetupState['langkah'][number]
/** Form that opens in a dialog. The form `sekolah` changes settings, the others create a row. */
export type StepForm = { form: 'sekolah' } | { form: keyof typeof forms; start: RowStart }
export interface StepAction {
  label: string
  /** Form or screen that the button opens. */
  opens: StepForm | Place
  /** Access code of the button, if it differs from that of the step. */
  code?: AccessCode
}

const create = (
  label: string,
  form: keyof typeof forms,
  start: Partial<RowStart> = {},
): StepAction => ({
  label,
  opens: { form, start: { text: '', values: {}, ...start } },
})
const visit = (label: string, opens: Place, code?: AccessCode): StepAction => ({
  label,
  opens,
  ...(code && { code }),
})

const actionsByStep: Record<SetupName, (step: StepState) => StepAction[]> = {
  sekolah: () => [{ label: 'Isi nama dan logo', opens: { form: 'sekolah' } }],
  outlet: () => [create('Tambah outlet', 'gedung')],
  ruang: ({ jumlah }) => [
    create('Tambah ruang', 'ruang', { text: jumlah === null ? '' : `Ruang ${jumlah + 1}` }),
  ],
  rekening: () => [
    create('Tambah rekening', 'bank'),
    create('Tambah QRIS', 'bank', { values: { tipe: 'qris' } }),
  ],
  kategori: () => [create('Tambah kategori', 'kategori-kursus')],
  kursus: () => [create('Tambah kursus', 'kursus')],
  guru: ({ sasaran }) => [
    create('Tambah guru', 'user', {
      values: { jenis: 'pelatih', ...(sasaran !== null && { bidang: [sasaran] }) },
    }),
  ],
  jam: ({ sasaran }) => [
    sasaran === null
      ? visit('Pilih guru', { to: '/user/pelatih' })
      : visit('Isi jam mengajar', { to: '/user/ubah-jadwal-pelatih', search: { id: sasaran } }),
  ],
  peserta: () => [create('Tambah peserta', 'user', { values: { jenis: 'peserta' } })],
  kelas: ({ sasaran }) => [
    sasaran === null
      ? visit('Pilih peserta', { to: '/user/peserta' })
      : visit('Pilih kelas', {
          to: '/sales/tambah-kursus-peserta',
          search: { id: sasaran, sumber: 'peserta' },
        }),
  ],
  tagihan: ({ sasaran }) => [
    ...(sasaran === null
      ? []
      : [visit('Periksa dan terbitkan draft', { to: '/billing/view', search: { id: sasaran } })]),
    visit('Generate Tagihan', { to: '/billing/generate' }, 'billing/generate'),
    visit('Tulis tagihan', { to: '/billing/form' }, 'billing/create'),
  ],
  pembayaran: ({ sasaran }) => [
    visit('Terima pembayaran', {
      to: '/billing-payment/form',
      search: sasaran === null ? {} : { billing_id: sasaran },
    }),
  ],
}
/** Returns the buttons of a step, the usual one first. */
export const actionsOf = (step: StepState): StepAction[] => actionsByStep[step.kunci](step)
