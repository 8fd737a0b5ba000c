/** Calls for calendar links, to which phones and Google Calendar can subscribe. */
import * as z from 'zod/mini'
import { byId, call } from '#contract/call.ts'
import { id } from '#contract/fields.ts'

/**
 * Returns the people for whose calendar the caller may create a link: the caller, and the students
 * for whom the caller pays.
 */
export const feedList = call({
  method: 'GET',
  path: '/profile/kalender',
  access: 'session',
  output: z.array(
    z.object({
      id: id(),
      name: z.string(),
      /** Whether the person is the caller. */
      sendiri: z.boolean(),
      /** Creation time of the link that is valid now; null without a valid link. */
      dibuat: z.nullable(z.string()),
    }),
  ),
})
/**
 * Creates a secret link to the lessons of a person and revokes the previous link. No other call
 * returns the address of the link.
 */
export const makeFeed = call({
  method: 'POST',
  path: '/user/kalender',
  access: 'session',
  query: byId,
  output: z.object({ url: z.string() }),
})
/** Revokes the link to the lessons of a person; does nothing when there is no link. */
export const revokeFeed = call({
  method: 'POST',
  path: '/user/kalender-cabut',
  access: 'session',
  query: byId,
  output: z.object({}),
})
/**
 * Returns the iCalendar file of a secret link, with the lessons from 30 days ago to 8 weeks from
 * now.
 */
export const feedFile = call({
  method: 'GET',
  path: '/kalender/{token}.ics',
  access: 'public',
  file: true,
  query: { token: z.string() },
  output: z.unknown(),
})
