/** The list of users, one screen per kind: each route gives its fixed filter, columns and filters. */
import { roleOf, useMe } from '#src/data/session.ts'
import { Users } from '#src/data/user.ts'
import { ListScreen, type ListScreenProps } from '#src/ui/ListScreen.tsx'
import { kolom, type Column } from '#src/ui/table.tsx'
import { bolehUbah } from '#src/routes/_app/user/-boleh.ts'

type Kind = typeof Users.resource
const k = kolom(Users)

/** Columns that are more than a field. */
export const kolomUser = {
  no_induk: k.accessor((row) => row.peserta_profil?.no_induk, { id: 'no_induk', header: 'No. Induk', cell: ({ cell }) => <cell.Teks /> }),
  gedung: k.accessor((row) => row.gedung?.nama, { id: 'gedung', header: 'Outlet', cell: ({ cell }) => <cell.Teks /> }),
  akun_billing: k.accessor((row) => row.akun_billing?.name, { id: 'akun_billing', header: 'Akun Billing', cell: ({ cell }) => <cell.Teks /> }),
  nama_tagihan: k.accessor('name', { cell: ({ cell, row: { original: u } }) => <cell.Orang note={u.akun_billing_profil && u.akun_billing_profil.nama_tagihan !== u.name ? `a.n. ${u.akun_billing_profil.nama_tagihan}` : undefined} /> }),
  saldo: k.accessor((row) => row.akun_billing_profil?.saldo_kredit, { id: 'saldo', header: 'Saldo', cell: ({ cell }) => <cell.Rupiah /> }),
  blokir: k.accessor((row) => row.akun_billing_profil?.blokir_tagihan, { id: 'blokir', header: 'Blokir', cell: ({ cell }) => <cell.Ya /> }),
  role: k.accessor((row) => row.role?.name, { id: 'role', header: 'Role', cell: ({ cell }) => <cell.Teks /> }),
  last_login_at: k.accessor('last_login_at', { cell: ({ cell }) => <cell.Waktu /> }),
  created_at: k.accessor('created_at', { header: 'Didaftarkan', cell: ({ cell }) => <cell.Waktu /> }),
} satisfies Record<string, Column<Kind>>

interface Props { columns: ListScreenProps<Kind>['columns']; filters: ListScreenProps<Kind>['filters']
  /** Role of the users of this list: what `Tambah` makes, and who may change them. */
  role?: number
  /** False where users come another way. */
  tambah?: boolean }
export const DaftarUser = ({ role, tambah = true, filters = [], ...rest }: Props) => {
  const me = useMe()
  // An akun billing sees its own students, a sales its own people: nothing to choose among.
  const tersisa = filters.filter((f) => (roleOf(me) === 5 ? f === 'status' : roleOf(me) !== 4 || f !== 'sales_id'))
  return (
    <ListScreen of={Users} {...rest} filters={tersisa} open={(row) => ({ to: '/user/view', search: { id: row.id } })}
      create={tambah ? { to: '/user/create', search: role ? { role_id: role } : {} } : undefined}
      edit={role === undefined || bolehUbah(me, role) ? (row) => ({ to: '/user/update', search: { id: row.id } }) : undefined} />
  )
}
