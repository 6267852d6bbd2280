import type { CommandContext } from '#kernel/feature.ts'
import type antinuke from '../contract.ts'

export type Ctx = CommandContext<typeof antinuke>

/** The caller, as the author of what they change. */
export const author = ({ member }: Pick<Ctx, 'member'>) => ({ userId: member.id, via: 'command' })

/** Only the caller sees the answer. */
export const ephemeral = { ephemeral: true }
