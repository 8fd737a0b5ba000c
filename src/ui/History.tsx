/** What happened to a record, fetched when its tab is opened: who, when, and each changed field as one reads it. */
import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { AccessCode } from '#contract/access.ts'
import { AuditAction } from '#contract/auditWords.ts'
import type { FieldMeta } from '#contract/fields.ts'
import { pilihanQuery } from '#src/data/pilihan.ts'
import { Audits } from '#src/data/role.ts'
import { useAllowed } from '#src/data/session.ts'
import { Picker } from '#src/ui/form/Picker.tsx'
import { angka, rupiah, waktu } from '#src/ui/format.ts'
import { kataNilai } from '#src/ui/kata.ts'
import { Pager } from '#src/ui/list/Pager.tsx'

const unread = new Set(['id', 'versi', 'updated_at', 'updated_by', 'created_at', 'created_by'])
const isInstant = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:/.test(value)
const isEmpty = (value: unknown) =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0)
const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((v) => typeof v === 'string') : []
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A row of another resource by its name, where the person may choose among them. */
const Rujukan = ({ resource, id }: { resource: string; id: number }) => {
  const allowed = useAllowed()
  // Every resource with choices has this code.
  const { data } = useQuery({
    ...pilihanQuery(resource, { id }),
    enabled: allowed(`${resource}/pilihan` as AccessCode),
  })
  return <>{data?.[0]?.label ?? `#${id}`}</>
}
/** A line of a list inside the record, such as one of a bill. */
const baris = (line: unknown) =>
  isObject(line) && typeof line.deskripsi === 'string'
    ? `${line.deskripsi}${typeof line.harga_satuan === 'number' ? ` ${rupiah(line.harga_satuan)}` : ''}`
    : Object.values(line ?? {})
        .filter((v) => typeof v === 'string')
        .join(' ')
const Nilai = ({ value, meta }: { value: unknown; meta: FieldMeta | undefined }): ReactNode => {
  if (meta?.kata)
    return (
      <>
        {meta.kata(value).map((line) => (
          <span key={line} className="line">
            {line}
          </span>
        ))}
        {isEmpty(value) && 'Tidak ada'}
      </>
    )
  if (isEmpty(value)) return Array.isArray(value) && meta?.control === 'pickers' ? 'Semua' : '–'
  if (value === '***') return <span className="dim">dirahasiakan</span>
  if (isInstant(value)) return waktu(value)
  const resource = meta?.resource
  if (typeof value === 'number' && resource && !meta.options?.some((o) => o.value === value))
    return <Rujukan resource={resource} id={value} />
  if (Array.isArray(value) && resource)
    return (
      <>
        {value.map((id, i) => (
          <span key={String(id)}>
            {i > 0 && ', '}
            <Rujukan resource={resource} id={Number(id)} />
          </span>
        ))}
      </>
    )
  if (Array.isArray(value))
    return (
      <>
        {value.map((line, i) => (
          <span key={i} className="line">
            {isObject(line) ? baris(line) : String(line)}
          </span>
        ))}
      </>
    )
  if (isObject(value)) return baris(value)
  return meta
    ? kataNilai(value, meta)
    : typeof value === 'boolean'
      ? value
        ? 'Ya'
        : 'Tidak'
      : String(value)
}
/** Lists of codes are told by what came and went. */
const Selisih = ({ before, after }: { before: string[]; after: string[] }) => {
  const [added, taken] = [
    after.filter((v) => !before.includes(v)),
    before.filter((v) => !after.includes(v)),
  ]
  return (
    <>
      {added.length > 0 && <span className="line">+ {added.join(', ')}</span>}
      {taken.length > 0 && <span className="line">− {taken.join(', ')}</span>}
    </>
  )
}

type Meta = (field: string) => FieldMeta | undefined
interface Props {
  entitas: string
  /** Left out where the entity has no rows of its own. */ id?: number
  label: (field: string) => string
  /** What the contract says of a field; without it values stand as they are. */ meta?: Meta
}

