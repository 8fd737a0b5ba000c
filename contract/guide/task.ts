/**
 * A task of the help pages (`Panduan`): steps in words of the screen. A step marks the names of
 * buttons and fields, and the script that plays the tasks presses and fills exactly these. A name
 * that the screen no longer has therefore fails the script.
 *
 *   [Tambah Lead]       presses the button, link, tab or menu item with this name
 *   [? Simpan]          expects the button, without pressing it
 *   [> baris tagihan]   opens the first row of the list; the reader sees the words after `>`
 *   {Nama=Budi}         fills the field; a list of choices takes the choice that begins so
 *   {Outlet=}           takes the first choice, or leaves the text as it is
 *   {Mulai=+7}          fills the day in 7 days
 *   <Tersimpan>         expects this text on the screen
 *   `Ctrl+K`            presses a key
 */
import type { RoutePath } from '#contract/routes.ts'

export interface GuideTask {
  /** Name of the task in the URL and of its pictures. */
  id: string
  title: string
  /** Screen on which the task begins. */
  to: RoutePath
  /** Search parameters of the screen. */
  search?: Record<string, string>
  /** Other words by which staff look for the task. */
  words?: string
  steps: readonly string[]
  /** Numbers of the steps with a picture; 1 is the first step, which is the default. */
  pictures?: readonly number[]
}

export interface GuidePart {
  kind: 'text' | 'press' | 'button' | 'row' | 'fill' | 'see' | 'key'
  text: string
  /** Value of a field. The reader does not see it. */
  value?: string
}

const mark =
  /\[> (?<row>[^[\]]+)\]|\[\? (?<button>[^[\]]+)\]|\[(?<press>[^[\]]+)\]|\{(?<fill>[^{}=]+)=(?<value>[^{}]*)\}|<(?<see>[^<>]+)>|`(?<key>[^`]+)`/g
const kinds = ['press', 'button', 'row', 'fill', 'see', 'key'] as const

/** Parses a step into its words and marks, in their order. */
export const partsOf = (step: string): GuidePart[] => {
  const parts: GuidePart[] = []
  let end = 0
  for (const match of step.matchAll(mark)) {
    const groups = match.groups ?? {}
    const kind = kinds.find((name) => groups[name] !== undefined)
    if (match.index > end) parts.push({ kind: 'text', text: step.slice(end, match.index) })
    if (kind) parts.push({ kind, text: groups[kind] ?? '', value: groups.value })
    end = match.index + match[0].length
  }
  if (end < step.length) parts.push({ kind: 'text', text: step.slice(end) })
  return parts
}
/** Returns a step as plain text, as the reader sees it. */
export const plainStep = (step: string): string =>
  partsOf(step)
    .map(({ text }) => text)
    .join('')
/** Returns the numbers of the steps with a picture. */
export const picturesOf = ({ pictures = [1] }: GuideTask): readonly number[] => pictures
/** Returns the file name of the picture of a step, in `public/panduan/`. */
export const pictureOf = (task: GuideTask, step: number): string => `${task.id}-${step}.webp`
