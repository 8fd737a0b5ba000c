import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { Kursuses } from '#src/data/kursus.ts'
import { formFor } from '#src/ui/form.tsx'
import { listRoute } from '#src/ui/listRoute.ts'
import { ListScreen } from '#src/ui/ListScreen.tsx'
import { kolom } from '#src/ui/table.tsx'
import { part } from '#src/ui/part.ts'
import type { KursusRow } from '#src/routes/_app/-harga.tsx'

// Dialogs are no part of a first list.
const HargaDialog = lazy(() => part(() => import('#src/routes/_app/-harga.tsx')).then((m) => ({ default: m.HargaDialog })))

export const Route = createFileRoute('/_app/kursus')({ ...listRoute(() => import('#src/data/kursus.ts').then((m) => m.Kursuses), { expand: 'kategori_kursus' }), component: KursusScreen })

const { ModalForm, Field, useValue, useSet } = formFor(Kursuses)
const k = kolom(Kursuses)
const columns = [
  k.accessor('nama', { cell: ({ cell, row }) => <cell.Orang note={row.original.kode} /> }),
  k.accessor((row) => row.kategori_kursus?.nama, { id: 'kategori_kursus_id', header: 'Kategori', cell: ({ cell }) => <cell.Teks /> }),
  'tipe',
  k.accessor('durasi_menit', { header: 'Menit', cell: ({ cell }) => <cell.Angka /> }),
  k.accessor('pertemuan_per_bulan', { header: 'Pertemuan', cell: ({ cell }) => <cell.Angka /> }),
  'biaya_bulanan',
  k.accessor('biaya_pendaftaran', { header: 'Pendaftaran', cell: ({ cell }) => <cell.Rupiah /> }),
  'gedung', 'status',
] as const

/** A private course has one place; a group says how many. */
const Kapasitas = () => {
  const privat = useValue('tipe') === 'private'
  const set = useSet()
  const reset = useEffectEvent(() => { set('kapasitas_min', null); set('kapasitas_maks', 1) })
  useEffect(() => { if (privat) reset() }, [privat])
  return privat ? null : <><Field name="kapasitas_min" /><Field name="kapasitas_maks" hint="Peserta per kelas" /></>
}

function KursusScreen() {
  const [harga, setHarga] = useState<KursusRow | null>(null)
  return (
    <>
      <ListScreen of={Kursuses} columns={columns} filters={['kategori_kursus_id', 'tipe', 'status']} actions={(row) => [{ label: 'Harga', code: 'kursus-harga/index', run: () => setHarga(row) }]} form={
        <ModalForm>
          <Field name="nama" />
          <Field name="kode" />
          <Field name="kategori_kursus_id" />
          <Field name="tipe" />
          <Kapasitas />
          <Field name="durasi_menit" />
          <Field name="pertemuan_per_bulan" />
          <Field name="biaya_bulanan" hint="Harga dasar; harga per outlet dan tanggal ada di menu Harga" />
          <Field name="biaya_pendaftaran" />
          <Field name="gedung" wide />
          <Field name="status" />
          <Field name="ppn_kena" />
        </ModalForm>
      } />
      {harga && <Suspense><HargaDialog kursus={harga} close={() => setHarga(null)} /></Suspense>}
    </>
  )
}
