/** Shows the conflicts of a class or lesson, and offers free slots as alternatives. */
import { Anchor, Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useEffect, useEffectEvent, useSyncExternalStore, type ReactNode } from 'react'
import type { AccessCode } from '#contract/access/access.ts'
import type { CallOutput } from '#contract/call.ts'
import type { examinePertemuan } from '#contract/schedule/conflictCalls.ts'
import { ApiError } from '#src/data/api/http.ts'
import { useAllowed } from '#src/data/session/session.ts'
import type { Place } from '#src/state/place.ts'
import { FailureList } from '#src/ui/feedback/FailureList.tsx'
import { Note } from '#src/ui/feedback/Note.tsx'
import { isEqual } from '#src/ui/form/store.ts'
import { useFormField, useFormStore } from '#src/ui/form/useForm.ts'
import { jamSpan } from '#src/ui/format/format.ts'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'

type Found = CallOutput<typeof examinePertemuan>
type FoundConflict = Found['konflik'][number]
export type Alternative = Found['alternatif'][number]

/**
 * Returns the screen of the conflicting row and the access code that the screen needs. Returns
 * undefined if the row has no screen.
 */
const screenOf = ({
  resource,
  id,
}: FoundConflict['dengan']): { place: Place; code: AccessCode } | undefined => {
  if (id === null) return undefined
  if (resource === 'pertemuan')
    return {
      place: { to: '/kursus-pelatih/absensi', search: { id } },
      code: 'kursus-pelatih/absensi',
    }
  if (resource === 'kursus-pelatih')
    return { place: { to: '/kursus-pelatih/view', search: { id } }, code: 'kursus-pelatih/view' }
  if (resource === 'ruang')
    return { place: { to: '/ruang/view', search: { id } }, code: 'ruang/view' }
  if (resource === 'user') return { place: { to: '/user/view', search: { id } }, code: 'user/view' }
  return undefined
}

/** Link to the conflicting row. The link opens in a new tab, so that the form keeps its input. */
const ConflictLink = ({ dengan }: { dengan: FoundConflict['dengan'] }) => {
  const allowed = useAllowed()
  const screen = screenOf(dengan)
  if (!screen || !allowed(screen.code)) return null
  return (
    <Anchor
      c="inherit"
      underline="always"
      renderRoot={(props) => (
        <PlaceLink
          {...screen.place}
          {...props}
          target="_blank"
          aria-label={`Lihat ${dengan.label}, di tab baru`}
        >
          Lihat
        </PlaceLink>
      )}
    />
  )
}

/**
 * Returns the start and end time of a conflicting class or lesson, in parentheses. Returns an empty
 * text if the conflicting row is of another kind.
 */
const hoursOf = ({ dengan, mulai, selesai }: FoundConflict): string =>
  dengan.resource === 'pertemuan' || dengan.resource === 'kursus-pelatih'
    ? ` (${jamSpan(mulai, selesai)})`
    : ''

/** List of conflicts in words, each with a link to the conflicting row. */
const ConflictList = ({ konflik }: { konflik: readonly FoundConflict[] }) => (
  <FailureList label="Bentrok">
    {konflik.map((conflict) => (
      <li
        key={`${conflict.jenis} ${conflict.dengan.resource} ${conflict.dengan.id} ${conflict.pesan} ${conflict.mulai}`}
      >
        {conflict.pesan}
        {hoursOf(conflict)} <ConflictLink dengan={conflict.dengan} />
      </li>
    ))}
  </FailureList>
)

const Alternatives = ({
  all,
  take,
}: {
  all: readonly Alternative[]
  take: (one: Alternative) => void
}) => (
  <Group gap="xs" role="group" aria-label="Waktu dan tempat lain yang kosong">
    <Text size="sm">Kosong:</Text>
    {all.map((alternative) => (
      <Button
        key={`${alternative.tanggal} ${alternative.hari} ${alternative.jam_mulai} ${alternative.ruang_id} ${alternative.pelatih_id}`}
        variant="default"
        size="compact-md"
        h={32}
        onClick={(e) => {
          // Moves the focus to the form's submit button, because the pressed button disappears when
          // the user chooses its slot.
          const form = e.currentTarget.closest('form')
          form?.querySelector<HTMLElement>('[type=submit]')?.focus({ preventScroll: true })
          take(alternative)
        }}
      >
        {alternative.label}
      </Button>
    ))}
  </Group>
)

