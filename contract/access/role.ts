import * as z from 'zod/mini'
import { AuditAction, AuditEntity } from '#contract/access/auditWords.ts'
import { JenisAkses, RoleDasar } from '#contract/enums.ts'
import {
  reference,
  withDefault,
  id,
  instant,
  accessCodeList,
  nama,
  optional,
  oneOf,
  shortText,
  longText,
  labelledText,
  yesNo,
} from '#contract/fields.ts'
import { own, resource } from '#contract/resource.ts'

/**
 * A role and its access codes. A role whose first code is the wildcard `*` holds every code. Roles
 * 1 to 6 are built in. A custom role has a built-in role as its base role (`dasar_role_id`), which
 * cannot be changed later. The base role decides which rows the users of the custom role see.
 */
export const role = resource({
  name: 'role',
  label: ['Role', 'Role'],
  fields: {
    name: nama('Nama', { max: 60 }),
    dasar_role_id: optional(
      oneOf(
        'Role Dasar',
        RoleDasar,
        'Menentukan data siapa yang terlihat; tidak dapat diubah kemudian',
      ),
    ),
    keterangan: optional(longText('Keterangan', { max: 300 })),
    accesses: withDefault(accessCodeList('Akses'), []),
  },
  editable: ['name', 'keterangan', 'accesses'],
  sort: ['name'],
  defaultSort: 'name',
  search: ['name'],
  choice: { label: 'name', note: 'keterangan' },
  access: {
    index: [],
    view: [],
    create: [],
    update: [],
    delete: [],
    ekspor: null,
    pilihan: ['admin', 'sales'],
  },
  touches: ['user'],
})

/**
 * An access code as a row. The server fills the table from `accessCodes`. Users can edit only the
 * name of a code.
 */
export const access = resource({
  name: 'access',
  label: ['Access', 'Access'],
  fields: { nama: nama('Nama', { max: 120 }) },
  computed: {
    kode: shortText('Kode'),
    /** Label of the code's group (contract/access/groups). */
    modul: shortText('Bagian'),
    jenis: oneOf('Jenis', JenisAkses),
    sensitif: withDefault(yesNo('Sensitif'), false),
    /** Ids of the built-in roles that hold the code by default. */
    bawaan: z.array(id()),
  },
  filters: ['jenis', 'sensitif', 'modul'],
  sort: ['kode', 'nama', 'modul'],
  defaultSort: 'kode',
  search: ['kode', 'nama', 'modul'],
  choice: { label: 'nama', note: 'kode' },
  access: {
    index: [],
    view: [],
    create: null,
    update: [],
    delete: null,
    ekspor: null,
    pilihan: null,
  },
})

/**
 * Audit log of every change. Entries are never changed. `created_at` is the time of the change, and
 * `created_by` is the user who made the change. A filter by `created_at` accepts a time or a day;
 * days are in the time zone of Jakarta.
 */
export const audit = resource({
  name: 'audit',
  label: ['Riwayat', 'Riwayat'],
  fields: {},
  computed: {
    created_at: instant('Waktu'),
    user_nama: z.nullable(labelledText('Oleh')),
    aksi: labelledText('Tindakan', AuditAction),
    entitas: labelledText('Data', AuditEntity),
    entitas_id: z.nullable(id()),
    alasan: z.nullable(labelledText('Alasan')),
    sebelum: z.nullable(z.record(z.string(), z.unknown())),
    sesudah: z.nullable(z.record(z.string(), z.unknown())),
    ip: z.nullable(labelledText('Alamat IP')),
    agen: z.nullable(labelledText('Perangkat')),
  },
  filters: ['created_at', 'aksi', 'entitas', 'entitas_id', 'created_by'],
  customFilters: { oleh: reference('Oleh', 'user') },
  /**
   * Current name of the changed row. Null when the row is deleted, or when the reader may not see
   * the row.
   */
  expand: { data: own({ nama: z.string() }) },
  sort: ['created_at'],
  defaultSort: '-created_at',
  access: {
    index: ['admin'],
    view: null,
    create: null,
    update: null,
    delete: null,
    ekspor: ['admin'],
    pilihan: null,
  },
})
