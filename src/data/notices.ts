/** The user's notices: asked for as the bell is opened, counted with the menu's numbers. */
import { bacaPemberitahuan, pemberitahuan } from '#contract/access/noticeCalls.ts'
import { createCall } from '#src/data/createCall.ts'
import { countsKey, makeStale } from '#src/data/queryClient.ts'

export const Pemberitahuan = createCall(pemberitahuan)
export const BacaPemberitahuan = createCall(bacaPemberitahuan, {
  touches: [countsKey],
})
/** Marks one as read, on the way to what it is about: one that stays unread is no harm. */
export const readOne = (id: number): void => {
  BacaPemberitahuan.send({}, undefined, { id }).then(
    () => makeStale(['pemberitahuan', countsKey]),
    () => {},
  )
}
