/** Section with the number of uses of a promo, and the bills that use it. */
import { Stack } from '@mantine/core'
import { useState } from 'react'
import { PromoUses } from '#src/data/calls.ts'
import { useCan } from '#src/data/session/session.ts'
import { Progress } from '#src/ui/feedback/Progress.tsx'
import { numberText, rupiah, waktu } from '#src/ui/format/format.ts'
import { Num } from '#src/ui/format/Words.tsx'
import { DataTable } from '#src/ui/list/table/DataTable.tsx'
import { Pager } from '#src/ui/list/table/Pager.tsx'
import { Badge } from '#src/ui/list/table/table.tsx'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'
import { Tiles } from '#src/ui/record/Tiles.tsx'
import type { PromoRow } from './-conditions.ts'

export const PromoUsage = ({ promo }: { promo: PromoRow }) => {
  const [{ page, perPage }, setPage] = useState({ page: 1, perPage: 20 })
  const { total, baris } = PromoUses.useSuspenseData({
    id: promo.id,
    page: String(page),
    'per-page': String(perPage),
  })
  const mayOpen = useCan('billing/view')
  const use = promo.pemakaian ?? { terpakai: 0, diskon: 0, keluarga: 0 }
  return (
    <Stack>
      {promo.kuota !== null && (
        <Progress
          label="Kuota terpakai"
          value={use.terpakai}
          max={promo.kuota}
          unit="baris tagihan"
        />
      )}
      <Tiles
        items={[
          ['Baris tagihan', numberText(use.terpakai)],
          ['Akun billing', numberText(use.keluarga)],
          ['Jumlah diskon', rupiah(use.diskon)],
        ]}
      />
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
          { label: 'Dipakai', cell: (r) => <Num>{waktu(r.created_at)}</Num> },
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
    </Stack>
  )
}
