import { withDefault, id, nama, shortText, longText } from '#contract/fields.ts'
import { resource } from '#contract/resource.ts'

const everybody = ['admin', 'pelatih', 'sales', 'akunbilling', 'peserta'] as const

/**
 * Settings of a list that a user has saved: filters, order and columns. `resource` holds the path
 * of the list (`billing/unpaid`), `search` the query string with filters and order, and `kolom` the
 * column settings as JSON.
 */
export const savedView = resource({
  name: 'saved-view',
  label: ['Tampilan', 'Tampilan'],
  personal: true,
  fields: {
    nama: nama('Nama', { max: 60 }),
    resource: shortText('Daftar', { max: 80 }),
    search: withDefault(shortText('Pencarian', { min: 0, max: 2000 }), ''),
    kolom: withDefault(longText('Kolom', { min: 0, max: 4000 }), ''),
  },
  computed: { user_id: id() },
  editable: ['nama', 'search', 'kolom'],
  filters: ['resource'],
  sort: ['nama'],
  defaultSort: 'nama',
  restorable: {},
  access: {
    index: everybody,
    view: everybody,
    create: everybody,
    update: everybody,
    delete: everybody,
    ekspor: null,
    pilihan: null,
  },
})
