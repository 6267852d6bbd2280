import type { Context } from '#kernel/feature.ts'
import type moderation from '../contract.ts'
import type { OrderedBy } from '../sanctions/by-moderator.ts'
import type { Surface } from '../sanctions/surface.ts'
import { type NamedPerson, recordCase } from './case-store.ts'

/**
 * Stores a note about somebody, which the moderation log does not show.
 * @returns a sentence about the result
 * @throws UserError 409 if the same order has stored another text before
 */
export function keepNote(
  ctx: Context<typeof moderation>,
  by: OrderedBy,
  about: { target: NamedPerson; name: string; text: string },
  surface: Surface,
): string {
  const { target, name, text } = about
  const recorded = recordCase(ctx, { ...by, guildId: ctx.guild.id, kind: 'note', target, reason: text })
  return `Saved that note about ${surface.name(name)} as case #${recorded.number}.`
}
