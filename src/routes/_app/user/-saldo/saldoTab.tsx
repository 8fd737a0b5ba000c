/**
 * Tab with the credit ledger of a payer, newest entry first. The entry of a refund also shows its
 * payment method and its proof.
 */
import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { mutasiSaldo } from '#contract/billing/mutasiSaldo.ts'
import { JenisMutasi } from '#contract/billing/rules/ledgerKind.ts'
import type { Row } from '#contract/resource.ts'
import { InfoBilling } from '#src/data/calls.ts'
import { useMetode } from '#src/data/paymentMethods.ts'
import { MutasiSaldos } from '#src/data/resources/mutasiSaldo.ts'
import { NoteButton } from '#src/routes/_app/billing/-creditNotes.tsx'
import { FilePreview } from '#src/ui/form/file/FilePreview.tsx'
import { numberText, rupiah, shortTanggal } from '#src/ui/format/format.ts'
import { Dim } from '#src/ui/format/Words.tsx'
import { DataTable } from '#src/ui/list/table/DataTable.tsx'
import { Pager } from '#src/ui/list/table/Pager.tsx'
import { Badge } from '#src/ui/list/table/table.tsx'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'
import { Facts } from '#src/ui/record/Facts.tsx'

type Entry = Row<typeof mutasiSaldo>

/** Link from an entry of the ledger to its bill, its payment, or the other payer of a transfer. */
const EntryLink = ({ entry: { billing_id, payment_id, lawan } }: { entry: Entry }) => {
  if (billing_id !== null)
    return (
      <PlaceLink to="/billing/view" search={{ id: billing_id }}>
        Lihat tagihan
      </PlaceLink>
    )
  if (payment_id !== null)
    return (
      <PlaceLink to="/billing-payment/view" search={{ id: payment_id }}>
        Lihat pembayaran
      </PlaceLink>
    )
  return lawan ? (
    <PlaceLink to="/user/view" search={{ id: lawan.akun_billing_id }}>
      {lawan.name}
    </PlaceLink>
  ) : null
}
const EntryText = ({ entry }: { entry: Entry }) => {
  const metode = useMetode()
  const how =
    entry.metode === null ? undefined : metode.withBank(entry.metode, entry.bank?.nama_bank)
  return (
    <span>
      {entry.keterangan} <EntryLink entry={entry} />
      {(how || entry.alasan) && (
        <Dim style={{ display: 'block', fontSize: '0.85em' }}>
          {[how, entry.alasan].filter(Boolean).join(' · ')}
        </Dim>
      )}
      {entry.nomor !== null && <NoteButton id={entry.id} nomor={entry.nomor} />}
      {entry.bukti !== null && (
        <FilePreview id={entry.bukti} label={`Bukti ${shortTanggal(entry.tanggal)}`} />
      )}
    </span>
  )
}

export const AkunSaldo = ({ id: akun }: { id: number }) => {
  const [{ page, perPage }, go] = useState({ page: 1, perPage: 20 })
  const info = InfoBilling.useSuspenseData({ id: akun })
  const list = MutasiSaldos.useList({
    akun_billing_id: String(akun),
    expand: 'bank,lawan',
    page,
    'per-page': perPage,
  })
  return (
    <Stack>
      <Facts items={[['Saldo', <b key="saldo">{rupiah(info.saldo_kredit)}</b>]]} />
      <DataTable
        caption="Mutasi saldo"
        empty="Belum ada mutasi saldo"
        stale={list.stale}
        rows={list.rows}
        rowKey={(m) => m.id}
        columns={[
          { label: 'Tanggal', cell: (m) => shortTanggal(m.tanggal) },
          {
            label: 'Jenis',
            cell: (m) => (
              <Badge tone={JenisMutasi.tone(m.jenis)}>{JenisMutasi.label(m.jenis)}</Badge>
            ),
          },
          { label: 'Keterangan', cell: (m) => <EntryText entry={m} /> },
          { label: 'Jumlah', right: true, cell: (m) => rupiah(m.jumlah) },
        ]}
      />
      {list.page.total > 20 && (
        <Pager
          page={list.page}
          go={(next) => go({ page: next, perPage })}
          setPerPage={(rows) => go({ page: 1, perPage: rows })}
        />
      )}
      {info.mutasi_elsewhere > 0 && (
        <Text c="dimmed" my="md">
          {numberText(info.mutasi_elsewhere)} mutasi lain menyangkut tagihan atau pembayaran di luar
          wilayah Anda; saldonya satu.
        </Text>
      )}
    </Stack>
  )
}
