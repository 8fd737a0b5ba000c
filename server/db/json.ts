/**
 * A value from the JSON text of a column that the server itself wrote; its shape is the writer's.
 */
export const fromJson = <T>(text: string): T => JSON.parse(text) as T
