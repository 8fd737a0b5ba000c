import '#src/styles/parts.css'
import { Badge } from '@mantine/core'
import type { Tone } from '#contract/enums.ts'

/** A record's state as a word with a colour; in rows of lists it is the plain `Badge`. */
export const StatusBadge = ({ tone = 'gray', children }: { tone?: Tone; children: string }) => (
  <Badge color={tone}>{children}</Badge>
)
