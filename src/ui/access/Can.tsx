import type { ReactNode } from 'react'
import type { AccessCode } from '#contract/access/access.ts'
import { useCan } from '#src/data/session/session.ts'

/** Shows its children to users who hold the code. Hides only: the server enforces the access. */
export const Can = ({ do: code, children }: { do: AccessCode; children: ReactNode }) =>
  useCan(code) ? children : null
