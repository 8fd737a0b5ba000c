/** Calls of calendar links, which phones and Google Calendar can subscribe to. */
import * as z from 'zod/mini'
import { byId, call } from '#contract/call.ts'
import { id } from '#contract/fields.ts'

/**
 * Returns the calendars for which the caller may create a link: that of the caller, and those of
 * the students for whom the caller pays.
 */
export const feedList = call({
  method: 'GET',
  path: '/profile/kalender',
  access: 'session',
  output: z.array(
    z.object({
      id: id(),
      name: z.string(),
      /** Whether the calendar is that of the caller. */
      sendiri: z.boolean(),
      /** Time at which the valid link was created; null without a link. */
      dibuat: z.nullable(z.string()),
    }),
  ),
})
/**
 * Creates a secret link to the lessons of a person and makes the previous link invalid. Only this
 * response contains the address of the link.
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
