import '#src/styles/parts.css'
import { Badge } from '@mantine/core'
import type { Tone } from '#contract/enums.ts'

/** Status of a record as a word in a coloured box. Rows of lists use the plain `Badge`. */
export const StatusBadge = ({ tone = 'gray', children }: { tone?: Tone; children: string }) => (
  <Badge color={tone}>{children}</Badge>
)
