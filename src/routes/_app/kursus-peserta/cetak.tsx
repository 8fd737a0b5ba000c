import { createFileRoute } from '@tanstack/react-router'
import type { CallOutput } from '#contract/call.ts'
import { Hari, KursusPesertaStatus } from '#contract/enums.ts'
import type { printedSchedules } from '#contract/schedule/enrolmentCalls.ts'
import { queryClient } from '#src/data/api/queryClient.ts'
import { PrintedSchedules } from '#src/data/calls.ts'
import { positive } from '#src/data/search.ts'
import { useSheetKop } from '#src/routes/_app/user/-saldo/useKop.ts'
import { jamSpan, numberText, shortTanggal } from '#src/ui/format/format.ts'
import { ListPaper, type PrintColumn } from '#src/ui/print/ListPaper.tsx'
import { PrintScreen, usePrintedAt } from '#src/ui/print/print.tsx'
import { askedOf, idKeys, type Search } from './-printed.ts'

/**
 * Page that prints the schedule of one enrolment, or of all enrolments that match the filters, such
 * as those of a student, a class or an outlet.
 */
export const Route = createFileRoute('/_app/kursus-peserta/cetak')({
  validateSearch: (search: Record<string, unknown>): Search => {
    const ids = Object.fromEntries(
      idKeys.flatMap((key) => {
        const id = positive(search[key])
        return id === undefined ? [] : [[key, id]]
      }),
    )
    const status = KursusPesertaStatus.options.find(
      (o) => String(o.value) === String(search.status),
    )
    return status ? { ...ids, status: status.value } : ids
  },
  loaderDeps: ({ search }) => askedOf(search),
  // Ignores errors in the loader, because the component suspends on the same query and shows them.
  loader: async ({ deps }) => {
    const { PrintedSchedules: printed } = await import('#src/data/calls.ts')
    await queryClient.ensureQueryData(printed.query(deps)).catch(() => {})
  },
  component: SchedulePrint,
})

type Row = CallOutput<typeof printedSchedules>['baris'][number]
type Column = PrintColumn<Row>
const column = (title: string, text: Column['text'], kind?: Column['kind']): Column => ({
  title,
  text,
  ...(kind && { kind }),
})
const student = column('Peserta', (r) => r.peserta)
const columns = [
  column('Hari', (r) => Hari.label(r.hari)),
  column('Jam', (r) => jamSpan(r.jam_mulai, r.jam_selesai, r.zona_waktu), 'code'),
  column('Kursus', (r) => r.kursus),
  column('Guru', (r) => r.pelatih),
  column('Ruang', (r) => r.ruang),
]
const outletColumn = column('Outlet', (r) => r.gedung)
const stateColumn = column('Status', (r) => KursusPesertaStatus.label(r.status))
const endColumn = column('Sampai', (r) => shortTanggal(r.selesai), 'code')

/**
 * Returns the columns of the table. A column is omitted if its value is equal in all rows. The text
 * above the table then shows this value.
 */
const headOf = (rows: readonly Row[]) => {
  const [first] = rows
  const isShared = (of: (r: Row) => unknown) => rows.every((r) => first && of(r) === of(first))
  const sharedFields = {
    student: isShared((r) => r.peserta_id),
    kelas: isShared((r) => r.kelas_id),
  }
  const said = first
    ? [
        sharedFields.student ? first.peserta : undefined,
        sharedFields.kelas && !sharedFields.student
          ? `${first.kursus}, ${Hari.label(first.hari)} ${jamSpan(first.jam_mulai, first.jam_selesai)}, ${first.pelatih}`
          : undefined,
      ]
    : []
  return {
    said: said.filter(Boolean).join(' · '),
    columns: [
      ...(sharedFields.student ? [] : [student]),
      ...columns,
      ...(isShared((r) => r.gedung) ? [] : [outletColumn]),
      stateColumn,
      ...(rows.some((r) => r.selesai !== null) ? [endColumn] : []),
    ],
  }
}

const ScheduleSheet = ({ search }: { search: Search }) => {
  const { baris, total, gedung_id } = PrintedSchedules.useSuspenseData(askedOf(search))
  const outlet = useSheetKop(gedung_id)
  const printTime = usePrintedAt()
  const { said, columns: drawn } = headOf(baris)
  const countText =
    total > baris.length
      ? `${numberText(baris.length)} dari ${numberText(total)} jadwal: saring daftarnya untuk sisanya`
      : `${numberText(total)} jadwal`
  const note = [said, countText, `per ${printTime}`].filter(Boolean).join(' · ')
  return (
    <ListPaper
      outlet={outlet}
      title="JADWAL KURSUS"
      note={note}
      columns={drawn}
      rows={baris}
      rowKey={(r) => r.id}
      empty="Tidak ada jadwal yang cocok"
      foot={`Jadwal Kursus · ${printTime}`}
    />
  )
}

function SchedulePrint() {
  const search = Route.useSearch()
  return (
    <PrintScreen>
      <ScheduleSheet search={search} />
    </PrintScreen>
  )
}
