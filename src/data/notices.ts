/**
 * Notices of the user. The list is fetched when the user opens the bell menu. The number of unread
 * notices comes with the menu counts.
 */
import { bacaPemberitahuan, pemberitahuan } from '#contract/access/noticeCalls.ts'
import { createCall } from '#src/data/api/createCall.ts'
import { countsKey, makeStale } from '#src/data/api/queryClient.ts'

export const Pemberitahuan = createCall(pemberitahuan)
export const BacaPemberitahuan = createCall(bacaPemberitahuan, {
  touches: [countsKey],
})
/**
 * Marks a notice as read when the user follows its link. Ignores a failure, because the notice then
 * merely stays unread.
 */
export const readOne = (id: number): void => {
  BacaPemberitahuan.send({}, undefined, { id }).then(
    () => makeStale(['pemberitahuan', countsKey]),
    () => {},
  )
}
