/** Idempotency-Keys of the calls of a resource. */
import { useState } from 'react'
import type { AnyResource } from '#contract/resource.ts'
import { newKey, type ApiError } from '#src/data/api/http.ts'

/**
 * Whether the server rejected the Idempotency-Key, because the server has already handled a call
 * with this key and a different body. This happens if the response to the earlier call was lost.
 */
const isUsedKey = (error: ApiError): boolean =>
  error.fields.some((f) => f.field === 'Idempotency-Key')

/** Makes the hook that holds the Idempotency-Keys of a resource's calls. */
export const makeUseKey = (resource: AnyResource) => {
  /**
   * Hook that returns an Idempotency-Key and functions that renew the key. The key stays the same
   * until a call with this key has succeeded, so that a double click or a retry sends the same key.
   */
  const useKey = (operation: string) => {
    const [key, setKey] = useState(newKey)
    const needed = resource.idempotent.includes(operation)
    return {
      key: needed || operation === 'create' ? key : undefined,
      renew: () => setKey(newKey()),
      // Renews the key if the server has already handled a call with this key and another body. The
      // user has seen the error and may send the call again with the new key. An idempotent call,
      // such as a payment, keeps its key.
      renewUsed: (error: ApiError) => {
        if (!needed && isUsedKey(error)) setKey(newKey())
      },
    }
  }
  return useKey
}
