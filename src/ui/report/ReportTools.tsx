/** Toolbar of a report: days, basis, group, comparison, filters, saved views, export and print. */
import { Group, NativeSelect } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { filterMeta, reportParametersOf, type AnyReport } from '#contract/report/report.ts'
import { addMonths, currentDay, firstDay, lastDay } from '#contract/values/tanggal.ts'
import { withSchoolNames } from '#src/data/fieldMeta.ts'
import { exportReport, reportParams, type ReportSearch } from '#src/data/reports.ts'
import { useAllowed } from '#src/data/session/session.ts'
import { DateField, MonthField } from '#src/ui/form/dates/DateField.tsx'
import { ExportMenu } from '#src/ui/list/ExportMenu.tsx'
import type { Change } from '#src/ui/list/filters/filter.ts'
import { useFilters } from '#src/ui/list/filters/Filters.tsx'
import { selectArrow, Tool } from '#src/ui/list/Tool.tsx'
import { Views } from '#src/ui/list/views/Views.tsx'
import { printWhole } from '#src/ui/print/printing.ts'
import { groupsOf, shortBasis } from '#src/ui/report/words.ts'
import classes from './Report.module.css'

interface Props {
  of: AnyReport
  search: ReportSearch
}
interface Part {
  of: AnyReport
  search: ReportSearch
  change: Change
}

/** Returns common periods. `days` has the search parameters that a period sets in the URL. */
const presetsOf = (of: AnyReport): { value: string; label: string; days: ReportSearch }[] => {
  const today = currentDay()
  const month = today.slice(0, 7)
  const last = addMonths(month, -1)
  const year = today.slice(0, 4)
  const before = String(Number(year) - 1)
  switch (of.span) {
    case 'rentang':
      return [
        { value: 'ini', label: 'Bulan ini', days: { dari: undefined, sampai: undefined } },
        {
          value: 'lalu',
          label: 'Bulan lalu',
          days: { dari: firstDay(last), sampai: lastDay(last) },
        },
        {
          value: 'tahun',
          label: 'Tahun ini',
          days: { dari: `${year}-01-01`, sampai: `${year}-12-31` },
        },
        {
          value: 'tahun-lalu',
          label: 'Tahun lalu',
          days: { dari: `${before}-01-01`, sampai: `${before}-12-31` },
        },
      ]
    case 'tanggal':
      return [
        { value: 'ini', label: 'Hari ini', days: { pada: undefined } },
        { value: 'lalu', label: 'Akhir bulan lalu', days: { pada: lastDay(last) } },
        { value: 'tahun-lalu', label: 'Akhir tahun lalu', days: { pada: `${before}-12-31` } },
      ]
    case 'bulan':
      return [
        { value: 'ini', label: 'Bulan ini', days: { bulan: undefined } },
        { value: 'lalu', label: 'Bulan lalu', days: { bulan: last } },
        {
          value: 'tahun-lalu',
          label: 'Bulan ini tahun lalu',
          days: { bulan: addMonths(month, -12) },
        },
      ]
  }
}
const Days = ({ of, search, change }: Part) => {
  const { dari, sampai } = reportParametersOf(of, search)
  const presets = presetsOf(of)
  const isChosen = (days: ReportSearch) => {
    const then = reportParametersOf(of, {
      ...search,
      dari: undefined,
      sampai: undefined,
      pada: undefined,
      bulan: undefined,
      ...days,
    })
    return then.dari === dari && then.sampai === sampai
  }
  return (
    <>
      <NativeSelect
        label="Waktu"
        rightSection={selectArrow}
        value={presets.find((p) => isChosen(p.days))?.value ?? ''}
        onChange={(e) => {
          const chosen = presets.find((p) => p.value === e.currentTarget.value)
          if (chosen) change(chosen.days)
        }}
      >
        {presets.map((p) => (
          <option key={p.value} value={p.value}>
            {p.label}
          </option>
        ))}
        <option value="" disabled>
          Pilihan sendiri
        </option>
      </NativeSelect>
      {of.span === 'rentang' && (
        <>
          <DateField
            strict
            label="Dari"
            value={dari}
            max={sampai}
            onChange={(day) => change({ dari: day || undefined, sampai })}
          />
          <DateField
            strict
            label="Sampai"
            value={sampai}
            min={dari}
            onChange={(day) => change({ dari, sampai: day || undefined })}
          />
        </>
      )}
      {of.span === 'tanggal' && (
        <DateField
          strict
          label="Per tanggal"
          value={sampai}
          onChange={(day) => change({ pada: day || undefined })}
        />
      )}
      {of.span === 'bulan' && (
        <MonthField
          strict
          label="Bulan"
          value={dari.slice(0, 7)}
          onChange={(month) => change({ bulan: month || undefined })}
        />
      )}
    </>
  )
}
interface ChoiceProps {
  label: string
  value: string
  options: readonly { value: string; label: string }[]
  set: (value: string) => void
}
const Choice = ({ label, value, options, set }: ChoiceProps) => (
  <NativeSelect
    label={label}
    rightSection={selectArrow}
    value={value}
    data={[...options]}
    onChange={(e) => set(e.currentTarget.value)}
  />
)
/** Select boxes for the basis, the group and the comparison of the report. */
const Ways = ({ of, search, change }: Part) => {
  const { basis, kelompok } = reportParametersOf(of, search)
  const bases = Object.entries(of.bases).map(([value, label]) => ({
    value,
    label: shortBasis(label),
  }))
  const groups = groupsOf(of, basis)
  return (
    <>
      {bases.length > 1 && (
        <Choice
          label="Basis"
          value={basis}
          options={bases}
          set={(value) => {
            const stays = groupsOf(of, value).some((g) => g.value === kelompok)
            change({ basis: value, ...(stays ? {} : { kelompok: undefined }) })
          }}
        />
      )}
      {groups.length > 1 && (
        <Choice
          label="Kelompok"
          value={kelompok}
          options={groups}
          set={(value) => change({ kelompok: value })}
        />
      )}
      {!of.columnsAreTimes && (
        <Choice
          label="Bandingkan"
          value={String(search.banding ?? '')}
          options={[
            { value: '', label: 'Tidak' },
            { value: 'bulan', label: 'Bulan sebelumnya' },
            { value: 'tahun', label: 'Tahun sebelumnya' },
          ]}
          set={(value) => change({ banding: value || undefined })}
        />
      )}
    </>
  )
}

