import type { GuildCore } from '#kernel/contract.ts'
import type { MemberFacts, ServerFacts } from '#kit/template.ts'
import type { SessionUser } from '../session.tsx'

/** Discord's own picture for an account without one: by the id. Source: Discord's documentation, "CDN Endpoints". */
const standIn = (id: string) => `embed/avatars/${(BigInt(id) >> 22n) % 6n}.png`

/** Discord counts time from 2015 in an id's upper bits. */
const createdAt = (id: string) => Number(BigInt(id) >> 22n) + 1_420_070_400_000

/**
 * Who looks at the page, as this server shows them; somebody made up until that is known.
 * @param avatarURL the account's own, for pages that are about no server
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

/** The server as templates know it; without values until it is loaded. */
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
