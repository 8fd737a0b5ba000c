/** A row by its kind and its name. */

/**
 * `Ruang Studio 1`, but `Ruang Piano` and not `Ruang Ruang Piano`: a name that begins with its kind
 * has said it.
 */
export const titled = (label: string, name: string): string => {
  const says = name.toLowerCase().startsWith(label.toLowerCase())
  return says && !/^\p{L}/u.test(name.slice(label.length)) ? name : `${label} ${name}`
}
