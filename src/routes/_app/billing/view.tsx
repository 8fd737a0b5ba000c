import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { sourceProperties, SumberBilling } from '#contract/billing/rules/billSource.ts'
import { StatusDenda } from '#contract/billing/rules/denda.ts'
import { quantityText } from '#contract/billing/rules/paper/paperText.ts'
import { BillingStatus } from '#contract/enums.ts'
import { InfoBilling } from '#src/data/calls.ts'
import { useMetode } from '#src/data/paymentMethods.ts'
import { Billings } from '#src/data/resources/billing.ts'
import { useCan } from '#src/data/session/session.ts'
import { confirm, toast } from '#src/state/feedback.ts'
import { bulan, rupiah, tanggal, shortTanggal, waktu } from '#src/ui/format/format.ts'
import { DataTable } from '#src/ui/list/table/DataTable.tsx'
import { Badge } from '#src/ui/list/table/table.tsx'
import { part } from '#src/ui/page/part.ts'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'
import { Facts } from '#src/ui/record/Facts.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'
import {
  RecordHeader,
  RecordTabs,
  RecordHistory,
  type RecordAction,
} from '#src/ui/record/Record.tsx'
import { recordRoute } from '#src/ui/record/recordRoute.ts'
import { BillStatus, billName, useBillActions, type Bill } from './-bill.tsx'
import { useCorrections } from './-corrections.ts'
import { CreditNotes } from './-creditNotes.tsx'
import { FeePanel } from './-denda.tsx'
import { FirstDocumentNote } from './-firstDocument.tsx'
import {
  BillSums,
  ItemNote,
  ItemReason,
  useNames,
  useReceipts,
  type Alokasi,
  type Item,
} from './-parts.tsx'

const expand = 'items,alokasi,akun_billing,gedung,menggantikan,konfirmasi,denda,denda_dari'
export const Route = createFileRoute('/_app/billing/view')({
  ...recordRoute(
    () => import('#src/data/resources/billing.ts').then((m) => m.Billings),
    'items,alokasi,akun_billing,gedung,menggantikan,konfirmasi,denda,denda_dari',
  ),
  component: BillingDetail,
})

/**
 * Returns a list with the action that pays the bill with the credit (saldo) of its payer. The list
 * is empty if the payer has no credit.
 */
const useSaldo = (bill: Bill): RecordAction[] => {
  const open = bill.status === BillingStatus.terbit && !bill.void_at && bill.sisa > 0
  const mayRead = useCan('user/info-billing')
  const saldo =
    InfoBilling.useOptionalQuery({ id: bill.akun_billing_id }, { enabled: open && mayRead }).data
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

const BillLink = ({ bill: { id, nomor } }: { bill: Pick<Bill, 'id' | 'nomor'> }) => (
  <PlaceLink to="/billing/view" search={{ id }}>
    {nomor ?? 'Draft'}
  </PlaceLink>
)
/** Returns the bill that replaces a void bill; undefined if no bill replaces it. */
const useReplacement = (bill: Bill): Bill | undefined => {
  const allowed = useCan('billing/index')
  const search = { menggantikan_id: String(bill.id), 'per-page': 1 }
  const list = Billings.queries.list(search)
  return useQuery({ ...list, enabled: allowed && bill.void_at !== null }).data?.rows[0]
}
const BillFacts = ({ bill }: { bill: Bill }) => {
  const mayOpenUser = useCan('user/view')
  const zone = bill.gedung?.zona_waktu
  const next = useReplacement(bill)
  const akun = mayOpenUser ? (
    <PlaceLink to="/user/view" search={{ id: bill.akun_billing_id }}>
      {bill.akun_billing?.name ?? bill.nama_tagihan}
    </PlaceLink>
  ) : (
    bill.akun_billing?.name
  )
  return (
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
        ...(bill.menggantikan
          ? [['Menggantikan', <BillLink key="old" bill={bill.menggantikan} />] as const]
          : []),
        ...(bill.denda_dari
          ? [
              [
                'Denda dari',
                <BillLink
                  key="origin"
                  bill={{ id: bill.denda_dari.billing_id, nomor: bill.denda_dari.nomor }}
                />,
              ] as const,
              ['Status denda', StatusDenda.label(bill.denda_dari.status)] as const,
            ]
          : []),
        ...(bill.diterbitkan_at
          ? [['Diterbitkan', waktu(bill.diterbitkan_at, zone)] as const]
          : []),
        ...(bill.void_at
          ? [
              ['Dibatalkan', waktu(bill.void_at, zone)] as const,
              ['Alasan Pembatalan', bill.void_alasan] as const,
            ]
          : []),
        ...(next ? [['Diganti Oleh', <BillLink key="new" bill={next} />] as const] : []),
      ]}
    />
  )
}

