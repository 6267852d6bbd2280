import type { z } from 'zod'

/** What an endpoint may answer besides JSON, and take besides JSON. */

/** A file to keep. Its handler returns a {@link FileContent}. */
export interface FileReply {
  answers: 'file'
  /** The media types it may have. */
  types: readonly string[]
}

export interface FileContent {
  /** What the file is called where it is kept: 'levels.csv'. Whatever a file system could trip over is replaced. */
  name: string
  /** The first that the endpoint declares, unless told. */
  type?: string
  content: string | Uint8Array | AsyncIterable<string | Uint8Array>
}

/** Stands in a {@link PagePolicy} for the host of Discord's pictures, which depends on the configuration. */
export const discordPictures = 'discord-pictures'

/** Content-Security-Policy directives; what is not named here may not be loaded at all. */
export type PagePolicy = Partial<
  Record<'style-src' | 'img-src' | 'font-src' | 'media-src' | 'script-src', readonly string[]>
>

/**
 * A document of its own, apart from the dashboard: it can neither read the dashboard nor act for whoever looks at it.
 */
export interface PageReply {
  answers: 'page'
  csp: PagePolicy
}

export type Events = Record<string, z.ZodType>

/**
 * Server-sent events about one guild, for as long as somebody may see them. The kernel keeps the connections; the
 * feature publishes with `live.publish` and has no handler.
 */
export interface StreamReply<E extends Events = Events> {
  answers: 'stream'
  events: E
}

/** A file that is sent as multipart/form-data in the part 'file', after the fields. */
export interface Upload<F extends z.ZodObject = z.ZodObject> {
  takes: 'upload'
  fields: F
  maxBytes: number
  /** Media types; what the content is not is refused, whatever it is called. */
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
  // Whatever it is, where all others are allowed too.
  'application/octet-stream',
] as const
export type UploadType = (typeof uploadTypes)[number]

export interface UploadedFile {
  /** As the sender calls it; never a path to write to. */
  name: string
  /** What the content is, which is not always what the sender says. */
  type: UploadType
  /**
   * The content as it arrives. Reading fails with a UserError beyond `maxBytes`, and at the end when its sender has
   * signed out or lost the right meanwhile: what a handler does for good, it does after that.
   */
  content: AsyncIterable<Uint8Array>
  /** All of it as UTF-8. @throws UserError when it is larger than allowed, or no UTF-8 */
  text(): Promise<string>
}

/** A file in one of these media types. */
export const file = (...types: readonly [string, ...string[]]): FileReply => ({ answers: 'file', types })

/** An HTML document that may load what `csp` names and nothing else; without scripts unless `script-src` is named. */
export const page = (options: { csp?: PagePolicy } = {}): PageReply => ({ answers: 'page', csp: options.csp ?? {} })

/** Events by name, each with the shape of its data. */
export const stream = <const E extends Events>(events: E): StreamReply<E> => ({ answers: 'stream', events })

export const upload = <F extends z.ZodObject>(definition: Omit<Upload<F>, 'takes'>): Upload<F> => ({
  takes: 'upload',
  ...definition,
})
