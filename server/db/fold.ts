const plain = /^[!-~]+(?: [!-~]+)*$/
/**
 * Key of a text for sorting and searching: lower case, diacritics off, spaces single (domain.md
 * 0.1).
 */
export const fold = (text: string): string =>
  plain.test(text)
    ? text.toLowerCase()
    : text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()
