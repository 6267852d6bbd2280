import type { Client, ClientEvents, Guild, GuildMember, GuildTextBasedChannel } from 'discord.js'
import type { z } from 'zod'
import type { Answered, Body, Contract, Endpoint, Form, Need, Params, Query, Reply, Settings } from '#contract'
import type { Access, Level } from './access.ts'
import {
  type Component,
  type ComponentDefinition,
  defineComponent,
  type Pressed,
  type Presses,
} from './declarations/component.ts'
import type { CommandPermissions } from './declarations/command-permissions.ts'
import type {
  Called,
  Command as CommandOf,
  CommandCall,
  CommandGroup as CommandGroupOf,
  ContextMenu as MenuOf,
} from './declarations/command.ts'
import type { FormParts as FormPartsOf, SettingsChange } from './declarations/form-parts.ts'
import type { DeletionHandlers, NewIdHandler, Restores } from './declarations/deletions.ts'
import type { SetsUp } from './declarations/setup.ts'
import type { Stays, Things as ThingsOf } from './declarations/thing.ts'
import type { Levels, Right } from './declarations/rights.ts'
import type { Job as JobOf } from './declarations/job.ts'
import type { CommandRule } from './declarations/command-rule.ts'
import type { ButtonOffer } from './declarations/button-offer.ts'
import type { Options } from './declarations/option.ts'
import type { Config } from './config.ts'
import type { Live } from './declarations/live.ts'
import type { Background } from './events/in-flight.ts'
import type { GuildEvent } from './discord/intents.ts'
import type { PacketName, PacketOf } from './discord/packets.ts'
import type { AskDiscord } from './discord/ask-discord.ts'
import type { Members } from './members/members.ts'
import type { InitiatedRequests } from './discord/initiator.ts'
import type { Entitlements } from './entitlements.ts'
import type { Logger } from './log.ts'
import type { ConfigurationProblem, Requirement } from '#kit/requirement.ts'
import type { ThingChange } from './settings/thing-history.ts'
import type { Author } from './settings/revision.ts'
import type { Patch, SettingsStore } from './settings/settings.ts'
import type { Scheduler } from './declarations/schedule.ts'
import type { Memory } from './declarations/state.ts'
import type { Database } from './storage/database.ts'
import type { Disk } from './storage/disk.ts'
import type { ServerCommands } from './declarations/server-commands.ts'
import type { Switch } from './declarations/switch.ts'
import type { UnkeptPromise } from './declarations/unkept-promise.ts'
import type { StoredTable } from './storage/stored-table.ts'
import type { Files } from './files/files.ts'
import type { Operator } from './operator/operator.ts'
import type { OutsidePictures } from './pictures/outside-pictures.ts'
import type { Plan as PlanOf, Plans } from './declarations/plan.ts'
import type { Workers } from './workers/workers.ts'
import type { SessionUser } from './http/sign-in/identity.ts'

export type { Author, CommandCall, Database, Logger, Options, Patch, SessionUser, SettingsChange, Switch }
export type { Suggestion } from './declarations/call-rules.ts'
export type { ServerCall, ServerCommand } from './declarations/server-commands.ts'
export type { DiscordOverride } from './declarations/command-permissions.ts'
export type { ReplyContent } from './declarations/component.ts'
export { type Option, option } from './declarations/option.ts'
export { jobHandle } from './declarations/job.ts'
export { createMemory, state, processState, storedAtStart } from './declarations/state.ts'

/** What every handler receives. There are no globals: everything a function uses arrives here. */
export interface Services {
  config: Config
  log: Logger
  client: Client<true>
  db: Database
  /** Whether the disk still accepts writes. */
  disk: Disk
  settings: SettingsStore
  scheduler: Scheduler
  entitlements: Entitlements
  access: Access
  commandPermissions: CommandPermissions<Entry>
  workers: Workers
  /** For work that a handler does not await: a shutdown waits for it, and a failure is logged. */
  background: Background
  plans: Plans
  /** Files that guilds keep: `files.of(kind, guildId).put(...)`. */
  files: Files
  /** Asks Discord on a page's behalf: coalesced, kept for seconds, with a budget for each guild. */
  askDiscord: AskDiscord
  /** One member of a server, as far as the person who asks may see them. */
  members: Members
  /** Changes that people have the bot make at Discord, to be judged before they are made. */
  initiated: InitiatedRequests
  /** What the operators of this copy say about themselves. */
  operator: Operator
  /** Pictures from other sites, for previews. */
  pictures: OutsidePictures
  /** Events for the dashboard pages that are open right now. */
  live: Live
  /** Unix ms. The one clock of the product. */
  now(): number
  /** What features keep about each guild while the process runs; read through `state()`. */
  memory: Memory
  /** Every feature in manifest order, for help, switches and the doctor's checks. */
  features: readonly Feature[]
}

