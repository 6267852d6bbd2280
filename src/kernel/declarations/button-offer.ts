import type { GuildMember } from 'discord.js'
import type { Pressed } from './component.ts'

/** One choice that a button can be linked to. */
interface Offered {
  id: string
  label: string
}

/** An action that a feature offers to buttons on messages that people compose in other features. */
export interface ButtonOffer<Ctx = never> {
  /** What a press does: 'Opens a ticket'. */
  title: string
  /** The choices for somebody who composes a button, by their rights at that moment; they are offered no others. */
  choices(ctx: Ctx & { member: GuildMember }): readonly Offered[]
  /**
   * Performs the action for the person who pressed, checked at that moment. @throws UserError when it is not allowed
   */
  press(ctx: Ctx & Pressed<'button'>, id: string): unknown
}
