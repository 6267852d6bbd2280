import type { GuildMember } from 'discord.js'
import type { Level } from '../access.ts'

/** A feature's own right, beyond the levels. The server's owner has every right. */
export interface Right<Ctx> {
  /** Shown to somebody who lacks it: 'You need <title> for that.' */
  title: string
  /** Shown instead of that sentence. */
  refusal?: string
  /** Whether a member has it now. @param level the member's level in the feature, which may be 'none' */
  holds(ctx: Ctx, member: GuildMember, level: Level): boolean
}

/** A feature's own levels: neither Manage Server nor access that the owner has given counts in it. */
export interface Levels<Ctx> {
  /** The level of a member who is not the owner. Not called for members who are timed out. */
  of(ctx: Ctx, member: GuildMember): Extract<Level, 'none' | 'view' | 'manage'>
  /** Shown to people whose level is too low. */
  refusal: string
}
