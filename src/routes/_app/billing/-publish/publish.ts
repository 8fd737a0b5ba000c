/**
 * Publishes many drafts and collects the result of each draft. Chosen drafts are sent in requests
 * of at most 100 ids. For the drafts of a run of bill generation, each request publishes the next
 * drafts of the run.
 */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { BillingStatus } from '#contract/enums.ts'
import { PublishMany } from '#src/data/calls.ts'
import { Billings } from '#src/data/resources/billing.ts'

/**
 * Drafts that still have to be published: either chosen drafts (`ids`) or the drafts of one run of
 * bill generation (`batch`).
 */
interface Job {
  /** Ids of the chosen drafts. */
  ids?: number[]
  /** Id of the run of bill generation whose drafts are published. */
  batch?: number
  /**
   * Id of the last draft that earlier requests have handled; 0 before the first request. Used only
   * with `batch`: the next request continues after this draft.
   */
  setelah_id: number
  /**
   * Whether a request for these drafts was already sent. If this request got no response, some of
   * the drafts may already be published.
   */
  retry: boolean
}
export interface PublishState {
  total: number
  berhasil: number
  gagal: { id: number; pesan: string }[]
  job: Job | undefined
}

export const usePublish = () => {
  const client = useQueryClient()
  const [state, setState] = useState<PublishState>()
  const stopped = useRef(false)
  const { mutate, isPending, error } = useMutation({
    mutationKey: ['billing', 'terbitkan-banyak'],
    meta: { touches: ['billing-payment', 'user', 'produk-jasa'], quiet: true },
    // Refetches the bills, because some may have been published before the error.
    onError: () => client.invalidateQueries({ queryKey: ['billing'] }),
    mutationFn: async (start: PublishState) => {
      let now = start
      const step = (next: PublishState) => {
        now = next
        setState(next)
      }
      while (now.job && !stopped.current) {
        const { ids, batch, setelah_id, retry } = now.job
        const part = ids?.slice(0, 100)
        step({ ...now, job: { ...now.job, retry: true } })
        const answer = await PublishMany.send(
          part ? { ids: part } : { generate_batch_id: batch, setelah_id },
        )
        const published =
          retry && part ? await publishedOf(answer.gagal.map((g) => g.id)) : new Set<number>()
        const gagal = [...now.gagal, ...answer.gagal.filter((g) => !published.has(g.id))]
        const rest = ids?.slice(100)
        const done = rest ? now.total - rest.length : now.total - answer.tersisa
        const more = rest ? rest.length > 0 : answer.tersisa > 0
        step({
          total: now.total,
          berhasil: done - gagal.length,
          gagal,
          job: more
            ? { ids: rest, batch, setelah_id: answer.terakhir_id, retry: false }
            : undefined,
        })
      }
    },
  })
  /**
   * Takes the ids of the bills that the server rejected in a retry, and returns the ids of those
   * bills that are published. The published bills count as a success: an earlier request published
   * them, but its response was lost.
   */
  const publishedOf = async (ids: number[]) => {
    const rows = await Promise.all(
      ids.map((id) => client.fetchQuery({ ...Billings.queries.view(id), staleTime: 0 })),
    )
    return new Set(rows.filter((r) => r.status === BillingStatus.terbit).map((r) => r.id))
  }
  const run = (from: PublishState) => {
    stopped.current = false
    setState(from)
    mutate(from)
  }
  return {
    state,
    busy: isPending,
    error: isPending ? null : error,
    start: (target: { ids: number[] } | { batch: number; total: number }) => {
      if (isPending) return
      run(
        'ids' in target
          ? {
              total: target.ids.length,
              berhasil: 0,
              gagal: [],
              job: { ids: target.ids, setelah_id: 0, retry: false },
            }
          : {
              total: target.total,
              berhasil: 0,
              gagal: [],
              job: { batch: target.batch, setelah_id: 0, retry: false },
            },
      )
    },
    stop: () => {
      stopped.current = true
    },
    resume: () => {
      if (state && !isPending) run(state)
    },
    close: () => setState(undefined),
  }
}
