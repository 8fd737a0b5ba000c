/** Uploads a file by XMLHttpRequest, because fetch does not report the progress of an upload. */
import { ApiError, apiBase, on, toApiError, token } from '#src/data/api/http.ts'

interface Upload {
  fields?: Record<string, string>
  params?: Record<string, string>
  key?: string
  onProgress?: (part: number) => void
  signal?: AbortSignal
}

/**
 * Sends `file` as a multipart body; returns `data` of the envelope. `onProgress` receives the sent
 * fraction, from 0 to 1. Throws ApiError; an aborted upload has status 0.
 */
export const uploadFile = async <T>(
  path: string,
  file: Blob,
  name: string,
  { fields = {}, params = {}, key, onProgress, signal }: Upload = {},
): Promise<T> => {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  form.set('file', file, name)
  // Encodes the body before sending, so that its length is known.
  const body = new Response(form)
  const bytes = await body.arrayBuffer()
  const sent = token.get()
  return new Promise<T>((resolve, reject) => {
    const request = new XMLHttpRequest()
    const lost = () => reject(new ApiError(0, 'Tidak ada koneksi'))
    request.open(
      'POST',
      `${apiBase}/${path}${Object.keys(params).length > 0 ? `?${new URLSearchParams(params)}` : ''}`,
    )
    request.setRequestHeader('Content-Type', body.headers.get('Content-Type') ?? '')
    if (sent) request.setRequestHeader('Authorization', `Bearer ${sent}`)
    if (key) request.setRequestHeader('Idempotency-Key', key)
    request.upload.onprogress = (e) => {
      if (e.lengthComputable) onProgress?.(e.loaded / e.total)
    }
    request.onerror = () => {
      on.connection?.(false)
      lost()
    }
    request.onabort = lost
    request.onload = () => {
      on.connection?.(true)
      let answer: { success?: boolean; data?: T } | undefined
      try {
        answer = JSON.parse(request.responseText) as typeof answer
      } catch {
        answer = undefined
      }
      const { status } = request
      if (status >= 200 && status < 300 && answer?.success === true)
        return resolve(answer.data as T)
      if (status === 401 && sent === token.get()) on.unauthorized?.()
      if (status === 403) on.forbidden?.()
      reject(toApiError(status, answer))
    }
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    if (signal?.aborted) return lost()
    request.send(bytes)
  })
}
