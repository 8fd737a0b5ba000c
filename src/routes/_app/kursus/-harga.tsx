/** Tab of a course with its dated prices, and its price on a chosen day. */
import { Button, Flex, Group, NativeSelect, Text } from '@mantine/core'
import { IconDots, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useDeferredValue, useState } from 'react'
import type { CallOutput } from '#contract/call.ts'
import type { kursus, kursusHarga } from '#contract/catalog/kursus.ts'
import type { priceOn } from '#contract/catalog/priceCalls.ts'
import type { Row } from '#contract/resource.ts'
import { firstDay, addMonths, currentDay, validYear } from '#contract/values/tanggal.ts'
import { PriceOn } from '#src/data/calls.ts'
import { useWhyNotYours } from '#src/data/outlets.ts'
import { Gedungs } from '#src/data/resources/gedung.ts'
import { KursusHargas } from '#src/data/resources/kursus.ts'
import { useCan } from '#src/data/session/session.ts'
import { confirm } from '#src/state/feedback.ts'
import { Note } from '#src/ui/feedback/Note.tsx'
import { useDeletedToast } from '#src/ui/feedback/useDeletedToast.ts'
import { DateField } from '#src/ui/form/dates/DateField.tsx'
import { Fields } from '#src/ui/form/fields/Fields.tsx'
import { formFor } from '#src/ui/form/form.tsx'
import { bulan, isDay, rupiah, tanggal, shortTanggal } from '#src/ui/format/format.ts'
import { Num } from '#src/ui/format/Words.tsx'
import { DataTable } from '#src/ui/list/table/DataTable.tsx'
import { Badge } from '#src/ui/list/table/table.tsx'
import { IconButton } from '#src/ui/overlay/IconButton.tsx'
import { Menu } from '#src/ui/overlay/Menu.tsx'
import { part } from '#src/ui/page/part.ts'

export type KursusRow = Row<typeof kursus>
type HargaRow = Row<typeof kursusHarga>

const HistoryDialog = lazy(() =>
  part(() => import('#src/ui/record/history/HistoryDialog.tsx')).then((m) => ({
    default: m.HistoryDialog,
  })),
)

const { ModalForm, Field } = formFor(KursusHargas)
const outletOf = (row: HargaRow) =>
  row.gedung?.nama ?? (row.gedung_id === null ? 'Semua outlet' : `#${row.gedung_id}`)
const nameOf = (row: HargaRow) => `${outletOf(row)}, ${shortTanggal(row.berlaku_mulai)}`

/**
 * Badge that shows whether a price is current, old or planned. A bill for a month uses the latest
 * price that starts on or before the first day of this month (domain.md 2.2). A price that starts
 * mid-month therefore applies from the next month.
 */
const HargaState = ({
  row,
  holds,
  periode,
}: {
  row: HargaRow
  holds: boolean
  periode: string
}) => {
  if (holds) return <Badge tone="green">Berlaku kini</Badge>
  if (row.berlaku_mulai <= firstDay(periode)) return <Badge>Lama</Badge>
  const month = row.berlaku_mulai.slice(0, 7)
  return (
    <Badge tone="blue">{`Mulai tagihan ${bulan(row.berlaku_mulai === firstDay(month) ? month : addMonths(month, 1))}`}</Badge>
  )
}

