/** Saves several settings together, and merges concurrent changes of other users. */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { isSettingKey, settings, type SettingKey } from '#contract/settings/settings.ts'
import { ApiError } from '#src/data/api/http.ts'
import { SettingList, StoreSettings, type SettingRow } from '#src/data/setting.ts'
import { confirmChanges } from '#src/routes/_app/-setting/settingQuestions.ts'
import { showError, toast } from '#src/state/feedback.ts'
import { takeTheirs, type Clash } from '#src/ui/form/conflict/conflict.ts'
import { createStore, isEqual, tidy, type Errors } from '#src/ui/form/store.ts'

type Values = Record<string, unknown>
const valuesOf = (rows: readonly SettingRow[]): Values =>
  Object.fromEntries(rows.map((r) => [r.key, r.value]))
const versiOf = (rows: readonly SettingRow[]) =>
  Object.fromEntries(rows.map((r) => [r.key, r.versi]))
/**
 * Payload of a 409 response: current values and versions of the settings that another user changed.
 */
const SettingClash = z.object({
  nilai: z.record(z.string(), z.unknown()),
  versi: z.record(z.string(), z.int()),
})
export const schemaOf = (key: SettingKey): z.ZodMiniType => settings[key].schema

/** Returns the changed values that a save sends, and the validation errors by field. */
const changesOf = (keys: readonly SettingKey[], values: Values, base: Values) => {
  const [input, errors]: [Values, Errors] = [{}, {}]
  for (const key of keys) {
    const schema = schemaOf(key)
    const value = tidy(schema, values[key])
    if (isEqual(value, base[key])) continue
    const parsed = z.safeParse(schema, value)
    if (parsed.success) input[key] = parsed.data
    else
      for (const issue of parsed.error.issues.toReversed())
        errors[[key, ...issue.path].join('.')] = issue.message
  }
  return { input, errors }
}
const clashOf = (error: ApiError) =>
  error.status === 409 && error.current ? z.safeParse(SettingClash, error.current).data : undefined

/**
 * Returns the rows and the form store of the given settings. Values saved in another tab are loaded
 * into an unedited form.
 */
const useSettingStore = (keys: readonly SettingKey[]) => {
  const all = SettingList.useSuspenseData({})
  const rows = all.filter((r) => isSettingKey(r.key) && keys.includes(r.key))
  const [store] = useState(() =>
    createStore(z.object(Object.fromEntries(keys.map((k) => [k, schemaOf(k)]))), valuesOf(rows)),
  )
  const [versi, setVersi] = useState(() => versiOf(rows))
  // Blocks a second press of the button before the pending state is rendered.
  const sending = useRef(false)
  // Loads newer values only while the form has no unsaved input and no save is in progress.
  // Otherwise the server reports the conflict on the next save.
  const refresh = useEffectEvent(() => {
    if (store.dirty() || sending.current) return
    store.rebase(valuesOf(rows), valuesOf(rows))
    setVersi(versiOf(rows))
  })
  useEffect(() => refresh(), [all])
  /** Marks a save as started; returns false if one is already in progress. */
  const begin = (): boolean => {
    if (sending.current) return false
    sending.current = true
    return true
  }
  const end = () => {
    sending.current = false
  }
  return { rows, store, versi, setVersi, begin, end }
}

/** Form of the given settings. `onSaved` runs after a save. */
export const useSettingForm = (keys: readonly SettingKey[], onSaved?: () => void) => {
  const { rows, store, versi, setVersi, begin, end } = useSettingStore(keys)
  const send = StoreSettings.useMutation({ quiet: true })
  const [clash, setClash] = useState<Clash>()
  const [busy, setBusy] = useState(false)

  const saveChanges = async (input: Values, base: Values) => {
    const answer = await confirmChanges(input, base)
    if (!answer) return
    const saved = await send.mutateAsync({
      perubahan: Object.entries(input).map(([key, value]) => ({
        key,
        value,
        versi: versi[key] ?? 0,
      })),
      alasan: answer.alasan,
    })
    const next = { ...base, ...valuesOf(saved) }
    store.rebase(next, next)
    setVersi({ ...versi, ...versiOf(saved) })
    setClash(undefined)
    toast(
      saved.length === 1 ? `${saved[0]?.label} disimpan` : `${saved.length} pengaturan disimpan`,
    )
    onSaved?.()
  }
  /**
   * Handles an ApiError of a save. On a conflict, fields without typed changes get the values of
   * the other user; for a field that both users changed, the form asks which value to keep.
   */
  const refused = (error: ApiError) => {
    if (error.fields.length > 0)
      return store.setErrors(
        Object.fromEntries(error.fields.toReversed().map((f) => [f.field, f.message])),
      )
    const serverClash = clashOf(error)
    if (serverClash) {
      setClash(takeTheirs(store, serverClash.nilai, { message: error.message, when: '' }))
      return setVersi({ ...versi, ...serverClash.versi })
    }
    showError(error)
  }
  const submit = async () => {
    const [values, base] = [store.values(), store.initial()]
    const { input, errors } = changesOf(keys, values, base)
    store.setErrors(errors)
    if (Object.keys(errors).length > 0) return
    if (Object.keys(input).length === 0) return toast('Tidak ada yang diubah')
    if (!begin()) return
    setBusy(true)
    try {
      await saveChanges(input, base)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      refused(error)
    } finally {
      end()
      setBusy(false)
    }
  }
  return { rows, store, clash, busy, submit }
}
