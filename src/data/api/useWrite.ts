/**
 * useWrite(options): a mutation whose callbacks run even after the calling component has unmounted.
 */
import { useMutation, type UseMutationOptions } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { ApiError } from '#src/data/api/http.ts'

/**
 * Hook that returns a function. The function returns whether the component is still mounted, for
 * code after an `await`.
 */
export const useIsMounted = (): (() => boolean) => {
  const here = useRef(true)
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])
  return () => here.current
}

/**
 * Callbacks after a write. They run once all queries that the write made stale have been fetched
 * again.
 */
export interface After<O> {
  /**
   * Shows or stores the result. Called even after the calling component has unmounted, because a
   * write often removes its own button.
   */
  onSuccess?: (answer: O) => void
  /**
   * Navigates after the write. Not called if the component has unmounted, because the user has then
   * navigated elsewhere.
   */
  next?: (answer: O) => void
  onError?: (error: ApiError) => void
  /** Called after all other callbacks. `done`: whether the write succeeded. */
  onSettled?: (done: boolean) => void
}

/** Waits for a write and runs its callbacks; returns whether the write succeeded. */
const follow = async <O>(
  sending: Promise<O>,
  { onSuccess, next, onError }: After<O>,
  isHere: () => boolean,
): Promise<boolean> => {
  let answer: O
  try {
    answer = await sending
  } catch (error) {
    onError?.(error as ApiError)
    return false
  }
  onSuccess?.(answer)
  if (isHere()) next?.(answer)
  return true
}
/**
 * Works like `useMutation`, but runs the callbacks even when the component has unmounted or a
 * second call is sent before the first has finished. Does not send a call with the same input as a
 * pending call, because the user may press a button twice before it renders as pending.
 */
export const useWrite = <O, I>(options: UseMutationOptions<O, ApiError, I>) => {
  const { mutateAsync, ...rest } = useMutation(options)
  const isHere = useIsMounted()
  const underWay = useRef(new Map<string | undefined, Promise<boolean>>())
  const mutate = (input: I, after: After<O> = {}): void => {
    const inputKey = JSON.stringify(input)
    const begin = () => {
      const run = follow(mutateAsync(input), after, isHere).finally(() =>
        underWay.current.delete(inputKey),
      )
      underWay.current.set(inputKey, run)
      return run
    }
    void (underWay.current.get(inputKey) ?? begin()).then(after.onSettled)
  }
  return { ...rest, mutateAsync, mutate }
}
