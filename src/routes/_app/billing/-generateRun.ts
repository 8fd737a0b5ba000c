/**
 * A run of generation: its key lives in the tab's storage until it has an answer, so that a lost
 * connection or a reload goes on with the same one.
 */
import { useMutation } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect, useEffectEvent, useState } from 'react'
import type { generate } from '#contract/billing/generateCalls.ts'
import type { CallInput } from '#contract/call.ts'
import { Generate, GenerateBatch } from '#src/data/calls.ts'
import { ApiError, newKey } from '#src/data/http.ts'
import { me } from '#src/data/session.ts'
import { onlineAtom, showError } from '#src/state/feedback.ts'

export type GenerateInput = CallInput<typeof generate>
interface Run {
  key: string
  user: number
  input: GenerateInput
}
const place = 'nada.generate'

/** The run that was cut off here; another person's is not ours. */
const load = (): Run | undefined => {
  try {
    const run: Run | null = JSON.parse(sessionStorage.getItem(place) ?? 'null')
    return run && run.user === me()?.id ? run : undefined
  } catch {
    return undefined
  }
}

/**
 * `start` begins a run unless one is under way; `done` is told the batch once it is there,
 * `refused` that nothing will come of it.
 */
export const useRun = ({
  done,
  refused,
}: {
  done: (batch: number) => void
  refused: () => void
}) => {
  const [run, setRun] = useState(load)
  const [slow, setSlow] = useState(false)
  const online = useAtomValue(onlineAtom)
  const { mutate, error, isPending } = useMutation({
    mutationKey: ['billing', 'generate'],
    meta: { touches: ['user'], quiet: true },
    mutationFn: ({ input, key }: Run) => Generate.send(input, key),
  })
  const end = () => {
    sessionStorage.removeItem(place)
    setRun(undefined)
  }
  const send = (next: Run) =>
    mutate(next, {
      onSuccess: ({ generate_batch_id }) => {
        end()
        done(generate_batch_id)
      },
      onError: (e) => {
        // Refused for good; anything else may have happened or still be going on, and is asked for
        // again with the same key.
        if (
          !(e instanceof ApiError) ||
          e.status < 400 ||
          e.status === 401 ||
          e.status === 429 ||
          e.status >= 500
        )
          return
        end()
        refused()
        showError(e)
      },
    })
  const resume = useEffectEvent(() => {
    if (run && !isPending) send(run)
  })
  useEffect(() => {
    if (online) resume()
  }, [online])
  // The run is on record a moment after it was sent; asking earlier would be a 404.
  useEffect(() => {
    if (!run) return
    const timer = setTimeout(() => setSlow(true), 1200)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [run])
  const progress = GenerateBatch.useMaybe(
    { kunci: run?.key ?? '' },
    { enabled: run !== undefined && slow && online, every: 700 },
  ).data
  return {
    run,
    progress,
    failed: isPending ? undefined : error,
    start: (input: GenerateInput) => {
      if (load()) return
      const next: Run = { key: newKey(), user: me()?.id ?? 0, input }
      sessionStorage.setItem(place, JSON.stringify(next))
      setRun(next)
      send(next)
    },
    again: () => {
      if (run) send(run)
    },
  }
}
