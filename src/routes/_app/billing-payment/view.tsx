import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Kanal } from '#contract/enums.ts'
import { Billings } from '#src/data/billing.ts'
import { BillingPayments } from '#src/data/billingPayment.ts'
import { useMetode } from '#src/data/metode.ts'
import {
  PaymentStatus,
  UbahForm,
  useBatalkan,
  type Payment,
} from '#src/routes/_app/billing-payment/-aksi.tsx'
import { DataTable } from '#src/ui/DataTable.tsx'
import { Facts } from '#src/ui/Facts.tsx'
import { bulan, rupiah, tanggal, tanggalPendek, waktu } from '#src/ui/format.ts'
import { Panel } from '#src/ui/Panel.tsx'
import { PlaceLink } from '#src/ui/PlaceLink.tsx'
import { RecordHeader, RecordTabs, Riwayat } from '#src/ui/Record.tsx'
import { recordRoute } from '#src/ui/recordRoute.ts'
import { Badge } from '#src/ui/table.tsx'

const expand = 'alokasi,akun_billing,bank,gedung,penerima'
export const Route = createFileRoute('/_app/billing-payment/view')({
  ...recordRoute(
    () => import('#src/data/billingPayment.ts').then((m) => m.BillingPayments),
    expand,
  ),
  component: DetailPembayaran,
})

function DetailPembayaran() {
  const { id } = Route.useSearch()
  const payment = BillingPayments.useView(id, expand)
  const metode = useMetode()
  const navigate = useNavigate()
  const { batalkan, busy } = useBatalkan()
  const [editing, setEditing] = useState<number | null>(null)
  const gone = payment.void_at ? 'Pembayaran sudah dibatalkan' : undefined
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
            disabled: gone,
            run: () => setEditing(id),
          },
          {
            label: 'Batalkan',
            code: 'billing-payment/batalkan',
            danger: true,
            busy,
            disabled: gone,
            run: () => batalkan(payment),
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
          { id: 'alokasi', label: 'Alokasi', content: <Alokasi payment={payment} /> },
          {
            id: 'riwayat',
            label: 'Riwayat',
            code: 'audit/index',
            content: <Riwayat entitas="billing-payment" id={id} of={BillingPayments} />,
          },
        ]}
      />
      <UbahForm target={{ id: editing, close: () => setEditing(null) }} />
    </>
  )
}

const Alokasi = ({ payment }: { payment: Payment }) => {
  const bills = new Map(
    Billings.useList({ payment_id: String(payment.id), 'per-page': 100 }).rows.map((b) => [
      b.id,
      b,
    ]),
  )
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
            cell: (a) => (
              <PlaceLink to="/billing/view" search={{ id: a.billing_id }}>
                {bills.get(a.billing_id)?.nomor ?? `Tagihan #${a.billing_id}`}
              </PlaceLink>
            ),
          },
          {
            label: 'Periode',
            cell: (a) => bulan(bills.get(a.billing_id)?.periode) || <span className="dim">–</span>,
          },
          {
            label: 'Jatuh Tempo',
            cell: (a) => tanggalPendek(bills.get(a.billing_id)?.jatuh_tempo),
          },
          {
            label: 'Sisa Tagihan',
            right: true,
            cell: (a) => rupiah(bills.get(a.billing_id)?.sisa),
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
      <div className="sumLine">
        <span>
          Dialokasikan: <b>{rupiah(payment.dialokasikan)}</b>
        </span>
        <span>
          Ke saldo: <b>{rupiah(payment.ke_saldo)}</b>
        </span>
      </div>
    </>
  )
}
