import type { Sandbox } from '../context.ts'
import { DiscordError, invalidForm } from '../world/errors.ts'
import type { Application } from '../world/state.ts'

/** What an application asks a member for, parsed from the authorize URL. */
export interface AuthorizeRequest {
  application: Application
  scopes: readonly string[]
  /** Undefined for a plain bot invite, after which nothing is sent back to the application. */
  redirectUri: string | undefined
  responseType: 'code' | undefined
  state: string | undefined
  permissions: string
  guildId: string | undefined
  challenge: { value: string; method: 'plain' | 'S256' } | undefined
}

/** The sentence that the consent page shows for each scope; other scopes are refused. */
export const scopeSentences: Record<string, string> = {
  identify: 'Access your username, avatar and banner',
  email: 'Access your email address',
  connections: 'Access your third-party connections',
  guilds: "Know what servers you're in",
  'guilds.members.read': 'Read your member info (nickname, avatar, roles, etc) for servers you belong to',
  'guilds.join': 'Join servers for you',
  bot: 'Add a bot to a server',
  'applications.commands': 'Create commands',
  'applications.commands.permissions.update': 'Update permissions for its commands',
  'role_connections.write': 'Update your connections and metadata',
}

const installOnly = new Set(['bot', 'applications.commands'])
const snowflake = /^\d{15,21}$/

const refuse = (path: string, message: string, code = 'INVALID') => invalidForm([{ path, code, message }])

function challengeOf(query: Record<string, string>): AuthorizeRequest['challenge'] {
  const { code_challenge: value, code_challenge_method: method = 'plain' } = query
  if (value === undefined) return undefined
  if (method !== 'S256' && method !== 'plain')
    throw refuse('code_challenge_method', 'Unsupported code challenge method.')
  return { value, method }
}

/**
 * Reads and checks the query of an authorize address.
 * @throws DiscordError for an unknown application, a redirect address it does not own, or scopes that do not exist
 */
export function readAuthorize(sandbox: Sandbox, query: Record<string, string>): AuthorizeRequest {
  const { client_id: clientId = '', scope, state, response_type: responseType, redirect_uri: redirectUri } = query
  if (!snowflake.test(clientId))
    throw refuse('client_id', `Value "${clientId}" is not snowflake.`, 'NUMBER_TYPE_COERCE')
  const application = sandbox.world.applications.get(clientId)
  if (!application) throw new DiscordError(404, 10_002, 'Unknown Application')
  // An address with only a client id stands for the portal's default install settings: the bot and its commands.
  const scopes = (scope ?? 'bot applications.commands').split(/[ +]+/).filter(Boolean)
  if (scopes.length === 0 || scopes.some(name => !(name in scopeSentences)))
    throw refuse('scope', 'The requested scope is invalid, unknown, or malformed.', 'INVALID_SCOPE')
  const returns = scopes.some(name => !installOnly.has(name)) || responseType !== undefined
  if (returns && responseType !== 'code')
    throw refuse('response_type', 'response_type must be one of code.', 'BASE_TYPE_CHOICES')
  if (redirectUri !== undefined && !application.redirectUris.includes(redirectUri))
    throw new DiscordError(400, 50_035, 'Invalid OAuth2 redirect_uri')
  if (returns && redirectUri === undefined && application.redirectUris.length !== 1)
    throw new DiscordError(400, 50_035, 'Invalid OAuth2 redirect_uri')
  return {
    application,
    scopes,
    redirectUri: redirectUri ?? (returns ? application.redirectUris[0] : undefined),
    responseType: returns ? 'code' : undefined,
    state,
    permissions: /^\d{1,20}$/.test(query['permissions'] ?? '') ? (query['permissions'] ?? '0') : '0',
    guildId: query['guild_id'],
    challenge: challengeOf(query),
  }
}
