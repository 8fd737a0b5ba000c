/** Title of a row, made from the label of its resource and its name. */

/**
 * Returns the label and the name, `Ruang Studio 1`. The label is omitted when the name begins with
 * it: `Ruang Piano` instead of `Ruang Ruang Piano`.
 */
export const titled = (label: string, name: string): string => {
  const says = name.toLowerCase().startsWith(label.toLowerCase())
  return says && !/^\p{L}/u.test(name.slice(label.length)) ? name : `${label} ${name}`
}
