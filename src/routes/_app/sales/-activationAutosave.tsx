/**
 * Autosave of an activation. The server stores the typed values, so that the activation can be
 * continued on any device.
 */
import { Button, Group, Text } from '@mantine/core'
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import type { CallOutput } from '#contract/call.ts'
import type { activationState } from '#contract/sales/activationCalls.ts'
import { ApiError } from '#src/data/api/http.ts'
import { ActivationState, SaveActivation } from '#src/data/calls.ts'
import { useMe } from '#src/data/session/session.ts'
import type { ActivationSubject } from '#src/routes/_app/sales/-activationRoute.ts'
import { Note } from '#src/ui/feedback/Note.tsx'
import { useFormStore } from '#src/ui/form/useForm.ts'
import { waktu } from '#src/ui/format/format.ts'

export type State = CallOutput<typeof activationState>
type Step = NonNullable<State['draf']>['langkah']
/** Debounce in ms before an autosave. */
const pauseMs = 900
/** Interval in ms at which changes by other users are polled. */
const askMs = 8000

/** Returns the current state of an activation, which is polled while the page is visible. */
export const useActivation = (of: ActivationSubject): State => {
  const state = ActivationState.useSuspenseData(of)
  ActivationState.useOptionalQuery(of, { every: askMs })
  return state
}
/**
 * Returns the stored draft of a step of the wizard; an empty object if the step has no draft or the
 * draft cannot be parsed.
 */
export const typedOf = ({ draf }: State, langkah: Step): Record<string, unknown> => {
  if (draf?.langkah !== langkah) return {}
  try {
    const typed: unknown = JSON.parse(draf.isian)
    return typeof typed === 'object' && typed !== null ? { ...typed } : {}
  } catch {
    return {}
  }
}

export interface Autosave {
  /**
   * Saves the typed values. Resolves to false if they were not saved, for example because another
   * user saved first.
   */
  keep: (isian: object) => Promise<boolean>
  /** Whether another user has saved values since the last load or save by this form. */
  isStale: boolean
  /** Allows the next save to overwrite the values of the other user. */
  overwrite: () => void
  keptAt: string | undefined
  /**
   * Waits for pending saves and then runs `step`, which submits the step of the wizard. No save can
   * start until `step` has ended. Such a save would send the version from before the submission,
   * and the server would reject it as outdated.
   */
  take: <T>(step: () => Promise<T>) => Promise<T>
  isTaking: boolean
}
/**
 * Returns the autosave of one step of the wizard. Each save sends the last known version, so that
 * the server can reject it after a save by another user.
 */
export const useKeeping = (of: ActivationSubject, langkah: Step, state: State): Autosave => {
  // Last known version on the server, stored twice. The state is for rendering. The ref is for
  // async callbacks, which need the latest version.
  const [knownVersion, setKnownVersion] = useState(state.versi)
  const latest = useRef(state.versi)
  const learn = (versi: number) => {
    latest.current = versi
    setKnownVersion(versi)
  }
  const [isStale, setStale] = useState(false)
  const [keptAt, setKeptAt] = useState<string>()
  const last = useRef(Promise.resolve(true))
  const [isTaking, setTaking] = useState(false)
  // Whether `take` is running. The ref blocks saves immediately; the state `isTaking` changes only
  // with the next render.
  const taking = useRef(false)
  const [running, setRunning] = useState(0)
  // Whether another user has saved a newer draft. A newer version without a draft means that the
  // step was completed, so there are no typed values to lose.
  const isOthers = state.versi > knownVersion && state.draf !== null && running === 0
  const follow = useEffectEvent(() => {
    if (state.draf === null && state.versi > latest.current) learn(state.versi)
  })
  useEffect(() => follow(), [state.versi])
  const send = async (isian: object): Promise<boolean> => {
    setRunning((n) => n + 1)
    try {
      const body = { langkah, isian: JSON.stringify(isian), versi: latest.current }
      const { versi } = await SaveActivation.send(body, undefined, of)
      learn(versi)
      setKeptAt(new Date().toISOString())
      return true
    } catch (error) {
      // Returns false for a failed request, for example after a lost connection. The next edit
      // saves again.
      if (!(error instanceof ApiError)) throw error
      if (error.status === 409 && error.current) setStale(true)
      return false
    } finally {
      setRunning((n) => n - 1)
    }
  }
  return {
    keep: (isian) => {
      if (isStale || taking.current) return Promise.resolve(false)
      last.current = last.current.then(() => send(isian))
      return last.current
    },
    isStale: isStale || isOthers,
    overwrite: () => {
      learn(state.versi)
      setStale(false)
    },
    keptAt,
    take: async (step) => {
      taking.current = true
      setTaking(true)
      try {
        await last.current
        return await step()
      } finally {
        taking.current = false
        setTaking(false)
      }
    },
    isTaking,
  }
}

/**
 * Note that shows the values of another user and asks which values to keep. Without this note, the
 * values of one of the users would be discarded silently.
 */
export const StaleNote = ({
  state,
  keeping,
  load,
}: {
  state: State
  keeping: Autosave
  load: () => void
}) => {
  const me = useMe()
  if (!keeping.isStale || !state.diubah) return null
  const { oleh, oleh_id, pada } = state.diubah
  const actorName = oleh_id === me?.id ? 'Anda, di perangkat lain,' : oleh
  return (
    <Note tone="orange" role="status" className="wide">
      <Text size="sm">
        {actorName} mengisi langkah ini ({waktu(pada)}). Isian Anda di layar ini belum disimpan.
      </Text>
      <Group gap="xs" mt="xs">
        <Button size="compact-md" h={32} variant="default" onClick={load}>
          Muat isian itu
        </Button>
        <Button size="compact-md" h={32} variant="default" onClick={keeping.overwrite}>
          Tetap pakai isian saya
        </Button>
      </Group>
    </Note>
  )
}
/**
 * Text with the time of the last save. Its height is reserved, so that the button below does not
 * shift under the pointer.
 */
export const KeptText = ({ at }: { at: string | undefined }) => (
  <Text size="sm" c="dimmed" className="wide" role="status" mih={{ base: '3lh', xs: '1lh' }}>
    {at ? `Isian tersimpan ${waktu(at)}. Boleh ditutup dan dilanjutkan nanti.` : ''}
  </Text>
)

/** Autosaves the values of the surrounding form when the user pauses typing. */
export const KeepForm = ({ keeping }: { keeping: Autosave }) => {
  const store = useFormStore()
  const values = useSyncExternalStore(store.subscribe, store.values)
  const save = useEffectEvent(async () => {
    if (!store.dirty()) return
    const sent = store.values()
    if (await keeping.keep(sent)) store.rebase(sent, store.values())
  })
  useEffect(() => {
    const timer = setTimeout(() => void save(), pauseMs)
    return () => clearTimeout(timer)
  }, [values, keeping.isStale, keeping.isTaking])
  return <KeptText at={keeping.keptAt} />
}
/** Autosaves values that are not in a form, as soon as the values have not changed for a while. */
export const useKept = (values: object, keeping: Autosave): void => {
  const text = JSON.stringify(values)
  const first = useRef(text)
  const save = useEffectEvent(() => void keeping.keep(values))
  useEffect(() => {
    if (text === first.current) return
    const timer = setTimeout(() => save(), pauseMs)
    return () => clearTimeout(timer)
  }, [text, keeping.isStale])
}
