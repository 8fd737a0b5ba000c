/** Calls of the calendar that phones and Google Calendar subscribe to. */
import * as z from 'zod/mini'
import { byId, call } from '#contract/call.ts'
import { id } from '#contract/fields.ts'

/** Whose calendars one may make a link to: one's own, and a payer those of the children. */
export const feedList = call({
  method: 'GET',
  path: '/profile/kalender',
  access: 'session',
  output: z.array(
    z.object({
      id: id(),
      name: z.string(),
      /** One's own. */
      sendiri: z.boolean(),
      /** When the link was made that holds; null: there is none. */
      dibuat: z.nullable(z.string()),
    }),
  ),
})
/**
 * Makes a secret link to somebody's lessons, answered this once; the one before holds no longer.
 */
export const makeFeed = call({
  method: 'POST',
  path: '/user/kalender',
  access: 'session',
  query: byId,
  output: z.object({ url: z.string() }),
})
/** Ends the link, if there is one. */
export const revokeFeed = call({
  method: 'POST',
  path: '/user/kalender-cabut',
  access: 'session',
  query: byId,
  output: z.object({}),
})
/** The lessons behind a secret link, from 30 days back to 8 weeks ahead, as iCalendar. */
export const feedFile = call({
  method: 'GET',
  path: '/kalender/{token}.ics',
  access: 'public',
  file: true,
  query: { token: z.string() },
  output: z.unknown(),
})
