/** Search for students, and the page that a found student opens. */
import { queryOptions } from '@tanstack/react-query'
import { can } from '#contract/access/access.ts'
import type { FoundStudent } from '#contract/search/searchCalls.ts'
import { callCounted } from '#src/data/api/http.ts'
import type { Me } from '#src/data/session/session.ts'

/** Returns the search text trimmed, with single spaces, and cut to 100 characters. */
export const normalizeQuery = (text: string): string =>
  text.trim().replace(/\s+/g, ' ').slice(0, 100)
export const isLongEnough = (q: string): boolean => q.length >= 2

/**
 * Query of at most 50 students in the user's scope, best match first. The key starts with `user`,
 * so every write to users makes the result stale.
 */
export const studentSearchQuery = (q: string) =>
  queryOptions({
    queryKey: ['user', 'search', { q }],
    queryFn: ({ signal }) => callCounted<FoundStudent>('search', { params: { q }, signal }),
  })

/**
 * Returns the nickname of a student; undefined if the student has none or if the name already
 * contains the nickname.
 */
export const nickname = ({
  name,
  nama_panggilan,
}: Pick<FoundStudent, 'name' | 'nama_panggilan'>): string | undefined =>
  nama_panggilan && !name.toLowerCase().split(' ').includes(nama_panggilan.toLowerCase())
    ? nama_panggilan
    : undefined

/**
 * Returns the page that the user opens for a found student (domain.md section 4): the record if the
 * user may view records, the own profile for the student, or the first class for a coach. Undefined
 * if the user may open none of these pages.
 */
export const studentTarget = (
  { id, kelas }: Pick<FoundStudent, 'id' | 'kelas'>,
  user: Me | undefined,
) => {
  if (can(user, 'user/view')) return { to: '/user/view' as const, search: { id } }
  if (id === user?.id && can(user, 'profile/view')) return { to: '/profile/view' as const }
  return kelas[0] && can(user, 'kursus-pelatih/index')
    ? { to: '/kursus-pelatih' as const, search: { q: kelas[0].kode } }
    : undefined
}