/** A handler's view of one guild: the services, the guild and the feature's settings in it. */
export interface Context<C extends Contract = Contract> extends Services {
  guild: Guild
  /** The settings at this moment: save what you derive from them without an await in between. */
  readonly own: Settings<C>
  /**
   * Merges into the feature's settings without asking `checkSettings`: for what the bot does itself, and for commands
   * that have judged the one value they change. @throws UserError when the result is invalid
   */
  save(patch: Patch<C>, author: Author): Settings<C>
  /**
   * Like `save`, for what people entered: the feature's `checkSettings` has to accept it first.
   * @param patch a function if derived from the settings: called again after the check, during which others may save
   * @throws UserError when `checkSettings` refuses it or the result is invalid
   */
  change(patch: Patch<C> | ((own: Settings<C>) => Patch<C>), author: Author): Promise<Settings<C>>
  /** Records a change of one of its `things` in the server's history; call it in the transaction that stores it. */
  note(change: ThingChange, author: Author): void
}

export type CommandContext<C extends Contract = Contract> = Context<C> & Called
export type ComponentContext<C extends Contract = Contract> = Context<C> & Pressed

export type RouteContext<C extends Contract, E extends Endpoint> = Services & {
  params: Params
  query: Query<E>
  body: Body<E>
  /** Aborted when the caller disconnects before the answer: pass it to work that would then be pointless. */
  signal: AbortSignal
} & (E['needs'] extends 'anyone' ? { user: SessionUser | undefined } : { user: SessionUser }) &
  (E['needs'] extends 'anyone' | 'signed-in' ? unknown : Context<C> & { level: Level; member: GuildMember })

type Awaitable<T> = T | Promise<T>

/** The context of autocompletion, with who is typing and where. */
export interface TypingContext<C extends Contract = Contract> extends Context<C> {
  member: GuildMember
  channel: GuildTextBasedChannel
}

export type Command<C extends Contract = Contract, O extends Options = Options> = CommandOf<
  CommandContext<C>,
  TypingContext<C>,
  O
>
export type CommandGroup<C extends Contract = Contract> = CommandGroupOf<CommandContext<C>, TypingContext<C>>
export type ContextMenu<C extends Contract = Contract> = MenuOf<CommandContext<C>>

/** One command, with the name that people call it by and the feature that it belongs to. */
export interface Entry {
  feature: Feature
  name: string
  definition: Command | CommandGroup
}

export const isGroup = (definition: Command | CommandGroup): definition is CommandGroup => 'subcommands' in definition

/** Types a command's arguments from its options. */
export const command =
  <C extends Contract>() =>
  <const O extends Options>(definition: Command<C, O>): Command<C> =>
    definition

/**
 * Defines a button, select menu or modal. The data in its custom id is typed by its schema; `id(data)` makes the custom
 * id, or `id(data, callerId)` when only the caller may use it.
 */
export const component = <
  C extends Contract,
  const D extends z.ZodType,
  const K extends keyof Presses,
  const By extends 'caller' | 'anyone',
>(
  contract: C,
  name: string,
  definition: ComponentDefinition<Context<C>, D, K, By>,
): Component<Context<C>, D, By> => defineComponent(contract, name, definition)

export type Job<D extends z.ZodType = z.ZodType> = JobOf<Services, D>

/** Types a job's payload from its schema: `scheduler.at(theJob, { at, payload })`. */
export const job = <D extends z.ZodType = z.ZodUndefined>(definition: Job<D>): Job<D> => definition

export type Plan<I extends z.ZodType = z.ZodType, D extends z.ZodType = z.ZodType> = PlanOf<Services, I, D>

/** Types a plan's steps and input. Start it with `plans.start(thePlan, { guildId, input })`. */
export const plan = <D extends z.ZodType, I extends z.ZodType = z.ZodUndefined>(definition: Plan<I, D>): Plan<I, D> =>
  definition

export type Things<C extends Contract = Contract> = ThingsOf<Context<C>>
export type FormParts<C extends Contract = Contract, F extends Form = Form> = FormPartsOf<Context<C>, C, F>

type Listener<C extends Contract, E extends GuildEvent> = (
  ctx: Context<C>,
  ...args: ClientEvents[E]
) => Awaitable<void | 'stop'>

