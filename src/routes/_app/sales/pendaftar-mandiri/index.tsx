import { createFileRoute } from '@tanstack/react-router'
import { useState, type ComponentProps } from 'react'
import { AlasanTutup, TahapPendaftar, tahapPendaftar } from '#contract/access/rules/applicant.ts'
import { RoleId } from '#contract/enums.ts'
import type { FieldMeta } from '#contract/fields.ts'
import { Users } from '#src/data/resources/user.ts'
import type { ListParams } from '#src/data/search.ts'
import { roleOf, useMe } from '#src/data/session/session.ts'
import {
  bulkOf,
  applicantPlace,
  useApplicantActions,
  type OpenDialog,
} from '#src/routes/_app/sales/pendaftar-mandiri/-applicant.ts'
import {
  ApplicantDialog,
  HandOverMany,
} from '#src/routes/_app/sales/pendaftar-mandiri/-dialogs.tsx'
import { offeredCourses } from '#src/routes/_app/user/-form/offeredCourses.ts'
import { userColumns } from '#src/routes/_app/user/-userList.tsx'
import { phoneText } from '#src/ui/format/format.ts'
import { listRoute } from '#src/ui/list/listRoute.ts'
import { ListScreen } from '#src/ui/list/ListScreen.tsx'
import { Badge } from '#src/ui/list/rows/Badge.tsx'
import { columnHelper } from '#src/ui/list/table/table.tsx'
import { PageTabs } from '#src/ui/record/PageTabs.tsx'

const route = listRoute(() => import('#src/data/resources/user.ts').then((m) => m.Users), {
  fixed: { jenis: 'pendaftar-mandiri' },
  expand: 'role,gedung,sales,peserta_profil',
  prefetch: offeredCourses,
})
export const Route = createFileRoute('/_app/sales/pendaftar-mandiri/')({
  ...route,
  // Sorts the newest applicants first, because they wait for a first call.
  loaderDeps: ({ search }: { search: ListParams }) => ({
    sort: '-created_at',
    ...route.loaderDeps({ search }),
    ditutup: search.tab === 'ditutup' ? '1' : '0',
  }),
  component: ApplicantList,
})

const k = columnHelper(Users)
const name = k.accessor('name', {
  header: 'Nama',
  cell: ({ cell, row }) => cell.person(phoneText(row.phone)),
})
const sales = k.accessor((row) => row.sales?.name, { id: 'sales', header: 'Sales', cell: 'text' })
const openColumns = [
  name,
  k.accessor((row) => tahapPendaftar(row), {
    id: 'tahap',
    header: 'Tahap',
    cell: ({ row }) => {
      const tahap = tahapPendaftar(row)
      return <Badge tone={TahapPendaftar.tone(tahap)}>{TahapPendaftar.label(tahap)}</Badge>
    },
  }),
  userColumns.created_at,
  sales,
  userColumns.gedung,
  userColumns.minat,
  'email',
  'information_source',
  'activation',
] as const
const closedColumns = [
  name,
  k.accessor((row) => row.alasan_tutup && AlasanTutup.label(row.alasan_tutup), {
    id: 'alasan_tutup',
    header: 'Alasan',
    cell: 'text',
  }),
  'catatan_tutup',
  sales,
  userColumns.gedung,
  'email',
  k.accessor('ditutup_at', { header: 'Ditutup', cell: ({ cell }) => cell.instant() }),
  userColumns.created_at,
] as const
const filters = ['pendaftar', 'sales_id', 'gedung_id', 'created_at', 'activation'] as const
const closedFilters = ['sales_id', 'gedung_id', 'created_at'] as const

const relabel = (name: string, meta: FieldMeta): FieldMeta =>
  name === 'created_at' ? { ...meta, label: 'Mendaftar' } : meta

function ApplicantList() {
  const { tab } = Route.useSearch()
  const [dialog, show] = useState<OpenDialog | null>(null)
  const [chosen, choose] = useState<Omit<ComponentProps<typeof HandOverMany>, 'close'>>()
  const actionsOf = useApplicantActions(show)
  const isClosed = tab === 'ditutup'
  const shownFilters = isClosed ? closedFilters : filters
  const isSales = roleOf(useMe()) === RoleId.sales
  return (
    <>
      <ListScreen
        // The key remounts the list for each tab, because selection and columns differ between the
        // tabs.
        key={isClosed ? 'ditutup' : 'berjalan'}
        of={Users}
        columns={isClosed ? closedColumns : openColumns}
        filters={isSales ? shownFilters.filter((f) => f !== 'sales_id') : shownFilters}
        above={
          <PageTabs
            keep
            label="Pendaftar mandiri"
            open={isClosed ? 'ditutup' : 'berjalan'}
            tabs={[
              ['berjalan', 'Berjalan'],
              ['ditutup', 'Ditutup'],
            ]}
          />
        }
        open={applicantPlace}
        rowMay={() => false}
        mayDelete={false}
        relabel={relabel}
        actions={actionsOf}
        bulk={
          isClosed
            ? []
            : bulkOf(isSales, (rows, keepSelected) => choose({ rows, left: keepSelected }))
        }
      />
      <ApplicantDialog dialog={dialog} close={() => show(null)} />
      {chosen && <HandOverMany {...chosen} close={() => choose(undefined)} />}
    </>
  )
}
