/**
 * Parses typed or pasted days, months and times of day to the contract's text. The parsers return
 * undefined for an unreadable text.
 */
import { currentDay, monthNames } from '#contract/values/tanggal.ts'
import { isDay } from '#src/ui/format/format.ts'

/** Parser and formatter of one kind of date field: day, month or time of day. */
export interface Reading {
  /**
   * Parses a text. With `loose` it also accepts texts that are complete only once typing has ended,
   * such as a year of two digits or a day without a year.
   */
  parse: (text: string, loose?: boolean) => string | undefined
  format: (value: string) => string
}

const twoDigits = (n: number) => String(n).padStart(2, '0')

/** Returns the month number of `nov`, `November`, `Agt` or `11`; 0 for any other text. */
const monthOf = (word: string): number => {
  if (/^\d\d?$/.test(word)) return Number(word) <= 12 ? Number(word) : 0
  if (word.length < 3) return 0
  if (/^(agt|ags|aug)/.test(word)) return 8
  return monthNames.findIndex((name) => name.toLowerCase().startsWith(word)) + 1
}

/**
 * Returns a year of four digits; undefined for any other text. With `loose` it also accepts two
 * digits: 00–69 are 2000–2069, and 70–99 are 1970–1999.
 */
const yearOf = (word: string, loose: boolean): string | undefined => {
  if (/^\d{4}$/.test(word)) return word
  if (!loose || !/^\d\d$/.test(word)) return undefined
  return `${Number(word) < 70 ? 20 : 19}${word}`
}

/** Returns the words and numbers of a text, without a leading weekday. */
const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replace(/^\s*(senin|selasa|rabu|kamis|jumat|sabtu|minggu)\s*,?\s*/, '')
    .split(/[\s/.,-]+/)
    .filter(Boolean)

/**
 * Parses a day: `22 Nov 2026`, `22/11/2026`, `22-11-2026`, `2026-11-22`, `Minggu, 22 November
 * 2026`.
 */
export const parseDay = (text: string, loose = false): string | undefined => {
  const iso = /^\s*(\d{4}-\d\d-\d\d)\s*$/.exec(text)?.[1]
  if (iso) return isDay(iso) ? iso : undefined
  const words = wordsOf(text)
  const [date = '', monthWord = '', yearWord = loose ? currentDay().slice(0, 4) : ''] = words
  const month = monthOf(monthWord)
  const year = yearOf(yearWord, loose)
  if (!/^\d\d?$/.test(date) || month === 0 || !year || words.length > 3) return undefined
  const day = `${year}-${twoDigits(month)}-${twoDigits(Number(date))}`
  return isDay(day) ? day : undefined
}

/** Parses a month: `Nov 2026`, `November 2026`, `11/2026`, `2026-11`. */
export const parseMonth = (text: string, loose = false): string | undefined => {
  const words = wordsOf(text)
  const ordered = /^\d{4}$/.test(words[0] ?? '') ? words.toReversed() : words
  const [monthWord = '', yearWord = loose ? currentDay().slice(0, 4) : ''] = ordered
  const month = monthOf(monthWord)
  const year = yearOf(yearWord, loose)
  if (month === 0 || !year || words.length > 2) return undefined
  return `${year}-${twoDigits(month)}`
}

/**
 * Parses a time of day: `19.30`, `19:30`, `1930`. With `loose` it also accepts a whole hour: `19`
 * or `7`.
 */
export const parseTime = (text: string, loose = false): string | undefined => {
  const bare = text.trim()
  const wholeHour = loose ? /^(\d\d?)$/.exec(bare) : null
  const [, hour, minute = '00'] =
    /^(\d\d?)[.:](\d\d)$/.exec(bare) ?? /^(\d\d)(\d\d)$/.exec(bare) ?? wholeHour ?? []
  if (hour === undefined || Number(hour) > 23 || Number(minute) > 59) return undefined
  return `${hour.padStart(2, '0')}:${minute}`
}
