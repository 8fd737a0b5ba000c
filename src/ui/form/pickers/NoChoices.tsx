import type { Params } from '#src/data/api/http.ts'
import { nounOf } from '#src/ui/form/pickers/noun.ts'

/** Text of a picker that has no choices although nothing was typed. */
export const NoChoices = ({ resource, filter }: { resource: string; filter?: Params }) =>
  `Belum ada ${nounOf(resource, filter)}`
