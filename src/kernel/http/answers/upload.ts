import type { FastifyRequest } from 'fastify'
import type { Multipart } from '@fastify/multipart'
import type { Upload, UploadedFile, UploadType } from '#contract'
import { codeOf, UserError } from '#kit/errors.ts'
import { binaryTypeOf, headBytes, wrongType } from '#kit/file-type.ts'
import { formatBytes } from '#kit/numbers.ts'
import { joined } from '#kit/validation-messages.ts'

/** The most that the parts around the content may take up (bytes). */
const aroundBytes = 64 * 1024
/**
 * The type of a file by its first bytes, if it is allowed. Text types can only be told apart by what the sender
 * declares.
 */
function typeOf(head: Uint8Array, said: string, allowed: readonly UploadType[]): UploadType | undefined {
  const binary = binaryTypeOf(head)
  const other = allowed.find(type => type === 'application/octet-stream')
  if (binary !== undefined) return allowed.includes(binary) ? binary : other
  if (head.includes(0)) return other
  const texts = allowed.filter(type => type.startsWith('text/') || type === 'application/json')
  return texts.find(type => type === said) ?? other ?? texts[0]
}

const tooLarge = ({ maxBytes }: Upload) =>
  new UserError('upload.too_large', `The file is larger than ${formatBytes(maxBytes)}.`, 413)

const read = (chunks: AsyncIterator<Uint8Array>) => chunks.next().catch(explained)

/** The parser's error codes for more parts than are allowed. */
const tooMany = /^FST_(FILES|FIELDS|PARTS)_LIMIT$/

/**
 * Waits for the end of the form: the handler received the fields before the file, so anything after it would be
 * ignored.
 * @throws UserError 400 when something follows
 */
async function demandEnd(parts: AsyncIterator<Multipart>): Promise<void> {
  const isOver = await parts.next().then(
    ({ done }) => done === true,
    (error: unknown) => (tooMany.test(codeOf(error)) ? false : explained(error)),
  )
  if (!isOver) throw new UserError('upload.more', 'Send one file, as the last part of the form.')
}

/** Yields the part's bytes, of which `head` has been read already; ends once `arrived` has resolved. */
async function* counted(
  head: readonly Uint8Array[],
  rest: AsyncIterator<Uint8Array>,
  declared: Upload,
  arrived: () => Promise<void>,
) {
  let bytes = 0
  const pass = (chunk: Uint8Array) => {
    bytes += chunk.length
    if (bytes > declared.maxBytes) throw tooLarge(declared)
    return chunk
  }
  for (const chunk of head) yield pass(chunk)
  for (let next = await read(rest); next.done !== true; next = await read(rest)) yield pass(next.value)
  await arrived()
}

/** Reads until the type can be determined. @returns the chunks that were read */
async function headOf(chunks: AsyncIterator<Uint8Array>): Promise<Uint8Array[]> {
  const head: Uint8Array[] = []
  let bytes = 0
  while (bytes < headBytes) {
    const next = await read(chunks)
    if (next.done === true) break
    head.push(next.value)
    bytes += next.value.length
  }
  return head
}

async function textOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of content) chunks.push(chunk)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch {
    throw new UserError('upload.encoding', 'The file is not UTF-8 text.')
  }
}

/**
 * Receives an upload. @param arrived runs when the file is complete, before its reader sees the end; what it throws,
 * the reader gets
 * @throws UserError 400, 413 or 415 as early as possible; the rest of the file is read and discarded
 */
export async function receiveUpload(
  request: FastifyRequest,
  declared: Upload,
  arrived: () => Promise<void>,
): Promise<{ fields: Record<string, unknown>; file: UploadedFile; drop(): void }> {
  if (Number(request.headers['content-length'] ?? 0) > declared.maxBytes + aroundBytes) throw tooLarge(declared)
  const { part, fields, problems, parts } = await partOf(request, declared)
  const chunks: AsyncIterator<Uint8Array> = part.file.iterator({ destroyOnReturn: false })
  // Unread data would block the connection.
  const drop = () => void chunks.return?.().finally(() => part.file.resume())
  try {
    if (Object.keys(problems).length > 0) throw new UserError('http.invalid', joined(problems), 400, problems)
    if (part.fieldname !== 'file') throw new UserError('upload.missing', "Send the file in the part 'file'.")
    const head = await headOf(chunks)
    const type = typeOf(Buffer.concat(head).subarray(0, headBytes), part.mimetype, declared.types)
    if (type === undefined) throw new UserError('upload.type', wrongType(declared.types), 415)
    const whole = async () => {
      await demandEnd(parts)
      await arrived()
    }
    const content = counted(head, chunks, declared, whole)
    return { fields, file: { name: part.filename, type, content, text: () => textOf(content) }, drop }
  } catch (error) {
    drop()
    throw error
  }
}

/** The parser's messages for a body that is cut short or is not a form; these errors have no codes. */
const malformed = /unexpected end of|malformed|boundary/i

/** @throws UserError in place of the parser's error about a malformed body */
function explained(error: unknown): never {
  if (error instanceof Error && !(error instanceof UserError) && malformed.test(error.message))
    throw new UserError('upload.malformed', 'The upload is incomplete. Send it again.')
  throw error
}

/** Returns the first file, the fields before it with their problems, and the parts that follow. */
async function partOf(request: FastifyRequest, { maxBytes }: Upload) {
  const limits = { fileSize: maxBytes + 1, files: 1, fields: 50, fieldSize: 10_000, parts: 51, headerPairs: 20 }
  const parts = request.parts({ limits })
  const fields: Record<string, unknown> = {}
  const problems: Record<string, string> = {}
  const next = (): Promise<IteratorResult<Multipart, unknown>> => parts.next().catch(explained)
  for (let one = await next(); one.done !== true; one = await next()) {
    const part = one.value
    if (part.type === 'file') return { part, fields, problems, parts }
    const { fieldname, value, fieldnameTruncated, valueTruncated } = part
    if (Object.hasOwn(fields, fieldname)) problems[fieldname] = 'Send this once.'
    if (fieldnameTruncated || valueTruncated) problems[fieldname] = 'This is too long.'
    fields[fieldname] = value
  }
  throw new UserError('upload.missing', "Send the file in the part 'file'.")
}
