import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#src/data/api/http.ts'
import { uploadFile } from '#src/data/api/upload.ts'

/** Returns the reason of a failed upload in words. */
const problemOf = (failure: unknown): string => {
  if (failure instanceof ApiError) return failure.fields[0]?.message ?? failure.message
  // Browsers do not read a file that has changed on disk since the user chose the file.
  if (failure instanceof DOMException)
    return 'Berkas tidak dapat dibaca: mungkin sudah diubah atau dipindah. Pilih berkasnya lagi.'
  return 'Berkas gagal dikirim'
}

/**
 * Uploads the file of an import. `part` is the uploaded fraction from 0 to 1, or undefined while no
 * upload is running. `problem` is the reason why the last file was not accepted. An upload stops
 * when the component unmounts.
 */
export const useUpload = <T>(path: string) => {
  const [part, setPart] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const send = async (file: File, fields: Record<string, string>, done: (answer: T) => void) => {
    const run = (running.current = new AbortController())
    setProblem(undefined)
    setPart(0)
    try {
      done(
        await uploadFile<T>(path, file, file.name, {
          fields,
          signal: run.signal,
          onProgress: setPart,
        }),
      )
    } catch (failure) {
      if (!run.signal.aborted) setProblem(problemOf(failure))
    } finally {
      if (running.current === run) setPart(undefined)
    }
  }
  return { part, problem, setProblem, send }
}
