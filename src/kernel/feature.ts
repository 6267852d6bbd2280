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
import type { Gone, Renamed, Restores } from './declarations/gone.ts'
import type { SetsUp } from './declarations/setup.ts'
import type { Stays, Things as ThingsOf } from './declarations/thing.ts'
import type { Levels, Right } from './declarations/rights.ts'
import type { Job as JobOf } from './declarations/job.ts'
import type { CommandRule } from './declarations/command-rule.ts'
import type { Offer } from './declarations/offer.ts'
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
import type { ThingChange } from './settings/note-thing.ts'
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
  /** Whether the disk still takes what is stored. */
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
  /** One person of a server, as whoever asks may see them. */
  members: Members
  /** What people tell the bot to do to Discord, to be judged before it is done. */
  initiated: InitiatedRequests
  /** What the people who run this copy say of themselves. */
  operator: Operator
  /** Pictures from other sites, for previews. */
  pictures: OutsidePictures
  /** Events for the pages that people look at right now. */
  live: Live
  /** Unix ms. The one clock of the product. */
  now(): number
  /** What features remember about each guild while the process runs; read through their `state()`. */
  memory: Memory
  /** Every feature in manifest order, for help, switches and the doctor. */
  features: readonly Feature[]
}

/** A handler's view of one guild: the services, the guild and the feature's settings in it. */
export interface Context<C extends Contract = Contract> extends Services {
  guild: Guild
  /** The settings as they are at this moment: what is derived from them is saved without an await in between. */
  readonly own: Settings<C>
  /**
   * Merges into the feature's settings without asking `checkSettings`: for what the bot does itself, and for commands
   * that have judged the one value they change. @throws UserError when the result is invalid
   */
  save(patch: Patch<C>, author: Author): Settings<C>
  /**
   * The same for what people wrote, once the feature's `checkSettings` has let it pass.
   * @param patch a function where it is derived from the settings: asked again where others save while it is checked
   * @throws UserError when it has not
   */
  change(patch: Patch<C> | ((own: Settings<C>) => Patch<C>), author: Author): Promise<Settings<C>>
  /** Notes what happened to one of its `things` in the server's history; call it in the transaction that stores it. */
  note(change: ThingChange, author: Author): void
}

export type CommandContext<C extends Contract = Contract> = Context<C> & Called
export type ComponentContext<C extends Contract = Contract> = Context<C> & Pressed

export type RouteContext<C extends Contract, E extends Endpoint> = Services & {
  params: Params
  query: Query<E>
  body: Body<E>
  /** Aborted when the caller leaves before the answer: hand it to work that is of no use then. */
  signal: AbortSignal
} & (E['needs'] extends 'anyone' ? { user: SessionUser | undefined } : { user: SessionUser }) &
  (E['needs'] extends 'anyone' | 'signed-in' ? unknown : Context<C> & { level: Level; member: GuildMember })

type Awaitable<T> = T | Promise<T>

/** Who is typing, and where. */
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

/** One command as people find it, with the feature it belongs to. */
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
 * A button, menu or dialog. What it carries is typed by its schema, its custom id is made by `id(data)`, or
 * `id(data, callerId)` where only the caller may use it.
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

/** Types a plan's steps and input. It is started as `plans.start(thePlan, { guildId, input })`. */
export const plan = <D extends z.ZodType, I extends z.ZodType = z.ZodUndefined>(definition: Plan<I, D>): Plan<I, D> =>
  definition

export type Things<C extends Contract = Contract> = ThingsOf<Context<C>>
export type FormParts<C extends Contract = Contract, F extends Form = Form> = FormPartsOf<Context<C>, C, F>

type Listener<C extends Contract, E extends GuildEvent> = (
  ctx: Context<C>,
  ...args: ClientEvents[E]
) => Awaitable<void | 'stop'>

