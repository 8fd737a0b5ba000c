/** Print view of /user/cetak without an id: the filtered list of one kind of user. */
import { Text } from '@mantine/core'
import { useQueries, useSuspenseQueries } from '@tanstack/react-query'
import { Fragment } from 'react'
import { JenisUser, UserStatus } from '#contract/enums.ts'
import { pilihanQuery } from '#src/data/choices.ts'
import { Users } from '#src/data/resources/user.ts'
import type { ListParams } from '#src/data/search.ts'
import { useSheetKop } from '#src/routes/_app/user/-saldo/useKop.ts'
import type { UserRow } from '#src/routes/_app/user/-userFacts.tsx'
import { numberText, rupiah, valueText, phoneText, waktu } from '#src/ui/format/format.ts'
import { ListPaper, type PrintColumn } from '#src/ui/print/ListPaper.tsx'
import { usePrintedAt } from '#src/ui/print/print.tsx'

/** Maximum number of printed rows. This number of rows fills about ten pages. */
const mostRows = 500
const rowsOfAnswer = 100

type Column = PrintColumn<UserRow>
interface List {
  expand: string
  columns: readonly Column[]
}
const text = (title: string, of: Column['text']): Column => ({ title, text: of })
const code = (title: string, of: Column['text']): Column => ({ title, text: of, kind: 'code' })
const number = (title: string, of: Column['text']): Column => ({ title, text: of, kind: 'number' })

const name = text('Nama', (u) => u.name)
const phone = code('No. HP', (u) => phoneText(u.phone))
const outlet = text('Outlet', (u) => u.gedung?.nama)
const email = text('Email', (u) => u.email)
const status = text('Status', (u) => UserStatus.label(u.status))
const namesOf = (rows: readonly { nama: string }[] | undefined) =>
  rows?.map((row) => row.nama).join(', ')
const overdueOf = (u: UserRow) =>
  u.piutang?.sisa_lewat_tempo ? rupiah(u.piutang.sisa_lewat_tempo) : null

/**
 * Printed columns by kind of user, and the relations to expand for these columns. The columns for
 * name and status are not listed, because every kind of user has them.
 */
const lists: Record<string, List> = {
  pelatih: {
    expand: 'pelatih_profil,bidang,gedung_wilayah,mengajar',
    columns: [
      code('Kode', (u) => u.pelatih_profil?.kode),
      text('Bidang', (u) => namesOf(u.bidang)),
      text('Mengajar di', (u) => namesOf(u.gedung_wilayah) || 'Semua outlet'),
      number('Kelas', (u) => numberText(u.mengajar?.kelas ?? 0)),
      phone,
    ],
  },
  sales: {
    expand: 'gedung,sales_profil',
    columns: [
      code('Kode', (u) => u.sales_profil?.kode),
      outlet,
      number('Target peserta', (u) => numberText(u.sales_profil?.target_peserta_bulan)),
      phone,
      email,
    ],
  },
  'akun-billing': {
    expand: 'akun_billing_profil,peserta,piutang',
    columns: [
      phone,
      text('Peserta', (u) => u.peserta?.map((p) => p.name).join(', ')),
      number('Saldo', (u) => rupiah(u.akun_billing_profil?.saldo_kredit)),
      number('Tunggakan', overdueOf),
    ],
  },
  peserta: {
    expand: 'gedung,akun_billing,peserta_profil,kursus_aktif',
    columns: [
      code('No. Induk', (u) => u.peserta_profil?.no_induk),
      outlet,
      text('Akun Billing', (u) => u.akun_billing?.name),
      text('Kursus', (u) => u.kursus_aktif?.map((k) => k.kursus).join(', ')),
      phone,
    ],
  },
  'pendaftar-mandiri': {
    expand: 'gedung',
    columns: [phone, email, outlet, code('Mendaftar', (u) => waktu(u.created_at))],
  },
}
const allKinds: List = {
  expand: 'role,gedung',
  columns: [text('Role', (u) => u.role?.name), outlet, phone, email],
}

