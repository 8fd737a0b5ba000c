import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { formatJam, hariIni } from '#contract/rules/tanggal.ts'
import { KursusPelatihs } from '#src/data/kursusPelatih.ts'
import { roleOf, useCan, useMe } from '#src/data/session.ts'
import { formFor } from '#src/ui/form.tsx'
import { listRoute } from '#src/ui/listRoute.ts'
import { ListScreen } from '#src/ui/ListScreen.tsx'
import { kolom } from '#src/ui/table.tsx'
import { Tool } from '#src/ui/Tool.tsx'

export const Route = createFileRoute('/_app/kursus-pelatih')({
  ...listRoute(() => import('#src/data/kursusPelatih.ts').then((m) => m.KursusPelatihs), {
    expand: 'pelatih,kursus,gedung,ruang',
  }),
  component: KursusPelatihScreen,
})

const { ModalForm, Field, useValue, useSet } = formFor(KursusPelatihs)
const k = kolom(KursusPelatihs)
const columns = [
  k.accessor('kode', { header: 'Kelas', cell: 'teks' }),
  k.accessor((row) => row.pelatih?.name, {
    id: 'pelatih',
    header: 'Guru',
    cell: ({ cell }) => cell.panjang(),
  }),
  k.accessor((row) => row.kursus?.nama, {
    id: 'kursus',
    header: 'Kursus',
    cell: ({ cell }) => cell.panjang(),
  }),
  k.accessor((row) => row.gedung?.nama, {
    id: 'gedung',
    header: 'Outlet',
    cell: ({ cell }) => cell.panjang(),
  }),
  'hari',
  k.accessor(
    (row) => `${formatJam(row.jam_mulai)}–${formatJam(row.jam_selesai, row.gedung?.zona_waktu)}`,
    {
      id: 'jam_mulai',
      header: 'Jam',
      cell: ({ cell }) => <span className="num">{String(cell.value)}</span>,
    },
  ),
  k.accessor((row) => row.ruang?.nama, {
    id: 'ruang',
    header: 'Ruang',
    cell: ({ cell }) => cell.panjang(),
  }),
  'kapasitas',
  'status',
] as const

/** From the own classes a coach comes to the own free hours. */
const JadwalSaya = () => {
  const navigate = useNavigate()
  const boleh = useCan('user/ubah-jadwal-pelatih')
  return roleOf(useMe()) === 3 && boleh ? (
    <Tool onClick={() => void navigate({ to: '/user/ubah-jadwal-pelatih' })}>
      Jadwal kosong saya
    </Tool>
  ) : null
}

/** Rooms of the chosen outlet; another outlet has others. */
const Ruang = () => {
  const gedung = useValue('gedung_id')
  const set = useSet()
  const last = useRef(gedung)
  useEffect(() => {
    if (last.current && last.current !== gedung) set('ruang_id', 0)
    last.current = gedung
  }, [gedung, set])
  return (
    <Field
      key={gedung}
      name="ruang_id"
      filter={{ gedung_id: gedung || undefined }}
      disabled={!gedung}
      hint={gedung ? undefined : 'Pilih outlet dahulu'}
    />
  )
}

function KursusPelatihScreen() {
  return (
    <ListScreen
      of={KursusPelatihs}
      columns={columns}
      filters={['gedung_id', 'pelatih_id', 'kursus_id', 'ruang_id', 'hari', 'status']}
      tools={<JadwalSaya />}
      form={
        <ModalForm initial={{ mulai: hariIni() }}>
          <Field name="pelatih_id" />
          <Field name="kursus_id" />
          <Field name="gedung_id" />
          <Ruang />
          <Field name="hari" />
          <Field name="jam_mulai" hint="Jam selesai mengikuti durasi kursus" />
          <Field name="mulai" />
          <Field name="selesai" />
          <Field name="kapasitas" />
          <Field name="status" />
          <Field name="catatan" />
        </ModalForm>
      }
    />
  )
}
