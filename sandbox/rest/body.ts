import { parseJson } from '../json.ts'
import { DiscordError, invalidForm } from '../world/errors.ts'
import type { RequestFile } from './route.ts'

interface ParsedBody {
  body: unknown
  files: readonly RequestFile[]
}

const invalidJson = () => new DiscordError(400, 50_109, 'The request body contains invalid JSON.')

function readJson(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    throw invalidJson()
  }
}

async function parseMultipart(contentType: string, raw: Buffer): Promise<ParsedBody> {
  const form = await new Response(new Uint8Array(raw), { headers: { 'content-type': contentType } })
    .formData()
    .catch(() => {
      throw new DiscordError(400, 50_035, 'Invalid Form Body')
    })
  const fields: Record<string, unknown> = {}
  const files: RequestFile[] = []
  let payload: unknown
  for (const [field, value] of form) {
    if (typeof value === 'string') {
      if (field === 'payload_json') payload = readJson(value)
      else fields[field] = value
    } else {
      files.push({ field, name: value.name, contentType: value.type, data: Buffer.from(await value.arrayBuffer()) })
    }
  }
  return { body: payload ?? (Object.keys(fields).length > 0 ? fields : undefined), files }
}

/**
 * Reads a request's body as Discord does: JSON, multipart with `payload_json` and `files[n]`, or a form.
 * @throws DiscordError 400 for malformed content or a content type that Discord does not take
 */
export async function parseBody(contentType: string | undefined, raw: Buffer): Promise<ParsedBody> {
  if (raw.length === 0) return { body: undefined, files: [] }
  const type = contentType?.split(';')[0]?.trim().toLowerCase()
  if (type === 'application/json') return { body: readJson(raw.toString()), files: [] }
  if (type === 'multipart/form-data' && contentType) return parseMultipart(contentType, raw)
  if (type === 'application/x-www-form-urlencoded')
    return { body: Object.fromEntries(new URLSearchParams(raw.toString())), files: [] }
  throw invalidForm([
    {
      path: '',
      code: 'CONTENT_TYPE_INVALID',
      message: 'Expected "Content-Type" header to be one of application/json, multipart/form-data.',
    },
  ])
}

/**
 * `X-Audit-Log-Reason`: URL-encoded UTF-8, at most 512 characters.
 * @throws DiscordError 400 when it is longer or not decodable
 */
export function auditReason(header: string | undefined): string | undefined {
  if (!header) return undefined
  let reason: string
  try {
    reason = decodeURIComponent(header)
  } catch {
    throw invalidForm([{ path: 'reason', code: 'STRING_TYPE_CONVERT', message: 'Could not interpret as string.' }])
  }
  if ([...reason].length > 512)
    throw invalidForm([{ path: 'reason', code: 'BASE_TYPE_MAX_LENGTH', message: 'Must be 512 or fewer in length.' }])
  return reason
}