/** Returns the filtered rows up to the maximum number, and the total count. */
const useRows = (filters: ReturnType<typeof Users.clean>, expand: string) => {
  const list = { ...filters, expand, 'per-page': rowsOfAnswer }
  const { rows: first, page } = Users.useList(list)
  const pages = Math.min(page.pageCount, mostRows / rowsOfAnswer)
  const rest = useSuspenseQueries({
    queries: Array.from({ length: Math.max(0, pages - 1) }, (_, i) =>
      Users.queries.list({ ...list, page: i + 2 }),
    ),
  })
  return { rows: [...first, ...rest.flatMap((q) => q.data.rows)], total: page.total }
}

const bareName = (filter: string) => filter.replace(/\.(gte|lte)$/, '')
const metaOfFilter = (filter: string) => Users.field(bareName(filter))?.meta
const boundOf = (filter: string) => {
  if (filter.endsWith('.gte')) return ' dari'
  return filter.endsWith('.lte') ? ' sampai' : ''
}
const valueInWords = (filter: string, value: string): string => {
  const meta = metaOfFilter(filter)
  if (meta?.control === 'switch') return value === '1' || value === 'true' ? 'Ya' : 'Tidak'
  const option = meta?.options?.find((o) => String(o.value) === value)
  return valueText(option?.value ?? value, meta)
}
/**
 * Returns label and value of each active filter as texts. The names of records chosen as a filter
 * are fetched by id.
 */
const useFiltersInWords = (filters: ListParams): { label: string; value: string }[] => {
  const active = Object.entries(filters).flatMap(([filter, value]) =>
    filter === 'sort' || filter === 'jenis' || value === undefined
      ? []
      : [[filter, String(value)] as const],
  )
  const chosen = useQueries({
    queries: active.map(([filter, value]) => {
      const meta = metaOfFilter(filter)
      return {
        ...pilihanQuery(meta?.resource ?? '', { id: Number(value) }),
        enabled: meta?.control === 'picker',
      }
    }),
  })
  return active.map(([filter, value], i) => ({
    label:
      filter === 'q'
        ? 'Cari'
        : `${metaOfFilter(filter)?.label ?? bareName(filter)}${boundOf(filter)}`,
    value: chosen[i]?.data?.[0]?.label ?? valueInWords(filter, value),
  }))
}

export const UserListSheet = ({ search }: { search: ListParams }) => {
  const { page: _, 'per-page': __, ...filters } = Users.clean(search)
  const jenis = String(search.jenis ?? '')
  const { expand, columns } = lists[jenis] ?? allKinds
  const { rows, total } = useRows(filters, expand)
  const kop = useSheetKop(filters.gedung_id === undefined ? null : Number(filters.gedung_id))
  const words = useFiltersInWords(filters)
  const printTime = usePrintedAt()
  const title = `DAFTAR ${(jenis ? JenisUser.label(jenis) : 'users').toUpperCase()}`
  return (
    <ListPaper
      title={title}
      outlet={kop}
      aside={
        <Text inherit c="dimmed">
          per {printTime}
        </Text>
      }
      foot={[title, ...words.map((w) => `${w.label}: ${w.value}`), `per ${printTime}`].join(' · ')}
      note={
        <>
          {numberText(total)} orang
          {total > mostRows && (
            <>
              ; yang dicetak <b>{numberText(mostRows)} pertama</b>. Persempit filter, atau pakai
              ekspor untuk semuanya
            </>
          )}
          .
          {words.map((w) => (
            <Fragment key={w.label}>
              {' '}
              {w.label}: <b>{w.value}</b>.
            </Fragment>
          ))}
        </>
      }
      rows={rows}
      rowKey={(row) => row.id}
      columns={[name, ...columns, status]}
    />
  )
}
