const plain = /^[!-~]+(?: [!-~]+)*$/
/**
 * All forms of the apostrophe, which are removed: `Nur'aini`, `Nur’aini` and `Nuraini` are the same
 * name.
 */
const apostrophes = /['’‘ʼʻ´`＇]/g
/**
 * Returns the key of a text for sorting and searching: in lower case, without diacritics and
 * apostrophes, with single spaces (domain.md 0.1).
 */
export const fold = (text: string): string => {
  const bare = text.replace(apostrophes, '')
  return plain.test(bare)
    ? bare.toLowerCase()
    : bare.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()
}
