/** Shows the changes of a history entry, field by field. */
import '#src/styles/listParts.css'
import { Table, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { FieldMeta } from '#contract/fields.ts'
import { numberText } from '#src/ui/format/format.ts'
import { Dim } from '#src/ui/format/Words.tsx'
import { ChangeValue, isEmpty } from '#src/ui/record/history/ChangeValue.tsx'

const unread = new Set(['id', 'versi', 'updated_at', 'updated_by', 'created_at', 'created_by'])
const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((v) => typeof v === 'string') : []

/** Record in the state that the history stored. Null before its creation and after its deletion. */
type Kept = Record<string, unknown> | null
interface FieldWords {
  label: (field: string) => string
  /**
   * Returns the contract's metadata of a field. Without this function, values are shown
   * unformatted.
   */
  meta: ((field: string) => FieldMeta | undefined) | undefined
}

/** Shows the change of a list of codes: the added codes and the removed codes. */
const ListDiff = ({ before, after }: { before: string[]; after: string[] }) => {
  const added = after.filter((v) => !before.includes(v))
  const removedCodes = before.filter((v) => !after.includes(v))
  return (
    <>
      {added.length > 0 && <div>+ {added.join(', ')}</div>}
      {removedCodes.length > 0 && <div>− {removedCodes.join(', ')}</div>}
    </>
  )
}

const FieldTable = ({ children }: { children: ReactNode }) => (
  <Table
    w="auto"
    fz="sm"
    mt={4}
    withRowBorders={false}
    verticalSpacing={2}
    horizontalSpacing={0}
    style={{ overflowWrap: 'anywhere', verticalAlign: 'top' }}
  >
    {children}
  </Table>
)
const FieldName = ({ children }: { children: string }) => (
  <Table.Th scope="row" fw={400} c="dimmed" pe="sm">
    {children}
  </Table.Th>
)
const FieldValue = ({ children }: { children: ReactNode }) => (
  <Table.Td pe="sm">{children}</Table.Td>
)

/** Name of a changed field, with its old and new value. */
const FieldChange = ({
  field,
  before,
  after,
  label,
  meta,
}: FieldWords & { field: string; before: unknown; after: unknown }) => {
  const fieldMeta = meta?.(field)
  return (
    <Table.Tr>
      <FieldName>{label(field)}</FieldName>
      {fieldMeta?.control === 'codes' ? (
        <Table.Td colSpan={2}>
          <ListDiff before={texts(before)} after={texts(after)} />
        </Table.Td>
      ) : (
        <>
          <FieldValue>
            <ChangeValue value={before} meta={fieldMeta} />
          </FieldValue>
          <FieldValue>
            <Dim aria-hidden>→ </Dim>
            <ChangeValue value={after} meta={fieldMeta} />
          </FieldValue>
        </>
      )}
    </Table.Tr>
  )
}

/** Fields of a created or deleted record. They are collapsed unless `open` is true. */
const WholeRecord = ({
  title,
  row,
  fields,
  open,
  label,
  meta,
}: FieldWords & {
  title: string
  row: Record<string, unknown>
  fields: readonly string[]
  open: boolean
}) => (
  <details open={open}>
    <Text component="summary" size="sm" c="var(--mantine-color-anchor)" w="max-content">
      {numberText(fields.length)} {title}
    </Text>
    <FieldTable>
      <Table.Tbody>
        {fields.map((f) => (
          <Table.Tr key={f}>
            <FieldName>{label(f)}</FieldName>
            <FieldValue>
              <ChangeValue value={row[f]} meta={meta?.(f)} />
            </FieldValue>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </FieldTable>
  </details>
)

/**
 * Changes of a history entry, field by field. With `whole` the fields of a created or deleted
 * record are expanded. Renders nothing for an entry without changes to show.
 */
export const Changes = ({
  before,
  after,
  whole = false,
  ...words
}: FieldWords & { before: Kept; after: Kept; whole?: boolean }) => {
  const { meta } = words
  // Omits fields that are not in the contract, because they are internal to the server. Keeps keys
  // that begin with a capital letter, because these are readable texts that a call wrote, not
  // fields.
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (f) => !unread.has(f) && (!meta || meta(f) !== undefined || /^[A-Z]/.test(f)),
  )
  if (!before || !after) {
    const row = after ?? before ?? {}
    const filled = fields.filter((f) => !isEmpty(row[f]))
    const title = after ? 'perubahan' : 'isian terakhir'
    if (filled.length === 0) return null
    return <WholeRecord {...words} title={title} row={row} fields={filled} open={whole} />
  }
  const changedFields = fields.filter(
    (f) =>
      JSON.stringify(before[f] ?? null) !== JSON.stringify(after[f] ?? null) || before[f] === '***',
  )
  if (changedFields.length === 0) return null
  return (
    <FieldTable>
      <caption className="sr">Yang berubah</caption>
      <thead className="sr">
        <tr>
          <th scope="col">Isian</th>
          <th scope="col">Sebelum</th>
          <th scope="col">Sesudah</th>
        </tr>
      </thead>
      <Table.Tbody>
        {changedFields.map((f) => (
          <FieldChange key={f} {...words} field={f} before={before[f]} after={after[f]} />
        ))}
      </Table.Tbody>
    </FieldTable>
  )
}
