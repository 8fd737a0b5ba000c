/** useWrite(options): a mutation that says what became of it, whatever has left the screen. */
import { useMutation, type UseMutationOptions } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { ApiError } from '#src/data/http.ts'

/** Whether the part that uses it still stands, asked at any time: for what follows a wait. */
export const useIsHere = (): (() => boolean) => {
  const here = useRef(true)
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])
  return () => here.current
}

/** What follows a write, once all that it has made stale is fetched anew. */
export interface After<O> {
  /**
   * Says or keeps what has happened; called even when the part that asked has gone: often the write
   * itself takes it away, as a button that is no longer offered.
   */
  onSuccess?: (answer: O) => void
  /** Where one is taken then, unless one has gone elsewhere meanwhile. */
  next?: (answer: O) => void
  onError?: (error: ApiError) => void
  /** After all of these; whether it succeeded. */
  onSettled?: (done: boolean) => void
}

const follow = async <O>(
  sending: Promise<O>,
  { onSuccess, next, onError, onSettled }: After<O>,
  isHere: () => boolean,
) => {
  let answer: O
  try {
    answer = await sending
  } catch (error) {
    onError?.(error as ApiError)
    return onSettled?.(false)
  }
  onSuccess?.(answer)
  if (isHere()) next?.(answer)
  return onSettled?.(true)
}
/**
 * `useMutation`, but for what follows: TanStack's own `mutate` forgets that when its component
 * goes, or when a second is sent before the first has come back.
 */
export const useWrite = <O, I>(options: UseMutationOptions<O, ApiError, I>) => {
  const { mutateAsync, ...rest } = useMutation(options)
  const isHere = useIsHere()
  const mutate = (input: I, after: After<O> = {}) => void follow(mutateAsync(input), after, isHere)
  return { ...rest, mutateAsync, mutate }
}
