import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { KategoriPengeluaran } from '#contract/sales/expenseEnums.ts'
import { useMetode } from '#src/data/paymentMethods.ts'
import { PengeluaranSales } from '#src/data/resources/pengeluaranSales.ts'
import { useCan } from '#src/data/session/session.ts'
import {
  ExpenseStatus,
  useExpenseActions,
  whyNotChange,
  type Expense,
} from '#src/routes/_app/pengeluaran-sales/-expense.tsx'
import { Note } from '#src/ui/feedback/Note.tsx'
import { rupiah, tanggal, waktu } from '#src/ui/format/format.ts'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'
import { Facts } from '#src/ui/record/Facts.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'
import { Proof } from '#src/ui/record/Proof.tsx'
import { RecordHeader, RecordHistory, RecordTabs } from '#src/ui/record/Record.tsx'
import { recordRoute } from '#src/ui/record/recordRoute.ts'

const expand = 'sales,lead,pengaju,penyetuju,penolak,gedung,kembar'
export const Route = createFileRoute('/_app/pengeluaran-sales/view')({
  ...recordRoute(
    () => import('#src/data/resources/pengeluaranSales.ts').then((m) => m.PengeluaranSales),
    expand,
  ),
  component: ExpenseDetail,
})

function ExpenseDetail() {
  const { id } = Route.useSearch()
  const expense = PengeluaranSales.useView(id, expand)
  const navigate = useNavigate()
  const { actionsOf } = useExpenseActions()
  const [approve, refuse, print, cancel] = actionsOf(expense)
  const isOpen = expense.status === 'diajukan' && !expense.void_at
  const change = {
    label: expense.status === 'ditolak' ? 'Perbaiki' : 'Ubah',
    code: 'pengeluaran-sales/update' as const,
    disabled: whyNotChange(expense),
    run: () => void navigate({ to: '/pengeluaran-sales/edit', search: { id } }),
  }
  return (
    <>
      <RecordHeader
        name={expense.nomor}
        status={<ExpenseStatus expense={expense} />}
        actions={[...(isOpen ? [approve, refuse] : []), change, print, cancel].filter(
          (action) => action !== undefined,
        )}
      />
      <Duplicates expense={expense} />
      <ExpensePanel expense={expense} />
      <RecordTabs
        tabs={[
          {
            id: 'bukti',
            label: 'Bukti',
            content: <Proof id={expense.bukti} name={expense.nomor} />,
          },
          {
            id: 'riwayat',
            label: 'Riwayat',
            code: 'audit/index',
            content: <RecordHistory entitas="pengeluaran-sales" id={id} of={PengeluaranSales} />,
          },
        ]}
      />
    </>
  )
}

/** Note on possible duplicates of the expense, for the admin who decides. */
const Duplicates = ({ expense: { void_at, kembar = [] } }: { expense: Expense }) =>
  void_at || kembar.length === 0 ? null : (
    <Note tone="orange" mb="md">
      Mirip dengan:{' '}
      {kembar.map(({ id, nomor, tanggal: day, bukti_sama }, i) => (
        <span key={id}>
          {i > 0 && '; '}
          <PlaceLink to="/pengeluaran-sales/view" search={{ id }}>
            {nomor}
          </PlaceLink>{' '}
          ({tanggal(day)}
          {bukti_sama && ', bukti yang sama'})
        </span>
      ))}
    </Note>
  )

type Fact = readonly [label: string, value: string | null]
/** Returns the facts of the decision on an expense; empty if it is undecided. */
const decisionOf = (expense: Expense, when: (instant: string) => string): Fact[] => [
  ...(expense.disetujui_at
    ? [
        [
          'Disetujui',
          `${when(expense.disetujui_at)} oleh ${expense.penyetuju?.name ?? '–'}`,
        ] as const,
      ]
    : []),
  ...(expense.ditolak_at
    ? [
        [
          expense.status === 'ditolak' ? 'Ditolak' : 'Terakhir Ditolak',
          `${when(expense.ditolak_at)} oleh ${expense.penolak?.name ?? '–'}`,
        ] as const,
        ['Alasan Ditolak', expense.alasan_tolak] as const,
      ]
    : []),
  ...(expense.void_at
    ? [
        ['Dibatalkan', when(expense.void_at)] as const,
        ['Alasan Batal', expense.void_alasan] as const,
      ]
    : []),
]

const LeadLink = ({ lead }: { lead: NonNullable<Expense['lead']> }) =>
  lead.terbuka ? (
    <PlaceLink to="/sales/lead/view" search={{ id: lead.id }}>
      {lead.nama}
    </PlaceLink>
  ) : (
    lead.nama
  )

const ExpensePanel = ({ expense }: { expense: Expense }) => {
  const metode = useMetode()
  const seesSales = useCan('user/sales')
  const { sales, gedung } = expense
  const when = (instant: string) => waktu(instant, gedung?.zona_waktu)
  return (
    <Panel>
      <Facts
        items={[
          ['Jumlah', <b key="j">{rupiah(expense.jumlah)}</b>],
          ['Tanggal', tanggal(expense.tanggal)],
          ['Kategori', KategoriPengeluaran.label(expense.kategori)],
          ['Keterangan', expense.keterangan],
          [
            'Sales',
            sales && seesSales ? (
              <PlaceLink key="s" to="/user/view" search={{ id: sales.id }}>
                {sales.name}
              </PlaceLink>
            ) : (
              sales?.name
            ),
          ],
          ['Outlet', gedung?.nama],
          ...(expense.lead ? [['Lead', <LeadLink key="l" lead={expense.lead} />] as const] : []),
          ['Metode', metode.label(expense.metode)],
          ['Diajukan', `${when(expense.created_at)} oleh ${expense.pengaju?.name ?? '–'}`],
          ...decisionOf(expense, when),
        ]}
      />
    </Panel>
  )
}
