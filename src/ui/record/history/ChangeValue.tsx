/** Renders a value of a record's history in readable form. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { AccessCode } from '#contract/access/access.ts'
import type { FieldMeta } from '#contract/fields.ts'
import { documentQuery, pilihanQuery } from '#src/data/choices.ts'
import { useAllowed } from '#src/data/session/session.ts'
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
/**
 * Reference to a document that has no picker. Shows the number of the document, or its id if the
 * user may not read the document.
 */
const DocumentNumber = ({ resource, id }: Referred) => {
  const allowed = useAllowed()
  const { data } = useQuery({
    ...documentQuery(resource, id),
    enabled: allowed(`${resource}/view` as AccessCode),
  })
  return <>{data?.nomor ?? `#${id}`}</>
}
/**
 * Reference to a row of another resource. Shows the label that pickers show for the row. For a
 * document, shows the note that pickers show (`keterangan`) if there is one. Shows the id if the
 * user may not use the picker of the resource, or if the field has no picker.
 */
const Choice = ({ resource, id, meta }: Referred) => {
  const allowed = useAllowed()
  // Asserts the type, because TypeScript cannot infer that the composed text is an access code.
  // Every resource with a picker has the code `<resource>/pilihan`.
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
/** Returns the text of an object inside the record, such as a line of a bill. */
const lineText = (line: unknown) =>
  isObject(line) && typeof line.deskripsi === 'string'
    ? `${line.deskripsi}${typeof line.harga_satuan === 'number' ? ` ${rupiah(line.harga_satuan)}` : ''}`
    : Object.values(line ?? {})
        .filter((v) => typeof v === 'string')
        .join(' ')

/**
 * Values of a list. References are shown by name on one line. Any other value has a line of its
 * own.
 */
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

/**
 * Value in words. The function `words` in the contract's metadata of the field returns the texts.
 * Each text has its own line.
 */
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
