import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { mostStatements } from '#contract/billing/saldoCalls.ts'
import { RoleId } from '#contract/enums.ts'
import { UserList, userColumns } from '#src/routes/_app/user/-userList.tsx'
import { toast } from '#src/state/feedback.ts'
import { numberText } from '#src/ui/format/format.ts'
import { listRoute } from '#src/ui/list/listRoute.ts'
import { part } from '#src/ui/page/part.ts'

export const Route = createFileRoute('/_app/user/akun-billing')({
  ...listRoute(() => import('#src/data/resources/user.ts').then((m) => m.Users), {
    fixed: { jenis: 'akun-billing' },
    expand: 'role,akun_billing_profil,peserta,piutang',
  }),
  component: AkunBillingList,
})

const StatementMail = lazy(() =>
  part(() => import('#src/routes/_app/user/-saldo/statementMail.tsx')).then((m) => ({
    default: m.StatementMail,
  })),
)
function AkunBillingList() {
  const [chosen, choose] = useState<readonly { id: number; name: string }[]>()
  const chooseAtMost = (rows: readonly { id: number; name: string }[]) => {
    const count = rows.length - mostStatements
    if (count > 0)
      toast(
        `Paling banyak ${numberText(mostStatements)} akun sekali kirim: ${numberText(count)} akun terakhir tidak ikut`,
        { tone: 'red' },
      )
    choose(rows.slice(0, mostStatements))
  }
  return (
    <>
      <UserList
        bulk={[
          {
            label: 'Kirim rekening koran',
            code: 'user/kirim-rekening-koran',
            together: chooseAtMost,
          },
        ]}
        role={RoleId.akunBilling}
        jenis="akun-billing"
        columns={[
          userColumns.nama_tagihan,
          'phone',
          userColumns.peserta,
          userColumns.saldo,
          userColumns.tunggakan,
          userColumns.blokir,
          'status',
        ]}
        filters={['status', 'gedung_id', 'sales_id', 'tunggakan']}
      />
      {chosen && (
        <Suspense>
          <StatementMail akun={chosen} close={() => choose(undefined)} />
        </Suspense>
      )}
    </>
  )
}
