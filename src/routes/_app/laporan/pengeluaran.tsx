import { createFileRoute } from '@tanstack/react-router'
import { pengeluaran } from '#contract/report/pengeluaran.ts'
import { reportRoute } from '#src/ui/report/reportRoute.ts'
import { ReportScreen } from '#src/ui/report/ReportScreen.tsx'

export const Route = createFileRoute('/_app/laporan/pengeluaran')({
  ...reportRoute(async () => {
    const [{ pengeluaran: of }, { loadReport }] = await Promise.all([
      import('#contract/report/pengeluaran.ts'),
      import('#src/data/reports.ts'),
    ])
    return (search) => loadReport(of, search)
  }),
  component: PengeluaranScreen,
})

function PengeluaranScreen() {
  return <ReportScreen of={pengeluaran} search={Route.useSearch()} />
}
