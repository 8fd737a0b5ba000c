import type { ReactNode } from 'react'
import type { AccessCode } from '#contract/access/access.ts'
import { useCan } from '#src/data/session/session.ts'

/**
 * Shows its children only to users who hold the access code `do`. This only hides controls: the
 * server enforces the access itself.
 */
export const Can = ({ do: code, children }: { do: AccessCode; children: ReactNode }) =>
  useCan(code) ? children : null
