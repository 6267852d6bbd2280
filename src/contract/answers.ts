import type { z } from 'zod'

/** What an endpoint may return or accept other than JSON. */

/** A file to download. Its handler returns a {@link FileContent}. */
export interface FileReply {
  answers: 'file'
  /** The media types it may have. */
  types: readonly string[]
}

export interface FileContent {
  /** The name of the downloaded file: 'levels.csv'. Characters that a file system might not accept are replaced. */
  name: string
  /** Defaults to the first type that the endpoint declares. */
  type?: string
  content: string | Uint8Array | AsyncIterable<string | Uint8Array>
}

/** Placeholder in a {@link PagePolicy} for the host of Discord's images, which depends on the configuration. */
export const discordPictures = 'discord-pictures'

/** Content-Security-Policy directives; anything not named here may not be loaded at all. */
export type PagePolicy = Partial<
  Record<'style-src' | 'img-src' | 'font-src' | 'media-src' | 'script-src', readonly string[]>
>

/**
 * A standalone document, isolated from the dashboard: it can neither read the dashboard nor act on behalf of its
 * viewer.
 */
export interface PageReply {
  answers: 'page'
  csp: PagePolicy
}

export type Events = Record<string, z.ZodType>

/**
 * Server-sent events about one guild, for as long as the reader has the right to see them. The kernel manages the
 * connections; the feature publishes with `live.publish` and has no handler.
 */
export interface StreamReply<E extends Events = Events> {
  answers: 'stream'
  events: E
}

/** A file uploaded as multipart/form-data, in the part 'file' after the fields. */
export interface Upload<F extends z.ZodObject = z.ZodObject> {
  takes: 'upload'
  fields: F
  maxBytes: number
  /** Media types; a file whose content is of another type is refused, whatever its name. */
  types: readonly UploadType[]
}

export const uploadTypes = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'application/zip',
  'text/csv',
  'text/plain',
  'application/json',
  // Content of any kind; for an endpoint that allows all the types above too.
  'application/octet-stream',
] as const
export type UploadType = (typeof uploadTypes)[number]

export interface UploadedFile {
  /** The name that the sender gave it; never use it as a path. */
  name: string
  /** The type of the content, which is not always what the sender claims. */
  type: UploadType
  /**
   * The content as it arrives. Reading throws a UserError beyond `maxBytes`, and at the end if the sender has signed
   * out or lost the right in the meantime; so a handler should make permanent changes only after reading it all.
   */
  content: AsyncIterable<Uint8Array>
  /** All of it, decoded as UTF-8. @throws UserError if it is larger than allowed, or not UTF-8 */
  text(): Promise<string>
}

/** A file of one of these media types. */
export const file = (...types: readonly [string, ...string[]]): FileReply => ({ answers: 'file', types })

/** An HTML document that may load what `csp` names and nothing else; no scripts run unless `script-src` is named. */
export const page = (options: { csp?: PagePolicy } = {}): PageReply => ({ answers: 'page', csp: options.csp ?? {} })

/** Events by name, each with the shape of its data. */
export const stream = <const E extends Events>(events: E): StreamReply<E> => ({ answers: 'stream', events })

export const upload = <F extends z.ZodObject>(definition: Omit<Upload<F>, 'takes'>): Upload<F> => ({
  takes: 'upload',
  ...definition,
})
