/**
 * Defines `createCall(call)`: query options, hooks and functions of a call that belongs to no
 * entity.
 */
import { keepPreviousData, queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AnyCall, CallInput, CallOutput, CallQuery } from '#contract/call.ts'
import { call, newKey, type Params } from '#src/data/api/http.ts'
import { queryClient } from '#src/data/api/queryClient.ts'
import { useWrite } from '#src/data/api/useWrite.ts'

const keyOf = (path: string): [name: string, operation: string] => {
  const [name = '', ...rest] = path.split('/').filter(Boolean)
  return [name, rest.join('/') || 'view']
}
/**
 * Query options of a call by its path, such as `queryOf<typeof openTills>('/tutup-kas/belum', {})`,
 * for code that does not need the call's contract. The first segment of the path is the first part
 * of the query key. So a query of `/user/info-billing` becomes stale together with the queries of
 * the resource `user`.
 */
export const queryOf = <C extends AnyCall>(path: C['path'], params: CallQuery<C>) =>
  queryOptions({
    queryKey: [...keyOf(path), params],
    queryFn: ({ signal }) => call<CallOutput<C>>('get', path, { params: params as Params, signal }),
  })

/**
 * Makes the hooks and functions of a call. `touches`: names of the resources whose queries a POST
 * makes stale.
 */
export const createCall = <C extends AnyCall>(
  def: C,
  { touches = [] }: { touches?: readonly string[] } = {},
) => {
  const [name, operation] = keyOf(def.path)
  const query = (params: CallQuery<C>) => queryOf<C>(def.path, params)
  const send = (input: CallInput<C>, key?: string, params?: CallQuery<C>) =>
    call<CallOutput<C>>('post', def.path, { body: input, key, params: params as Params })
  const read = (input: CallInput<C>) =>
    queryOptions({ queryKey: [name, operation, input], queryFn: () => send(input) })
  return {
    def,
    query,
    /**
     * Sends the POST without a mutation, for a batch of calls. The caller makes the
     * Idempotency-Key.
     */
    send,
    /**
     * Returns the result of a POST that only reads, such as a preview. Suspends until the POST has
     * returned. The result is cached and becomes stale like that of a GET.
     */
    useSuspensePost: (input: CallInput<C>) => useSuspenseQuery(read(input)).data,
    /**
     * Fetches a preview without suspense, while the user still edits the input. An undefined input
     * sends no request. The query key begins with `pratinjau` instead of the resource name. So the
     * real call does not make the preview stale, and does not refetch the preview, which nobody
     * needs by then.
     */
    usePreview: (input: CallInput<C> | undefined, params: CallQuery<C>) =>
      useQuery({
        queryKey: ['pratinjau', name, operation, params, input],
        staleTime: 0,
        gcTime: 0,
        queryFn: () => (input ? send(input, undefined, params) : null),
        enabled: input !== undefined,
        retry: false,
        placeholderData: keepPreviousData,
      }),
    /** Fetches the data even if it is cached, for code outside components. Throws ApiError. */
    fetch: (params: CallQuery<C>) => queryClient.fetchQuery({ ...query(params), staleTime: 0 }),
    useSuspenseData: (params: CallQuery<C>) => useSuspenseQuery(query(params)).data,
    /**
     * Hook of a query without suspense, for data that is needed only while `enabled` is true.
     * `every`: polling interval in ms; undefined to disable polling.
     */
    useOptionalQuery: (
      params: CallQuery<C>,
      { enabled = true, every }: { enabled?: boolean; every?: number } = {},
    ) => useQuery({ ...query(params), enabled, refetchInterval: every ?? false }),
    /**
     * Hook that returns the mutation and its Idempotency-Key. The key stays the same until the call
     * has succeeded. With `quiet` the caller shows the errors; `params` are added to the URL.
     */
    useMutation: ({ quiet = false, params }: { quiet?: boolean; params?: CallQuery<C> } = {}) => {
      const [key, setKey] = useState(newKey)
      const mutation = useWrite({
        mutationKey: [name, operation],
        meta: { touches, quiet },
        mutationFn: (input: CallInput<C>) => send(input, def.idempotent ? key : undefined, params),
        onSuccess: () => setKey(newKey()),
      })
      return { ...mutation, key }
    },
  }
}