export interface Parts<C extends Contract> extends SetsUp<C>, Stays {
  /** Where its on/off lives: this key of its settings, or as a {@link Switch} says; without one it is always on. */
  switch?: (keyof Settings<C> & string) | Switch
  /** Who may switch it on and off, on every surface, where 'manage' of it is not enough. */
  switchNeeds?: Need
  /** The command that asks before switching it off, where that takes protection away: others refer to it. */
  offCommand?: string
  /** Who may change its settings, on every surface, where the need of a form, endpoint or command is not enough. */
  settingsNeed?: Need
  /** Who may change single settings, on every surface, where what is needed for the others is not enough. */
  settingNeeds?: { readonly [K in keyof Settings<C>]?: Need }
  /** Who may view and change it at all, on every surface, where the server's rights do not decide that. */
  levels?: Levels<Context<C>>
  /** The rights it supplies: `edit` of a feature `antinuke` is what `needs` calls `antinuke.edit`. */
  rights?: Record<string, Right<Context<C>>>
  /**
   * Supplies the prefix of a guild's commands; exactly one feature does. Commands are dispatched at its place in the
   * manifest: features above it see a message first and may stop it, features below never see a command.
   */
  commandPrefix?(own: Settings<C>): string
  /** Supplies what a server decides about commands and menus, by their names; exactly one feature does. */
  commandRules?(own: Settings<C>): Readonly<Record<string, CommandRule>>
  /** Supplies the commands that a server has made up by itself; at most one feature does. */
  serverCommands?: ServerCommands<Context<C>>
  /** By gateway event; reached in manifest order. 'stop' keeps the event from the features below. */
  listeners?: { [E in GuildEvent]?: Listener<C, E> }
  /**
   * Dispatches as Discord sent them, received at once, before the library's caches know of them; only while the feature
   * is switched on, and also for guilds that are not in the cache yet. Must not take long.
   */
  packets?: { [T in PacketName]?: (services: Services, guildId: string, data: PacketOf<T>) => void }
  /**
   * Drops what names a channel or role that was deleted: called at once, or once it has not been put back where it may
   * be. Also called while the feature is switched off, and again for what it has dropped already.
   */
  gone?: Gone<Context<C>>
  /** Follows a thing that was made anew under a new id, beyond settings and tables. */
  renamed?: Renamed<Pick<Services, 'db' | 'memory' | 'scheduler' | 'now'>>
  /** Supplies what is put back in a guild. */
  restores?: Restores<Services, Settings<C>>
  commands?: Record<string, Command<C> | CommandGroup<C>>
  menus?: Record<string, ContextMenu<C>>
  components?: readonly Component<Context<C>>[]
  /** What buttons of messages that people write elsewhere can do, by name. */
  offers?: Record<string, Offer<Context<C>>>
  routes?: {
    [K in keyof Answered<C['endpoints']>]: (
      ctx: RouteContext<C, C['endpoints'][K]>,
    ) => Awaitable<Reply<C['endpoints'][K]>>
  }
  /** Only for what a form does beyond showing and storing its settings. */
  forms?: { [K in keyof C['forms']]?: C['forms'][K] extends infer F extends Form ? FormParts<C, F> : never }
  /**
   * Judges a change of the settings that the schema cannot: by what Discord knows, or across fields. Asked wherever
   * people change settings: forms, commands by `ctx.change`, restoring and importing. `before` and `after` are the
   * whole settings; judge only what differs, so that what has become invalid since does not block saving the rest.
   * @throws UserError with `fields` by the names of settings
   */
  checkSettings?(ctx: Context<C>, change: SettingsChange<C>): Awaitable<void>
  /** What people make and change besides settings, by the kind it is noted under. */
  things?: Record<string, Things<C>>
  jobs?: Record<string, Job>
  /** Work of many steps in a guild that survives a kill -9; stored by its name here. */
  plans?: Record<string, Plan>
  /** What the bot must be able to do for these settings to work. */
  requires?(ctx: Context<C>): readonly Requirement[]
  /** What else keeps them from working. */
  problems?(ctx: Context<C>): readonly ConfigurationProblem[]
  /** Runs once, after the database and the client are ready and before events arrive. */
  start?(services: Services): Awaitable<void>
  /** Runs once, at shutdown: events and jobs have ended, the database is still open. */
  stop?(services: Services): Awaitable<void>
  /** After a command of any feature has succeeded, in manifest order; only while this feature is switched on. */
  afterCommand?(ctx: Context<C>, call: CommandCall): void
  /** After any feature could not keep a promise in this guild, such as a job given up; also while this one is off. */
  afterUnkept?(ctx: Context<C>, unkept: UnkeptPromise): void
  /** After this guild has got premium or lost it, whatever the feature is. */
  premiumChanged?(ctx: Context<C>, has: boolean): void
  /** Its tables, by the names they are exported under: erasing and exporting follow from what they declare. */
  tables?: Record<string, StoredTable>
  /** Whether a viewer may know that somebody was seen, where viewing the feature is not enough for it; found by an index. */
  hasSeen?(ctx: Context<C>, viewer: GuildMember, userId: string): boolean
  /** What the tables do not say about forgetting a user, in one guild or all. Runs before them, in their transaction. */
  forgetUser?(services: Services, userId: string, guildId: string | undefined): void
  /** What the tables do not say about erasing a guild. Runs before them, in their transaction. */
  forgetGuild?(services: Services, guildId: string): void
  /** What is stored about a guild besides settings and tables, as JSON values, with what is only in memory. */
  exportGuild?(services: Services, guildId: string): Record<string, unknown>
}

/** A feature with its parts, as the kernel sees it. */
export interface Feature {
  contract: Contract
  parts: Parts<Contract>
}

/** Joins a contract and its parts; a missing handler or a reply of the wrong shape is a compile error. */
export const feature = <C extends Contract>(contract: C, parts: Parts<C>): Feature => ({ contract, parts })
