import type { Guild, User } from 'discord.js'
import type { Services } from '#kernel/feature.ts'
import { type ServerFacts, tagOf, usesPlaceholder } from '#kit/template.ts'
import { serverFacts } from '#kit/template-facts.ts'
import { awaitAttribution, attributionOf, invitesOf } from '#features/invites/public.ts'
import type { Greeting } from './contract.ts'
import { type Inviter, textsOf } from './template.ts'

/** Used in place of an inviter who is unknown or not a person. */
const words = {
  vanity: 'the vanity link',
  bot: 'a bot invite',
  invite: 'somebody unknown',
  unknown: 'somebody unknown',
} as const

const userValues = (user: User) => ({ name: user.displayName, tag: tagOf(user) })
const placeholderUser = (name: string) => ({ name, tag: name })

/** A user by id; undefined for deleted accounts and while Discord does not answer. */
const userOf = ({ client }: Pick<Services, 'client'>, id: string) => client.users.fetch(id).catch(() => undefined)

/** Who invited a member, or a phrase if that is nobody or unknown. */
export async function inviterOf(services: Services, guild: Guild, memberId: string): Promise<Inviter> {
  await awaitAttribution(services, guild, memberId)
  const known = attributionOf(services.db, guild.id, memberId)
  const word = placeholderUser(words[known?.via ?? 'unknown'])
  if (!known?.inviterId) return { ...word, invites: 0 }
  const user = await userOf(services, known.inviterId)
  return { ...(user ? userValues(user) : word), invites: invitesOf(services.db, guild.id, known.inviterId).effective }
}

/** Template values in addition to the member's own. Only what the text mentions is fetched. */
export async function templateFacts(
  services: Services,
  guild: Guild,
  greeting: Greeting,
  memberId: string,
  members: number,
): Promise<{ server: ServerFacts; inviter: Inviter }> {
  const texts = textsOf(greeting)
  const owner = usesPlaceholder(texts, 'server.owner') ? await userOf(services, guild.ownerId) : undefined
  const inviter = usesPlaceholder(texts, 'invite')
    ? await inviterOf(services, guild, memberId)
    : { ...placeholderUser(''), invites: 0 }
  return { server: { ...serverFacts(guild, owner), members }, inviter }
}