export const ReportTools = ({ of, search }: Props) => {
  const navigate = useNavigate()
  const path = useLocation({ select: (l) => l.pathname })
  const allowed = useAllowed()
  // Parameters after validation, with defaults. The tools thus show the days and filters that the
  // figures cover, even if the URL contains invalid parameters.
  const params: ReportSearch = reportParams(of, search)
  // Changes parameters of the report. Also closes the list of the records behind a figure (`ukuran`
  // and `kunci` name the figure), because the changed report may not contain this figure.
  const change: Change = (patch) =>
    void navigate({
      to: '.',
      search: {
        ...search,
        page: undefined,
        ukuran: undefined,
        kunci: undefined,
        ...patch,
      } as never,
    })
  const filters = Object.keys(of.filters).flatMap((name) => {
    const meta = withSchoolNames(filterMeta(of, name))
    return meta ? [{ name, meta }] : []
  })
  const filterParts = useFilters(filters, params, change)
  return (
    <div className={`${classes.tools} noPrint`}>
      <div className={classes.line}>
        <Days of={of} search={params} change={change} />
        <Ways of={of} search={params} change={change} />
      </div>
      <div className={classes.line}>
        {filterParts.line}
        <Group gap="0.5rem" ml="auto" align="end">
          {filterParts.button}
          {allowed('saved-view/index') && (
            <Views list={`laporan-${of.name}`} path={path.slice(1)} search={search} />
          )}
          {allowed('laporan/ekspor') && (
            <ExportMenu
              formats={['xlsx', 'csv']}
              run={(format) => exportReport(of, params, format === 'csv' ? 'csv' : 'xlsx')}
            />
          )}
          <Tool brief="whenFull" icon={IconPrinter} onClick={() => void printWhole()}>
            Cetak
          </Tool>
        </Group>
      </div>
      {filterParts.rest}
    </div>
  )
}
