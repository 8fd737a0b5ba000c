/** Title of a row, made from the label of its resource and its name. */

/**
 * Returns the label followed by the name: `Ruang Studio 1`. Omits the label if the name already
 * begins with the label: `Ruang Piano`, not `Ruang Ruang Piano`.
 */
export const titled = (label: string, name: string): string => {
  const says = name.toLowerCase().startsWith(label.toLowerCase())
  return says && !/^\p{L}/u.test(name.slice(label.length)) ? name : `${label} ${name}`
}
