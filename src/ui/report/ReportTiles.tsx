import { Box, Text } from '@mantine/core'
import type { AnyReport, ReportAnswer } from '#contract/report/report.ts'
import type { ReportSearch } from '#src/data/reports.ts'
import { FigureLink } from '#src/ui/report/FigureLink.tsx'
import { changeText, figureText } from '#src/ui/report/words.ts'
import classes from './Report.module.css'

interface Props {
  of: AnyReport
  answer: ReportAnswer
  search: ReportSearch
}
/**
 * Tiles above the report lines: the main figure of the whole report, and the figures that only the
 * whole report has (`tiles`).
 */
export const ReportTiles = ({ of, answer, search }: Props) => {
  const names = [of.main, ...Object.keys(of.tiles)].filter((name) => name in answer.total.nilai)
  return (
    <Box component="dl" className={classes.tiles}>
      {names.map((name) => {
        const figure = of.all[name]
        if (!figure) return null
        const { kind, hint } = figure
        const label =
          name === of.main && of.totalLabel
            ? `${of.totalLabel}, ${figure.label.toLowerCase()}`
            : figure.label
        const text = figureText(kind, answer.total.nilai[name])
        return (
          <div key={name}>
            <Text component="dt" size="sm" c="dimmed">
              {label}
            </Text>
            <Text component="dd" m={0} size="lg" fw={600} className={classes.number}>
              <FigureLink of={of} name={name} search={search} label={`${label} ${text}`}>
                {text}
              </FigureLink>
            </Text>
            {answer.total.banding && (
              <Text component="dd" m={0} size="xs" c="dimmed">
                {changeText(answer.total.nilai[name], answer.total.banding[name])} dari{' '}
                {figureText(kind, answer.total.banding[name])}
              </Text>
            )}
            {hint && (
              <Text component="dd" m={0} size="xs" c="dimmed">
                {hint}
              </Text>
            )}
          </div>
        )
      })}
    </Box>
  )
}
