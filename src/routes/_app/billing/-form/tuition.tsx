/**
 * Fields of a tuition line on the form of a bill. Choosing a course of the student fills in the
 * values that bill generation (the monthly run that makes the bills) would use.
 */
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { billingKursus } from '#contract/billing/formCalls.ts'
import type { CallOutput } from '#contract/call.ts'
import { BillingDefaults, BillingKursus } from '#src/data/calls.ts'
import { JenisBillings } from '#src/data/resources/jenisBilling.ts'
import { useCan } from '#src/data/session/session.ts'
import type { BillLine } from '#src/routes/_app/billing/-form/catalog.tsx'
import { useField, useSet, useValue } from '#src/routes/_app/billing/-form/formParts.ts'
import { FailureList } from '#src/ui/feedback/FailureList.tsx'
import { Note } from '#src/ui/feedback/Note.tsx'
import { bulan, rupiah } from '#src/ui/format/format.ts'
import { Dim } from '#src/ui/format/Words.tsx'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'

type Courses = CallOutput<typeof billingKursus>
export type Course = Courses['baris'][number]
type Line = Partial<BillLine>

const monthOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^(19|20)\d\d-(0[1-9]|1[0-2])$/.test(value) ? value : undefined

/** Returns the kinds of bill lines by id. */
export const useKinds = () => {
  const list = JenisBillings.queries.list({ 'per-page': 100 })
  const kinds = useQuery({ ...list, enabled: useCan('jenis-billing/index') }).data?.rows
  return new Map(kinds?.map((k) => [k.id, k]))
}

/**
 * Returns a map from student id to the courses of this student in the month of the bill. The map
 * covers the students of the given bill lines; a student is absent until the courses have loaded.
 */
export const useCourses = (rows: readonly Line[]): ReadonlyMap<number, Courses> => {
  const periode = monthOf(useValue('periode'))
  const akun = useValue('akun_billing_id')
  const may = useCan('billing/create')
  const students = [...new Set(rows.flatMap((r) => (r.peserta_id ? [r.peserta_id] : [])))]
  const payer = typeof akun === 'number' ? { akun_billing_id: String(akun) } : {}
  const results = useQueries({
    queries: students.map((id) => ({
      ...BillingKursus.query({ id, periode: periode ?? '', ...payer }),
      enabled: may && periode !== undefined,
    })),
  })
  const entries = results.map(({ data }, i): [number, Courses | undefined] => [
    students[i] ?? 0,
    data,
  ])
  return new Map(entries.flatMap(([id, data]) => (data ? [[id, data] as const] : [])))
}
/**
 * Returns the course that a line charges, with its price and text for the month of the bill.
 * Returns undefined if the line has no course or the courses have not loaded.
 */
export const courseOf = (row: Line, courses: ReadonlyMap<number, Courses>): Course | undefined =>
  courses.get(row.peserta_id ?? 0)?.baris.find((c) => c.kursus_peserta_id === row.kursus_peserta_id)

/** Returns the line with text, price and kind taken from a course. */
const lineOf = (row: Line, course: Course): Line => ({
  ...row,
  kursus_peserta_id: course.kursus_peserta_id,
  jenis_billing_id: course.jenis_billing_id ?? row.jenis_billing_id,
  deskripsi: course.deskripsi,
  harga_satuan: course.harga_satuan,
  qty: 1,
  alasan_manual: null,
})

interface Props {
  at: number
  row: Line
  /**
   * Whether the stored line already has a course. The course of a stored line cannot change: to
   * charge another course, the user has to add a new line.
   */
  fixed: boolean
  /** Id of the edited bill; undefined for a new bill. */
  bill: number | undefined
  data: Courses | undefined
}
const labelOf = (c: Course, isOwn: boolean): string => {
  const why = c.halangan ?? (c.ada && !isOwn ? `sudah ditagih di ${c.ada.tagihan}` : undefined)
  return `${c.kursus} – ${c.jadwal}, ${c.gedung}${why ? ` (${why})` : ''}`
}

const isUntouched = (row: Line) => !row.kursus_peserta_id && !row.deskripsi && !row.harga_satuan
/**
 * Returns a text that asks for the input that is needed before a course can be chosen; undefined if
 * nothing is missing.
 */
const missingInput = (row: Line, periode: string | undefined): string | undefined => {
  if (!row.peserta_id) return 'Pilih peserta dahulu'
  return periode ? undefined : 'Isi periode tagihan dahulu'
}

