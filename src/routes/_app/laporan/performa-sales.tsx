import { createFileRoute } from '@tanstack/react-router'
import { performaSales } from '#contract/report/performaSales.ts'
import { reportRoute } from '#src/ui/report/reportRoute.ts'
import { ReportScreen } from '#src/ui/report/ReportScreen.tsx'

export const Route = createFileRoute('/_app/laporan/performa-sales')({
  ...reportRoute(async () => {
    const [{ performaSales: of }, { loadReport }] = await Promise.all([
      import('#contract/report/performaSales.ts'),
      import('#src/data/reports.ts'),
    ])
    return (search) => loadReport(of, search)
  }),
  component: PerformaSalesScreen,
})

function PerformaSalesScreen() {
  return <ReportScreen of={performaSales} search={Route.useSearch()} />
}
