import { createFileRoute } from '@tanstack/react-router'
import { piutang } from '#contract/report/piutang.ts'
import { reportRoute } from '#src/ui/report/reportRoute.ts'
import { ReportScreen } from '#src/ui/report/ReportScreen.tsx'

export const Route = createFileRoute('/_app/laporan/piutang')({
  ...reportRoute(async () => {
    const [{ piutang: of }, { loadReport }] = await Promise.all([
      import('#contract/report/piutang.ts'),
      import('#src/data/reports.ts'),
    ])
    return (search) => loadReport(of, search)
  }),
  component: PiutangScreen,
})

function PiutangScreen() {
  return <ReportScreen of={piutang} search={Route.useSearch()} />
}
