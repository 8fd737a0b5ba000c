/** What is typed of an activation is kept on the server, for this and any other device. */
import { Button, Group, Text } from '@mantine/core'
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import type { CallOutput } from '#contract/call.ts'
import type { activationState } from '#contract/sales/activationCalls.ts'
import { ActivationState, SaveActivation } from '#src/data/calls.ts'
import { ApiError } from '#src/data/http.ts'
import { useMe } from '#src/data/session.ts'
import type { OfWhom } from '#src/routes/_app/sales/-activationRoute.ts'
import { Note } from '#src/ui/feedback/Note.tsx'
import { useFormStore } from '#src/ui/form/useForm.ts'
import { waktu } from '#src/ui/format/format.ts'

export type State = CallOutput<typeof activationState>
type Step = NonNullable<State['draf']>['langkah']
/** So long nobody types before it is kept; and so often it is asked what others do. */
const pauseMs = 900
const askMs = 8000

/** How far it has come, asked again while somebody looks. */
export const useActivation = (of: OfWhom): State => {
  const state = ActivationState.useData(of)
  ActivationState.useMaybe(of, { every: askMs })
  return state
}
/** What was typed of a step and is not sent yet; nothing where it cannot be read. */
export const typedOf = ({ draf }: State, langkah: Step): Record<string, unknown> => {
  if (draf?.langkah !== langkah) return {}
  try {
    const typed: unknown = JSON.parse(draf.isian)
    return typeof typed === 'object' && typed !== null ? { ...typed } : {}
  } catch {
    return {}
  }
}

export interface Keeping {
  /** Keeps what is typed; false where somebody else was quicker. */
  keep: (isian: object) => Promise<boolean>
  /** Somebody else has typed meanwhile. */
  isStale: boolean
  /** What was typed here goes over it from now on. */
  overwrite: () => void
  keptAt: string | undefined
  /**
   * Sends the step itself, after what is being kept and with nothing kept meanwhile: what came
   * after it would find another version, and call one's own step somebody else's.
   */
  take: <T>(step: () => Promise<T>) => Promise<T>
  isTaking: boolean
}
/** Keeps one step's values under the version that was read. */
export const useKeeping = (of: OfWhom, langkah: Step, state: State): Keeping => {
  // What is drawn asks for the state; what is sent, later, for the last one that came.
  const [known, setKnown] = useState(state.versi)
  const latest = useRef(state.versi)
  const learn = (versi: number) => {
    latest.current = versi
    setKnown(versi)
  }
  const [isStale, setStale] = useState(false)
  const [keptAt, setKeptAt] = useState<string>()
  const last = useRef(Promise.resolve(true))
  const [isTaking, setTaking] = useState(false)
  // Held at once: what is drawn comes later.
  const taking = useRef(false)
  const [running, setRunning] = useState(0)
  // A step that was taken leaves nothing to overwrite; what others have typed is told.
  const isOthers = state.versi > known && state.draf !== null && running === 0
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
      // Without a connection it is kept with the next key.
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

/** Says that somebody else has typed, and lets one choose whose it is; nothing is lost unseen. */
export const StaleNote = ({
  state,
  keeping,
  load,
}: {
  state: State
  keeping: Keeping
  load: () => void
}) => {
  const me = useMe()
  if (!keeping.isStale || !state.diubah) return null
  const { oleh, oleh_id, pada } = state.diubah
  const who = oleh_id === me?.id ? 'Anda, di perangkat lain,' : oleh
  return (
    <Note tone="orange" role="status" className="wide">
      <Text size="sm">
        {who} mengisi langkah ini ({waktu(pada)}). Isian Anda di layar ini belum disimpan.
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
/** Has its place from the first: a page that moved would take the button from under the pointer. */
export const KeptText = ({ at }: { at: string | undefined }) => (
  <Text size="sm" c="dimmed" className="wide" role="status" mih={{ base: '3lh', xs: '1lh' }}>
    {at ? `Isian tersimpan ${waktu(at)}. Boleh ditutup dan dilanjutkan nanti.` : ''}
  </Text>
)

/** Inside a form: its values are kept a moment after the last key. */
export const KeepForm = ({ keeping }: { keeping: Keeping }) => {
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
/** The same of values that are no form's. */
export const useKept = (values: object, keeping: Keeping): void => {
  const text = JSON.stringify(values)
  const first = useRef(text)
  const save = useEffectEvent(() => void keeping.keep(values))
  useEffect(() => {
    if (text === first.current) return
    const timer = setTimeout(() => save(), pauseMs)
    return () => clearTimeout(timer)
  }, [text, keeping.isStale])
}
