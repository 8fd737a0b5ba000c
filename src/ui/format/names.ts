/** Short names of the students of a lesson. */

const firstNameOf = (name: string): string => name.trim().split(/\s+/)[0] ?? ''

/** Returns the first name and the initial of the last name: `Ratih M.`. */
export const shortName = (name: string): string => {
  const [first = '', ...others] = name.trim().split(/\s+/)
  const initial = others.at(-1)?.[0]
  return initial ? `${first} ${initial}.` : first
}

/** Maximum number of students of a group who are named. Further students are only counted. */
const mostNamed = 3
/**
 * Returns the students of a group: `Ani, Budi, Caca +2`. `total` is the number of all students,
 * including those whose names the reader may not see. The text is empty without names.
 */
export const groupNames = (names: readonly string[], total: number): string => {
  const named = names.slice(0, mostNamed).map(firstNameOf)
  if (named.length === 0) return ''
  const rest = total - named.length
  return `${named.join(', ')}${rest > 0 ? ` +${rest}` : ''}`
}
