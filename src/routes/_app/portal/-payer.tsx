/** Panels of the portal of a payer: bills, ways to pay, payment confirmations and payments. */
import { Group, Stack } from '@mantine/core'
import { StatusKonfirmasi } from '#contract/billing/konfirmasi/konfirmasiEnums.ts'
import type { portalAkunBilling } from '#contract/billing/portalCalls.ts'
import { transferAmount } from '#contract/billing/rules/bank/uniqueCode.ts'
import type { CallOutput } from '#contract/call.ts'
import { PaymentStatus } from '#contract/enums.ts'
import { useCan, useMe } from '#src/data/session/session.ts'
import { useTransferBanks } from '#src/routes/_app/konfirmasi-pembayaran/-bankChoice.tsx'
import { More, PortalItem, PortalList, EmptyText } from '#src/routes/_app/portal/-portal.tsx'
import { bulan, numberText, rupiah, shortTanggal } from '#src/ui/format/format.ts'
import { DataTable } from '#src/ui/list/table/DataTable.tsx'
import { Badge } from '#src/ui/list/table/table.tsx'
import { LinkButton } from '#src/ui/page/LinkButton.tsx'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'
import { CopyButton } from '#src/ui/record/CopyButton.tsx'
import { Subhead } from '#src/ui/record/Facts.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'
import { QrisCode } from '#src/ui/record/QrisCode.tsx'
import { Tiles } from '#src/ui/record/Tiles.tsx'

type Portal = CallOutput<typeof portalAkunBilling>
type Bill = Portal['tagihan'][number]

const BillItem = ({ bill, today }: { bill: Bill; today: string }) => {
  const mayConfirm = useCan('konfirmasi-pembayaran/create')
  const { id, nomor, periode, jatuh_tempo, total, sisa, menunggu, denda } = bill
  const kodeUnik = useMe()?.pengaturan?.kode_unik === true
  return (
    <PortalItem
      note={[
        denda ? 'Denda keterlambatan' : bulan(periode),
        `jatuh tempo ${shortTanggal(jatuh_tempo)}`,
        sisa < total && `dibayar ${rupiah(total - sisa)} dari ${rupiah(total)}`,
        kodeUnik && `transfer tepat ${rupiah(transferAmount(bill))}`,
      ]
        .filter(Boolean)
        .join(' · ')}
      action={
        mayConfirm &&
        !menunggu && (
          <LinkButton
            place={{ to: '/konfirmasi-pembayaran/form', search: { billing_id: id } }}
            variant="default"
            aria-label={`Kirim bukti bayar ${nomor}`}
          >
            Kirim bukti bayar
          </LinkButton>
        )
      }
    >
      <b>{rupiah(sisa)}</b>
      <PlaceLink to="/billing/view" search={{ id }}>
        {nomor ?? '–'}
      </PlaceLink>
      {jatuh_tempo < today && <Badge tone="red">Lewat jatuh tempo</Badge>}
      {menunggu && <Badge tone="orange">Menunggu verifikasi</Badge>}
    </PortalItem>
  )
}
/**
 * Section with a heading, the first bills of a payment status (unpaid or partially paid), and a
 * link to the list of all these bills. It is not shown if there are no such bills.
 */
const BillGroup = ({
  title,
  to,
  bills,
  count,
  today,
}: {
  title: string
  to: '/billing/unpaid' | '/billing/partial'
  bills: readonly Bill[]
  count: number
  today: string
}) =>
  count === 0 ? null : (
    <section>
      <Subhead>{title}</Subhead>
      <PortalList>
        {bills.map((bill) => (
          <BillItem key={bill.id} bill={bill} today={today} />
        ))}
      </PortalList>
      <More>
        <PlaceLink to={to}>{`Daftar ${title.toLowerCase()} (${numberText(count)})`}</PlaceLink>
      </More>
    </section>
  )