/** What an entry changed, field by field; `whole` shows all that was written at once. Nothing where there is nothing to tell. */
export const Perubahan = ({
  before,
  after,
  label,
  meta,
  whole = false,
}: {
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  label: Props['label']
  meta: Meta | undefined
  whole?: boolean
}) => {
  // What the contract does not name is the server's own, but for what a call wrote in words.
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (f) => !unread.has(f) && (!meta || meta(f) !== undefined || /^[A-Z]/.test(f)),
  )
  if (before && after) {
    const shown = fields.filter(
      (f) =>
        JSON.stringify(before[f] ?? null) !== JSON.stringify(after[f] ?? null) ||
        before[f] === '***',
    )
    return (
      shown.length > 0 && (
        <table>
          <caption className="sr">Yang berubah</caption>
          <thead className="sr">
            <tr>
              <th scope="col">Isian</th>
              <th scope="col">Sebelum</th>
              <th scope="col">Sesudah</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((f) => (
              <tr key={f}>
                <th scope="row">{label(f)}</th>
                {meta?.(f)?.control === 'codes' ? (
                  <td colSpan={2}>
                    <Selisih before={texts(before[f])} after={texts(after[f])} />
                  </td>
                ) : (
                  <>
                    <td>
                      <Nilai value={before[f]} meta={meta?.(f)} />
                    </td>
                    <td>
                      <span aria-hidden className="dim">
                        →{' '}
                      </span>
                      <Nilai value={after[f]} meta={meta?.(f)} />
                    </td>
                  </>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )
    )
  }
  const row = after ?? before ?? {}
  const filled = fields.filter((f) => !isEmpty(row[f]))
  return (
    filled.length > 0 && (
      <details open={whole}>
        <summary>
          {after ? 'Isian' : 'Isian terakhir'} ({filled.length})
        </summary>
        <table>
          <tbody>
            {filled.map((f) => (
              <tr key={f}>
                <th scope="row">{label(f)}</th>
                <td>
                  <Nilai value={row[f]} meta={meta?.(f)} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    )
  )
}

/** Days are Jakarta's, as the times beside the entries. */
const dayStart = (day: string) => new Date(`${day}T00:00:00+07:00`).toISOString()
const dayEnd = (day: string) => new Date(`${day}T23:59:59.999+07:00`).toISOString()

export const History = ({ entitas, id, label, meta }: Props) => {
  const [page, setPage] = useState(1)
  const [perPage, setPerPage] = useState(20)
  const [oleh, setOleh] = useState<number | null>(null)
  const [dari, setDari] = useState('')
  const [sampai, setSampai] = useState('')
  const allowed = useAllowed()
  const filtered = oleh !== null || dari !== '' || sampai !== ''
  const list = Audits.useList({
    entitas,
    ...(id !== undefined && { entitas_id: String(id) }),
    page,
    'per-page': perPage,
    ...(oleh !== null && { created_by: String(oleh) }),
    ...(dari && { 'created_at.gte': dayStart(dari) }),
    ...(sampai && { 'created_at.lte': dayEnd(sampai) }),
  })
  const first =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      set(value)
      setPage(1)
    }
  if (list.page.total === 0 && !filtered)
    return (
      <p className="dim" style={{ margin: 0 }}>
        Belum ada riwayat
      </p>
    )
  return (
    <div data-stale={list.stale || undefined}>
      {(list.page.total > 5 || filtered) && (
        <div className="historyTools">
          {allowed('user/pilihan') && (
            <Picker
              label="Oleh"
              resource="user"
              placeholder="Siapa saja"
              value={oleh}
              onChange={first(setOleh)}
            />
          )}
          <TextInput
            type="date"
            label="Dari"
            value={dari}
            onChange={(e) => first(setDari)(e.currentTarget.value)}
          />
          <TextInput
            type="date"
            label="Sampai"
            value={sampai}
            onChange={(e) => first(setSampai)(e.currentTarget.value)}
          />
        </div>
      )}
      {list.page.total === 0 ? (
        <p className="dim" role="status">
          Tidak ada yang cocok
        </p>
      ) : (
        <ul className="history">
          {list.rows.map((r) => (
            <li key={r.id}>
              <b>{r.user_nama ?? (r.aksi === 'login-gagal' ? 'Seseorang' : 'Sistem')}</b>{' '}
              {AuditAction.label(r.aksi)}{' '}
              <span className="dim">
                · {waktu(r.created_at)}
                {r.ip && ` · ${r.ip}`}
              </span>
              {r.alasan && <div>Alasan: {r.alasan}</div>}
              <Perubahan before={r.sebelum} after={r.sesudah} label={label} meta={meta} />
            </li>
          ))}
        </ul>
      )}
      {list.page.total > 20 && (
        <Pager page={list.page} go={setPage} setPerPage={first(setPerPage)} />
      )}
      {list.page.total <= 20 && list.page.total > 5 && (
        <p className="dim" style={{ margin: '1rem 0 0' }}>
          {angka(list.page.total)} catatan
        </p>
      )}
    </div>
  )
}
