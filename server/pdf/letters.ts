/**
 * Converts texts to letters that the fonts of a PDF contain. Transliterates other letters to Latin
 * (`李小龍` becomes `LiXiaoLong`), or omits them if that is impossible. Without this conversion,
 * documents would show empty boxes.
 */
import anyAscii from 'any-ascii'

/**
 * Matches texts whose letters are all in the standard fonts of PDF: those of Latin-1 and the
 * additional ones of Windows-1252.
 */
const ownLetters =
  /^[\u0020-\u007e\u00a0-\u00ff\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013\u2014\u2018-\u201a\u201c-\u201e\u2020-\u2022\u2026\u2030\u2039\u203a\u20ac\u2122]*$/
/** Returns whether the standard fonts of PDF contain all letters of a text. */
export const isPlain = (text: string): boolean => ownLetters.test(text)

/** Replaces tabs by spaces and removes other control characters, except line breaks. */
export const withoutControls = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- the expression removes control characters
  text.replaceAll('\t', ' ').replaceAll(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, '')

/**
 * Matches a whole word in a non-Latin script, including its combining marks, so that the word is
 * transliterated as a whole. Anywhere else it matches a single character.
 */
const runs = /(?:[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]\p{M}*)+|./gsu
/** Matches an emoji; it is omitted, because transliteration would print its English name. */
const picture = /\p{Extended_Pictographic}/u

const latinOf = (run: string): string => {
  if (picture.test(run)) return ''
  const latin = anyAscii(run)
  return isPlain(latin) ? latin : ''
}
/**
 * Returns a text in letters that can be drawn. `has` returns whether the additional font (Arimo)
 * contains a letter.
 */
export const drawable = (text: string, has: (codePoint: number) => boolean): string => {
  if (isPlain(text)) return text
  const hasAll = (run: string) =>
    [...run].every((letter) => isPlain(letter) || has(letter.codePointAt(0) ?? 0))
  return text
    .normalize('NFC')
    .split('\n')
    .map((line) => line.replace(runs, (run) => (hasAll(run) ? run : latinOf(run))))
    .join('\n')
}
