/**
 * Printed table of the lessons of a day, with one row for each lesson. On paper this table replaces
 * the calendar, because the calendar would cut off names.
 */
import { JenisPertemuan, StatusPertemuan } from '#contract/enums.ts'
import { formatTanggalHari } from '#contract/values/tanggal.ts'
import { jamSpan, tanggalWithDay } from '#src/ui/format/format.ts'
import { ListPaper, type PrintColumn } from '#src/ui/print/ListPaper.tsx'
import { usePrintedAt } from '#src/ui/print/print.tsx'
import { stateOf, type CalendarData } from './calendarEvents.ts'

type Lesson = CalendarData['pertemuan'][number]
const remarkOf = (lesson: Lesson): string =>
  [
    lesson.jenis === 'reguler' ? '' : JenisPertemuan.label(lesson.jenis),
    lesson.status === 'selesai' ? StatusPertemuan.label(lesson.status) : stateOf(lesson),
  ]
    .filter(Boolean)
    .join(', ')
const columns: readonly PrintColumn<Lesson>[] = [
  { title: 'Hari', text: (p) => tanggalWithDay(p.tanggal) },
  {
    title: 'Jam',
    text: (p) => jamSpan(p.jam_mulai, p.jam_selesai, p.gedung.zona_waktu),
    kind: 'code',
  },
  { title: 'Kursus', text: (p) => p.kursus },
  { title: 'Guru', text: (p) => p.pelatih.name },
  { title: 'Ruang', text: (p) => p.ruang.nama },
  {
    title: 'Peserta',
    text: (p) =>
      p.siswa.length > 0
        ? [
            ...p.siswa,
            ...(p.peserta > p.siswa.length ? [`+${p.peserta - p.siswa.length}`] : []),
          ].join(', ')
        : String(p.peserta),
  },
  { title: 'Keterangan', text: remarkOf },
]

export const PrintedLessons = ({
  data: { pertemuan, gedung, pelatih, libur },
  title,
}: {
  data: CalendarData
  title: string
}) => {
  const printTime = usePrintedAt()
  const said = [
    title,
    gedung?.nama,
    pelatih?.name,
    ...libur.map((l) => `${formatTanggalHari(l.tanggal)}: ${l.nama}`),
    `per ${printTime}`,
  ]
  return (
    <ListPaper
      title="JADWAL PERTEMUAN"
      note={said.filter(Boolean).join(' · ')}
      columns={columns}
      rows={pertemuan}
      rowKey={(p) => p.id}
      empty="Tidak ada pertemuan"
      foot={`Jadwal Pertemuan · ${title} · ${printTime}`}
    />
  )
}
