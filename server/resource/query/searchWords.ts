/** Splits the text of a search (parameter `q`) into words, and words into their stored forms. */
import type { AnyResource } from '#contract/resource.ts'
import { phoneForms } from '#contract/values/phone.ts'

/** Splits a search into words; a phone number that contains blanks stays one word. */
export const wordsOf = (resource: AnyResource, q: string): string[] =>
  resource.search.includes('phone') && phoneForms(q).length > 0
    ? [q]
    : q.split(/\s+/).filter(Boolean)
/**
 * Returns the forms in which a word may be stored: the word itself, and a phone number, or a part
 * of one, in its stored notation.
 */
export const formsOf = (resource: AnyResource, word: string): string[] => [
  ...new Set([word, ...(resource.search.includes('phone') ? phoneForms(word) : [])]),
]
