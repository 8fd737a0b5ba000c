/** Title of a row from its kind and name. */

/**
 * Returns `Ruang Studio 1`, but `Ruang Piano` rather than `Ruang Ruang Piano`: the kind is not
 * repeated where the name begins with it.
 */
export const titled = (label: string, name: string): string => {
  const says = name.toLowerCase().startsWith(label.toLowerCase())
  return says && !/^\p{L}/u.test(name.slice(label.length)) ? name : `${label} ${name}`
}
