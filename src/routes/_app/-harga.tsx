/** The dated prices of one course, in a dialog over the list of courses. */
import { Button } from '@mantine/core'
import { IconDots, IconPlus } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { Suspense, useState } from 'react'
import type { kursus, kursusHarga } from '#contract/resources/kursus.ts'
import type { Row } from '#contract/resource.ts'
import { firstDay, addMonths, hariIni, namaBulan } from '#contract/rules/tanggal.ts'
import { KursusHargas } from '#src/data/kursus.ts'
import { useCan } from '#src/data/session.ts'
import { confirm, dialogAtom, toast } from '#src/state/feedback.ts'
import { DataTable } from '#src/ui/DataTable.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Boundary } from '#src/ui/Failed.tsx'
import { formFor, FormSkeleton } from '#src/ui/form.tsx'
import { rupiah, tanggalPendek } from '#src/ui/format.ts'
import { Menu, MenuItem } from '#src/ui/Menu.tsx'
import { Badge } from '#src/ui/table.tsx'

export type KursusRow = Row<typeof kursus>
type HargaRow = Row<typeof kursusHarga>

const { ModalForm, Field } = formFor(KursusHargas)
const outletOf = (row: HargaRow) => row.gedung?.nama ?? (row.gedung_id === null ? 'Semua outlet' : `#${row.gedung_id}`)

/** `Des 2026` */
const singkat = (periode: string) => `${namaBulan[Number(periode.slice(5)) - 1]?.slice(0, 3)} ${periode.slice(0, 4)}`
/** A bill takes the latest price on or before the first day of its month (domain.md 2.2), so a price from mid-month on waits for the next one. */
const Keadaan = ({ row, holds, periode }: { row: HargaRow; holds: boolean; periode: string }) => {
  if (holds) return <Badge tone="green">Berlaku kini</Badge>
  if (row.berlaku_mulai <= firstDay(periode)) return <Badge>Lama</Badge>
  const month = row.berlaku_mulai.slice(0, 7)
  return <Badge tone="blue">{`Mulai ${singkat(row.berlaku_mulai === firstDay(month) ? month : addMonths(month, 1))}`}</Badge>
}

/** List, add, change and delete the prices of a course. */
export const HargaDialog = ({ kursus: course, close }: { kursus: KursusRow; close: () => void }) => {
  const [target, setTarget] = useState<number | null>(null)
  // Esc belongs to whatever stands on top: the form, or a question.
  const covered = useAtomValue(dialogAtom) !== null || target !== null
  return (
    <Dialog title={`Harga ${course.nama}`} close={close} size="xl" closeButton keepOpen={covered}>
      <Boundary resetKey={String(course.id)}><Suspense fallback={<FormSkeleton />}><Daftar course={course} edit={setTarget} /></Suspense></Boundary>
      <ModalForm target={{ id: target, close: () => setTarget(null) }} initial={{ kursus_id: course.id, berlaku_mulai: firstDay(addMonths(hariIni().slice(0, 7), 1)), biaya_bulanan: course.biaya_bulanan }}>
        <Field name="gedung_id" />
        <Field name="berlaku_mulai" hint="Tagihan memakai harga yang berlaku pada tanggal 1 bulannya" />
        <Field name="biaya_bulanan" />
      </ModalForm>
    </Dialog>
  )
}

const Daftar = ({ course, edit }: { course: KursusRow; edit: (id: number) => void }) => {
  const { rows, page } = KursusHargas.useList({ kursus_id: String(course.id), 'per-page': 100, expand: 'gedung' })
  const [mayAdd, mayEdit, mayDelete] = [useCan('kursus-harga/create'), useCan('kursus-harga/update'), useCan('kursus-harga/delete')]
  const remove = KursusHargas.useDelete()
  const periode = hariIni().slice(0, 7)
  const holding = (gedung_id: number | null) => rows.find((r) => r.gedung_id === gedung_id && r.berlaku_mulai <= firstDay(periode))?.id
  const name = (row: HargaRow) => `${outletOf(row)}, ${tanggalPendek(row.berlaku_mulai)}`
  const hapus = async (row: HargaRow) => {
    const body = `Harga ${rupiah(row.biaya_bulanan)} akan dihapus. Tagihan yang sudah dibuat tidak berubah.`
    if (await confirm({ title: `Hapus harga ${name(row)}?`, body, confirm: 'Hapus', danger: true })) remove.mutate(row.id, { onSuccess: () => toast(`Harga ${name(row)} dihapus`) })
  }
  return (
    <>
      <div className="formFoot" style={{ justifyContent: 'space-between', alignItems: 'center', paddingBottom: '1rem' }}>
        <span>Harga dasar: <b className="num">{rupiah(course.biaya_bulanan)}</b> {holding(null) === undefined && <Badge tone="green">Berlaku kini</Badge>}</span>
        {mayAdd && <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => edit(0)}>Tambah Harga</Button>}
      </div>
      <p className="dim" style={{ marginTop: 0 }}>Tagihan memakai harga pada tanggal 1 bulannya. Harga outlet mendahului harga semua outlet; tanpa keduanya berlaku harga dasar.</p>
      {rows.length === 0 ? <div className="empty"><b>Belum ada harga khusus tanggal atau outlet</b></div> : (
        <DataTable caption={`Harga ${course.nama}, yang terbaru dahulu`} rows={rows} rowKey={(r) => r.id} columns={[
          { label: 'Outlet', cell: outletOf },
          { label: 'Berlaku Mulai', cell: (r) => <span className="num">{tanggalPendek(r.berlaku_mulai)}</span> },
          { label: 'Biaya Bulanan', right: true, cell: (r) => rupiah(r.biaya_bulanan) },
          { label: 'Keadaan', cell: (r) => <Keadaan row={r} holds={holding(r.gedung_id) === r.id} periode={periode} /> },
        ]} menu={mayEdit || mayDelete ? (row) => (
          <Menu width={160} button={(props) => <button type="button" className="iconButton" aria-label={`Aksi ${name(row)}`} {...props}><IconDots size={18} aria-hidden /></button>}>
            {mayEdit && <MenuItem run={() => edit(row.id)}>Ubah</MenuItem>}
            {mayDelete && <MenuItem danger run={() => void hapus(row)}>Hapus</MenuItem>}
          </Menu>
        ) : undefined} />
      )}
      {page.total > rows.length && <p className="dim">{page.total - rows.length} harga yang lebih lama tidak ditampilkan</p>}
    </>
  )
}
