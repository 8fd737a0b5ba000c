/**
 * Parses multipart bodies (RFC 7578) as browsers and tools like curl send them: with few parts,
 * each with short headers. Node's own parser reads a body byte by byte and accepts any number of
 * parts. This parser jumps from boundary to boundary and rejects a body with too many parts.
 */

/** Part of a multipart body: a file if it has a file name, otherwise a form field. */
export interface Part {
  name: string
  filename: string | undefined
  bytes: Buffer
}

/** Maximum number of parts: one file and some form fields. */
const maxParts = 20
const maxHead = 2048
const maxBoundary = 70
const lineEnd = '\r\n'
const headEnd = '\r\n\r\n'

/** Returns the boundary named in a Content-Type header; undefined when missing or too long. */
const boundaryOf = (type: string): string | undefined => {
  const match = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(type)
  const boundary = match?.[1] ?? match?.[2]
  return boundary !== undefined && boundary.length <= maxBoundary ? boundary : undefined
}

/**
 * Decodes the escapes in a field or file name: %22, %0D and %0A from current browsers, backslashes
 * from older programs.
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
 * Returns the parts of a multipart body with the content type `type`. Returns undefined when the
 * body is malformed, has more than `maxParts` parts, or a part has a head longer than `maxHead`
 * bytes.
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
