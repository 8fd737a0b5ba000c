/**
 * Tabs with the related records of a user: bills, credit and students of a payer, classes and bills
 * of a student, and classes of a coach.
 */
import { Stack } from '@mantine/core'
import {
  BillingStatus,
  Hari,
  KursusPesertaStatus,
  PaymentStatus,
  StatusAktif,
  TipeBank,
  UserStatus,
  type Enum,
} from '#contract/enums.ts'
import { InfoBilling, InfoPeserta, ListPaymentBank } from '#src/data/calls.ts'
import { Billings } from '#src/data/resources/billing.ts'
import { KursusPelatihs } from '#src/data/resources/kursusPelatih.ts'
import { KursusPesertas } from '#src/data/resources/kursusPeserta.ts'
import { useCan } from '#src/data/session/session.ts'
import { jamSpan, bulan, rupiah, shortTanggal } from '#src/ui/format/format.ts'
import { DataTable } from '#src/ui/list/table/DataTable.tsx'
import { Badge } from '#src/ui/list/table/table.tsx'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'
import { Facts, Subhead } from '#src/ui/record/Facts.tsx'

interface BillRow {
  id: number
  nomor: string | null
  periode: string | null
  jatuh_tempo: string
  total: number
  sisa: number
  payment_status: number
  status?: number
  void_at?: string | null
}
const enumBadge = (of: Enum<string | number>, value: string | number) => (
  <Badge tone={of.tone(value)}>{of.label(value)}</Badge>
)
const billBadge = ({ void_at, status, payment_status }: BillRow) => {
  if (void_at) return <Badge tone="red">Batal</Badge>
  if (status === BillingStatus.draft) return enumBadge(BillingStatus, status)
  return enumBadge(PaymentStatus, payment_status)
}
const id = (row: { id: number }) => row.id
const amountText = (rp: number, n: number) => `${rupiah(rp)} (${n} tagihan)`

const BillingTable = ({ rows }: { rows: readonly BillRow[] }) => (
  <DataTable
    caption="Tagihan"
    empty="Belum ada tagihan"
    rows={rows}
    rowKey={id}
    columns={[
      {
        label: 'Nomor',
        cell: (t) => (
          <PlaceLink to="/billing/view" search={{ id: t.id }}>
            {t.nomor ?? 'Draft'}
          </PlaceLink>
        ),
      },
      { label: 'Periode', cell: (t) => bulan(t.periode) || '–' },
      { label: 'Jatuh Tempo', cell: (t) => shortTanggal(t.jatuh_tempo) },
      { label: 'Total', right: true, cell: (t) => rupiah(t.total) },
      { label: 'Sisa', right: true, cell: (t) => rupiah(t.sisa) },
      {
        label: 'Status',
        cell: billBadge,
      },
    ]}
  />
)

/**
 * Tab with the credit (saldo), debt and bills of a payer, and the bank accounts of the school to
 * which the payer can transfer money.
 */
export const AkunBillings = ({ id: akun }: { id: number }) => {
  const info = InfoBilling.useSuspenseData({ id: akun })
  return (
    <Stack>
      <Facts
        items={[
          ['Saldo', rupiah(info.saldo_kredit)],
          ['Belum terbayar', amountText(info.belum_terbayar.sisa, info.belum_terbayar.jumlah)],
          [
            'Terbayar sebagian',
            amountText(info.terbayar_sebagian.sisa, info.terbayar_sebagian.jumlah),
          ],
          ['Lunas', amountText(info.lunas.total, info.lunas.jumlah)],
        ]}
      />
      <BillingTable rows={info.tagihan} />
      {useCan('user/list-payment-bank') && <PaymentRekening id={akun} />}
    </Stack>
  )
}
const PaymentRekening = ({ id: akun }: { id: number }) => (
  <>
    <Subhead>Rekening Pembayaran</Subhead>
    <DataTable
      caption="Rekening pembayaran"
      empty="Belum ada rekening"
      rows={ListPaymentBank.useSuspenseData({ id: akun })}
      rowKey={id}
      columns={[
        { label: 'Bank', cell: (b) => b.nama_bank },
        { label: 'No. Rekening', cell: (b) => b.no_rekening },
        { label: 'Atas Nama', cell: (b) => b.atas_nama },
        { label: 'Tipe', cell: (b) => TipeBank.label(b.tipe) },
      ]}
    />
  </>
)