const HargaAnswer = ({
  data,
  failed,
}: {
  data: CallOutput<typeof priceOn> | undefined
  failed: boolean
}) => {
  if (failed) return 'Harga tidak dapat dibaca'
  if (!data) return 'Menghitung…'
  return (
    <>
      Tagihan {bulan(data.periode)}:{' '}
      <Num>
        <b>{rupiah(data.biaya_bulanan)}</b>
      </Num>
      ,{' '}
      {data.harga
        ? `harga ${data.harga.gedung ?? 'semua outlet'} yang berlaku mulai ${tanggal(data.harga.berlaku_mulai)}`
        : 'harga dasar kursus: belum ada harga bertanggal yang berlaku'}
      .
      {data.biaya_pendaftaran > 0 && (
        <>
          {' '}
          Pendaftaran peserta baru:{' '}
          <Num>
            <b>{rupiah(data.biaya_pendaftaran)}</b>
          </Num>
          .
        </>
      )}
      {data.berikutnya && (
        <>
          {' '}
          Mulai tagihan {bulan(data.berikutnya.periode)}:{' '}
          <Num>
            <b>{rupiah(data.berikutnya.biaya_bulanan)}</b>
          </Num>
          .
        </>
      )}
    </>
  )
}

/**
 * Shows the price of the course on a chosen day and the price row that defines it. The server
 * computes this price with the same code as the price in bills.
 */
const HargaOnDay = ({ course }: { course: KursusRow }) => {
  const [day, setDay] = useState(currentDay())
  const [gedung, setGedung] = useState('')
  const outlets =
    useQuery({ ...Gedungs.queries.pilihan(), enabled: useCan('gedung/pilihan') }).data?.filter(
      (g) => course.gedung.length === 0 || course.gedung.includes(g.id),
    ) ?? []
  const deferredDay = useDeferredValue(day)
  const valid = isDay(deferredDay) && validYear.test(deferredDay)
  const { data, isError } = PriceOn.useOptionalQuery(
    { id: course.id, tanggal: deferredDay, gedung_id: gedung || undefined },
    { enabled: valid },
  )
  return (
    <Flex component="section" direction="column" gap="md" pb="lg" aria-label="Harga pada">
      <Fields>
        <DateField label="Harga pada" value={day} onChange={setDay} />
        <NativeSelect
          label="Outlet"
          value={gedung}
          onChange={(e) => setGedung(e.currentTarget.value)}
          data={[
            { value: '', label: 'Semua outlet' },
            ...outlets.map((g) => ({ value: String(g.id), label: g.label })),
          ]}
        />
      </Fields>
      {/* Reserves the height of two lines, so that the page does not shift when the price arrives.
       */}
      <Note role="status" mih={72}>
        {valid ? <HargaAnswer data={data} failed={isError} /> : 'Isi tanggal'}
      </Note>
    </Flex>
  )
}

/**
 * Menu with the actions of a price. `why`: reason why the price can no longer change; undefined if
 * it can. `tell`: opens the history of the price.
 */
const HargaMenu = ({
  name,
  why,
  edit,
  tell,
  remove,
}: {
  name: string
  why: string | undefined
  edit?: () => void
  tell?: () => void
  remove?: () => void
}) => (
  <Menu
    width={240}
    button={(props) => <IconButton label={`Aksi ${name}`} icon={IconDots} size={32} {...props} />}
    items={[
      ...(edit ? [{ label: 'Ubah', run: edit, why }] : []),
      ...(tell ? [{ label: 'Riwayat', run: tell }] : []),
      ...(remove ? [{ label: 'Hapus', run: remove, why, danger: !why }] : []),
    ]}
  />
)

const HargaForm = ({
  course,
  target,
  close,
}: {
  course: KursusRow
  target: number | null
  close: () => void
}) => (
  <ModalForm
    target={{ id: target, close }}
    nameOf={() => course.nama}
    initial={{
      kursus_id: course.id,
      berlaku_mulai: firstDay(addMonths(currentDay().slice(0, 7), 1)),
      biaya_bulanan: course.biaya_bulanan,
    }}
  >
    <Field name="gedung_id" />
    <Field name="berlaku_mulai" hint="Tagihan memakai harga yang berlaku pada tanggal 1 bulannya" />
    <Field name="biaya_bulanan" />
    <Field name="biaya_pendaftaran" />
  </ModalForm>
)

