import { awal, id, nama, opsional, satuDari, teks, uraian, ya } from '#contract/fields.ts'
import { RoleId } from '#contract/enums.ts'
import { resource } from '#contract/resource.ts'
import * as z from 'zod/mini'

/** A role and its access codes; a wildcard `*` as first entry allows everything. */
export const role = resource({
  name: 'role', label: ['Role', 'Role'],
  fields: { name: nama('Nama', { max: 60 }), keterangan: opsional(uraian('Keterangan', { max: 300 })) },
  computed: { dasar_role_id: z.nullable(satuDari('Role Dasar', RoleId)), accesses: z.array(z.string()) },
  sort: ['name'], defaultSort: 'name', search: ['name'], choice: { label: 'name' },
  access: { index: [], view: [], create: null, update: null, delete: null, ekspor: null, pilihan: ['admin', 'sales'] },
})

/** An access code, seeded from the contract. */
export const access = resource({
  name: 'access', label: ['Access', 'Access'],
  fields: {}, computed: { kode: teks('Kode'), nama: nama('Nama'), modul: teks('Modul'), jenis: z.literal(['halaman', 'aksi']), sensitif: awal(ya('Sensitif'), false) },
  filters: ['modul'], sort: ['kode', 'nama', 'modul'], defaultSort: 'kode', search: ['kode', 'nama'],
  access: { index: [], view: null, create: null, update: null, delete: null, ekspor: null, pilihan: null },
})

/** Insert-only record of every change: `created_at` is when, `created_by` who. */
export const audit = resource({
  name: 'audit', label: ['Riwayat', 'Riwayat'],
  fields: {},
  computed: {
    user_nama: z.nullable(z.string()), aksi: z.string(), entitas: z.string(), entitas_id: z.nullable(id()),
    sebelum: z.nullable(z.record(z.string(), z.unknown())), sesudah: z.nullable(z.record(z.string(), z.unknown())), alasan: z.nullable(z.string()),
  },
  filters: ['entitas', 'entitas_id', 'created_by', 'aksi'], sort: ['created_at'], defaultSort: '-created_at',
  access: { index: ['admin'], view: null, create: null, update: null, delete: null, ekspor: null, pilihan: null },
})
