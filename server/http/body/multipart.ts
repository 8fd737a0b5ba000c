/**
 * A multipart body (RFC 7578) as browsers and command lines send it: a few parts, each with a short
 * head. The platform's own reader goes through a body byte by byte and takes any number of parts;
 * this one jumps from boundary to boundary and stops at the first too many.
 */

/** A part: a text, or a file where it has a file name. */
export interface Part {
  name: string
  filename: string | undefined
  bytes: Buffer
}

/** A file and the texts beside it. */
const maxParts = 20
const maxHead = 2048
const maxBoundary = 70
const lineEnd = '\r\n'
const headEnd = '\r\n\r\n'

/** The boundary that a Content-Type names; undefined when it names none that may be. */
const boundaryOf = (type: string): string | undefined => {
  const match = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(type)
  const boundary = match?.[1] ?? match?.[2]
  return boundary !== undefined && boundary.length <= maxBoundary ? boundary : undefined
}

/**
 * A name as forms write it: quotes and ends of lines as %22, %0D and %0A, by older programs behind
 * a backslash.
 */
const unescaped = (text: string | undefined): string | undefined =>
  text?.replace(/%22|%0D|%0A/gi, (code) => decodeURIComponent(code)).replace(/\\(["\\])/g, '$1')
const partOf = (head: string, bytes: Buffer): Part | undefined => {
  const disposition = /^content-disposition:[ \t]*form-data(;[^\r\n]*)/im.exec(head)?.[1] ?? ''
  const name = unescaped(/;[ \t]*name="((?:[^"\\]|\\.)*)"/i.exec(disposition)?.[1])
  const filename = unescaped(/;[ \t]*filename="((?:[^"\\]|\\.)*)"/i.exec(disposition)?.[1])
  return name === undefined ? undefined : { name, filename, bytes }
}

/**
 * The parts of a body; undefined when it is no multipart body, or one of more or longer heads than
 * a form has.
 */
export const partsOf = (body: Buffer, type: string): Part[] | undefined => {
  const boundary = boundaryOf(type)
  if (
    boundary === undefined ||
    !body.subarray(0, boundary.length + 2).equals(Buffer.from(`--${boundary}`))
  )
    return undefined
  const parts: Part[] = []
  let position = boundary.length + 2
  while (body.toString('latin1', position, position + 2) !== '--') {
    const head = body.subarray(position, position + maxHead).indexOf(headEnd)
    const begin = position + head + headEnd.length
    const end = head < 0 ? -1 : body.indexOf(`${lineEnd}--${boundary}`, begin)
    const part =
      end < 0
        ? undefined
        : partOf(body.toString('utf8', position, position + head), body.subarray(begin, end))
    if (!part || parts.length >= maxParts) return undefined
    parts.push(part)
    position = end + lineEnd.length + 2 + boundary.length
  }
  return parts
}
