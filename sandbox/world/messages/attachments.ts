import { createHash } from 'node:crypto'
import type { APIAttachment } from 'discord-api-types/v10'
import { imageSize } from 'image-size'
import { z } from 'zod'
import type { Sandbox } from '../../context.ts'
import { DiscordError, invalidForm } from '../errors.ts'
import { optional, snowflake, text } from '../form.ts'

/** A file of a multipart request. */
export interface SandboxUpload {
  /** The form field: 'files[0]'. */
  field: string
  name: string
  contentType: string
  data: Buffer
}

/** 10 MiB each: the limit without boosts since 2025-04-03. */
export const attachmentSizeLimit = 10 * 1024 * 1024

/** The attachments of a body: `id` is the number of a file in the same request, or the id of an attachment to keep. */
export const attachmentNotes = z
  .array(z.object({ id: snowflake, filename: optional(text(1024, 1)), description: optional(text(1024)) }))
  .max(10)

type AttachmentNotes = z.output<typeof attachmentNotes>

/**
 * Stores uploaded files for the CDN to serve.
 * @throws DiscordError 40005 when a file is too large, 50035 when there are more than ten
 */
export function upload(
  sandbox: Sandbox,
  channelId: string,
  uploads: readonly SandboxUpload[],
  notes: AttachmentNotes = [],
): APIAttachment[] {
  if (uploads.length > 10)
    throw invalidForm([{ path: 'files', code: 'BASE_TYPE_MAX_LENGTH', message: 'Must be 10 or fewer in length.' }])
  if (uploads.some(one => one.data.length > attachmentSizeLimit))
    throw new DiscordError(413, 40_005, 'Request entity too large')
  return uploads.map((one, index) => {
    const number = /^files\[(\d+)\]$/.exec(one.field)?.[1] ?? String(index)
    const note = notes.find(other => other.id === number)
    return storeFile(sandbox, channelId, one, note)
  })
}

function storeFile(
  sandbox: Sandbox,
  channelId: string,
  file: SandboxUpload,
  note: AttachmentNotes[number] | undefined,
): APIAttachment {
  const id = sandbox.nextId()
  const filename = safeName(note?.filename ?? file.name)
  sandbox.world.attachments.set(id, { filename, contentType: file.contentType, data: file.data })
  const address = `${sandbox.origin()}/cdn/attachments/${channelId}/${id}/${filename}`
  const size = pictureSize(file.data)
  return {
    id,
    filename,
    size: file.data.length,
    url: address,
    proxy_url: address,
    ...(file.contentType && { content_type: file.contentType }),
    ...(size && { width: size.width, height: size.height }),
    ...(note?.description && { description: note.description }),
  }
}

/** The types that Discord shows as a picture. */
const pictureTypes = ['png', 'gif', 'jpg', 'webp', 'avif']

/** In pixels, from the file's header; undefined for what is no picture or a broken one. */
function pictureSize(data: Buffer): { width: number; height: number } | undefined {
  try {
    const { type = '', width, height } = imageSize(data)
    return pictureTypes.includes(type) ? { width, height } : undefined
  } catch {
    return undefined
  }
}

/** Spaces and special characters become underscores, as at Discord. */
export function safeName(name: string): string {
  const safe = name
    .normalize('NFKD')
    .replaceAll(/[^\w.-]+/g, '_')
    .slice(-200)
  return /[^._]/.test(safe) ? safe : 'unknown'
}

const lifetimeMs = 24 * 60 * 60 * 1000

/** URLs as they are sent: signed, and valid for a day. They differ from one reply to the next. */
export function signed(sandbox: Sandbox, attachment: APIAttachment): APIAttachment {
  const now = Math.floor(sandbox.now() / 1000)
  const expires = (now + lifetimeMs / 1000).toString(16)
  const hash = createHash('sha256').update(`${sandbox.world.seed} ${attachment.id} ${expires}`).digest('hex')
  const query = `?ex=${expires}&is=${now.toString(16)}&hm=${hash}&`
  return { ...attachment, url: attachment.url + query, proxy_url: attachment.proxy_url + query }
}