/** Table of the students of a payer, with their classes. */
export const AkunPeserta = ({ id: akun }: { id: number }) => (
  <DataTable
    caption="Peserta"
    empty="Belum ada peserta"
    rows={InfoPeserta.useSuspenseData({ id: akun })}
    rowKey={id}
    columns={[
      {
        label: 'Nama',
        cell: (p) => (
          <PlaceLink to="/user/view" search={{ id: p.id }}>
            {p.nama_panggilan ? `${p.name} (${p.nama_panggilan})` : p.name}
          </PlaceLink>
        ),
      },
      { label: 'No. Induk', cell: (p) => p.no_induk ?? '–' },
      {
        label: 'Kursus',
        cell: (p) => (
          <span>
            {p.kursus_peserta.length === 0
              ? '–'
              : p.kursus_peserta.map((k) => (
                  <div key={k.id}>
                    {k.kursus} {enumBadge(KursusPesertaStatus, k.status)}
                  </div>
                ))}
          </span>
        ),
      },
      { label: 'Status', cell: (p) => enumBadge(UserStatus, p.status) },
    ]}
  />
)

/** Table of the classes of a student. */
export const PesertaJadwal = ({ id: peserta }: { id: number }) => (
  <DataTable
    caption="Jadwal kursus"
    empty="Belum ada kursus"
    rowKey={id}
    rows={
      KursusPesertas.useList({
        peserta_id: String(peserta),
        expand: 'kursus,kursus_pelatih,gedung',
        sort: '-mulai',
        'per-page': 50,
      }).rows
    }
    columns={[
      {
        label: 'Kursus',
        cell: (k) => (
          <PlaceLink to="/kursus-peserta/view" search={{ id: k.id }}>
            {k.kursus?.nama ?? 'Jadwal'}
          </PlaceLink>
        ),
      },
      { label: 'Kelas', cell: (k) => k.kursus_pelatih?.nama ?? '–' },
      {
        label: 'Hari',
        cell: ({ kursus_pelatih: k }) =>
          k ? `${Hari.label(k.hari)}, ${jamSpan(k.jam_mulai, k.jam_selesai)}` : '–',
      },
      { label: 'Outlet', cell: (k) => k.gedung?.nama ?? '–' },
      { label: 'Mulai', cell: (k) => shortTanggal(k.mulai) },
      { label: 'Selesai', cell: (k) => shortTanggal(k.selesai) || '–' },
      { label: 'Status', cell: (k) => enumBadge(KursusPesertaStatus, k.status) },
    ]}
  />
)

/** Table of the bills that have a line for this student. */
export const PesertaBillings = ({ id: peserta }: { id: number }) => {
  const { rows, page } = Billings.useList({
    peserta_id: String(peserta),
    sort: '-jatuh_tempo',
    'per-page': 50,
  })
  return (
    <>
      <BillingTable rows={rows} />
      {page.total > rows.length && (
        <p>
          <PlaceLink to="/billing" search={{ peserta_id: peserta }}>
            Lihat semua {page.total} tagihan
          </PlaceLink>
        </p>
      )}
    </>
  )
}

/** Table of the classes of a coach. */
export const PelatihKelas = ({ id: pelatih }: { id: number }) => (
  <DataTable
    caption="Kelas"
    empty="Belum ada kelas"
    rowKey={id}
    rows={
      KursusPelatihs.useList({
        pelatih_id: String(pelatih),
        expand: 'gedung,ruang',
        sort: 'hari',
        'per-page': 50,
      }).rows
    }
    columns={[
      { label: 'Kelas', cell: (k) => k.nama },
      {
        label: 'Hari',
        cell: (k) => `${Hari.label(k.hari)}, ${jamSpan(k.jam_mulai, k.jam_selesai)}`,
      },
      { label: 'Outlet', cell: (k) => k.gedung?.nama ?? '–' },
      { label: 'Ruang', cell: (k) => k.ruang?.nama ?? '–' },
      { label: 'Status', cell: (k) => enumBadge(StatusAktif, k.status) },
    ]}
  />
)
