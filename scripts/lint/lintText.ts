/** Our lint rules that only need the text of a file; the other rules are in lint.ts. */
import type { Context, Node } from './lintContext.ts'

/** Returns the start and end of a node in the text. */
export const rangeOf = ({ range, start, end }: Node): readonly [number, number] =>
  (range ?? [start, end]) as readonly [number, number]
/** Makes a rule that checks the whole text of a file; `find` returns the problem. */
const textRule = (find: (text: string) => string | undefined | false) => ({
  create: (context: Context) => ({
    Program: (node: Node) => {
      const message = find(context.sourceCode.text)
      if (message) context.report({ node, message })
    },
  }),
})
/** Reports a screen with Suspense but no fallback: its page is empty while the code loads. */
export const pageSaysIt = textRule((text) => {
  const screens = text.match(/^function \w*Screen\([^]*?^\}/gm) ?? []
  const isMute = screens.some((screen) => /\breturn \(?\s*<Suspense>/.test(screen))
  return isMute && 'A page in <Suspense> without a fallback says nothing.'
})
/**
 * Reports the comment of a member that is on the same line, where it hides the name of the member.
 */
export const commentAlone = textRule((text) => {
  const [comment] = /^[ \t]*\/\*\* .*?\*\/ (?=[A-Za-z_'"[]).*$/m.exec(text) ?? []
  return comment && `A comment stands on a line of its own: ${comment.trim()}`
})
/**
 * Reports a file comment that is not above all imports. The formatter sorts imports together with
 * the comment above them, so an import sorted before the first one would leave the file comment in
 * the middle.
 */
export const headerFirst = textRule((text) => {
  const late =
    /^(?:import\b[^'"]*['"][^'"\n]*['"].*\n(?:\/\/.*\n)*)+\/\*\*(?:[^*]|\*(?!\/))*\*\/\nimport\b/
  return late.test(text) && "A file's comment stands above all its imports."
})
