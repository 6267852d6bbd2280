import type { Guild, GuildMember } from 'discord.js'
import { UserError } from '#kit/errors.ts'
import { type Services, state } from '#kernel/feature.ts'
import { drawWelcomeCard } from './card.ts'
import type { GreetingKind } from '../contract.ts'
import { takeSnapshot } from '../sending/member-snapshot.ts'

/** One card at a time is drawn for the pages of a server, so that greetings find their place in the queue. */
const drawing = state(() => ({ last: Promise.resolve<unknown>(undefined), waiting: 0 }))
const mostWaiting = 4

/**
 * The card of a greeting about whoever looks at the page.
 * @param colour as it is edited, `#RRGGBB`
 * @throws UserError 429 when several are being drawn for this server already
 */
export async function previewCard(
  services: Services,
  guild: Guild,
  member: GuildMember,
  { kind, colour }: { kind: GreetingKind; colour: string },
): Promise<Buffer> {
  const queue = drawing(services, guild.id)
  if (queue.waiting >= mostWaiting)
    throw new UserError('greetings.card-busy', 'Too many cards at once. Try again in a moment.', 429)
  const { displayName, avatarURL, members } = takeSnapshot(member)
  const card = { kind, colour, name: displayName, avatarURL, serverName: guild.name, memberCount: members }
  queue.waiting += 1
  const drawn = queue.last.then(() => drawWelcomeCard(services, guild.id, card))
  queue.last = drawn.catch(() => undefined).finally(() => (queue.waiting -= 1))
  return drawn
}
