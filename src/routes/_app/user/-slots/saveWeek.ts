/** Saves the painted week, and merges it with changes that another user has saved meanwhile. */
import { useState } from 'react'
import * as z from 'zod/mini'
import type { CallOutput } from '#contract/call.ts'
import { confirmation } from '#contract/schedule/confirmation.ts'
import type { updateJadwalPelatih } from '#contract/schedule/jadwalCalls.ts'
import { emptyWeek, fillSlots, slotsOf } from '#contract/schedule/rules/freeSlots.ts'
import type { ApiError } from '#src/data/api/http.ts'
import { queryClient } from '#src/data/api/queryClient.ts'
import { UpdateJadwalPelatih } from '#src/data/calls.ts'
import { mergeWeeks, type SlotClash } from '#src/routes/_app/user/-slots/slotClash.tsx'
import type { WeekHistory } from '#src/routes/_app/user/-slots/weekHistory.ts'
import { showError } from '#src/state/feedback.ts'
import { tidy } from '#src/ui/form/store.ts'
import { errorsOf } from '#src/ui/form/validateInput.ts'
import { waktu } from '#src/ui/format/format.ts'
import { foundIn } from '#src/ui/schedule/Conflicts.tsx'

const confirmed = z.object(confirmation)
type Saved = CallOutput<typeof updateJadwalPelatih>
const weekOf = (saved: Saved) => fillSlots(emptyWeek, saved.slot)
/**
 * Returns the stored week from a 409 response about a version conflict; undefined for any other
 * error.
 */
const storedWeek = (error: ApiError): Saved | undefined =>
  error.status === 409 && error.current
    ? z.safeParse(UpdateJadwalPelatih.def.output, error.current).data
    : undefined
const readAnew = () => queryClient.invalidateQueries({ queryKey: ['user', 'jadwal-pelatih'] })

export const useSaveWeek = (
  { id, versi: openedVersi }: { id: number; versi: number },
  { store, week, initial, rebase }: WeekHistory,
  onSaved: () => void,
) => {
  const send = UpdateJadwalPelatih.useMutation({ quiet: true, params: { id } })
  const [versi, setVersi] = useState(openedVersi)
  const [clash, setClash] = useState<SlotClash>()
  const saved = (answer: Saved) => {
    rebase(weekOf(answer), weekOf(answer))
    setVersi(answer.versi)
    setClash(undefined)
    onSaved()
  }
  /**
   * Merges the painted week with the week that another user has saved. Slots that were not painted
   * in this form get the saved status. For a slot that both users changed, the form asks which
   * status to keep.
   */
  const merge = (message: string, serverWeek: Saved) => {
    void readAnew()
    const current = weekOf(serverWeek)
    const when = serverWeek.updated_at ? waktu(serverWeek.updated_at) : ''
    const newClash = { message, when, base: initial, mine: week, current }
    setClash(newClash)
    setVersi(serverWeek.versi)
    rebase(current, mergeWeeks(newClash))
  }
  const refused = (error: ApiError) => {
    const serverWeek = storedWeek(error)
    if (serverWeek) return merge(error.message, serverWeek)
    if (error.fields.length > 0) {
      // Refetches the week, because the grid must show a class that was added in the meantime.
      void readAnew()
      if (error.status === 409) store.refuse(error)
      // Sets no field errors for conflicts, because they are shown beside the save button with
      // their possible resolutions.
      if (foundIn(error)) return store.setErrors({})
      return store.setErrors(Object.fromEntries(error.fields.map((f) => [f.field, f.message])))
    }
    showError(error)
  }
  const submit = () => {
    const slot = slotsOf(week, initial)
    if (slot.length === 0) return onSaved()
    const parseResult = z.safeParse(confirmed, tidy(confirmed, store.values()))
    if (!parseResult.success) return store.setErrors(errorsOf(parseResult.error.issues))
    send.mutate({ versi, slot, ...parseResult.data }, { onSuccess: saved, onError: refused })
  }
  return { submit, busy: send.isPending, clash }
}
