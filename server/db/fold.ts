const plain = /^[!-~]+(?: [!-~]+)*$/
/**
 * Matches every form of the apostrophe. `fold` removes apostrophes, so that `Nur'aini`, `Nur’aini`
 * and `Nuraini` count as the same name.
 */
const apostrophes = /['’‘ʼʻ´`＇]/g
/**
 * Returns the form of a text by which it is sorted and searched: in lower case, without diacritics
 * and apostrophes, with single spaces (domain.md 0.1).
 */
export const fold = (text: string): string => {
  const bare = text.replace(apostrophes, '')
  return plain.test(bare)
    ? bare.toLowerCase()
    : bare.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()
}
