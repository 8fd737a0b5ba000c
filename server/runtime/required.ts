/** Returns a value that must exist; throws for a missing one, which is a defect. */
export const required = <T>(value: T | null | undefined, label: string): T => {
  if (value === null || value === undefined) throw new Error(`Missing: ${label}`)
  return value
}
