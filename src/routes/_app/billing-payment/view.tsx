import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { Kanal } from '#contract/enums.ts'
import { useMetode } from '#src/data/paymentMethods.ts'
import { Billings } from '#src/data/resources/billing.ts'
import { BillingPayments } from '#src/data/resources/billingPayment.ts'
import { useCan } from '#src/data/session/session.ts'
import {
  PaymentStatus,
  PaymentEditForm,
  useVoidPayment,
  type Payment,
} from '#src/routes/_app/billing-payment/-paymentActions.tsx'
import type { Bill } from '#src/routes/_app/billing/-billActions.ts'
import { bulan, rupiah, tanggal, shortTanggal, waktu } from '#src/ui/format/format.ts'
import { Dim } from '#src/ui/format/Words.tsx'
import { DataTable } from '#src/ui/list/table/DataTable.tsx'
import { Badge } from '#src/ui/list/table/table.tsx'
import { part } from '#src/ui/page/part.ts'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'
import { Facts } from '#src/ui/record/Facts.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'
import { PanelFoot } from '#src/ui/record/PanelFoot.tsx'
import { RecordHeader, RecordTabs, RecordHistory } from '#src/ui/record/Record.tsx'
import { recordRoute } from '#src/ui/record/recordRoute.ts'

const expand = 'alokasi,akun_billing,bank,gedung,penerima,mutasi'
export const Route = createFileRoute('/_app/billing-payment/view')({
  ...recordRoute(
    () => import('#src/data/resources/billingPayment.ts').then((m) => m.BillingPayments),
    expand,
  ),
  component: PaymentDetail,
})

const MovePayment = lazy(() =>
  part(() => import('#src/routes/_app/billing-payment/-movePayment.tsx')).then((m) => ({
    default: m.MovePayment,
  })),
)

function PaymentDetail() {
  const { id } = Route.useSearch()
  const payment = BillingPayments.useView(id, expand)
  const metode = useMetode()
  const navigate = useNavigate()
  const { voidPayment, busy } = useVoidPayment()
  const [editing, setEditing] = useState<number | null>(null)
  const [moving, setMoving] = useState(false)
  const voidNote = payment.void_at ? 'Pembayaran sudah dibatalkan' : undefined
  return (
    <>
      <RecordHeader
        name={payment.nomor}
        status={<PaymentStatus payment={payment} />}
        actions={[
          {
            label: 'Cetak',
            code: 'billing-payment/print',
            primary: true,
            run: () => void navigate({ to: '/billing-payment/print', search: { id } }),
          },
          {
            label: 'Ubah',
            code: 'billing-payment/update',
            disabled: voidNote,
            run: () => setEditing(id),
          },
          {
            label: 'Pindahkan',
            code: 'billing-payment/alih',
            disabled: voidNote,
            run: () => setMoving(true),
          },
          {
            label: 'Batalkan',
            code: 'billing-payment/batalkan',
            danger: true,
            busy,
            disabled: voidNote,
            run: () => voidPayment(payment),
          },
        ]}
      />
      <Panel>
        <Facts
          items={[
            ['Jumlah', <b key="j">{rupiah(payment.jumlah)}</b>],
            ['Tanggal', tanggal(payment.tanggal)],
            ['Sudah Terima Dari', payment.pembayar_nama],
            [
              'Akun Billing',
              payment.akun_billing && (
                <PlaceLink key="a" to="/user/view" search={{ id: payment.akun_billing.id }}>
                  {payment.akun_billing.name}
                </PlaceLink>
              ),
            ],
            [
              'Metode',
              `${metode.label(payment.metode)}${payment.kanal ? ` (${Kanal.label(payment.kanal)})` : ''}`,
            ],
            ['Bank', payment.bank && `${payment.bank.nama_bank} ${payment.bank.no_rekening}`],
            ['Referensi', payment.referensi],
            [
              'Mutasi Bank',
              payment.mutasi && (
                <PlaceLink key="m" to="/mutasi-bank/view" search={{ id: payment.mutasi.id }}>
                  {payment.mutasi.keterangan}
                </PlaceLink>
              ),
            ],
            ['Outlet', payment.gedung?.nama],
            ['Diterima Oleh', payment.penerima?.name],
            ['Dicatat', waktu(payment.created_at, payment.gedung?.zona_waktu)],
            ['Catatan', payment.catatan],
            ...(payment.void_at
              ? [
                  ['Dibatalkan', waktu(payment.void_at, payment.gedung?.zona_waktu)] as const,
                  ['Alasan Batal', payment.void_alasan] as const,
                ]
              : []),
          ]}
        />
      </Panel>
      <RecordTabs
        tabs={[
          { id: 'alokasi', label: 'Alokasi', content: <AlokasiList payment={payment} /> },
          {
            id: 'riwayat',
            label: 'Riwayat',
            code: 'audit/index',
            content: <RecordHistory entitas="billing-payment" id={id} of={BillingPayments} />,
          },
        ]}
      />
      {moving && (
        <Suspense>
          <MovePayment payment={payment} close={() => setMoving(false)} />
        </Suspense>
      )}
      <PaymentEditForm target={{ id: editing, close: () => setEditing(null) }} />
    </>
  )
}

