import { createHash, randomBytes } from 'node:crypto'
import type { Sandbox } from '../context.ts'
import type { RestRequest } from '../rest/route.ts'
import type { Application } from '../world/state.ts'
import type { Grants, PendingCode } from './grants.ts'

/** OAuth2's own error bodies, which are not Discord's usual ones. Source: RFC 6749 section 5.2. */
interface TokenError {
  status: number
  body: { error: string; error_description?: string }
}

const fail = (error: string, description?: string, status = 400): TokenError => ({
  status,
  body: { error, ...(description ? { error_description: description } : {}) },
})
export const isTokenError = (value: object): value is TokenError => 'status' in value && 'body' in value

const basic = (header: string | undefined): [id: string, secret: string] | undefined => {
  if (!header?.startsWith('Basic ')) return undefined
  const [id = '', ...secret] = Buffer.from(header.slice(6), 'base64').toString().split(':')
  return [decodeURIComponent(id), decodeURIComponent(secret.join(':'))]
}

type Fields = Record<string, string | undefined>

/** The form and the application that sent it, by HTTP Basic or by body fields. */
export function readTokenRequest(
  sandbox: Sandbox,
  request: Pick<RestRequest, 'authorization' | 'contentType' | 'body'>,
): { application: Application; fields: Fields } | TokenError {
  if (!request.contentType?.startsWith('application/x-www-form-urlencoded'))
    return fail('invalid_request', 'The content type must be application/x-www-form-urlencoded')
  const fields = { ...(request.body as Fields | undefined) }
  const [id, secret] = basic(request.authorization) ?? [fields['client_id'] ?? '', fields['client_secret'] ?? '']
  const application = sandbox.world.applications.get(id)
  if (!application || application.clientSecret !== secret) return fail('invalid_client', undefined, 401)
  return { application, fields }
}

function provesChallenge({ challenge }: PendingCode, verifier: string | undefined): boolean {
  if (!challenge) return true
  if (verifier === undefined) return false
  const shown = challenge.method === 'plain' ? verifier : createHash('sha256').update(verifier).digest('base64url')
  return shown === challenge.value
}

const bearer = (issued: ReturnType<Grants['issueTokens']>, scopes: readonly string[]) => ({
  token_type: 'Bearer',
  access_token: issued.accessToken,
  expires_in: issued.expiresInSeconds,
  refresh_token: issued.refreshToken,
  scope: scopes.join(' '),
})

/**
 * The token endpoint's three grants. Source: Discord's documentation, "OAuth2".
 * @param guild the guild that the answer includes after a bot was installed
 */
export function exchange(
  sandbox: Sandbox,
  grants: Grants,
  application: Application,
  fields: Fields,
  guild: (guildId: string) => unknown,
): Record<string, unknown> | TokenError {
  const { grant_type: grantType, code = '', redirect_uri: redirectUri, refresh_token: refreshToken = '' } = fields
  if (grantType === 'authorization_code') {
    const pending = grants.redeemCode(code)
    if (!pending || pending.clientId !== application.id) return fail('invalid_grant', 'Invalid "code" in request.')
    if (pending.redirectUri !== redirectUri) return fail('invalid_grant', 'Invalid "redirect_uri" in request.')
    if (!provesChallenge(pending, fields['code_verifier']))
      return fail('invalid_grant', 'Invalid "code_verifier" in request.')
    return {
      ...bearer(grants.issueTokens(pending), pending.scopes),
      ...(pending.guildId === undefined ? {} : { guild: guild(pending.guildId) }),
    }
  }
  if (grantType === 'refresh_token') {
    const grant = grants.refresh(refreshToken)
    if (!grant || grant.clientId !== application.id) return fail('invalid_grant', 'Invalid "refresh_token" in request.')
    return bearer(grants.issueTokens(grant), grant.scopes)
  }
  if (grantType === 'client_credentials') {
    // A client credentials token acts for the application's owner.
    const scopes = (fields['scope'] ?? 'identify').split(' ').filter(Boolean)
    if (scopes.some(scope => scope !== 'identify' && scope !== 'applications.commands.update'))
      return fail('invalid_scope', 'The requested scope is invalid, unknown, or malformed.')
    const grant = {
      id: randomBytes(8).toString('hex'),
      clientId: application.id,
      userId: application.ownerId,
      scopes,
    }
    const { refresh_token: _none, ...answer } = bearer(grants.issueTokens(grant), scopes)
    return answer
  }
  return fail('unsupported_grant_type', 'Grant type is not supported.')
}
