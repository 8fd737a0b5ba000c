/** Lint rules that search the text of a file by regular expressions, without the syntax tree. */
import type { Context, Node } from './lintContext.ts'

/** Returns the offsets at which a node starts and ends in the text. */
export const rangeOf = ({ range, start, end }: Node): readonly [number, number] =>
  (range ?? [start, end]) as readonly [number, number]
/**
 * Makes a rule that checks the whole text of a file. `find` returns the message to report; it
 * returns undefined or false for a text without a problem.
 */
const textRule = (find: (text: string) => string | undefined | false) => ({
  create: (context: Context) => ({
    Program: (node: Node) => {
      const message = find(context.sourceCode.text)
      if (message) context.report({ node, message })
    },
  }),
})
/**
 * Reports screens that render `<Suspense>` without a fallback. Such a screen is empty while its
 * content loads.
 */
export const pageSaysIt = textRule((text) => {
  const screens = text.match(/^function \w*Screen\([^]*?^\}/gm) ?? []
  const isMute = screens.some((screen) => /\breturn \(?\s*<Suspense>/.test(screen))
  return isMute && 'A page in <Suspense> without a fallback says nothing.'
})
/**
 * Reports a docstring on the same line as the member that it describes. Such a docstring hides the
 * name of the member.
 */
export const commentAlone = textRule((text) => {
  const [comment] = /^[ \t]*\/\*\* .*?\*\/ (?=[A-Za-z_'"[]).*$/m.exec(text) ?? []
  return comment && `A comment stands on a line of its own: ${comment.trim()}`
})
/**
 * Reports a docstring between imports. Such a docstring was once the header of the file. The
 * formatter sorts the imports and moves the comment directly above an import together with that
 * import. A blank line below the header keeps the header in place.
 */
export const headerFirst = textRule((text) => {
  const late =
    /^(?:import\b[^'"]*['"][^'"\n]*['"].*\n(?:\/\/.*\n)*)+\/\*\*(?:[^*]|\*(?!\/))*\*\/\nimport\b/
  return late.test(text) && "A file's comment stands above all its imports."
})
