/**
 * A value that must be there: where it is not, the program is wrong, and says so instead of going
 * on.
 */
export const present = <T>(value: T | null | undefined, what: string): T => {
  if (value === null || value === undefined) throw new Error(`Missing: ${what}`)
  return value
}
