import type { Sandbox } from '../context.ts'

/** Who calls: the token decides. A user token acts as that member, as a Discord client would. */
export type RestCaller =
  | { kind: 'bot'; userId: string; applicationId: string }
  | { kind: 'user'; userId: string }
  /** An OAuth2 access token. `expiresAt` is Unix ms. */
  | { kind: 'bearer'; userId: string; applicationId: string; scopes: readonly string[]; expiresAt: number }
  | { kind: 'none' }

export interface RequestFile {
  /** The form field, `files[0]`. */
  field: string
  name: string
  contentType: string
  data: Buffer
}

export interface RestRequest {
  sandbox: Sandbox
  caller: RestCaller
  /** The calling user's id. @throws DiscordError 401 when nobody is signed in */
  actorId: string
  params: Record<string, string>
  query: Record<string, string>
  /** Parsed JSON, or `payload_json` of a multipart body. Undefined when there is none. */
  body: unknown
  files: readonly RequestFile[]
  /** Decoded `X-Audit-Log-Reason`. */
  reason: string | undefined
  /** The raw `Authorization` header. Only the OAuth2 routes read it; everything else uses `caller`. */
  authorization?: string | undefined
  contentType?: string | undefined
}

/**
 * A route's answer: JSON with 200, or 204 when nothing is returned. With a `contentType` the body is text or bytes,
 * sent as it is.
 */
export type RestAnswer = { status: number; body?: unknown; contentType?: string } | undefined

export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/api/v10`, with `:names`, written as in Discord's documentation: '/channels/:channel_id/messages'. */
  path: string
  /** Who may call it at all; 'signed-in' is bot or user. */
  callers: 'bot' | 'user' | 'signed-in' | 'bearer' | 'any'
  handle(request: RestRequest): RestAnswer | Promise<RestAnswer>
}

/** A file in `routes/` default-exports its routes; they are found by folder. */
export const routes = (list: readonly Route[]): readonly Route[] => list
export const json = (body: unknown, status = 200): RestAnswer => ({ status, body })
