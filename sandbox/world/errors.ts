/**
 * An error of Discord's, as REST returns it: `{ code, message, errors? }`. Source: the JSON error codes in Discord's
 * documentation, "Opcodes and Status Codes".
 */
export class DiscordError extends Error {
  readonly status: number
  readonly code: number
  readonly errors: Record<string, unknown> | undefined
  /** Further fields of the answer, such as `retry_after` (seconds). */
  readonly extra: Record<string, unknown> | undefined

  constructor(
    status: number,
    code: number,
    message: string,
    errors?: Record<string, unknown>,
    extra?: Record<string, unknown>,
  ) {
    super(message)
    this.name = 'DiscordError'
    this.status = status
    this.code = code
    this.errors = errors
    this.extra = extra
  }
}

export const unknown = {
  channel: () => new DiscordError(404, 10_003, 'Unknown Channel'),
  guild: () => new DiscordError(404, 10_004, 'Unknown Guild'),
  invite: () => new DiscordError(404, 10_006, 'Unknown Invite'),
  member: () => new DiscordError(404, 10_007, 'Unknown Member'),
  message: () => new DiscordError(404, 10_008, 'Unknown Message'),
  role: () => new DiscordError(404, 10_011, 'Unknown Role'),
  user: () => new DiscordError(404, 10_013, 'Unknown User'),
  emoji: () => new DiscordError(404, 10_014, 'Unknown Emoji'),
  webhook: () => new DiscordError(404, 10_015, 'Unknown Webhook'),
  ban: () => new DiscordError(404, 10_026, 'Unknown Ban'),
  sticker: () => new DiscordError(404, 10_060, 'Unknown Sticker'),
  stickerPack: () => new DiscordError(404, 10_061, 'Unknown Sticker Pack'),
  interaction: () => new DiscordError(404, 10_062, 'Unknown interaction'),
  stageInstance: () => new DiscordError(404, 10_067, 'Unknown Stage Instance'),
  scheduledEvent: () => new DiscordError(404, 10_070, 'Unknown Guild Scheduled Event'),
  sound: () => new DiscordError(404, 10_097, 'Unknown sound'),
  command: () => new DiscordError(404, 10_063, 'Unknown application command'),
}

export const missingAccess = () => new DiscordError(403, 50_001, 'Missing Access')
export const missingPermissions = () => new DiscordError(403, 50_013, 'Missing Permissions')

/** One field of a body that Discord refuses with 50035: `errors.<path>._errors[0]`. */
export interface FieldProblem {
  /** Dotted, numbers for array places: 'embeds.0.title'. */
  path: string
  code: string
  message: string
}

/** @returns 400 'Invalid Form Body' with Discord's nested `errors` object. */
export function invalidForm(problems: readonly FieldProblem[]): DiscordError {
  const errors: Record<string, unknown> = {}
  for (const { path, code, message } of problems) {
    let node = errors
    for (const key of path.split('.').filter(Boolean)) {
      node[key] ??= {}
      node = node[key] as Record<string, unknown>
    }
    node['_errors'] = [...((node['_errors'] as unknown[] | undefined) ?? []), { code, message }]
  }
  return new DiscordError(400, 50_035, 'Invalid Form Body', errors)
}

/** The error for features that need boosts. */
export const needsBoosts = () => new DiscordError(403, 50_101, 'This server needs more boosts to perform this action')
