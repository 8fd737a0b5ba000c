import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { RoleId } from '#contract/enums.ts'
import { PelatihLiburs } from '#src/data/resources/pelatihLibur.ts'
import { roleOf, useMe } from '#src/data/session/session.ts'
import { leaveDays } from '#src/routes/_app/-leaveDays.ts'
import { LeaveDialog, openText, type Leave } from '#src/routes/_app/-leaveDecision.tsx'
import { formFor } from '#src/ui/form/form.tsx'
import { listRoute } from '#src/ui/list/listRoute.ts'
import { ListScreen } from '#src/ui/list/ListScreen.tsx'
import { columnHelper } from '#src/ui/list/table/table.tsx'

export const Route = createFileRoute('/_app/pelatih-libur')({
  ...listRoute(() => import('#src/data/resources/pelatihLibur.ts').then((m) => m.PelatihLiburs), {
    expand: 'pelatih,terbuka',
  }),
  component: LiburGuru,
})

const { ModalForm, Field } = formFor(PelatihLiburs)
const k = columnHelper(PelatihLiburs)
const columns = [
  k.accessor((row) => row.pelatih?.name, { id: 'pelatih', header: 'Guru', cell: 'text' }),
  'mulai',
  'selesai',
  'alasan',
  'status',
  k.accessor(openText, { id: 'terbuka', header: 'Pertemuan terbuka', cell: 'text' }),
] as const

function LiburGuru() {
  const [deciding, decide] = useState<Leave>()
  const me = useMe()
  // A coach asks for own leave only, and may not search for other people.
  const coach = me && roleOf(me) === RoleId.pelatih ? { pelatih_id: me.id } : undefined
  return (
    <>
      <ListScreen
        of={PelatihLiburs}
        columns={columns}
        filters={coach ? ['status', 'mulai'] : ['status', 'pelatih_id', 'mulai']}
        rowName={(row) => `${row.pelatih?.name ?? 'Guru'}, ${leaveDays(row)}`}
        rowMay={(row) => row.status === 'diajukan'}
        actions={(row) => [
          {
            label: row.status === 'diajukan' ? 'Putuskan' : 'Lihat pertemuan',
            run: () => decide(row),
          },
        ]}
        form={
          <ModalForm initial={coach}>
            {!coach && <Field name="pelatih_id" wide />}
            <Field name="mulai" />
            <Field name="selesai" />
            <Field name="alasan" wide />
          </ModalForm>
        }
      />
      {deciding && <LeaveDialog leave={deciding} close={() => decide(undefined)} />}
    </>
  )
}
