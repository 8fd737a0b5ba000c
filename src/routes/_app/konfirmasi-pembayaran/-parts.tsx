/**
 * Sections of a payment confirmation: bills and sums, data of the transfer, and possible
 * duplicates.
 */
import { Stack, Text } from '@mantine/core'
import { StatusKonfirmasi } from '#contract/billing/konfirmasi/konfirmasiEnums.ts'
import { useCan } from '#src/data/session/session.ts'
import { Sums } from '#src/routes/_app/billing/-form/sums.tsx'
import type { Confirmation } from '#src/routes/_app/konfirmasi-pembayaran/-konfirmasi.tsx'
import { Note } from '#src/ui/feedback/Note.tsx'
import { bulan, rupiah, shortTanggal, tanggal, waktu } from '#src/ui/format/format.ts'
import { Dim } from '#src/ui/format/Words.tsx'
import { DataTable } from '#src/ui/list/table/DataTable.tsx'
import { Badge } from '#src/ui/list/table/table.tsx'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'
import { Facts } from '#src/ui/record/Facts.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'

type Bill = NonNullable<Confirmation['tagihan']>[number]
const openOf = (bills: readonly Bill[]) => bills.filter((b) => !b.void_at && b.sisa > 0)

const BillState = ({ bill }: { bill: Bill }) => {
  if (bill.void_at) return <Badge tone="red">Batal</Badge>
  return bill.sisa === 0 ? <Badge tone="green">Lunas</Badge> : rupiah(bill.sisa)
}

/**
 * Bills of the confirmation with their current status, and the amount stated by the payer. While
 * the confirmation is pending, the expected amount and the difference are also shown.
 */
export const Bills = ({ row }: { row: Confirmation }) => {
  const bills = row.tagihan ?? []
  const mayOpen = useCan('billing/view')
  const expected = openOf(bills).reduce((sum, b) => sum + b.sisa, 0)
  const difference = row.jumlah - expected
  const isWaiting = row.status === 'menunggu'
  return (
    <>
      <DataTable
        caption="Tagihan yang dibayar"
        rows={bills}
        rowKey={(b) => b.id}
        columns={[
          {
            label: 'Tagihan',
            cell: (b) => (
              <span>
                {mayOpen ? (
                  <PlaceLink to="/billing/view" search={{ id: b.id }}>
                    {b.nomor ?? '–'}
                  </PlaceLink>
                ) : (
                  (b.nomor ?? '–')
                )}
                {b.periode && <Dim style={{ display: 'block' }}>{bulan(b.periode)}</Dim>}
              </span>
            ),
          },
          { label: 'Jatuh Tempo', cell: (b) => shortTanggal(b.jatuh_tempo) },
          { label: 'Sisa', right: true, cell: (b) => <BillState bill={b} /> },
        ]}
      />
      <Sums
        label="Selisih konfirmasi"
        sums={[
          { label: 'Seharusnya', amount: isWaiting ? expected : undefined },
          { label: 'Dikonfirmasi', amount: row.jumlah, strong: true },
          {
            label: 'Selisih',
            amount: isWaiting ? difference : undefined,
            strong: difference !== 0,
          },
        ]}
      />
      {isWaiting && difference < 0 && (
        <Note tone="orange" mt="sm">
          Kurang {rupiah(-difference)}: tagihan dibayar sebagian.
        </Note>
      )}
      {isWaiting && difference > 0 && (
        <Note tone="orange" mt="sm">
          {expected === 0
            ? 'Tidak ada lagi yang terbuka: seluruhnya masuk saldo.'
            : `Lebih ${rupiah(difference)}: kelebihannya masuk saldo.`}
        </Note>
      )}
    </>
  )
}

/**
 * Notes on a confirmation. While the confirmation is pending, the notes show the voided receipt of
 * an earlier approval and, for the admin who decides, possible duplicates. After a rejection, every
 * reader sees the reason.
 */
