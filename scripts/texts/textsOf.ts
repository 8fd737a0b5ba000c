/** Finds, in a source file, the texts that users of the product read: labels, messages, hints. */
import { parseAst } from 'vite'

/** Text with the line on which the text begins. In the text, `{}` stands for an inserted value. */
export interface Text {
  line: number
  text: string
}
interface Node {
  type: string
  start: number
  [key: string]: unknown
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string'

/** Attributes and properties whose texts are read by the browser and not by users. */
const technical =
  /^(?:className|style|key|name|type|role|to|path|from|id|htmlFor|variant|color|c|size|justify|align|d|viewBox|tone|width|height|accept|inputMode|autoComplete|rel|target|method|access|code|kunci|queryKey)$/
/** Functions whose arguments go to logs, developers or the database, and not to users. */
const internal =
  /^(?:Error|RegExp|URL|ConfigError|sql|raw|lit|ref|debug|info|warn|error|test|describe)$/

const nameOf = (node: unknown): string => {
  if (!isNode(node)) return ''
  if (node.type === 'MemberExpression') return nameOf(node.property)
  if (node.type === 'JSXNamespacedName') return nameOf(node.name)
  return typeof node.name === 'string' ? node.name : String(node.value ?? '')
}
/** Whether a node can contain texts for users, unlike types, imports and technical attributes. */
const isRead = (node: Node): boolean => {
  if (/^(?:Import|Export(?:All|Named)Declaration$|TS)/.test(node.type))
    return node.type === 'ExportNamedDeclaration' || /^TS(?:As|Satisfies|NonNull)/.test(node.type)
  if (node.type === 'JSXAttribute') return !technical.test(nameOf(node.name))
  if (node.type === 'CallExpression' || node.type === 'NewExpression')
    return !internal.test(nameOf(node.callee))
  return node.type !== 'TaggedTemplateExpression' || !internal.test(nameOf(node.tag))
}
/** Whether a literal reads as words: `Belum ada guru` and `Bank`, not `text-align`. */
const isWords = (text: string): boolean =>
  /^[^a-z]*[A-Z][a-zA-Z]*[a-z]/.test(text) || /[a-z]{2}[^\s]* [a-zA-Z{]/.test(text)

const templateText = (quasis: readonly Node[]): string =>
  quasis.map((quasi) => String(Reflect.get(quasi.value as object, 'cooked') ?? '')).join('{}')
const textOf = (node: Node): string | undefined => {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type === 'JSXText') return String(node.value)
  return node.type === 'TemplateLiteral' ? templateText(node.quasis as Node[]) : undefined
}

/** Returns the texts for users in a TypeScript file, in the order of the file. */
export const textsOf = (code: string, lang: 'ts' | 'tsx'): Text[] => {
  const texts: Text[] = []
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit)
    if (!isNode(value) || !isRead(value)) return
    const text = textOf(value)?.replaceAll(/\s+/g, ' ').trim()
    if (text && isWords(text) && !text.includes('\0'))
      texts.push({ line: code.slice(0, value.start).split('\n').length, text })
    for (const [key, child] of Object.entries(value))
      if (key !== 'parent' && !(value.type === 'Property' && key === 'key')) visit(child)
  }
  visit(parseAst(code, { lang }))
  return texts
}
