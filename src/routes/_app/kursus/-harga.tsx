import '#src/styles/alur.css'
/** The dated prices of one course, and what it will cost on a day. */
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconDots, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useDeferredValue, useState } from 'react'
import type { Row } from '#contract/resource.ts'
import type { kursus, kursusHarga } from '#contract/resources/kursus.ts'
import { firstDay, addMonths, hariIni, tahunSah } from '#contract/rules/tanggal.ts'
import { HargaPada } from '#src/data/calls.ts'
import { Gedungs } from '#src/data/gedung.ts'
import { KursusHargas } from '#src/data/kursus.ts'
import { useWhyNotYours } from '#src/data/outlets.ts'
import { useCan } from '#src/data/session.ts'
import { confirm, toast } from '#src/state/feedback.ts'
import { DataTable } from '#src/ui/DataTable.tsx'
import { formFor } from '#src/ui/form.tsx'
import { bulan, rupiah, tanggal, tanggalPendek } from '#src/ui/format.ts'
import { Menu, MenuItem } from '#src/ui/Menu.tsx'
import { part } from '#src/ui/part.ts'
import { Badge } from '#src/ui/table.tsx'

export type KursusRow = Row<typeof kursus>
type HargaRow = Row<typeof kursusHarga>

const HistoryDialog = lazy(() =>
  part(() => import('#src/ui/HistoryDialog.tsx')).then((m) => ({ default: m.HistoryDialog })),
)

const { ModalForm, Field } = formFor(KursusHargas)
const outletOf = (row: HargaRow) =>
  row.gedung?.nama ?? (row.gedung_id === null ? 'Semua outlet' : `#${row.gedung_id}`)
const nameOf = (row: HargaRow) => `${outletOf(row)}, ${tanggalPendek(row.berlaku_mulai)}`

/** A bill takes the latest price on or before the first day of its month (domain.md 2.2), so a price from mid-month on waits for the next one. */
const Keadaan = ({ row, holds, periode }: { row: HargaRow; holds: boolean; periode: string }) => {
  if (holds) return <Badge tone="green">Berlaku kini</Badge>
  if (row.berlaku_mulai <= firstDay(periode)) return <Badge>Lama</Badge>
  const month = row.berlaku_mulai.slice(0, 7)
  return (
    <Badge tone="blue">{`Mulai tagihan ${bulan(row.berlaku_mulai === firstDay(month) ? month : addMonths(month, 1))}`}</Badge>
  )
}

/** Price on a day, with the row that it is of: answered by what makes the bills. */
const HargaHari = ({ course }: { course: KursusRow }) => {
  const [hari, setHari] = useState(hariIni())
  const [gedung, setGedung] = useState('')
  const outlets =
    useQuery({ ...Gedungs.queries.pilihan(), enabled: useCan('gedung/pilihan') }).data?.filter(
      (g) => course.gedung.length === 0 || course.gedung.includes(g.id),
    ) ?? []
  const asked = useDeferredValue(hari)
  const valid = tahunSah.test(asked)
  const { data, isError } = HargaPada.useMaybe(
    { id: course.id, tanggal: asked, gedung_id: gedung || undefined },
    { enabled: valid },
  )
  return (
    <section aria-label="Harga pada" className="form" style={{ paddingBottom: '1.25rem' }}>
      <div className="fields">
        <TextInput
          type="date"
          label="Harga pada"
          value={hari}
          onChange={(e) => setHari(e.currentTarget.value)}
        />
        <NativeSelect
          label="Outlet"
          value={gedung}
          onChange={(e) => setGedung(e.currentTarget.value)}
          data={[
            { value: '', label: 'Semua outlet' },
            ...outlets.map((g) => ({ value: String(g.id), label: g.label })),
          ]}
        />
      </div>
      <div className="note" role="status">
        {!valid ? (
          'Isi tanggal'
        ) : isError ? (
          'Harga tidak dapat dibaca'
        ) : !data ? (
          'Menghitung…'
        ) : (
          <>
            Tagihan {bulan(data.periode)}: <b className="num">{rupiah(data.biaya_bulanan)}</b>,{' '}
            {data.harga
              ? `harga ${data.harga.gedung ?? 'semua outlet'} yang berlaku mulai ${tanggal(data.harga.berlaku_mulai)}`
              : 'harga dasar kursus: belum ada harga bertanggal yang berlaku'}
            .
            {data.berikutnya && (
              <>
                {' '}
                Mulai tagihan {bulan(data.berikutnya.periode)}:{' '}
                <b className="num">{rupiah(data.berikutnya.biaya_bulanan)}</b>.
              </>
            )}
          </>
        )}
      </div>
    </section>
  )
}

