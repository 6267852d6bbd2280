import type { Guild, GuildMember } from 'discord.js'
import { UserError } from '#kit/errors.ts'
import { type Services, state } from '#kernel/feature.ts'
import { drawWelcomeCard } from './card.ts'
import type { GreetingKind } from '../contract.ts'
import { takeSnapshot } from '../sending/member-snapshot.ts'

/** Draws only one card at a time for the pages of a server, so that the queue has room for greetings. */
const drawing = state(() => ({ last: Promise.resolve<unknown>(undefined), waiting: 0 }))
const mostWaiting = 4

/**
 * Draws the card of a greeting about the member who looks at the page.
 * @param colour the unsaved color, `#RRGGBB`
 * @throws UserError 429 if several are already being drawn for this server
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
