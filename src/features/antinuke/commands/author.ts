import type { CommandContext } from '#kernel/feature.ts'
import type antinuke from '../contract.ts'

export type Ctx = CommandContext<typeof antinuke>

/** Whoever calls, as the author of what they change. */
export const author = ({ member }: Pick<Ctx, 'member'>) => ({ userId: member.id, via: 'command' })

/** Answers are nobody else's business. */
export const alone = { ephemeral: true }
