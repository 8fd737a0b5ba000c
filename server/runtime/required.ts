/** Returns a value that must exist; throws when it is missing, which is a defect of the program. */
export const required = <T>(value: T | null | undefined, label: string): T => {
  if (value === null || value === undefined) throw new Error(`Missing: ${label}`)
  return value
}
