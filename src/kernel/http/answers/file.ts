import { Readable } from 'node:stream'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply } from 'fastify'
import type { FileContent, FileReply } from '#contract'

/**
 * Characters that file systems forbid or interpret, and marks that change the direction in which a name is displayed.
 */
const unsafe = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}<>:"/\\|?*]/gu
const longestName = 120

/** Makes a name safe for browsers to save a file under, whoever chose it. */
function safeName(name: string): string {
  const plain = name
    .replace(unsafe, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '')
    .trim()
  const points = [...plain]
  const ending = /\.[a-z0-9]{1,8}$/i.exec(plain)?.[0] ?? ''
  const short =
    points.length <= longestName ? plain : `${points.slice(0, longestName - ending.length).join('')}${ending}`
  return short === '' ? 'file' : short
}

/** Sends a file as a download. @throws Error when the handler's type is not declared by the endpoint */
export function sendFile(
  reply: FastifyReply,
  declared: FileReply,
  { name, type: given, content }: FileContent,
): FastifyReply {
  const type = given ?? declared.types[0] ?? 'application/octet-stream'
  if (!declared.types.includes(type)) throw new Error(`a file of type ${type} is not what the endpoint declares`)
  const sent =
    typeof content === 'string'
      ? Buffer.from(content)
      : content instanceof Uint8Array
        ? Buffer.from(content.buffer, content.byteOffset, content.byteLength)
        : Readable.from(content)
  return reply
    .header('content-disposition', contentDisposition(safeName(name)))
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .type(type.startsWith('text/') ? `${type}; charset=utf-8` : type)
    .send(sent)
}
