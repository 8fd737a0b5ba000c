/**
 * Texts in letters of a PDF's fonts. Other letters are transliterated to Latin ones (`李小龍` as
 * `LiXiaoLong`), or omitted where that is impossible, so that no document has an empty box.
 */
import anyAscii from 'any-ascii'

/** Latin-1 and what else Windows' code page has: the letters of a PDF's own fonts. */
const ownLetters =
  /^[\u0020-\u007e\u00a0-\u00ff\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013\u2014\u2018-\u201a\u201c-\u201e\u2020-\u2022\u2026\u2030\u2039\u203a\u20ac\u2122]*$/
/** Whether a PDF's own fonts have all letters of a text. */
export const isPlain = (text: string): boolean => ownLetters.test(text)

/** Tabs are spaces; what else has no sign of its own is nothing. Breaks of lines stay. */
export const withoutControls = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- these are what is taken out
  text.replaceAll('\t', ' ').replaceAll(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, '')

/** Scripts with combining marks over letters of their own: transliterated as whole words. */
const runs = /(?:[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]\p{M}*)+|./gsu
/** Pictures would be written as their English names. */
const picture = /\p{Extended_Pictographic}/u

const latinOf = (run: string): string => {
  if (picture.test(run)) return ''
  const latin = anyAscii(run)
  return isPlain(latin) ? latin : ''
}
/** Returns a text in available letters; `has` returns whether the larger font has a letter. */
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
