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

/** An answer of any kind. Nobody is pinged unless `allowedMentions` names them. */
export type ReplyContent =
  | string
  | Pick<InteractionReplyOptions, 'content' | 'embeds' | 'components' | 'files' | 'allowedMentions'>

/** What somebody can press, choose from or send. */
export interface Presses {
  button: ButtonInteraction<'cached'>
  select: AnySelectMenuInteraction<'cached'>
  modal: ModalSubmitInteraction<'cached'>
}

/** What a component's handler is given besides its feature's context. */
export interface Pressed<K extends keyof Presses = keyof Presses> {
  interaction: Presses[K]
  member: GuildMember
  /**
   * Answers as the component's `ack` says, in time or after the kernel has deferred; a second answer replaces the
   * first.
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
  /** Whether only the one it was made for may use it, or everybody who sees it. Their id travels in the custom id. */
  pressedBy: By
  /** What whoever uses it needs at that moment, as a command's `needs`; may follow from what the control carries. */
  needs: readonly CallerNeed[] | ((data: z.output<D>) => readonly CallerNeed[])
  /**
   * What a use leads to: the message with the control changes, a new answer for everybody or for the one person, or a
   * dialog. Discord waits 3 seconds; the kernel defers in time, except for a dialog, which has to come at once.
   */
  ack: 'update' | 'reply' | 'ephemeral' | 'modal'
  /** What the custom id carries besides the route; must fit Discord's 100 characters. */
  data: D
  /** Works while its module is switched off. */
  always?: boolean
  /**
   * Also works in a direct message, which belongs to no server: says which one it is about. Only for what needs no
   * rights but being its member, or its owner.
   */
  aboutGuild?(data: z.output<D>): string
  run(ctx: Ctx & Pressed<K>, data: z.output<D>): unknown
}

/** A button, menu or dialog of a feature. */
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

/** Joins a definition and its name; the kernel calls `needs` and `run` with data that its schema has parsed. */
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
