/** The search for students, and where a student that was found leads. */
import { queryOptions } from '@tanstack/react-query'
import { can } from '#contract/access.ts'
import type { Temuan } from '#contract/calls.ts'
import { callCounted } from '#src/data/http.ts'
import type { Me } from '#src/data/session.ts'

/** What is asked for: trimmed, one space between words. Below two letters nothing is. */
export const kata = (text: string): string => text.trim().replace(/\s+/g, ' ').slice(0, 100)
export const cukup = (q: string): boolean => q.length >= 2

/** At most 50 students in the user's scope, the best first. Stale with every write to users, as the key says. */
export const cariPeserta = (q: string) =>
  queryOptions({
    queryKey: ['user', 'search', { q }],
    queryFn: ({ signal }) => callCounted<Temuan>('search', { params: { q }, signal }),
  })

/** The nickname, where the name does not tell it. */
export const panggilan = ({
  name,
  nama_panggilan,
}: Pick<Temuan, 'name' | 'nama_panggilan'>): string | undefined =>
  nama_panggilan && !name.toLowerCase().split(' ').includes(nama_panggilan.toLowerCase())
    ? nama_panggilan
    : undefined

/** What the user may open of a student: the record, for a coach the class, for students themselves their profile (domain.md section 4). */
export const tempatPeserta = (
  { id, kelas }: Pick<Temuan, 'id' | 'kelas'>,
  user: Me | undefined,
): { to: string; search?: Record<string, string | number> } | undefined => {
  if (can(user, 'user/view')) return { to: '/user/view', search: { id } }
  if (id === user?.id && can(user, 'profile/view')) return { to: '/profile/view' }
  return kelas[0] && can(user, 'kursus-pelatih/index')
    ? { to: '/kursus-pelatih', search: { q: kelas[0].kode } }
    : undefined
}