interface ReasonProps {
  at: number
  label: string
  required: boolean
  /**
   * Error of the course picker. The reason field shows this error if no course can be chosen,
   * because the user can then resolve the error only by entering a reason.
   */
  missing: string | undefined
  typed: () => void
}
/** Text field for the reason why a line deviates from the course of the student. */
const ReasonField = ({ at, label, required, missing, typed }: ReasonProps) => {
  const name = `items.${at}.alasan_manual` as const
  const { value, error, set } = useField(name)
  return (
    <div data-field={name}>
      <TextInput
        label={label}
        name={name}
        autoComplete="off"
        required={required}
        error={error ?? missing}
        value={typeof value === 'string' ? value : ''}
        onChange={(e) => {
          set(e.currentTarget.value)
          typed()
        }}
      />
    </div>
  )
}

/**
 * Returns the courses of the student in the month (`courses`), the courses that this bill can
 * charge (`free`), and the course of the line (`course`). `free` omits courses that another bill
 * already charges and courses with an obstacle (`halangan`).
 */
const choicesOf = ({ data, row, bill }: Pick<Props, 'data' | 'row' | 'bill'>) => {
  const courses = data?.baris ?? []
  const isOwn = (c: Course) => bill !== undefined && c.ada?.billing_id === bill
  return {
    courses,
    isOwn,
    free: courses.filter((c) => !c.halangan && (!c.ada || isOwn(c))),
    course: courses.find((c) => c.kursus_peserta_id === row.kursus_peserta_id),
    ids: data && courses.map((c) => c.kursus_peserta_id).join(),
  }
}

/**
 * Course picker of a tuition line. If the line has no course, or if the price of the line differs
 * from the price of its course, a field asks for the reason.
 */
export const TuitionFields = ({ at, row, fixed, bill, data }: Props) => {
  const tie = useField(`items.${at}.kursus_peserta_id`)
  const periode = monthOf(useValue('periode'))
  const set = useSet()
  const put = (line: Line) => {
    const names = ['jenis_billing_id', 'deskripsi', 'harga_satuan', 'qty'] as const
    for (const name of names) set(`items.${at}.${name}`, line[name])
    set(`items.${at}.alasan_manual`, line.alasan_manual)
    tie.set(line.kursus_peserta_id ?? null)
  }
  const { courses, isOwn, free, course, ids } = choicesOf({ data, row, bill })
  const settle = useEffectEvent(() => {
    if (!data || fixed) return
    // Clears a course that does not belong to the chosen student. If the line is empty and exactly
    // one course can be charged, selects this course.
    if (row.kursus_peserta_id && !course) tie.set(null)
    const [only, ...more] = free
    if (isUntouched(row) && only && more.length === 0) put(lineOf(row, only))
  })
  useEffect(() => settle(), [row.peserta_id, ids])

  const choose = (id: number) => {
    const chosen = free.find((c) => c.kursus_peserta_id === id)
    if (chosen) put(lineOf(row, chosen))
    else tie.set(null)
  }
  const waiting = missingInput(row, periode)
  const tied = row.kursus_peserta_id ?? null
  const options = courses.map((c) => ({
    value: String(c.kursus_peserta_id),
    label: labelOf(c, isOwn(c)),
    disabled: !free.includes(c) && c.kursus_peserta_id !== tied,
  }))
  // Shows the error at the course picker only if a course can be chosen. Otherwise the reason field
  // shows the error.
  const hasCourses = waiting === undefined && free.length > 0
  const courseError = hasCourses ? tie.error : undefined
  const stepsOut = course !== undefined && !fixed && row.harga_satuan !== course.harga_satuan
  return (
    <>
      <div data-field={`items.${at}.kursus_peserta_id`}>
        <NativeSelect
          label="Kursus yang Diikuti"
          error={courseError}
          disabled={fixed || waiting !== undefined}
          description={waiting}
          value={String(tied ?? '')}
          onChange={(e) => choose(Number(e.currentTarget.value))}
          data={[
            { value: '', label: '– tanpa jadwal kursus –' },
            ...(tied !== null && !course ? [{ value: String(tied), label: 'Kursus ini' }] : []),
            ...options,
          ]}
        />
      </div>
      {(tied === null || stepsOut || row.alasan_manual) && (
        <ReasonField
          at={at}
          label={tied === null ? 'Alasan Tanpa Jadwal' : 'Alasan Harga Lain'}
          required={!fixed}
          missing={hasCourses ? undefined : tie.error}
          typed={() => tie.error && tie.set(tied)}
        />
      )}
    </>
  )
}

