/** A value of a record's history, as one reads it. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { AccessCode } from '#contract/access/access.ts'
import type { FieldMeta } from '#contract/fields.ts'
import { documentQuery, pilihanQuery } from '#src/data/choices.ts'
import { useAllowed } from '#src/data/session.ts'
import { rupiah, waktu } from '#src/ui/format/format.ts'
import { valueWords } from '#src/ui/format/valueWords.ts'
import { Dim } from '#src/ui/format/Words.tsx'

const isInstant = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:/.test(value)
export const isEmpty = (value: unknown) =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0)
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

interface Referred {
  resource: string
  id: number
  meta?: FieldMeta | undefined
}
/** A document that nobody chooses, by its number; by its id where the person may not see it. */
const DocumentNumber = ({ resource, id }: Referred) => {
  const allowed = useAllowed()
  const { data } = useQuery({
    ...documentQuery(resource, id),
    enabled: allowed(`${resource}/view` as AccessCode),
  })
  return <>{data?.nomor ?? `#${id}`}</>
}
/**
 * A row of another resource by its name, where the person may choose among them, a document by its
 * number; a row that nobody chooses, such as a lesson, by its id.
 */
const Choice = ({ resource, id, meta }: Referred) => {
  const allowed = useAllowed()
  // Every resource with choices has this code.
  const { data } = useQuery({
    ...pilihanQuery(resource, { id }),
    enabled: meta?.control !== 'number' && allowed(`${resource}/pilihan` as AccessCode),
  })
  const [choice] = data ?? []
  const name = meta?.document ? (choice?.keterangan ?? choice?.label) : choice?.label
  return <>{name ?? `#${id}`}</>
}
const Reference = (referred: Referred) =>
  referred.meta?.document && referred.meta.control === 'number' ? (
    <DocumentNumber {...referred} />
  ) : (
    <Choice {...referred} />
  )
/** A line of a list inside the record, such as one of a bill. */
const lineText = (line: unknown) =>
  isObject(line) && typeof line.deskripsi === 'string'
    ? `${line.deskripsi}${typeof line.harga_satuan === 'number' ? ` ${rupiah(line.harga_satuan)}` : ''}`
    : Object.values(line ?? {})
        .filter((v) => typeof v === 'string')
        .join(' ')

/** A list's values: references by their names in one line, all else a line each. */
const ListValue = ({ value, meta }: { value: readonly unknown[]; meta: FieldMeta | undefined }) =>
  value.map((item, i) =>
    meta?.resource ? (
      <span key={String(item)}>
        {i > 0 && ', '}
        <Reference resource={meta.resource} id={Number(item)} meta={meta} />
      </span>
    ) : (
      <div key={i}>{isObject(item) ? lineText(item) : String(item)}</div>
    ),
  )

/** A value in the words that the contract has for its field. */
const Worded = ({ value, words }: { value: unknown; words: NonNullable<FieldMeta['words']> }) => (
  <>
    {words(value).map((line) => (
      <div key={line}>{line}</div>
    ))}
    {isEmpty(value) && 'Tidak ada'}
  </>
)

const plainText = (value: unknown, meta: FieldMeta | undefined): string => {
  if (meta) return valueWords(value, meta)
  if (typeof value === 'boolean') return value ? 'Ya' : 'Tidak'
  return String(value)
}

const isReference = (value: unknown, meta: FieldMeta | undefined): value is number =>
  typeof value === 'number' && !meta?.options?.some((o) => o.value === value)

interface Props {
  value: unknown
  meta: FieldMeta | undefined
}
export const ChangeValue = ({ value, meta }: Props): ReactNode => {
  const resource = meta?.resource
  if (meta?.words) return <Worded value={value} words={meta.words} />
  if (isEmpty(value)) return Array.isArray(value) && meta?.control === 'pickers' ? 'Semua' : '–'
  if (value === '***') return <Dim>dirahasiakan</Dim>
  if (isInstant(value)) return waktu(value)
  if (Array.isArray(value)) return <ListValue value={value} meta={meta} />
  if (isObject(value)) return lineText(value)
  if (resource && isReference(value, meta)) return <Reference {...{ resource, meta }} id={value} />
  return plainText(value, meta)
}
