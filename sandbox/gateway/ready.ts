import type { Sandbox } from '../context.ts'
import { accountOf } from '../world/lookup.ts'
import type { Application } from '../world/state.ts'
import { applicationFlags } from '../world/users/view.ts'
import { onShard, type Session } from './session.ts'

/** The guilds of one session, in the order of their creation. */
export function guildIdsOf(sandbox: Sandbox, session: Pick<Session, 'userId' | 'shard'>): string[] {
  return [...sandbox.world.guilds]
    .filter(([id, guild]) => guild.members.has(session.userId) && onShard(id, session.shard))
    .map(([id]) => id)
}

/** The direct message channels that a member's client lists; a bot learns of its own with the first message. */
function privateChannels(sandbox: Sandbox, session: Session): unknown[] {
  if (session.kind === 'bot') return []
  return [...sandbox.world.channels.values()].flatMap(({ channel, guildId }) => {
    if (guildId !== undefined || !('recipients' in channel)) return []
    const recipients = channel.recipients ?? []
    return recipients.some(user => user.id === session.userId)
      ? [{ ...channel, recipients: recipients.filter(user => user.id !== session.userId) }]
      : []
  })
}

/** Source: Discord's documentation, "Gateway Events", READY. */
export function readyPayload(sandbox: Sandbox, session: Session, application: Application | undefined, url: string) {
  const { user, email } = accountOf(sandbox.world, session.userId)
  return {
    v: 10,
    user: { ...user, verified: true, mfa_enabled: true, email: session.kind === 'bot' ? null : email },
    user_settings: {},
    guilds: guildIdsOf(sandbox, session).map(id => ({ id, unavailable: true })),
    session_id: session.id,
    session_type: 'normal',
    resume_gateway_url: url,
    relationships: [],
    private_channels: privateChannels(sandbox, session),
    presences: [],
    guild_join_requests: [],
    geo_ordered_rtc_regions: [],
    ...(session.kind === 'bot' ? { shard: session.shard } : {}),
    ...(application ? { application: { id: application.id, flags: applicationFlags(application) } } : {}),
    _trace: ['["sandbox",{"micros":0}]'],
  }
}
