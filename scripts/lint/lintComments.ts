/**
 * Lint rule that checks whether comments are in plain English. The rules for comments are in
 * `docs/style.md`, section "Comments".
 */
import type { Context, Node } from './lintContext.ts'
import { rangeOf } from './lintText.ts'

/**
 * Matches a comment that begins with a pronoun or a similar word. At the beginning of a comment,
 * the reader cannot know which noun such a word replaces.
 */
const openings =
  /^(?:What|Who|Whose|Whom|Whoever|Of|One|So many|The same|Nobody|Nothing|That|Those|These|This|It|They)\b/
/**
 * Matches the second or a later sentence of a comment if the sentence begins with a relative
 * pronoun, such as "What is drawn".
 */
const clauses = /[.;:] (What|Who|Whose|Whom|Whoever|So many) /
/** Words to avoid, each with the standard term to use instead. */
const terms: readonly (readonly [word: RegExp, better: string])[] = [
  [/\banswers (?:what|whether|the|with|an?|if|when|how|\d{3})\b/i, 'returns'],
  [/\b(?:tells|told)\b/i, 'returns, shows, reports'],
  [/\b(?:refuses|refused)\b/i, 'throws, rejects'],
  [/\bbut for\b/i, 'except'],
  [/\banew\b/i, 'again'],
  [/\bso many\b/i, 'at most N'],
  [/\bfalls? away\b/i, 'is skipped, omitted'],
  [/\blets? stand\b/i, 'allowed despite a conflict'],
  [/\b(?:is|are|has|have) gone\b/i, 'deleted, removed, expired'],
  [/\btwins?\b/i, 'duplicate'],
  [/\bhonours?\b/i, 'coach pay, payslip'],
  [/\b(?:whoever|who asks|who reads)\b/i, 'the caller, the reader'],
  [/\bahead\b/i, 'prefetch, future, before'],
  [/<{7} \S+|>{7} \S+/, 'the merged text'],
]

/**
 * Returns a message about the first problem of a comment; undefined when there is none. `text` is
 * the comment without its markers and line breaks.
 */
const commentProblem = (text: string): string | undefined => {
  const opening = openings.exec(text)?.[0] ?? clauses.exec(text)?.[1]
  if (opening) return `A sentence of a comment begins with a verb or a noun, not with "${opening}".`
  const term = terms.find(([word]) => word.test(text))
  return term && `"${term[0].exec(text)?.[0]}" in a comment: write ${term[1]}.`
}

interface Comment {
  node: Node
  text: string
  end: number
}
/** Merges consecutive line comments into one comment, as a reader sees them. */
const mergeLines = (source: string, nodes: readonly Node[]): Comment[] => {
  const comments: Comment[] = []
  for (const node of nodes) {
    const [start, end] = rangeOf(node)
    const text = String(node.value)
      .replace(/^\*/, '')
      .replaceAll(/\s*\n\s*\*?\s*/g, ' ')
      .trim()
    const last = comments.at(-1)
    const isContinued =
      last && node.type === 'Line' && /^\n\s*$/.test(source.slice(last.end, start))
    if (isContinued && last.node.type === 'Line')
      Object.assign(last, { text: `${last.text} ${text}`, end })
    else comments.push({ node, text, end })
  }
  return comments
}
export const plainComments = {
  create: (context: Context) => ({
    'Program:exit': () => {
      const { text, getAllComments } = context.sourceCode
      for (const comment of mergeLines(text, getAllComments.call(context.sourceCode))) {
        const message = commentProblem(comment.text)
        if (message) context.report({ node: comment.node, message })
      }
    },
  }),
}