type Bills = ReadonlyMap<number, Pick<Bill, 'nomor' | 'periode' | 'jatuh_tempo' | 'sisa'>>
const noBills: Bills = new Map()
const AlokasiWithBills = ({ payment }: { payment: Payment }) => {
  const { rows } = Billings.useList({ payment_id: String(payment.id), 'per-page': 100 })
  return <AlokasiTable payment={payment} bills={new Map(rows.map((b) => [b.id, b]))} />
}
/**
 * Table of the allocations of a payment. The table has no details of the bills if the user may not
 * read bills, as with some custom roles.
 */
const AlokasiList = ({ payment }: { payment: Payment }) =>
  useCan('billing/index') ? (
    <AlokasiWithBills payment={payment} />
  ) : (
    <AlokasiTable payment={payment} bills={noBills} />
  )

const AlokasiTable = ({ payment, bills }: { payment: Payment; bills: Bills }) => {
  const mayOpen = useCan('billing/view')
  const nameOf = (id: number) => bills.get(id)?.nomor ?? `Tagihan #${id}`
  return (
    <>
      <DataTable
        caption="Alokasi pembayaran"
        empty="Tidak dialokasikan ke tagihan: seluruhnya masuk saldo."
        rows={payment.alokasi ?? []}
        rowKey={(a) => a.id}
        columns={[
          {
            label: 'Tagihan',
            cell: (a) =>
              mayOpen ? (
                <PlaceLink to="/billing/view" search={{ id: a.billing_id }}>
                  {nameOf(a.billing_id)}
                </PlaceLink>
              ) : (
                nameOf(a.billing_id)
              ),
          },
          {
            label: 'Periode',
            cell: (a) => bulan(bills.get(a.billing_id)?.periode) || <Dim>–</Dim>,
          },
          {
            label: 'Jatuh Tempo',
            cell: (a) => shortTanggal(bills.get(a.billing_id)?.jatuh_tempo) || <Dim>–</Dim>,
          },
          {
            label: 'Sisa Tagihan',
            right: true,
            cell: (a) => rupiah(bills.get(a.billing_id)?.sisa) || <Dim>–</Dim>,
          },
          {
            label: 'Dialokasikan',
            right: true,
            cell: (a) =>
              a.void_at ? (
                <>
                  <Badge tone="red">Batal</Badge> <s>{rupiah(a.jumlah)}</s>
                </>
              ) : (
                rupiah(a.jumlah)
              ),
          },
        ]}
      />
      <PanelFoot>
        <span>
          Dialokasikan: <b>{rupiah(payment.dialokasikan)}</b>
        </span>
        <span>
          Ke saldo: <b>{rupiah(payment.ke_saldo)}</b>
        </span>
      </PanelFoot>
    </>
  )
}
