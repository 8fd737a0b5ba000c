/**
 * Parses the JSON text of a column that only the server writes. The caller names the type; it is
 * not validated.
 */
export const fromJson = <T>(text: string): T => JSON.parse(text) as T