export const Duplicates = ({ row }: { row: Confirmation }) => {
  const { kembar = [], pembayaran = [], sebelumnya = [], status } = row
  const voided = pembayaran.filter((p) => p.void_at).at(-1)
  const recorded = sebelumnya.filter((p) => p.mirip)
  const isWaiting = status === 'menunggu'
  return (
    <Stack gap="xs" mb="md">
      {status === 'ditolak' && <Note tone="red">Ditolak: {row.alasan_tolak}</Note>}
      {isWaiting && voided && (
        <Note tone="orange">
          Diperiksa kembali: kuitansi {voided.nomor} dibatalkan. {voided.void_alasan}
        </Note>
      )}
      {isWaiting && recorded.length > 0 && (
        <Note tone="orange">
          Mungkin sudah dicatat dengan hari dan jumlah yang sama:{' '}
          {recorded.map((p, i) => (
            <span key={p.id}>
              {i > 0 && ', '}
              <PlaceLink to="/billing-payment/view" search={{ id: p.id }}>
                {p.nomor}
              </PlaceLink>
            </span>
          ))}
        </Note>
      )}
      {isWaiting && kembar.length > 0 && (
        <Note tone={kembar.some((t) => t.bukti_sama) ? 'red' : 'orange'}>
          Mirip dengan:{' '}
          {kembar.map((t, i) => (
            <span key={t.id}>
              {i > 0 && '; '}
              <PlaceLink to="/konfirmasi-pembayaran/view" search={{ id: t.id }}>
                {t.nomor}
              </PlaceLink>{' '}
              ({t.akun}, {StatusKonfirmasi.label(t.status).toLowerCase()},{' '}
              {t.bukti_sama ? 'bukti yang sama' : 'rekening, hari, dan jumlah yang sama'})
            </span>
          ))}
        </Note>
      )}
    </Stack>
  )
}

/**
 * Returns the facts of the receipt that the approval created. Returns an empty list if there is no
 * such receipt.
 */
const receiptFacts = (row: Confirmation, mayOpen: boolean) => {
  const receipt = row.pembayaran?.find((p) => p.id === row.payment_id)
  if (!receipt) return []
  const { id, nomor, jumlah } = receipt
  return [
    [
      'Kuitansi',
      mayOpen ? (
        <PlaceLink key="k" to="/billing-payment/view" search={{ id }}>
          {nomor}
        </PlaceLink>
      ) : (
        nomor
      ),
    ] as const,
    ['Diterima', rupiah(jumlah)] as const,
  ]
}

export const ConfirmationFacts = ({ row }: { row: Confirmation }) => {
  const mayOpenUser = useCan('user/view')
  const mayOpenReceipt = useCan('billing-payment/view')
  const { bank, gedung, akun_billing: akun } = row
  const when = (instant: string) => waktu(instant, gedung?.zona_waktu)
  return (
    <Facts
      items={[
        ['Jumlah', <b key="j">{rupiah(row.jumlah)}</b>],
        ['Tanggal Transfer', tanggal(row.tanggal_transfer)],
        ['Rekening Tujuan', bank && `${bank.nama_bank} ${bank.no_rekening}`],
        ['Pengirim', [row.pengirim_nama, row.bank_asal].filter(Boolean).join(', ')],
        [
          'Akun Billing',
          akun && mayOpenUser ? (
            <PlaceLink key="a" to="/user/view" search={{ id: akun.id }}>
              {akun.name}
            </PlaceLink>
          ) : (
            akun?.name
          ),
        ],
        ['Outlet', gedung?.nama],
        ...(row.catatan ? [['Catatan', row.catatan] as const] : []),
        ['Dikirim', `${when(row.created_at)} oleh ${row.pengaju?.name ?? '–'}`],
        ...(row.ditinjau_at
          ? [
              [
                StatusKonfirmasi.label(row.status),
                `${when(row.ditinjau_at)} oleh ${row.peninjau?.name ?? '–'}`,
              ] as const,
            ]
          : []),
        ...(row.dibatalkan_at ? [['Dibatalkan', when(row.dibatalkan_at)] as const] : []),
        ...receiptFacts(row, mayOpenReceipt),
      ]}
    />
  )
}

/**
 * Earlier payments of the payer. The panel is shown only to a reader who may approve or reject
 * confirmations.
 */
export const PaymentHistory = ({ row }: { row: Confirmation }) => {
  const mayDecide = useCan('konfirmasi-pembayaran/setujui')
  const { sebelumnya = [] } = row
  if (!mayDecide) return null
  return (
    <Panel title="Pembayaran sebelumnya">
      {sebelumnya.length === 0 ? (
        <Text c="dimmed" m={0}>
          Belum pernah membayar.
        </Text>
      ) : (
        <DataTable
          caption="Pembayaran terakhir akun billing ini"
          rows={sebelumnya}
          rowKey={(p) => p.id}
          columns={[
            {
              label: 'Kuitansi',
              cell: (p) => (
                <PlaceLink to="/billing-payment/view" search={{ id: p.id }}>
                  {p.nomor}
                </PlaceLink>
              ),
            },
            { label: 'Tanggal', cell: (p) => shortTanggal(p.tanggal) },
            { label: 'Jumlah', right: true, cell: (p) => rupiah(p.jumlah) },
          ]}
        />
      )}
    </Panel>
  )
}
