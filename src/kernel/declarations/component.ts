import type {
  AnySelectMenuInteraction,
  ButtonInteraction,
  GuildMember,
  InteractionReplyOptions,
  ModalSubmitInteraction,
} from 'discord.js'
import type { z } from 'zod'
import type { Contract } from '#contract'
import type { CallerNeed } from '../access.ts'
import { customId } from './custom-id.ts'

/** The content of a command's or component's answer. Nobody is pinged unless `allowedMentions` names them. */
export type ReplyContent =
  | string
  | Pick<InteractionReplyOptions, 'content' | 'embeds' | 'components' | 'files' | 'allowedMentions'>

/** The interactions with components, by kind: a button, a select menu, a modal. */
export interface Presses {
  button: ButtonInteraction<'cached'>
  select: AnySelectMenuInteraction<'cached'>
  modal: ModalSubmitInteraction<'cached'>
}

/** What a component's handler receives besides its feature's context. */
export interface Pressed<K extends keyof Presses = keyof Presses> {
  interaction: Presses[K]
  member: GuildMember
  /**
   * Answers in the way that the component's `ack` declares, at once or after the kernel has deferred; a second answer
   * replaces the first.
   */
  answer(content: ReplyContent): Promise<void>
}

export interface ComponentDefinition<
  Ctx,
  D extends z.ZodType = z.ZodType,
  K extends keyof Presses = keyof Presses,
  By extends 'caller' | 'anyone' = 'caller' | 'anyone',
> {
  kind: K
  /**
   * Whether only the caller that it was made for may use it, or everybody who sees it. The caller's id is in the custom
   * id.
   */
  pressedBy: By
  /** What its user needs at that moment, like a command's `needs`; may depend on the data in its custom id. */
  needs: readonly CallerNeed[] | ((data: z.output<D>) => readonly CallerNeed[])
  /**
   * How it answers: by updating the message with the control, with a new message for everybody or for its user alone,
   * or with a modal. Discord waits 3 seconds; the kernel defers in time, except for a modal, which must be the first
   * answer.
   */
  ack: 'update' | 'reply' | 'ephemeral' | 'modal'
  /** The data in the custom id besides the route; must fit Discord's 100 characters. */
  data: D
  /** Works even while its module is switched off. */
  always?: boolean
  /**
   * Returns the id of the guild that it is about, for components that also work in direct messages, which belong to no
   * guild. Only for those that require nothing but being that guild's member or owner.
   */
  aboutGuild?(data: z.output<D>): string
  run(ctx: Ctx & Pressed<K>, data: z.output<D>): unknown
}

/** A button, select menu or modal of a feature. */
export interface Component<
  Ctx = never,
  D extends z.ZodType = z.ZodType,
  By extends 'caller' | 'anyone' = 'caller' | 'anyone',
> extends Omit<ComponentDefinition<Ctx, D, keyof Presses, By>, 'run' | 'needs' | 'aboutGuild'> {
  contract: Contract
  name: string
  needs(data: unknown): readonly CallerNeed[]
  aboutGuild(data: unknown): string | undefined
  run(ctx: Ctx & Pressed, data: unknown): unknown
  /** The custom id of a control that carries `data`. @throws Error when it is longer than 100 characters */
  id(...args: By extends 'caller' ? [data: z.output<D>, callerId: string] : [data: z.output<D>]): string
}

/** Combines a definition with its name; the kernel calls `needs` and `run` with data that its schema has parsed. */
export function defineComponent<Ctx, D extends z.ZodType, K extends keyof Presses, By extends 'caller' | 'anyone'>(
  contract: Contract,
  name: string,
  definition: ComponentDefinition<Ctx, D, K, By>,
): Component<Ctx, D, By> {
  const { needs, run, aboutGuild } = definition
  return {
    ...definition,
    contract,
    name,
    needs: data => (typeof needs === 'function' ? needs(data as z.output<D>) : needs),
    aboutGuild: data => aboutGuild?.(data as z.output<D>),
    run: (ctx, data) => run(ctx as Ctx & Pressed<K>, data as z.output<D>),
    id: (data: z.output<D>, callerId?: string) => customId(contract, name, definition.data, data, callerId),
  }
}
