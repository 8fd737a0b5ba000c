/** How much of a promo is used, and by which bills. */
import { useState } from 'react'
import { PromoPemakaian } from '#src/data/calls.ts'
import { useCan } from '#src/data/session.ts'
import { DataTable } from '#src/ui/DataTable.tsx'
import { angka, rupiah, waktu } from '#src/ui/format.ts'
import { Pager } from '#src/ui/list/Pager.tsx'
import { PlaceLink } from '#src/ui/PlaceLink.tsx'
import { Progress } from '#src/ui/Progress.tsx'
import { Badge } from '#src/ui/table.tsx'
import type { PromoRow } from './-syarat.ts'

export const Pemakaian = ({ promo }: { promo: PromoRow }) => {
  const [{ page, perPage }, setPage] = useState({ page: 1, perPage: 20 })
  const { total, baris } = PromoPemakaian.useData({
    id: promo.id,
    page: String(page),
    'per-page': String(perPage),
  })
  const mayOpen = useCan('billing/view')
  const use = promo.pemakaian ?? { terpakai: 0, diskon: 0, keluarga: 0 }
  return (
    <div className="form">
      {promo.kuota !== null && (
        <Progress
          label="Kuota terpakai"
          value={use.terpakai}
          max={promo.kuota}
          unit="baris tagihan"
        />
      )}
      <dl className="tiles">
        {(
          [
            ['Baris tagihan', angka(use.terpakai)],
            ['Akun billing', angka(use.keluarga)],
            ['Jumlah diskon', rupiah(use.diskon)],
          ] as const
        ).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <DataTable
        caption="Tagihan yang memakai promo ini"
        empty="Belum ada tagihan terbit yang memakai promo ini"
        rows={baris}
        rowKey={(r) => r.id}
        columns={[
          {
            label: 'Tagihan',
            cell: (r) =>
              mayOpen ? (
                <PlaceLink to="/billing/view" search={{ id: r.billing_id }}>
                  {r.nomor ?? `#${r.billing_id}`}
                </PlaceLink>
              ) : (
                r.nomor
              ),
          },
          { label: 'Akun Billing', cell: (r) => r.nama_tagihan },
          { label: 'Peserta', cell: (r) => r.peserta ?? '–' },
          { label: 'Baris', cell: (r) => r.deskripsi },
          { label: 'Dipakai', cell: (r) => <span className="num">{waktu(r.created_at)}</span> },
          {
            label: 'Status',
            cell: (r) =>
              r.dibatalkan_at ? (
                <Badge tone="red">Batal</Badge>
              ) : (
                <Badge tone="green">Berlaku</Badge>
              ),
          },
          {
            label: 'Diskon',
            right: true,
            cell: (r) => (r.dibatalkan_at ? <s>{rupiah(r.diskon)}</s> : rupiah(r.diskon)),
            total: rupiah(use.diskon),
          },
        ]}
      />
      {total > 20 && (
        <Pager
          page={{ total, pageCount: Math.ceil(total / perPage), page, perPage }}
          go={(to) => setPage({ page: to, perPage })}
          setPerPage={(n) => setPage({ page: 1, perPage: n })}
        />
      )}
    </div>
  )
}
