/** Returns `value`. Throws when it is null or undefined, which would be a defect of the program. */
export const required = <T>(value: T | null | undefined, label: string): T => {
  if (value === null || value === undefined) throw new Error(`Missing: ${label}`)
  return value
}
