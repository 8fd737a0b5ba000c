import { createFileRoute } from '@tanstack/react-router'
import { SumberBilling } from '#contract/enums.ts'
import { Billings } from '#src/data/billing.ts'
import { InfoBilling } from '#src/data/calls.ts'
import { useMetode } from '#src/data/metode.ts'
import { useCan } from '#src/data/session.ts'
import { confirm, toast } from '#src/state/feedback.ts'
import { DataTable } from '#src/ui/DataTable.tsx'
import { Facts } from '#src/ui/Facts.tsx'
import { bulan, rupiah, tanggal, tanggalPendek, waktu } from '#src/ui/format.ts'
import { Panel } from '#src/ui/Panel.tsx'
import { PlaceLink } from '#src/ui/PlaceLink.tsx'
import { RecordHeader, RecordTabs, Riwayat, type RecordAction } from '#src/ui/Record.tsx'
import { recordRoute } from '#src/ui/recordRoute.ts'
import { Badge } from '#src/ui/table.tsx'
import { BillStatus, billName, useBillActions, type Bill } from './-bill.tsx'
import { BillSums, ItemNote, useNames, useReceipts, type Alokasi, type Item } from './-parts.tsx'

const expand = 'items,alokasi,akun_billing,gedung'
export const Route = createFileRoute('/_app/billing/view')({
  ...recordRoute(
    () => import('#src/data/billing.ts').then((m) => m.Billings),
    'items,alokasi,akun_billing,gedung',
  ),
  component: DetailTagihan,
})

/** The action that spends the account's saldo, where it has any. */
const useSaldo = (bill: Bill): RecordAction[] => {
  const open = bill.status === 1 && !bill.void_at && bill.sisa > 0
  const mayRead = useCan('user/info-billing')
  const saldo =
    InfoBilling.useMaybe({ id: bill.akun_billing_id }, { enabled: open && mayRead }).data
      ?.saldo_kredit ?? 0
  const use = Billings.useAction('pakai-saldo')
  const jumlah = Math.min(saldo, bill.sisa)
  const run = async () => {
    const body = `Saldo ${bill.nama_tagihan} ${rupiah(saldo)}. Dipakai ${rupiah(jumlah)}; sisa tagihan menjadi ${rupiah(bill.sisa - jumlah)}.`
    if (
      await confirm({ title: `Pakai saldo untuk ${billName(bill)}?`, body, confirm: 'Pakai saldo' })
    )
      use.mutate(
        { id: bill.id, input: { jumlah } },
        { onSuccess: () => toast(`Saldo ${rupiah(jumlah)} dipakai untuk ${billName(bill)}`) },
      )
  }
  return open && saldo > 0
    ? [
        {
          label: 'Pakai saldo',
          code: 'billing/pakai-saldo',
          busy: use.isPending,
          run: () => void run(),
        },
      ]
    : []
}

