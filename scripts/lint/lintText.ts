/** Our lint rules that read a file's text as it stands; the others are in lint.ts. */
import type { Context, Node } from './lintContext.ts'

/** Start and end of a node in the text. */
export const rangeOf = ({ range, start, end }: Node): readonly [number, number] =>
  (range ?? [start, end]) as readonly [number, number]
/** Makes a rule over a file's whole text: `find` returns the problem. */
const textRule = (find: (text: string) => string | undefined | false) => ({
  create: (context: Context) => ({
    Program: (node: Node) => {
      const message = find(context.sourceCode.text)
      if (message) context.report({ node, message })
    },
  }),
})
/** A screen needs a Suspense fallback: without one the page is empty while its code loads. */
export const pageSaysIt = textRule((text) => {
  const screens = text.match(/^function \w*Screen\([^]*?^\}/gm) ?? []
  const isMute = screens.some((screen) => /\breturn \(?\s*<Suspense>/.test(screen))
  return isMute && 'A page in <Suspense> without a fallback says nothing.'
})
/** A member's comment has a line of its own: in front of the member it hides the name. */
export const commentAlone = textRule((text) => {
  const [comment] = /^[ \t]*\/\*\* .*?\*\/ (?=[A-Za-z_'"[]).*$/m.exec(text) ?? []
  return comment && `A comment stands on a line of its own: ${comment.trim()}`
})
/**
 * The first line of a file states its purpose. The formatter sorts imports together with the
 * comment above them: an import sorted before the first one would leave the file's comment in the
 * middle.
 */
export const headerFirst = textRule((text) => {
  const late =
    /^(?:import\b[^'"]*['"][^'"\n]*['"].*\n(?:\/\/.*\n)*)+\/\*\*(?:[^*]|\*(?!\/))*\*\/\nimport\b/
  return late.test(text) && "A file's comment stands above all its imports."
})
