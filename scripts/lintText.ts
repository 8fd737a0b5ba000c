/** Our lint rules that read a file's text as it stands; the others are in lint.ts. */
import type { Context, Node } from './lintContext.ts'

/** Where a node begins and ends in the text. */
export const rangeOf = ({ range, start, end }: Node): readonly [number, number] =>
  (range ?? [start, end]) as readonly [number, number]
/** A rule of a file's text as a whole: `find` answers what is wrong with it. */
const textRule = (find: (text: string) => string | undefined | false) => ({
  create: (context: Context) => ({
    Program: (node: Node) => {
      const message = find(context.sourceCode.text)
      if (message) context.report({ node, message })
    },
  }),
})
/** A page whose code is on its way says so: without a fallback it says nothing meanwhile. */
export const pageSaysIt = textRule((text) => {
  const screens = text.match(/^function \w*Screen\([^]*?^\}/gm) ?? []
  const isMute = screens.some((screen) => /\breturn \(?\s*<Suspense>/.test(screen))
  return isMute && 'A page in <Suspense> without a fallback says nothing.'
})
/** A comment of a member has a line of its own: behind it the member's name is overlooked. */
export const commentAlone = textRule((text) => {
  const [found] = /^[ \t]*\/\*\* .*?\*\/ (?=[A-Za-z_'"[]).*$/m.exec(text) ?? []
  return found && `A comment stands on a line of its own: ${found.trim()}`
})
/**
 * The first line of a file says its purpose. The formatter sorts imports with the comment above
 * them: an import that comes before the first one leaves the file's comment in the middle.
 */
export const headerFirst = textRule((text) => {
  const late =
    /^(?:import\b[^'"]*['"][^'"\n]*['"].*\n(?:\/\/.*\n)*)+\/\*\*(?:[^*]|\*(?!\/))*\*\/\nimport\b/
  return late.test(text) && "A file's comment stands above all its imports."
})
