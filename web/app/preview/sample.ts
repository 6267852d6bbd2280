import type { GuildCore } from '#kernel/contract.ts'
import type { MemberFacts, ServerFacts } from '#kit/template.ts'
import type { SessionUser } from '../session.tsx'

/**
 * Discord's default picture for an account without one, chosen by id. Source: Discord's documentation, "CDN Endpoints".
 */
const standIn = (id: string) => `embed/avatars/${(BigInt(id) >> 22n) % 6n}.png`

/** The upper bits of an id count the time since the start of 2015. */
const createdAt = (id: string) => Number(BigInt(id) >> 22n) + 1_420_070_400_000

/**
 * The current user, as a member of this server; made-up values until that is known.
 * @param avatarURL the account's own picture, for pages that are not about a server
 * @param now Unix ms
 */
export function sampleMember(
  user: SessionUser | undefined,
  you: GuildCore['you'] | undefined,
  avatarURL: string | undefined,
  cdnUrl: string,
  now: number,
): MemberFacts {
  const { id, username, discriminator } = user ?? { id: '1', username: 'User', discriminator: '0' }
  return {
    id,
    username,
    displayName: you?.displayName ?? username,
    discriminator,
    avatarURL: you?.avatarURL ?? avatarURL ?? `${cdnUrl}/${standIn(id)}`,
    createdAt: createdAt(id),
    joinedAt: you?.joinedAt ?? now,
  }
}

/** The server's values for templates; empty until it is loaded. */
export function sampleServer(guild: GuildCore | undefined): ServerFacts {
  const {
    id = '',
    name = '',
    iconURL = '',
    memberCount: members = 0,
    owner = '',
    boosts = 0,
    boostTier = 0,
  } = guild ?? {}
  return { id, name, iconURL: iconURL ?? '', members, owner, boosts, boostTier }
}
