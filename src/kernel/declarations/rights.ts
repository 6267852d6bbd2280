import type { GuildMember } from 'discord.js'
import type { Level } from '../access.ts'

/** A right of a feature's own, beyond the levels. The server's owner has every right. */
export interface Right<Ctx> {
  /** Shown to somebody who lacks it: 'You need <title> for that.' */
  title: string
  /** In place of that sentence. */
  refusal?: string
  /** Whether a member has it now. @param level theirs in the feature, which need not be any */
  holds(ctx: Ctx, member: GuildMember, level: Level): boolean
}

/** Levels of a feature's own: neither Manage Server nor access that the owner has given counts in it. */
export interface Levels<Ctx> {
  /** What a member may do in it who is not the owner; nobody is asked about while timed out. */
  of(ctx: Ctx, member: GuildMember): Extract<Level, 'none' | 'view' | 'manage'>
  /** What whoever is below the level that something needs is told. */
  refusal: string
}