/**
 * Checkbox with which the user confirms soft conflicts. It sets the form field `konfirmasi` to the
 * kinds of these conflicts. `reason` completes the label of the checkbox. It says where in the form
 * the user has written the reason, such as `alasannya saya tulis di atas`.
 */
const Confirm = ({ konflik, reason }: { konflik: readonly FoundConflict[]; reason: string }) => {
  const { value, set } = useFormField('konfirmasi')
  const confirmedKinds: readonly unknown[] = Array.isArray(value) ? value : []
  const kinds = [...new Set(konflik.map((k) => k.jenis))]
  return (
    <Checkbox
      label={`Tetap lanjutkan, ${reason}`}
      checked={kinds.every((kind) => confirmedKinds.includes(kind))}
      onChange={(e) => set(e.currentTarget.checked ? kinds : [])}
    />
  )
}

const isFound = (conflicts: unknown): conflicts is Found['konflik'] =>
  Array.isArray(conflicts) && conflicts.length > 0
/**
 * Returns the conflicts that an error response contains; undefined for an error without conflicts.
 */
export const foundIn = (error: unknown): Found | undefined => {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined
  const { konflik, alternatif } = error.data
  if (!isFound(konflik)) return undefined
  return { konflik, alternatif: Array.isArray(alternatif) ? alternatif : [] }
}

/** Whether there are conflicts and all of them are soft, so that the user may confirm them. */
export const isSoft = (finding: Found | null | undefined): boolean => {
  const konflik = finding?.konflik ?? []
  return konflik.length > 0 && konflik.every((k) => k.tingkat === 'lunak')
}

/**
 * Conflicts inside a form. A preview call finds them while the user fills in the form. The user can
 * confirm soft conflicts but not hard ones. `take` puts the values of an alternative into the form.
 * `reason` completes the label of the checkbox, and says where in the form the user has written the
 * reason for the confirmation.
 */
export const ConflictCheck = ({
  data,
  error,
  take,
  reason = 'alasannya saya tulis di atas',
}: {
  data: (Found & { catatan?: readonly string[] }) | null | undefined
  error: unknown
  take?: (one: Alternative) => void
  reason?: string
}) => {
  if (error instanceof ApiError && error.status > 401)
    return (
      <Note tone="orange" className="wide" role="status">
        {error.message}
      </Note>
    )
  if (!data) return null
  const { konflik, alternatif } = data
  const isHard = konflik.some((k) => k.tingkat === 'keras')
  if (konflik.length === 0)
    return (
      <Text className="wide" size="sm" role="status" m={0}>
        {['Tidak ada bentrok', ...(data.catatan ?? [])].join('. ')}.
      </Text>
    )
  return (
    <Note tone={isHard ? 'red' : 'orange'} className="wide" role="status">
      <Stack gap="sm">
        <Text size="sm" fw={600} m={0}>
          {isHard ? 'Tidak bisa di sini:' : 'Perlu diperhatikan:'}
        </Text>
        <ConflictList konflik={konflik} />
        {take && alternatif.length > 0 && <Alternatives all={alternatif} take={take} />}
        {!isHard && <Confirm konflik={konflik} reason={reason} />}
      </Stack>
    </Note>
  )
}

/**
 * Conflicts inside a form without a preview call. After the server has rejected a save because of
 * conflicts, this component shows them until the user changes a field in `about`. `children` is the
 * field for the reason. The field appears only if all conflicts are soft.
 */
export const ConflictRefusal = ({
  about,
  children,
}: {
  about: readonly string[]
  children: ReactNode
}) => {
  const store = useFormStore()
  const refusal = useSyncExternalStore(store.subscribe, store.refusal)
  const stands = useSyncExternalStore(store.subscribe, () =>
    about.every((name) => isEqual(store.get(name), refusal?.values[name])),
  )
  // Clears the confirmation when a field in `about` changes, because the user has confirmed the
  // conflicts of the old values.
  const isOver = refusal !== undefined && !stands
  const forget = useEffectEvent(() => store.set('konfirmasi', []))
  useEffect(() => {
    if (isOver) forget()
  }, [isOver])
  const finding = stands ? foundIn(refusal?.error) : undefined
  if (!finding) return null
  return (
    <>
      <ConflictCheck data={finding} error={null} reason="alasannya saya tulis di bawah" />
      {isSoft(finding) && children}
    </>
  )
}