function DetailTagihan() {
  const { id } = Route.useSearch()
  const bill = Billings.useView(id, expand)
  const { actionsOf, hapus, busy, go } = useBillActions()
  const saldo = useSaldo(bill)
  const names = useNames((bill.items ?? []).map((i) => i.peserta_id))
  const mayOpenUser = useCan('user/view')
  const zone = bill.gedung?.zona_waktu
  const work = actionsOf(
    bill,
    (bill.alokasi ?? []).filter((a) => !a.void_at && a.payment_id !== null).length,
  )
  const actions: RecordAction[] = [
    ...work.slice(0, 1),
    ...saldo,
    {
      label: 'Ubah',
      code: 'billing/update',
      disabled: bill.void_at ? 'Tagihan sudah dibatalkan' : undefined,
      run: () => go('/billing/edit', { id }),
    },
    ...work.slice(1),
    ...(bill.status === 0
      ? [
          {
            label: 'Hapus',
            code: 'billing/delete',
            danger: true,
            busy,
            run: () => void hapus(bill),
          } satisfies RecordAction,
        ]
      : []),
  ]
  const akun = mayOpenUser ? (
    <PlaceLink to="/user/view" search={{ id: bill.akun_billing_id }}>
      {bill.akun_billing?.name ?? bill.nama_tagihan}
    </PlaceLink>
  ) : (
    bill.akun_billing?.name
  )
  return (
    <>
      <RecordHeader
        name={bill.nomor ?? undefined}
        status={<BillStatus bill={bill} />}
        actions={actions}
      />
      <Panel>
        <Facts
          items={[
            ['Akun Billing', akun],
            ['Nama Tagihan', bill.nama_tagihan],
            ['Alamat', bill.alamat],
            ['Outlet', bill.gedung?.nama],
            ['Periode', bulan(bill.periode)],
            ['Tanggal Terbit', tanggal(bill.tanggal_terbit)],
            ['Jatuh Tempo', tanggal(bill.jatuh_tempo)],
            ['Sumber', SumberBilling.label(bill.sumber)],
            ...(bill.kode_promo ? [['Kode Promo', bill.kode_promo] as const] : []),
            ['Catatan', bill.catatan],
            ...(bill.diterbitkan_at
              ? [['Diterbitkan', waktu(bill.diterbitkan_at, zone)] as const]
              : []),
            ...(bill.void_at
              ? [
                  ['Dibatalkan', waktu(bill.void_at, zone)] as const,
                  ['Alasan Pembatalan', bill.void_alasan] as const,
                ]
              : []),
          ]}
        />
      </Panel>
      <Panel title="Rincian">
        <DataTable
          caption="Rincian"
          rows={bill.items ?? []}
          rowKey={(item) => item.id}
          columns={[
            {
              label: 'Deskripsi',
              cell: (item) => (
                <span>
                  {item.deskripsi}
                  <ItemNote item={item} names={names} />
                </span>
              ),
            },
            { label: 'Jumlah', right: true, cell: (item) => item.qty },
            { label: 'Harga Satuan', right: true, cell: (item) => rupiah(item.harga_satuan) },
            ...(bill.total_diskon > 0
              ? [
                  {
                    label: 'Diskon',
                    right: true,
                    cell: (item: Item) => (item.diskon > 0 ? rupiah(-item.diskon) : '–'),
                  },
                ]
              : []),
            ...(bill.total_ppn > 0
              ? [{ label: 'PPN', right: true, cell: (item: Item) => rupiah(item.ppn) }]
              : []),
            { label: 'Total', right: true, cell: (item) => rupiah(item.jumlah) },
          ]}
        />
        <BillSums bill={bill} />
      </Panel>
      <RecordTabs
        tabs={[
          { id: 'pembayaran', label: 'Pembayaran', content: <Pembayaran bill={bill} /> },
          {
            id: 'riwayat',
            label: 'Riwayat',
            code: 'audit/index',
            content: <Riwayat entitas="billing" id={id} of={Billings} />,
          },
        ]}
      />
    </>
  )
}

const Pembayaran = ({ bill }: { bill: Bill }) => {
  const alokasi = bill.alokasi ?? []
  const receipts = useReceipts(alokasi)
  const metode = useMetode()
  const receiptOf = (a: Alokasi) => (a.payment_id === null ? undefined : receipts.get(a.payment_id))
  if (alokasi.length === 0)
    return (
      <p className="dim" style={{ margin: 0 }}>
        Belum ada pembayaran
      </p>
    )
  return (
    <DataTable
      caption="Pembayaran"
      rows={alokasi}
      rowKey={(a) => a.id}
      columns={[
        {
          label: 'Kuitansi',
          cell: (a) => {
            const receipt = receiptOf(a)
            return receipt ? (
              <PlaceLink to="/billing-payment/view" search={{ id: receipt.id }}>
                {receipt.nomor}
              </PlaceLink>
            ) : a.payment_id === null ? (
              'Saldo'
            ) : (
              'Kuitansi'
            )
          },
        },
        {
          label: 'Tanggal',
          cell: (a) => {
            const receipt = receiptOf(a)
            return receipt
              ? tanggalPendek(receipt.tanggal)
              : waktu(a.created_at, bill.gedung?.zona_waktu)
          },
        },
        {
          label: 'Metode',
          cell: (a) => {
            const receipt = receiptOf(a)
            return receipt ? metode.label(receipt.metode) : '–'
          },
        },
        {
          label: 'Status',
          cell: (a) =>
            a.void_at ? <Badge tone="red">Batal</Badge> : <Badge tone="green">Berlaku</Badge>,
        },
        {
          label: 'Jumlah',
          right: true,
          cell: (a) => (a.void_at ? <s>{rupiah(a.jumlah)}</s> : rupiah(a.jumlah)),
        },
      ]}
    />
  )
}
