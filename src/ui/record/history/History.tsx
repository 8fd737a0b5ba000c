/**
 * History of a record: user, time, and each changed field in readable form. The code of this file
 * is fetched when the user opens the history.
 */
import '#src/styles/parts.css'
import { SimpleGrid, Text, Timeline } from '@mantine/core'
import { useState } from 'react'
import { AuditAction } from '#contract/access/auditWords.ts'
import type { audit } from '#contract/access/role.ts'
import type { FieldMeta } from '#contract/fields.ts'
import type { Row } from '#contract/resource.ts'
import { Audits } from '#src/data/resources/role.ts'
import { useAllowed } from '#src/data/session/session.ts'
import { DateField } from '#src/ui/form/dates/DateField.tsx'
import { Picker } from '#src/ui/form/pickers/Picker.tsx'
import { numberText, waktu } from '#src/ui/format/format.ts'
import { Dim } from '#src/ui/format/Words.tsx'
import { Pager } from '#src/ui/list/table/Pager.tsx'
import { Changes } from '#src/ui/record/history/Changes.tsx'

interface Props {
  entitas: string
  /** Id of the record; undefined for an entity without rows. */
  id?: number
  label: (field: string) => string
  /**
   * Returns the contract's metadata of a field. Without this function, values are shown
   * unformatted.
   */
  meta?: (field: string) => FieldMeta | undefined
}

/** Returns the instant at which a day begins in Jakarta, because the entries show Jakarta time. */
const dayStart = (day: string) => new Date(`${day}T00:00:00+07:00`).toISOString()
const dayEnd = (day: string) => new Date(`${day}T23:59:59.999+07:00`).toISOString()

/** Filter of the entries by user (`by`) and by first and last day. */
interface Shown {
  by: number | null
  from: string
  until: string
}
const everything: Shown = { by: null, from: '', until: '' }
const searchOf = ({ by, from, until }: Shown) => ({
  ...(by !== null && { created_by: String(by) }),
  ...(from && { 'created_at.gte': dayStart(from) }),
  ...(until && { 'created_at.lte': dayEnd(until) }),
})

const HistoryFilters = ({ shown, show }: { shown: Shown; show: (next: Shown) => void }) => {
  const allowed = useAllowed()
  return (
    <SimpleGrid minColWidth="9rem" spacing="xs" mb="1.1rem">
      {allowed('user/pilihan') && (
        <Picker
          label="Oleh"
          resource="user"
          placeholder="Siapa saja"
          value={shown.by}
          onChange={(by) => show({ ...shown, by })}
        />
      )}
      <DateField
        strict
        label="Dari"
        value={shown.from}
        onChange={(from) => show({ ...shown, from })}
      />
      <DateField
        strict
        label="Sampai"
        value={shown.until}
        onChange={(until) => show({ ...shown, until })}
      />
    </SimpleGrid>
  )
}

const actorOf = ({ user_nama, aksi }: Row<typeof audit>) =>
  user_nama ?? (aksi === 'login-gagal' ? 'Seseorang' : 'Sistem')
const Entries = ({
  rows,
  label,
  meta,
}: Pick<Props, 'label' | 'meta'> & { rows: readonly Row<typeof audit>[] }) => (
  <Timeline bulletSize={12} lineWidth={2} role="list">
    {rows.map((r) => (
      <Timeline.Item key={r.id} role="listitem" mt="md">
        <b>{actorOf(r)}</b> {AuditAction.label(r.aksi)}{' '}
        <Dim>
          · {waktu(r.created_at)}
          {r.ip && ` · ${r.ip}`}
        </Dim>
        {r.alasan && <div>Alasan: {r.alasan}</div>}
        <Changes before={r.sebelum} after={r.sesudah} label={label} meta={meta} />
      </Timeline.Item>
    ))}
  </Timeline>
)

/**
 * Thresholds of the history. An unfiltered history of at most `few` entries shows no filter fields.
 * The first page has at most `firstPage` entries.
 */
const [few, firstPage] = [5, 20]

export const History = ({ entitas, id, label, meta }: Props) => {
  const [{ page, perPage }, go] = useState({ page: 1, perPage: firstPage })
  const [filter, setFilter] = useState(everything)
  const list = Audits.useList({
    entitas,
    ...(id !== undefined && { entitas_id: String(id) }),
    page,
    'per-page': perPage,
    ...searchOf(filter),
  })
  const { total } = list.page
  const isFiltered = filter.by !== null || filter.from !== '' || filter.until !== ''
  if (total === 0 && !isFiltered) return <Text c="dimmed">Belum ada riwayat</Text>
  return (
    <div data-stale={list.stale || undefined}>
      {(total > few || isFiltered) && (
        <HistoryFilters
          shown={filter}
          show={(next) => {
            setFilter(next)
            go({ page: 1, perPage })
          }}
        />
      )}
      {total === 0 ? (
        <Text c="dimmed" role="status">
          Tidak ada yang cocok
        </Text>
      ) : (
        <Entries rows={list.rows} label={label} meta={meta} />
      )}
      {total > firstPage && (
        <Pager
          page={list.page}
          go={(next) => go({ page: next, perPage })}
          setPerPage={(rows) => go({ page: 1, perPage: rows })}
        />
      )}
      {total <= firstPage && total > few && (
        <Text c="dimmed" mt="md">
          {numberText(total)} catatan
        </Text>
      )}
    </div>
  )
}
