/** Rates a password in the web worker. */
import { useEffect, useRef, useState } from 'react'
import type {
  PasswordAnswer,
  PasswordQuestion,
  PasswordVerdict,
} from '#contract/access/rules/password.ts'

/** Debounce time in ms, so that the password is not rated after every typed letter. */
const pauseMs = 200

const open = (): Worker | undefined => {
  if (typeof Worker === 'undefined') return undefined
  return new Worker(new URL('./thread.ts', import.meta.url), { type: 'module' })
}

/**
 * Returns the verdict on the last rated password; undefined before the first rating, and in
 * browsers without workers. The server rates the password again on saving. `words` holds personal
 * data of the owner, one item per line.
 */
export const useVerdict = (password: string, words: string): PasswordVerdict | undefined => {
  const worker = useRef<Worker | undefined>(undefined)
  const last = useRef(0)
  const [verdict, setVerdict] = useState<PasswordVerdict>()
  useEffect(
    () => () => {
      worker.current?.terminate()
      worker.current = undefined
    },
    [],
  )
  useEffect(() => {
    if (password === '') return
    const ask = () => {
      const activeWorker = (worker.current ??= open())
      if (!activeWorker) return
      const id = ++last.current
      activeWorker.onmessage = ({ data }: MessageEvent<PasswordAnswer>) => {
        if (data.id === last.current) setVerdict(data.verdict)
      }
      activeWorker.postMessage({
        id,
        password,
        words: words.split('\n'),
      } satisfies PasswordQuestion)
    }
    const timer = setTimeout(ask, pauseMs)
    return () => clearTimeout(timer)
  }, [password, words])
  return verdict
}
