import type { Weights } from '../play.ts'
import type { Arena } from './arena.ts'
import { weights } from './moves.ts'

interface Who {
  user: number
  does: Weights<Arena>
}
const many = (times: number, person: Who) => Array.from({ length: times }, () => person)
const superadmin = 1

/** Returns the users of the twenty concurrent clients, with their actions. */
export const peopleOf = ({ admin, admin2, sales, pelatih }: Arena): Who[] => [
  ...many(2, { user: superadmin, does: weights.admin }),
  ...many(8, { user: admin, does: weights.admin }),
  ...many(4, { user: admin2, does: weights.admin }),
  ...many(3, { user: sales, does: weights.sales }),
  ...pelatih.slice(0, 3).map((user): Who => ({ user, does: weights.pelatih })),
]
