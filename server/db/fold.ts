const plain = /^[!-~]+(?: [!-~]+)*$/
/** Apostrophes in all their forms: `Nur'aini`, `Nur’aini` and `Nuraini` are one name. */
const apostrophes = /['’‘ʼʻ´`＇]/g
/**
 * Key of a text for sorting and searching: lower case, diacritics and apostrophes off, spaces
 * single (domain.md 0.1).
 */
export const fold = (text: string): string => {
  const bare = text.replace(apostrophes, '')
  return plain.test(bare)
    ? bare.toLowerCase()
    : bare.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()
}