/** Message box that lists tuition lines of the same student on other bills of the month. */
const OtherBills = ({
  data,
  tied,
  bill,
}: {
  data: Courses
  /**
   * Whether the edited line has a course. If true, the message box lists only lines without a
   * course. Lines with a course then need no warning, because the server rejects a second charge of
   * the same course.
   */
  tied: boolean
  bill: number | undefined
}) => {
  const month = monthOf(useValue('periode'))
  const elsewhere = (id: number | null) => bill === undefined || id !== bill
  const untied = data.tanpa_jadwal.filter((l) => elsewhere(l.billing_id))
  const otherCourses = tied ? [] : data.baris.filter((c) => c.ada && elsewhere(c.ada.billing_id))
  if (untied.length + otherCourses.length === 0) return null
  return (
    <Note className="wide" tone="orange" role="status">
      <b>Baris kursus lain peserta ini{month ? ` di ${bulan(month)}` : ''}</b>
      <FailureList>
        {otherCourses.map((c) => (
          <li key={c.kursus_peserta_id}>
            {c.kursus}: <Bill ada={c.ada} />
          </li>
        ))}
        {untied.map((l, i) => (
          <li key={i}>
            {l.deskripsi ?? 'Baris kursus'} {rupiah(l.jumlah)}, tanpa jadwal: <Bill ada={l} />
          </li>
        ))}
      </FailureList>
    </Note>
  )
}

/** Warnings about a tuition line, shown before the bill is saved. */
export const TuitionNotes = ({ at, row, fixed, bill, data }: Props) => {
  const set = useSet()
  const course = data?.baris.find((c) => c.kursus_peserta_id === row.kursus_peserta_id)
  const differs =
    course !== undefined &&
    !fixed &&
    (row.harga_satuan !== course.harga_satuan || row.deskripsi !== course.deskripsi)
  const follow = (c: Course) => {
    set(`items.${at}.deskripsi`, c.deskripsi)
    set(`items.${at}.harga_satuan`, c.harga_satuan)
    set(`items.${at}.alasan_manual`, null)
  }
  return (
    <>
      {data && <OtherBills data={data} tied={row.kursus_peserta_id != null} bill={bill} />}
      {course && !fixed && course.promo_dekat && (
        <Dim>Promo di sekitarnya: {course.promo_dekat}</Dim>
      )}
      {differs && (
        <Button variant="subtle" size="compact-sm" onClick={() => follow(course)}>
          Samakan dengan jadwal: {rupiah(course.harga_satuan)}
        </Button>
      )}
    </>
  )
}
const Bill = ({ ada }: { ada: { billing_id: number | null; tagihan: string } | null }) => {
  if (!ada) return null
  if (ada.billing_id === null) return <>{ada.tagihan}</>
  return (
    <PlaceLink to="/billing/view" search={{ id: ada.billing_id }}>
      {ada.tagihan}
    </PlaceLink>
  )
}

/**
 * Fills in the outlet and the due day of a new bill when the payer or the month of the bill
 * changes. Does not overwrite values that the user has typed.
 */
export const BillDefaults = () => {
  const akun = useValue('akun_billing_id')
  const periode = monthOf(useValue('periode'))
  const outlet = useField('gedung_id')
  const due = useField('jatuh_tempo')
  const filled = useRef<{ outlet?: number | null; due?: string }>({})
  const id = typeof akun === 'number' ? akun : 0
  const may = useCan('billing/create') && id > 0
  const params = { id, ...(periode === undefined ? {} : { periode }) }
  const { data } = BillingDefaults.useOptionalQuery(params, { enabled: may })
  const fill = useEffectEvent(() => {
    if (!data) return
    const last = filled.current
    const { gedung_id, jatuh_tempo } = data
    if ((!outlet.value || outlet.value === last.outlet) && gedung_id) outlet.propose(gedung_id)
    if (!due.value || due.value === last.due) due.propose(jatuh_tempo)
    filled.current = { outlet: gedung_id, due: jatuh_tempo }
  })
  useEffect(() => fill(), [data])
  return null
}
