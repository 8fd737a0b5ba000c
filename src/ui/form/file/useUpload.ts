/**
 * Uploads a file as soon as it is chosen, after shrinking a picture. The form's value is the id of
 * the file.
 */
import { useEffect, useRef, useState } from 'react'
import type { FileKind } from '#contract/fields.ts'
import { fileRules } from '#contract/values/fileRules.ts'
import { fileQuery, type UploadedFile } from '#src/data/api/files.ts'
import { ApiError } from '#src/data/api/http.ts'
import { queryClient } from '#src/data/api/queryClient.ts'
import { uploadFile } from '#src/data/api/upload.ts'
import { shrink } from '#src/ui/form/file/shrink.ts'

/**
 * Value of the field during an upload. Because it is no id, the contract (contract/fields.ts
 * `berkas`) rejects it, so the form cannot be saved before the upload ends.
 */
const underWay = 'mengunggah'

const problemOf = (failure: unknown): string =>
  failure instanceof ApiError
    ? (failure.fields[0]?.message ?? failure.message)
    : 'Berkas gagal diunggah'

interface Upload {
  jenis: FileKind
  value: unknown
  onChange: (value: unknown) => void
}
/**
 * Returns the state of the upload and the functions that start and cancel it. `part` is the sent
 * fraction from 0 to 1, or undefined when no upload is running. `problem` is the error to show.
 */
export const useUpload = ({ jenis, value, onChange }: Upload) => {
  const running = useRef<AbortController>(undefined)
  const [part, setPart] = useState<number>()
  const [problem, setProblem] = useState<string>()
  // Aborts the upload when the form closes.
  useEffect(() => () => running.current?.abort(), [])

  const send = async (file: File, signal: AbortSignal): Promise<number | undefined> => {
    const small = await shrink(file, jenis).catch(() => {
      throw new ApiError(422, `Berkas tidak dapat dibaca. Pilih ${fileRules[jenis].inWords}.`)
    })
    if (signal.aborted) return undefined
    const stored = await uploadFile<UploadedFile>('berkas/unggah', small.blob, small.name, {
      fields: { jenis },
      signal,
      onProgress: setPart,
    })
    queryClient.setQueryData(fileQuery(stored.id).queryKey, small.blob)
    return stored.id
  }
  const take = async (file: File) => {
    const before = value === underWay ? null : value
    running.current?.abort()
    const run = (running.current = new AbortController())
    setProblem(undefined)
    setPart(0)
    onChange(underWay)
    try {
      const id = await send(file, run.signal)
      if (!run.signal.aborted) onChange(id)
    } catch (failure) {
      if (running.current !== run) return
      onChange(before)
      if (!run.signal.aborted) setProblem(problemOf(failure))
    } finally {
      if (running.current === run) {
        setPart(undefined)
        running.current = undefined
      }
    }
  }
  return {
    part,
    problem,
    /** Id of the uploaded file; undefined if there is no file. */
    current: typeof value === 'number' ? value : undefined,
    take: (file: File) => void take(file),
    refuse: setProblem,
    cancel: () => running.current?.abort(),
  }
}
