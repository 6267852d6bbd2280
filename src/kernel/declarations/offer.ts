import type { GuildMember } from 'discord.js'
import type { Pressed } from './component.ts'

/** Something of an offer that a button can be set to. */
interface Offered {
  id: string
  label: string
}

/** What a feature lets the buttons do of messages that people write elsewhere. */
export interface Offer<Ctx = never> {
  /** What a press does: 'Opens a ticket'. */
  title: string
  /** What a button can be set to by whoever writes it, by the rights that they have now; others are not offered. */
  choices(ctx: Ctx & { member: GuildMember }): readonly Offered[]
  /** Does it for whoever presses, judged by what holds at that moment. @throws UserError where it is not to be */
  press(ctx: Ctx & Pressed<'button'>, id: string): unknown
}
