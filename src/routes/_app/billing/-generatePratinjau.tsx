/** Step 2 of generation: every student with what will be made, skipped and why. Nothing is written yet. */
import { Button } from '@mantine/core'
import { useDeferredValue, useState } from 'react'
import { HasilGenerate } from '#contract/enums.ts'
import { Pratinjau as Call } from '#src/data/calls.ts'
import type { GenerateInput } from '#src/routes/_app/billing/-generateRun.ts'
import { DataTable } from '#src/ui/DataTable.tsx'
import { angka, bulan, rupiah, tanggalPendek } from '#src/ui/format.ts'
import { Pager } from '#src/ui/list/Pager.tsx'
import { SearchBox } from '#src/ui/list/Toolbar.tsx'
import { PlaceLink } from '#src/ui/PlaceLink.tsx'
import { Badge } from '#src/ui/table.tsx'

interface Filter {
  hasil?: string
  q?: string
}
interface Props {
  input: GenerateInput
  filter: Filter
  setFilter: (filter: Filter) => void
  back: () => void
  start: () => void
}

export const Pratinjau = ({ input, filter: { hasil, q }, setFilter, back, start }: Props) => {
  const { baris, ringkasan, ...head } = Call.useRead(input)
  const [page, setPage] = useState({ page: 1, perPage: 50 })
  const counts = new Map<string, number>()
  for (const row of baris) counts.set(row.hasil, (counts.get(row.hasil) ?? 0) + 1)
  const words = useDeferredValue(q ?? '')
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
  const shown = baris.filter((r) => {
    if (hasil && r.hasil !== hasil) return false
    const text =
      words.length > 0
        ? `${r.peserta} ${r.akun_billing ?? ''} ${r.kursus} ${r.gedung}`.toLowerCase()
        : ''
    return words.every((w) => text.includes(w))
  })
  const pageCount = Math.max(1, Math.ceil(shown.length / page.perPage))
  const at = Math.min(page.page, pageCount)
  const change = (next: Filter) => {
    setPage({ ...page, page: 1 })
    setFilter(next)
  }
  const choose = (value: string | undefined, label: string, n: number) => (
    <button
      key={label}
      type="button"
      aria-pressed={hasil === value}
      onClick={() => change({ hasil: value, q })}
    >
      {label} <b>{angka(n)}</b>
    </button>
  )
  return (
    <>
      <section className="panel">
        <div className="panelBody">
          <dl className="tiles">
            {[
              ['Periode', bulan(head.periode)],
              ['Tagihan baru', angka(ringkasan.tagihan)],
              ['Baris', angka(ringkasan.baris)],
              ['Total', rupiah(ringkasan.total)],
              ['Sudah ada', angka(ringkasan.ada)],
              ['Dilewati', angka(ringkasan.dilewati)],
              ['Tanggal terbit', tanggalPendek(head.tanggal_terbit)],
              ['Jatuh tempo', tanggalPendek(head.jatuh_tempo)],
            ].map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </div>
        <div className="panelFoot">
          {ringkasan.baris === 0 && (
            <p className="note grow" role="status">
              {baris.length === 0
                ? 'Tidak ada jadwal kursus yang menyentuh periode ini.'
                : 'Tidak ada yang perlu dibuat: semua sudah ada atau dilewati.'}
            </p>
          )}
          <Button variant="default" onClick={back}>
            Kembali
          </Button>
          <Button disabled={ringkasan.baris === 0} onClick={start}>
            Buat draft
          </Button>
        </div>
      </section>
      <section className="panel">
        <div className="tools">
          <SearchBox
            value={q ?? ''}
            change={(c) => change({ hasil, q: c.q === undefined ? undefined : String(c.q) })}
          />
        </div>
        <div className="toggles" role="group" aria-label="Hasil">
          {choose(undefined, 'Semua', baris.length)}
          {HasilGenerate.options
            .filter((o) => counts.has(o.value))
            .map((o) => choose(o.value, o.label, counts.get(o.value) ?? 0))}
        </div>
        {shown.length === 0 ? (
          <div className="empty">
            <b>Tidak ada yang cocok</b>
            {(hasil ?? q) && (
              <Button variant="default" onClick={() => change({})}>
                Atur ulang
              </Button>
            )}
          </div>
        ) : (
          <>
            <DataTable
              caption={`Pratinjau ${bulan(head.periode)}`}
              rows={shown.slice((at - 1) * page.perPage, at * page.perPage)}
              rowKey={(r) => `${r.kursus_peserta_id}:${r.biaya_id ?? ''}`}
              columns={[
                {
                  label: 'Peserta',
                  cell: (r) => (
                    <PlaceLink to="/user/view" search={{ id: r.peserta_id }}>
                      {r.peserta}
                    </PlaceLink>
                  ),
                },
                {
                  label: 'Akun Billing',
                  cell: (r) => r.akun_billing ?? <span className="dim">–</span>,
                },
                { label: 'Outlet', cell: (r) => r.gedung },
                {
                  label: 'Baris Tagihan',
                  cell: (r) => (
                    <span>
                      {r.deskripsi}
                      {r.diskon > 0 && (
                        <div className="dim" style={{ fontSize: '.85em' }}>
                          Diskon {rupiah(r.diskon)}: {r.promo}
                        </div>
                      )}
                      {r.promo_dekat && (
                        <div className="dim" style={{ fontSize: '.85em' }}>
                          Promo: {r.promo_dekat}
                        </div>
                      )}
                      {r.tanpa_jadwal && (
                        <div className="note" data-tone="orange">
                          Periksa dahulu, peserta ini sudah punya baris kursus tanpa jadwal:{' '}
                          {r.tanpa_jadwal}
                        </div>
                      )}
                    </span>
                  ),
                },
                {
                  label: 'Hasil',
                  cell: (r) => (
                    <Badge tone={HasilGenerate.tone(r.hasil)}>{HasilGenerate.label(r.hasil)}</Badge>
                  ),
                },
                {
                  label: 'Jumlah',
                  right: true,
                  cell: (r) =>
                    r.hasil === 'dibuat' ? rupiah(r.jumlah) : <span className="dim">–</span>,
                  total: rupiah(shown.reduce((sum, r) => sum + r.jumlah, 0)),
                },
              ]}
            />
            <Pager
              page={{ total: shown.length, pageCount, page: at, perPage: page.perPage }}
              go={(n) => setPage({ ...page, page: n })}
              setPerPage={(perPage) => setPage({ page: 1, perPage })}
            />
          </>
        )}
      </section>
    </>
  )
}
