import { createFileRoute } from '@tanstack/react-router'
import { pendapatan } from '#contract/report/pendapatan.ts'
import { reportRoute } from '#src/ui/report/reportRoute.ts'
import { ReportScreen } from '#src/ui/report/ReportScreen.tsx'

export const Route = createFileRoute('/_app/laporan/pendapatan')({
  ...reportRoute(async () => {
    const [{ pendapatan: of }, { loadReport }] = await Promise.all([
      import('#contract/report/pendapatan.ts'),
      import('#src/data/reports.ts'),
    ])
    return (search) => loadReport(of, search)
  }),
  component: PendapatanScreen,
})

function PendapatanScreen() {
  return <ReportScreen of={pendapatan} search={Route.useSearch()} />
}
