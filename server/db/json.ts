/**
 * Parses the JSON text of a column that only the server writes. The result is not validated against
 * the type that the caller names.
 */
export const fromJson = <T>(text: string): T => JSON.parse(text) as T