export const DueBills = (portal: Portal) => {
  const { tagihan, belum_terbayar, terbayar_sebagian, lewat_jatuh_tempo, hari_ini } = portal
  const of = (status: number) => tagihan.filter((b) => b.payment_status === status)
  const due = belum_terbayar.sisa + terbayar_sebagian.sisa
  const mayConfirm = useCan('konfirmasi-pembayaran/create')
  const isSeveral = tagihan.filter((bill) => !bill.menunggu).length > 1
  return (
    <Panel
      title="Yang harus dibayar"
      aside={
        mayConfirm &&
        isSeveral && (
          // Without a bill in the URL, the form ticks all open bills.
          <LinkButton place={{ to: '/konfirmasi-pembayaran/form' }}>Bayar semua</LinkButton>
        )
      }
    >
      <Stack>
        <Tiles
          items={[
            ['Seluruhnya', rupiah(due)],
            [
              `Lewat jatuh tempo (${numberText(lewat_jatuh_tempo.jumlah)})`,
              rupiah(lewat_jatuh_tempo.sisa),
            ],
            ['Saldo Anda', rupiah(portal.saldo_kredit)],
          ]}
        />
        {due === 0 && (
          <EmptyText>Tidak ada tagihan yang menunggu pembayaran. Terima kasih.</EmptyText>
        )}
        <BillGroup
          title="Tagihan belum terbayar"
          to="/billing/unpaid"
          bills={of(PaymentStatus.belum)}
          count={belum_terbayar.jumlah}
          today={hari_ini}
        />
        <BillGroup
          title="Tagihan terbayar sebagian"
          to="/billing/partial"
          bills={of(PaymentStatus.sebagian)}
          count={terbayar_sebagian.jumlah}
          today={hari_ini}
        />
      </Stack>
    </Panel>
  )
}

/**
 * Panel with the bank accounts to which the family can transfer. Each account number has a button
 * that copies it.
 */
export const HowToPay = () => {
  const me = useMe()
  const may = useCan('user/list-payment-bank')
  const banks = useTransferBanks(may ? (me?.id ?? 0) : 0)
  const shownBanks = banks?.filter((b) => b.tampil_di_tagihan) ?? []
  if (shownBanks.length === 0) return null
  return (
    <Panel title="Cara membayar">
      <Stack gap="0.75rem">
        <p style={{ margin: 0 }}>
          Transfer ke salah satu rekening ini, lalu kirim konfirmasi dengan foto atau tangkapan
          layar buktinya. Satu transfer boleh untuk beberapa tagihan.
        </p>
        <PortalList>
          {shownBanks.map((b) => (
            <PortalItem
              key={b.id}
              note={`a.n. ${b.atas_nama}`}
              action={<CopyButton text={b.no_rekening} what={`nomor rekening ${b.nama_bank}`} />}
            >
              <b>{b.nama_bank}</b>
              <span style={{ fontVariantNumeric: 'tabular-nums' }}>{b.no_rekening}</span>
              {b.gambar !== null && <QrisCode id={b.gambar} name={b.nama_bank} />}
            </PortalItem>
          ))}
        </PortalList>
      </Stack>
    </Panel>
  )
}

export const Confirmations = ({ konfirmasi }: Portal) => {
  const may = useCan('konfirmasi-pembayaran/view')
  if (!may || konfirmasi.length === 0) return null
  return (
    <Panel title="Konfirmasi pembayaran">
      <PortalList>
        {konfirmasi.map((k) => (
          <PortalItem
            key={k.id}
            note={`${rupiah(k.jumlah)} · ${shortTanggal(k.tanggal_transfer)}${k.status === 'ditolak' ? ` · ${k.alasan_tolak}` : ''}`}
          >
            <PlaceLink to="/konfirmasi-pembayaran/view" search={{ id: k.id }}>
              {k.nomor}
            </PlaceLink>
            <Badge tone={StatusKonfirmasi.tone(k.status)}>{StatusKonfirmasi.label(k.status)}</Badge>
          </PortalItem>
        ))}
      </PortalList>
      <More>
        <PlaceLink to="/konfirmasi-pembayaran">Semua konfirmasi</PlaceLink>
      </More>
    </Panel>
  )
}

export const Receipts = ({ kuitansi }: Portal) => {
  const mayPrint = useCan('billing-payment/print')
  return (
    <Panel title="Kuitansi terakhir">
      {kuitansi.length === 0 ? (
        <EmptyText>Belum ada pembayaran.</EmptyText>
      ) : (
        <DataTable
          caption="Kuitansi terakhir"
          rows={kuitansi}
          rowKey={(r) => r.id}
          columns={[
            {
              label: 'Kuitansi',
              cell: (r) => (
                <Group gap="0.25rem 0.75rem">
                  <PlaceLink to="/billing-payment/view" search={{ id: r.id }}>
                    {r.nomor}
                  </PlaceLink>
                  {mayPrint && (
                    <PlaceLink
                      to="/billing-payment/print"
                      search={{ id: r.id }}
                      aria-label={`Cetak ${r.nomor}`}
                    >
                      Cetak
                    </PlaceLink>
                  )}
                </Group>
              ),
            },
            { label: 'Tanggal', cell: (r) => shortTanggal(r.tanggal) },
            { label: 'Jumlah', right: true, cell: (r) => rupiah(r.jumlah) },
          ]}
        />
      )}
    </Panel>
  )
}
