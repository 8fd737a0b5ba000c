/** Table of a report's lines, in which each figure links to the database rows behind it. */
import { Text } from '@mantine/core'
import { Fragment } from 'react'
import {
  figuresOf,
  totalLabelOf,
  type AnyReport,
  type ReportAnswer,
  type ReportLine,
  type Values,
} from '#contract/report/report.ts'
import { waLink } from '#contract/sales/rules/waText.ts'
import type { ReportSearch } from '#src/data/reports.ts'
import { numberText, phoneText, shortTanggal } from '#src/ui/format/format.ts'
import { rightClass } from '#src/ui/list/table/table.tsx'
import { TableView } from '#src/ui/list/table/TableView.tsx'
import { FigureLink } from '#src/ui/report/FigureLink.tsx'
import { sectionsOf } from '#src/ui/report/sections.ts'
import { changeText, figureText, nothing } from '#src/ui/report/words.ts'
import classes from './Report.module.css'

interface Props {
  of: AnyReport
  answer: ReportAnswer
  search: ReportSearch
  stale: boolean
}
interface CellProps {
  of: AnyReport
  search: ReportSearch
  name: string
  line: { label: string; kunci?: string | null; nilai: Values; banding: Values | null }
  /**
   * Whether the figure has no link. A figure without a link is the sum of several lines, so no
   * single key selects its database rows.
   */
  plain?: boolean
}
const FigureCell = ({ of, search, name, line, plain }: CellProps) => {
  const { kind = 'angka', label = '' } = of.all[name] ?? {}
  const value = line.nilai[name]
  const text = figureText(kind, value)
  return (
    <>
      {plain || !value ? (
        text
      ) : (
        <FigureLink
          of={of}
          name={name}
          kunci={line.kunci}
          search={search}
          label={`${line.label}, ${label} ${text}`}
        >
          {text}
        </FigureLink>
      )}
      {line.banding && (
        <small className={classes.then}>
          {figureText(kind, line.banding[name])} · {changeText(value, line.banding[name])}
        </small>
      )}
    </>
  )
}
/** Additional fact about a report line: a day, or a phone number that links to a WhatsApp chat. */
const Fact = ({ name, line }: { name: string; line: ReportLine }) => {
  const value = line.keterangan?.[name]
  if (!value) return nothing
  if (name !== 'phone') return shortTanggal(value)
  return (
    <a className={classes.number} href={waLink(value)} target="_blank" rel="noreferrer">
      {phoneText(value)}
    </a>
  )
}

export const ReportTable = ({ of, answer, search, stale }: Props) => {
  const { kelompok, baris, lainnya, total, akhir } = answer
  const names = figuresOf(of, kelompok)
  const facts = Object.entries(of.facts ?? {}).filter(([, fact]) => fact.groups.includes(kelompok))
  const group = of.groups[kelompok]?.label ?? ''
  const totalLabel = totalLabelOf(of, kelompok)
  // Whether the total is in the foot of the table. If further lines follow the total (`akhir`), the
  // total is in the body of the table, above these lines.
  const inFoot = akhir.length === 0
  const cellsOf = (line: CellProps['line'], plain = false) =>
    names.map((name) => (
      <td key={name} role="cell" data-label={of.all[name]?.label} className={rightClass}>
        <FigureCell of={of} search={search} name={name} line={line} plain={plain} />
      </td>
    ))
  if (baris.length === 0)
    return (
      <Text c="dimmed" p="1.25rem var(--pad)">
        Tidak ada apa pun dalam waktu ini. Pilih waktu lain, atau hapus filter.
      </Text>
    )
  return (
    <TableView
      caption={`${of.title} per ${group.toLowerCase()}`}
      stale={stale}
      ends={false}
      columns={[
        { id: 'label', label: group, ...(inFoot && { total: totalLabel }) },
        ...facts.map(([name, fact]) => ({
          id: name,
          label: fact.label,
          ...(inFoot && { total: '' }),
        })),
        ...names.map((name) => ({
          id: name,
          label: of.all[name]?.label ?? name,
          className: rightClass,
          ...(inFoot && {
            total: (
              <FigureCell of={of} search={search} name={name} line={{ label: 'Total', ...total }} />
            ),
          }),
        })),
      ]}
    >
      {sectionsOf(of, answer).map(({ title, lines, sum }) => (
        <Fragment key={title ?? ''}>
          {title && (
            <tr role="row">
              <th role="rowheader" scope="rowgroup" colSpan={1 + facts.length + names.length}>
                {title}
              </th>
            </tr>
          )}
          {lines.map((line) => (
            <tr key={line.kunci} role="row">
              <td role="cell" data-label={group} className={classes.name}>
                {line.label}
              </td>
              {facts.map(([name, fact]) => (
                <td key={name} role="cell" data-label={fact.label}>
                  <Fact name={name} line={line} />
                </td>
              ))}
              {cellsOf(line)}
            </tr>
          ))}
          {title && sum && (
            <tr role="row" className={classes.sum}>
              <td role="cell">Jumlah {title.toLowerCase()}</td>
              {cellsOf({ label: `Jumlah ${title}`, nilai: sum, banding: null }, true)}
            </tr>
          )}
        </Fragment>
      ))}
      {lainnya && (
        <tr role="row">
          <td role="cell">{numberText(lainnya.jumlah)} lainnya (lengkap dalam ekspor)</td>
          {facts.map(([name]) => (
            <td key={name} role="cell" />
          ))}
          {cellsOf({ label: 'Lainnya', nilai: lainnya.nilai, banding: null }, true)}
        </tr>
      )}
      {!inFoot && (
        <tr role="row" className={classes.sum}>
          <td role="cell">{totalLabel}</td>
          {cellsOf({ label: totalLabel, ...total })}
        </tr>
      )}
      {akhir.map((end) => (
        <tr key={end.label} role="row" className={classes.sum}>
          <td role="cell">{end.label}</td>
          {names.map((name) => (
            <td key={name} role="cell" data-label={of.all[name]?.label} className={rightClass}>
              {figureText(end.kind, end.nilai[name])}
            </td>
          ))}
        </tr>
      ))}
    </TableView>
  )
}