/**
 * Tab with the price on a chosen day and the list of prices. A price can be changed or deleted
 * until a bill uses it.
 */
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
  const [historyRow, setHistoryRow] = useState<HargaRow | null>(null)
  const mayTell = useCan('audit/index')
  const remove = KursusHargas.useDelete()
  const toastDeleted = useDeletedToast(KursusHargas)
  const periode = currentDay().slice(0, 7)
  const holding = (gedung_id: number | null) =>
    rows.find((r) => r.gedung_id === gedung_id && r.berlaku_mulai <= firstDay(periode))?.id
  const removeHarga = async (row: HargaRow) => {
    const body = `Harga ${rupiah(row.biaya_bulanan)} akan dihapus. Belum ada tagihan yang memakainya.`
    const title = `Hapus harga ${nameOf(row)}?`
    if (!(await confirm({ title, body, confirm: 'Hapus', danger: true }))) return
    const restore = await KursusHargas.restorer(row)
    remove.mutate(row.id, { onSuccess: () => toastDeleted(`Harga ${nameOf(row)}`, restore) })
  }
  const whyNot = useWhyNotYours(KursusHargas.resource)
  const used = (row: HargaRow) =>
    whyNot(row) ??
    (row.dipakai
      ? `Sudah dipakai tagihan ${bulan(row.dipakai.periode)}: tambahkan harga baru`
      : undefined)
  const menu =
    mayEdit || mayDelete || mayTell
      ? (row: HargaRow) => (
          <HargaMenu
            name={nameOf(row)}
            why={used(row)}
            edit={mayEdit ? () => setTarget(row.id) : undefined}
            tell={mayTell ? () => setHistoryRow(row) : undefined}
            remove={mayDelete ? () => void removeHarga(row) : undefined}
          />
        )
      : undefined
  return (
    <>
      <HargaOnDay course={course} />
      <Group justify="space-between" pt="xs" pb="md">
        <span>
          Harga dasar:{' '}
          <Num>
            <b>{rupiah(course.biaya_bulanan)}</b>
          </Num>{' '}
          {holding(null) === undefined && <Badge tone="green">Berlaku kini</Badge>}
        </span>
        {mayAdd && (
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setTarget(0)}>
            Tambah Harga
          </Button>
        )}
      </Group>
      <Text c="dimmed" mb="md">
        Tagihan memakai harga pada tanggal 1 bulannya. Harga outlet mendahului harga semua outlet;
        tanpa keduanya berlaku harga dasar.
      </Text>
      <DataTable
        caption={`Harga ${course.nama}, yang terbaru dahulu`}
        empty="Belum ada harga khusus tanggal atau outlet"
        rows={rows}
        rowKey={(r) => r.id}
        columns={[
          { label: 'Outlet', cell: outletOf },
          {
            label: 'Berlaku Mulai',
            cell: (r) => <Num>{shortTanggal(r.berlaku_mulai)}</Num>,
          },
          { label: 'Biaya Bulanan', right: true, cell: (r) => rupiah(r.biaya_bulanan) },
          { label: 'Pendaftaran', right: true, cell: (r) => rupiah(r.biaya_pendaftaran) },
          {
            label: 'Keadaan',
            cell: (r) => (
              <HargaState row={r} holds={holding(r.gedung_id) === r.id} periode={periode} />
            ),
          },
          { label: 'Tagihan Terakhir', cell: (r) => (r.dipakai ? bulan(r.dipakai.periode) : '–') },
        ]}
        menu={menu}
      />
      {page.total > rows.length && (
        <Text c="dimmed" my="md">
          {page.total - rows.length} harga yang lebih lama tidak ditampilkan
        </Text>
      )}
      {historyRow && (
        <Suspense>
          <HistoryDialog
            title={`Riwayat Harga ${nameOf(historyRow)}`}
            entitas="kursus-harga"
            id={historyRow.id}
            of={KursusHargas}
            close={() => setHistoryRow(null)}
          />
        </Suspense>
      )}
      <HargaForm course={course} target={target} close={() => setTarget(null)} />
    </>
  )
}