/** What it will cost, and its prices: added, changed and removed as long as no bill has taken them. */
export const HargaTab = ({ course }: { course: KursusRow }) => {
  const [target, setTarget] = useState<number | null>(null)
  const { rows, page } = KursusHargas.useList({
    kursus_id: String(course.id),
    'per-page': 100,
    expand: 'gedung,dipakai',
  })
  const [mayAdd, mayEdit, mayDelete] = [
    useCan('kursus-harga/create'),
    useCan('kursus-harga/update'),
    useCan('kursus-harga/delete'),
  ]
  const [told, setTold] = useState<HargaRow | null>(null)
  const mayTell = useCan('audit/index')
  const remove = KursusHargas.useDelete()
  const periode = hariIni().slice(0, 7)
  const holding = (gedung_id: number | null) =>
    rows.find((r) => r.gedung_id === gedung_id && r.berlaku_mulai <= firstDay(periode))?.id
  const hapus = async (row: HargaRow) => {
    const body = `Harga ${rupiah(row.biaya_bulanan)} akan dihapus. Belum ada tagihan yang memakainya.`
    if (
      await confirm({ title: `Hapus harga ${nameOf(row)}?`, body, confirm: 'Hapus', danger: true })
    )
      remove.mutate(row.id, { onSuccess: () => toast(`Harga ${nameOf(row)} dihapus`) })
  }
  const whyNot = useWhyNotYours(KursusHargas.resource)
  const used = (row: HargaRow) =>
    whyNot(row) ??
    (row.dipakai
      ? `Sudah dipakai tagihan ${bulan(row.dipakai.periode)}: tambahkan harga baru`
      : undefined)
  return (
    <>
      <HargaHari course={course} />
      <div
        className="formFoot"
        style={{ justifyContent: 'space-between', alignItems: 'center', paddingBottom: '1rem' }}
      >
        <span>
          Harga dasar: <b className="num">{rupiah(course.biaya_bulanan)}</b>{' '}
          {holding(null) === undefined && <Badge tone="green">Berlaku kini</Badge>}
        </span>
        {mayAdd && (
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setTarget(0)}>
            Tambah Harga
          </Button>
        )}
      </div>
      <p className="dim" style={{ marginTop: 0 }}>
        Tagihan memakai harga pada tanggal 1 bulannya. Harga outlet mendahului harga semua outlet;
        tanpa keduanya berlaku harga dasar.
      </p>
      <DataTable
        caption={`Harga ${course.nama}, yang terbaru dahulu`}
        empty="Belum ada harga khusus tanggal atau outlet"
        rows={rows}
        rowKey={(r) => r.id}
        columns={[
          { label: 'Outlet', cell: outletOf },
          {
            label: 'Berlaku Mulai',
            cell: (r) => <span className="num">{tanggalPendek(r.berlaku_mulai)}</span>,
          },
          { label: 'Biaya Bulanan', right: true, cell: (r) => rupiah(r.biaya_bulanan) },
          {
            label: 'Keadaan',
            cell: (r) => (
              <Keadaan row={r} holds={holding(r.gedung_id) === r.id} periode={periode} />
            ),
          },
          { label: 'Tagihan Terakhir', cell: (r) => (r.dipakai ? bulan(r.dipakai.periode) : '–') },
        ]}
        menu={
          mayEdit || mayDelete || mayTell
            ? (row) => (
                <Menu
                  width={240}
                  button={(props) => (
                    <button
                      type="button"
                      className="iconButton"
                      aria-label={`Aksi ${nameOf(row)}`}
                      {...props}
                    >
                      <IconDots size={18} aria-hidden />
                    </button>
                  )}
                >
                  {mayEdit && (
                    <MenuItem run={() => setTarget(row.id)} why={used(row)}>
                      Ubah
                    </MenuItem>
                  )}
                  {mayTell && <MenuItem run={() => setTold(row)}>Riwayat</MenuItem>}
                  {mayDelete && (
                    <MenuItem danger={!used(row)} run={() => void hapus(row)} why={used(row)}>
                      Hapus
                    </MenuItem>
                  )}
                </Menu>
              )
            : undefined
        }
      />
      {page.total > rows.length && (
        <p className="dim">{page.total - rows.length} harga yang lebih lama tidak ditampilkan</p>
      )}
      {told && (
        <Suspense>
          <HistoryDialog
            title={`Riwayat Harga ${nameOf(told)}`}
            entitas="kursus-harga"
            id={told.id}
            of={KursusHargas}
            close={() => setTold(null)}
          />
        </Suspense>
      )}
      <ModalForm
        target={{ id: target, close: () => setTarget(null) }}
        initial={{
          kursus_id: course.id,
          berlaku_mulai: firstDay(addMonths(hariIni().slice(0, 7), 1)),
          biaya_bulanan: course.biaya_bulanan,
        }}
      >
        <Field name="gedung_id" />
        <Field
          name="berlaku_mulai"
          hint="Tagihan memakai harga yang berlaku pada tanggal 1 bulannya"
        />
        <Field name="biaya_bulanan" />
      </ModalForm>
    </>
  )
}
