import * as z from 'zod/mini'
import { StatusLibur } from '#contract/enums.ts'
import { id, instant, longText, oneOf, reference, tanggal } from '#contract/fields.ts'
import { one, own, resource } from '#contract/resource.ts'
import { daysBetween } from '#contract/values/tanggal.ts'

/**
 * Maximum number of days of a leave: the length of a leap year. The first and the last day of the
 * leave count.
 */
const longestDays = 366

/** Leave of a coach. The coach requests the leave, and an admin approves or rejects it. */
export const pelatihLibur = resource({
  name: 'pelatih-libur',
  label: ['Libur Guru', 'Libur Guru'],
  personal: true,
  fields: {
    pelatih_id: reference('Guru', 'user', { params: { jenis: 'pelatih' } }),
    mulai: tanggal('Mulai'),
    selesai: tanggal('Selesai'),
    alasan: longText('Alasan', { max: 300 }),
  },
  computed: {
    status: oneOf('Status', StatusLibur),
    diputuskan_oleh: z.nullable(id()),
    diputuskan_at: z.nullable(instant('Diputuskan')),
    alasan_tolak: z.nullable(longText('Alasan Ditolak', { max: 300 })),
  },
  editable: ['mulai', 'selesai', 'alasan'],
  filters: ['pelatih_id', 'status', 'mulai', 'selesai'],
  sort: ['mulai', 'created_at'],
  defaultSort: '-mulai',
  expand: {
    pelatih: one('user', 'pelatih_id', {
      id: id(),
      name: z.string(),
      nama_panggilan: z.nullable(z.string()),
    }),
    /** Number of lessons during the leave that the reader may see and that need a substitute. */
    terbuka: own({ jumlah: z.int() }),
  },
  actions: {
    setujui: z.object({}),
    tolak: z.object({ alasan: longText('Alasan', { max: 300 }) }),
  },
  access: {
    index: ['admin', 'pelatih'],
    view: ['admin', 'pelatih'],
    create: ['admin', 'pelatih'],
    update: ['admin', 'pelatih'],
    delete: ['admin', 'pelatih'],
    ekspor: ['admin'],
    pilihan: null,
    setujui: ['admin'],
    tolak: ['admin'],
  },
  touches: ['pertemuan'],
  // A decided leave would come back without its decision.
  restorable: { status: 'diajukan' },
  check: (v) => {
    if (v.selesai < v.mulai) return [{ field: 'selesai', message: 'Tidak boleh sebelum mulai' }]
    if (daysBetween(v.mulai, v.selesai) < longestDays) return []
    return [{ field: 'selesai', message: 'Paling lama satu tahun' }]
  },
})
