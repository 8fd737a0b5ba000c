import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { Params } from '#src/data/api/http.ts'
import { onlyChoiceQuery } from '#src/data/choices.ts'

/**
 * Passes the only possible choice of an empty picker to `propose`. Renders nothing. Fetches two
 * rows to detect a single choice, and fetches again when the filter of the picker changes.
 */
export const OnlyChoice = ({
  resource,
  filter,
  propose,
}: {
  resource: string
  filter: Params
  propose: (id: number) => void
}) => {
  const { data } = useQuery(onlyChoiceQuery(resource, filter))
  const only = data?.id
  const take = useEffectEvent(propose)
  useEffect(() => {
    if (only !== undefined) take(only)
  }, [only])
  return null
}
