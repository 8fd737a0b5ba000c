/** Calls of calendar feeds for phones and Google Calendar. */
import * as z from 'zod/mini'
import { byId, call } from '#contract/call.ts'
import { id } from '#contract/fields.ts'

/** Calendars that the caller may link: the caller's own, and those of a payer's children. */
export const feedList = call({
  method: 'GET',
  path: '/profile/kalender',
  access: 'session',
  output: z.array(
    z.object({
      id: id(),
      name: z.string(),
      /** Whether the calendar is the caller's own. */
      sendiri: z.boolean(),
      /** When the valid link was created; null without one. */
      dibuat: z.nullable(z.string()),
    }),
  ),
})
/**
 * Creates a secret link to a person's lessons, which is returned only once; the previous link
 * becomes invalid.
 */
export const makeFeed = call({
  method: 'POST',
  path: '/user/kalender',
  access: 'session',
  query: byId,
  output: z.object({ url: z.string() }),
})
/** Revokes the link, if there is one. */
export const revokeFeed = call({
  method: 'POST',
  path: '/user/kalender-cabut',
  access: 'session',
  query: byId,
  output: z.object({}),
})
/** iCalendar file of a secret link: lessons from 30 days ago to 8 weeks from now. */
export const feedFile = call({
  method: 'GET',
  path: '/kalender/{token}.ics',
  access: 'public',
  file: true,
  query: { token: z.string() },
  output: z.unknown(),
})
