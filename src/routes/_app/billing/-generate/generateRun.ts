/**
 * State of a run of bill generation. Until the server responds, the idempotency key of the run is
 * kept in the session storage of the tab. After a lost connection or a reload, the same run is
 * resumed with this key.
 */
import { useMutation } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect, useEffectEvent, useState } from 'react'
import type { generate } from '#contract/billing/generateCalls.ts'
import type { CallInput } from '#contract/call.ts'
import { ApiError, newKey } from '#src/data/api/http.ts'
import { Generate, GenerateBatch } from '#src/data/calls.ts'
import { me } from '#src/data/session/session.ts'
import { onlineAtom, showError } from '#src/state/feedback.ts'

export type GenerateInput = CallInput<typeof generate>
interface Run {
  key: string
  user: number
  input: GenerateInput
}
const place = 'nada.generate'

/**
 * Returns the interrupted run of this tab; undefined if there is none or if it belongs to another
 * user.
 */
const readRun = (): Run | undefined => {
  try {
    const run: Run | null = JSON.parse(sessionStorage.getItem(place) ?? 'null')
    return run && run.user === me()?.id ? run : undefined
  } catch {
    return undefined
  }
}

/**
 * Returns the state of a run, and functions to start and to resend a run. `start` does nothing
 * while a run is in progress. After success, `done` is called with the batch id. After a final
 * rejection by the server, the second callback of the parameters is called.
 */
export const useRun = ({
  done,
  refused,
}: {
  done: (batch: number) => void
  refused: () => void
}) => {
  const [run, setRun] = useState(readRun)
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
        // Only a final rejection ends the run. After any other error it is unknown whether bills
        // were made, so the run keeps its key and can be resent.
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
  // Waits 1.2 s after the start of the run before the first poll of the progress, because a poll
  // returns 404 until the server has recorded the run.
  useEffect(() => {
    if (!run) return
    const timer = setTimeout(() => setSlow(true), 1200)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [run])
  const progress = GenerateBatch.useOptionalQuery(
    { kunci: run?.key ?? '' },
    { enabled: run !== undefined && slow && online, every: 700 },
  ).data
  return {
    run,
    progress,
    failed: isPending ? undefined : error,
    start: (input: GenerateInput) => {
      if (readRun()) return
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
