/** Step 3 of generation: the drafts of the run, and publishing them. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { BillingStatus } from '#contract/enums.ts'
import { Billings } from '#src/data/billing.ts'
import { GenerateBatch } from '#src/data/calls.ts'
import { useCan } from '#src/data/session.ts'
import { usePublish } from '#src/routes/_app/billing/-publish.ts'
import { PublishDialog, publishQuestion } from '#src/routes/_app/billing/-publishDialog.tsx'
import { confirm } from '#src/state/feedback.ts'
import { DataTable } from '#src/ui/DataTable.tsx'
import { angka, bulan, rupiah, tanggalPendek } from '#src/ui/format.ts'
import { Pager } from '#src/ui/list/Pager.tsx'
import { PlaceLink } from '#src/ui/PlaceLink.tsx'
import { Badge } from '#src/ui/table.tsx'

export const Hasil = ({ batch, restart }: { batch: number; restart: () => void }) => {
  const info = GenerateBatch.useData({ id: batch })
  const of = { generate_batch_id: String(batch) }
  const [page, setPage] = useState({ page: 1, perPage: 50 })
  const {
    rows,
    page: shown,
    stale,
  } = Billings.useList({
    ...of,
    page: page.page,
    'per-page': page.perPage,
    sort: 'nama_tagihan',
    expand: 'gedung',
  })
  const drafts = Billings.useTotal({ ...of, status: '0' })?.jumlah_baris ?? 0
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const publish = usePublish()
  const may = useCan('billing/terbitkan')
  const ask = async (n: number, what: Parameters<typeof publish.start>[0]) => {
    if (
      await confirm({
        title: `Terbitkan ${angka(n)} tagihan?`,
        body: publishQuestion(n),
        confirm: 'Terbitkan',
      })
    )
      publish.start(what)
  }
  const unpaid = (
    <PlaceLink className="linkButton" to="/billing/unpaid" search={{ periode: info.periode }}>
      Lihat tagihan belum terbayar
    </PlaceLink>
  )
  return (
    <>
      <section className="panel">
        <div className="panelBody form">
          <dl className="tiles">
            {[
              ['Periode', bulan(info.periode)],
              ['Tagihan dibuat', angka(info.dibuat)],
              ['Total', rupiah(info.total)],
              ['Dilewati', angka(info.dilewati)],
              ['Masih draft', angka(drafts)],
            ].map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          {info.status === 'berjalan' && (
            <p className="note" data-tone="orange">
              Proses ini belum selesai. Jalankan lagi untuk periode ini: yang sudah dibuat tidak
              dibuat dua kali.
            </p>
          )}
          {info.galat.length > 0 && (
            <div className="note" data-tone="red">
              <b>{angka(info.galat.length)} akun gagal dibuat</b>
              <ul className="failures">
                {info.galat.map((g, i) => (
                  <li key={i}>
                    {g.akun_billing_id ? (
                      <PlaceLink to="/user/view" search={{ id: g.akun_billing_id }}>
                        Akun billing #{g.akun_billing_id}
                      </PlaceLink>
                    ) : (
                      'Proses'
                    )}
                    : {g.pesan}
                  </li>
                ))}
              </ul>
            </div>
          )}
        </div>
        <div className="panelFoot">
          <span className="grow dim" aria-live="polite">
            {chosen.size > 0 ? `${angka(chosen.size)} dipilih` : ''}
          </span>
          <Button variant="default" onClick={restart}>
            Generate lagi
          </Button>
          {unpaid}
          {may && (
            <Button
              variant="default"
              disabled={chosen.size === 0 || publish.busy}
              onClick={() => void ask(chosen.size, { ids: [...chosen] })}
            >
              Terbitkan yang dipilih
            </Button>
          )}
          {may && (
            <Button
              disabled={drafts === 0 || publish.busy}
              onClick={() => void ask(drafts, { batch, total: drafts })}
            >
              Terbitkan semua
            </Button>
          )}
        </div>
      </section>
      <section className="panel">
        {shown.total === 0 ? (
          <div className="empty">
            <b>Proses ini tidak membuat tagihan</b>
          </div>
        ) : (
          <>
            <DataTable
              caption="Tagihan dari proses ini"
              rows={rows}
              rowKey={(r) => r.id}
              stale={stale}
              ticking={
                may
                  ? {
                      has: (r) => chosen.has(r.id),
                      can: (r) => r.status === 0,
                      name: (r) => r.nama_tagihan,
                      set: (some, on) =>
                        setChosen(
                          new Set([
                            ...[...chosen].filter((id) => !some.some((r) => r.id === id)),
                            ...(on ? some.map((r) => r.id) : []),
                          ]),
                        ),
                    }
                  : undefined
              }
              columns={[
                {
                  label: 'Akun Billing',
                  cell: (r) => (
                    <PlaceLink to="/billing/view" search={{ id: r.id }}>
                      {r.nama_tagihan}
                    </PlaceLink>
                  ),
                },
                { label: 'Nomor', cell: (r) => r.nomor ?? <span className="dim">–</span> },
                { label: 'Outlet', cell: (r) => r.gedung?.nama ?? '' },
                { label: 'Jatuh Tempo', cell: (r) => tanggalPendek(r.jatuh_tempo) },
                {
                  label: 'Status',
                  cell: (r) => (
                    <Badge tone={r.void_at ? 'red' : BillingStatus.tone(r.status)}>
                      {r.void_at ? 'Batal' : BillingStatus.label(r.status)}
                    </Badge>
                  ),
                },
                { label: 'Total', right: true, cell: (r) => rupiah(r.total) },
              ]}
            />
            <Pager
              page={shown}
              go={(n) => setPage({ ...page, page: n })}
              setPerPage={(perPage) => setPage({ page: 1, perPage })}
            />
          </>
        )}
      </section>
      {publish.state && (
        <PublishDialog
          publish={publish}
          close={() => {
            publish.close()
            setChosen(new Set())
          }}
          onward={unpaid}
        />
      )}
    </>
  )
}
