import { useSyncExternalStore } from 'react'
import { shownMeta } from '#src/data/fieldMeta.ts'
import type { Clash } from '#src/ui/form/conflict/conflict.ts'
import { ConflictTable, type Pick } from '#src/ui/form/conflict/ConflictTable.tsx'
import { schemaAt, isEqual, type FormStore } from '#src/ui/form/store.ts'
import { valueWords } from '#src/ui/format/valueWords.ts'

/**
 * Shows an edit conflict: the values saved by another user beside the typed values. The user
 * chooses one of the two per field and saves again.
 */
export const ConflictChoice = ({
  clash: { message, when, both, quiet, mine, current },
  store,
}: {
  clash: Clash
  store: FormStore
}) => {
  const values = useSyncExternalStore(store.subscribe, store.values)
  const meta = (k: string) => {
    const s = schemaAt(store.schema, k)
    return s && shownMeta(s)
  }
  const pick = (k: string, value: unknown): Pick => ({
    label: valueWords(value, meta(k)),
    isChosen: isEqual(values[k], value),
    choose: () => store.set(k, value),
  })
  const nameOf = (k: string) => meta(k)?.label ?? k
  return (
    <ConflictTable
      what="Isian"
      caption={
        <>
          {message}
          {when && !message.includes('pukul') ? ` (${when})` : ''}. Pilih isian yang dipakai, lalu
          simpan lagi.
        </>
      }
      rows={[
        ...both.map((k) => ({
          key: `pilih-${k}`,
          name: nameOf(k),
          mine: pick(k, mine[k]),
          theirs: pick(k, current[k]),
        })),
        ...quiet.map((k) => ({
          key: k,
          name: nameOf(k),
          mine: 'tidak Anda ubah',
          theirs: valueWords(current[k], meta(k)),
        })),
      ]}
    />
  )
}