const ItemTable = ({ bill }: { bill: Bill }) => {
  const items = bill.items ?? []
  const names = useNames(items.map((i) => i.peserta_id))
  const mayMake = useCan('billing/create')
  const diskon = {
    label: 'Diskon',
    right: true,
    cell: (item: Item) => (item.diskon > 0 ? rupiah(-item.diskon) : '–'),
  }
  const ppn = { label: 'PPN', right: true, cell: (item: Item) => rupiah(item.ppn) }
  return (
    <DataTable
      caption="Rincian"
      rows={items}
      rowKey={(item) => item.id}
      columns={[
        {
          label: 'Deskripsi',
          cell: (item) => (
            <span>
              {item.deskripsi}
              <ItemNote item={item} names={names} />
              {mayMake && <ItemReason item={item} />}
            </span>
          ),
        },
        { label: 'Jumlah', right: true, cell: quantityText },
        { label: 'Harga Satuan', right: true, cell: (item) => rupiah(item.harga_satuan) },
        ...(bill.total_diskon > 0 ? [diskon] : []),
        ...(bill.total_ppn > 0 ? [ppn] : []),
        { label: 'Total', right: true, cell: (item) => rupiah(item.jumlah) },
      ]}
    />
  )
}

/** Returns the number of valid receipts that pay a bill. */
const receiptsOf = (bill: Bill): number =>
  (bill.alokasi ?? []).filter((a) => !a.void_at && a.payment_id !== null).length
/**
 * Returns the actions that the record of a bill offers. The first action is the action that users
 * usually need next.
 */
const useDetailActions = (bill: Bill): RecordAction[] => {
  const { id } = bill
  const navigate = useNavigate()
  const { actionsOf, removeBill, busy } = useBillActions()
  const saldo = useSaldo(bill)
  const [next, ...otherActions] = actionsOf(bill, receiptsOf(bill))
  const edit: RecordAction = {
    label: 'Ubah',
    code: 'billing/update',
    disabled: bill.void_at ? 'Tagihan sudah dibatalkan' : undefined,
    run: () => void navigate({ to: '/billing/edit', search: { id } }),
  }
  const remove: RecordAction = {
    label: 'Hapus',
    code: 'billing/delete',
    danger: true,
    busy,
    run: () => void removeBill(bill),
  }
  return [
    ...(next ? [next] : []),
    ...saldo,
    edit,
    ...otherActions,
    ...(bill.status === BillingStatus.draft ? [remove] : []),
  ]
}

const CreditNote = lazy(() =>
  part(() => import('./-creditNote.tsx')).then((m) => ({ default: m.CreditNote })),
)
function BillingDetail() {
  const { id } = Route.useSearch()
  const bill = Billings.useView(id, expand)
  const actions = useDetailActions(bill)
  const { mark } = sourceProperties(bill.sumber)
  const [crediting, setCrediting] = useState(false)
  const corrections = useCorrections(bill, receiptsOf(bill), () => setCrediting(true))
  return (
    <>
      <RecordHeader
        name={bill.nomor ?? undefined}
        status={
          <>
            <BillStatus bill={bill} />
            {mark !== undefined && <Badge tone={SumberBilling.tone(bill.sumber)}>{mark}</Badge>}
          </>
        }
        actions={actions}
        more={corrections}
      />
      {bill.status === BillingStatus.draft && <FirstDocumentNote />}
      <Panel>
        <BillFacts bill={bill} />
      </Panel>
      <Panel title="Rincian">
        <ItemTable bill={bill} />
        <BillSums bill={bill} />
      </Panel>
      <FeePanel bill={bill} />
      <RecordTabs
        tabs={[
          { id: 'pembayaran', label: 'Pembayaran', content: <PaymentTable bill={bill} /> },
          {
            id: 'nota-kredit',
            label: 'Nota kredit',
            code: 'mutasi-saldo/index',
            content: <CreditNotes id={id} />,
          },
          {
            id: 'riwayat',
            label: 'Riwayat',
            code: 'audit/index',
            content: <RecordHistory entitas="billing" id={id} of={Billings} />,
          },
        ]}
      />
      {crediting && (
        <Suspense>
          <CreditNote bill={bill} close={() => setCrediting(false)} />
        </Suspense>
      )}
    </>
  )
}

const PaymentTable = ({ bill }: { bill: Bill }) => {
  const alokasi = bill.alokasi ?? []
  const receipts = useReceipts(alokasi)
  const metode = useMetode()
  const receiptOf = (a: Alokasi) => (a.payment_id === null ? undefined : receipts.get(a.payment_id))
  if (alokasi.length === 0) return <Text c="dimmed">Belum ada pembayaran</Text>
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
            if (!receipt) return a.payment_id === null ? 'Saldo' : 'Kuitansi'
            return (
              <PlaceLink to="/billing-payment/view" search={{ id: receipt.id }}>
                {receipt.nomor}
              </PlaceLink>
            )
          },
        },
        {
          label: 'Tanggal',
          cell: (a) => {
            const receipt = receiptOf(a)
            return receipt
              ? shortTanggal(receipt.tanggal)
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
            a.void_at ? <Badge tone="red">Batal</Badge> : <Badge tone="green">Diterima</Badge>,
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
