import type { Arena } from './arena.ts'
import type { Trade } from './moves.ts'

interface Who {
  user: number
  trade: Trade
}
const many = (times: number, who: Who) => Array.from({ length: times }, () => who)
const superadmin = 1

/** The users behind twenty clients. */
export const peopleOf = ({ admin, admin2, sales, pelatih }: Arena): Who[] => [
  ...many(2, { user: superadmin, trade: 'admin' }),
  ...many(8, { user: admin, trade: 'admin' }),
  ...many(4, { user: admin2, trade: 'admin' }),
  ...many(3, { user: sales, trade: 'sales' }),
  ...pelatih.slice(0, 3).map((user): Who => ({ user, trade: 'pelatih' })),
]