export interface Parts<C extends Contract> extends SetsUp<C>, Stays {
  /** Where its on/off state is: this key of its settings, or as a {@link Switch} says; without one it is always on. */
  switch?: (keyof Settings<C> & string) | Switch
  /** Who may switch it on and off, on every surface, when level 'manage' is not enough. */
  switchNeeds?: Need
  /** The command that asks before switching it off, when that removes protection; other commands refer to it. */
  offCommand?: string
  /** Who may change its settings, on every surface, when the need of a form, endpoint or command is not enough. */
  settingsNeed?: Need
  /** Who may change certain settings, on every surface, when the need for the others is not enough. */
  settingNeeds?: { readonly [K in keyof Settings<C>]?: Need }
  /** Who may view and change it at all, on every surface, when the server's permissions do not decide that. */
  levels?: Levels<Context<C>>
  /** The rights it supplies: `edit` of a feature `antinuke` is what `needs` calls `antinuke.edit`. */
  rights?: Record<string, Right<Context<C>>>
  /**
   * Supplies the prefix of a guild's commands; exactly one feature does. Commands are dispatched at its place in the
   * manifest: features above it see a message first and may stop it, features below never see a command.
   */
  commandPrefix?(own: Settings<C>): string
  /** Supplies the server's rules for commands and context menus, by name; exactly one feature does. */
  commandRules?(own: Settings<C>): Readonly<Record<string, CommandRule>>
  /** Supplies the custom commands that a server has created; at most one feature does. */
  serverCommands?: ServerCommands<Context<C>>
  /** Listeners by gateway event, called in manifest order. Returning 'stop' keeps the event from the features below. */
  listeners?: { [E in GuildEvent]?: Listener<C, E> }
  /**
   * Handlers of raw gateway dispatches, called on arrival, before the library updates its caches; only while the
   * feature is switched on, and also for guilds that are not cached yet. Must be fast.
   */
  packets?: { [T in PacketName]?: (services: Services, guildId: string, data: PacketOf<T>) => void }
  /**
   * Removes references to a deleted channel or role: called at once, or, when it may still be restored, once it has not
   * been. Also called while the feature is switched off, and again for what it has removed already.
   */
  gone?: DeletionHandlers<Context<C>>
  /** Updates what is neither in settings nor in tables after something was recreated under a new id. */
  renamed?: NewIdHandler<Pick<Services, 'db' | 'memory' | 'scheduler' | 'now'>>
  /** Supplies what can be restored in a guild. */
  restores?: Restores<Services, Settings<C>>
  commands?: Record<string, Command<C> | CommandGroup<C>>
  menus?: Record<string, ContextMenu<C>>
  components?: readonly Component<Context<C>>[]
  /** What buttons on messages that people compose in other features can do, by name. */
  offers?: Record<string, ButtonOffer<Context<C>>>
  routes?: {
    [K in keyof Answered<C['endpoints']>]: (
      ctx: RouteContext<C, C['endpoints'][K]>,
    ) => Awaitable<Reply<C['endpoints'][K]>>
  }
  /** Needed only for what a form does beyond showing and storing settings. */
  forms?: { [K in keyof C['forms']]?: C['forms'][K] extends infer F extends Form ? FormParts<C, F> : never }
  /**
   * Checks a change of settings where the schema cannot: against Discord, or across fields. Called wherever people
   * change settings: forms, commands through `ctx.change`, restoring, importing. `before` and `after` are the whole
   * settings; judge only what differs, so that a value that has become invalid since does not block saving the rest.
   * @throws UserError with `fields` keyed by the names of settings
   */
  checkSettings?(ctx: Context<C>, change: SettingsChange<C>): Awaitable<void>
  /** What people create and change besides settings, by the kind that the history records it under. */
  things?: Record<string, Things<C>>
  jobs?: Record<string, Job>
  /** Multi-step work in a guild that survives a kill -9; stored under its name here. */
  plans?: Record<string, Plan>
  /** What the bot must be able to do for these settings to work. */
  requires?(ctx: Context<C>): readonly Requirement[]
  /** What else keeps these settings from working. */
  problems?(ctx: Context<C>): readonly ConfigurationProblem[]
  /** Runs once, after the database and the client are ready and before events arrive. */
  start?(services: Services): Awaitable<void>
  /** Runs once, at shutdown: events and jobs have ended, the database is still open. */
  stop?(services: Services): Awaitable<void>
  /** Called after a command of any feature has succeeded, in manifest order; only while this feature is switched on. */
  afterCommand?(ctx: Context<C>, call: CommandCall): void
  /** Called when any feature broke a promise in this guild, such as by giving up a job; also while this one is off. */
  afterUnkept?(ctx: Context<C>, unkept: UnkeptPromise): void
  /** Called after this guild gained or lost premium, whether or not the feature requires it. */
  premiumChanged?(ctx: Context<C>, has: boolean): void
  /** Its tables, by the names they are exported under. Their declarations control erasing and exporting. */
  tables?: Record<string, StoredTable>
  /** Whether a viewer may know that somebody was seen, when viewing the feature is not enough; must use an index. */
  hasSeen?(ctx: Context<C>, viewer: GuildMember, userId: string): boolean
  /** Erases a user's data that no table declares, in one guild or all. Runs before them, in their transaction. */
  forgetUser?(services: Services, userId: string, guildId: string | undefined): void
  /** Erases a guild's data that no table declares. Runs before the tables, in their transaction. */
  forgetGuild?(services: Services, guildId: string): void
  /** What is stored about a guild besides settings and tables, as JSON values, including what is only in memory. */
  exportGuild?(services: Services, guildId: string): Record<string, unknown>
}

/** A feature with its parts, as the kernel sees it. */
export interface Feature {
  contract: Contract
  parts: Parts<Contract>
}

/** Joins a contract and its parts; a missing handler or a reply of the wrong shape is a compile error. */
export const feature = <C extends Contract>(contract: C, parts: Parts<C>): Feature => ({ contract, parts })
