import { z } from 'zod'
import {
  type ObjectKind,
  objectKinds,
  type ObjectName,
  type ObjectState,
  type ServerState,
} from '../journal/objects.ts'

/** An object that an attack created, changed or deleted. */
export interface Touched extends ObjectName {
  /**
   * The fields that it changed, where that is known: the rest stays as it is now. Parts of fields as well:
   * overwrite-parts.ts.
   */
  fields?: readonly string[]
}

/** What a recovery has to undo. */
export interface Damage {
  /** The server as it is. */
  now: ServerState
  /** The server as it was before the first hostile action. */
  knownGood: ServerState
  touched: readonly Touched[]
  /** People who get nothing back. */
  attackers: readonly string[]
  /**
   * Whether it is the damage of an attack, and not something that somebody wants restored: then a change that names
   * nobody may well be part of that attack.
   */
  isAttack?: boolean
  /** People whom the attackers banned or timed out. */
  banned?: readonly string[]
  timedOut?: readonly string[]
  /** People whom the attackers muted or deafened in voice channels. */
  muted?: readonly string[]
  deafened?: readonly string[]
  /** People whose bans the attackers lifted. */
  unbanned?: readonly string[]
  /** Channels that the attackers made and in which others have written since. */
  inUse?: ReadonlySet<string>
  /** Channels that exist and that the bot cannot see. */
  hidden?: ReadonlySet<string>
}

/** What the bot may do in the server. */
export interface Ability {
  guildId: string
  botId: string
  /** Its permissions; all of them for an administrator. */
  permissions: bigint
  /** The position of its highest role. */
  top: number
  /** Unix ms. */
  at: number
  /** Whether the content of a file is kept. */
  kept(file: FileMark['$file']): boolean
}

const kind = z.enum(Object.keys(objectKinds) as [ObjectKind, ...ObjectKind[]])
const body = z.record(z.string(), z.unknown())

/**
 * What a step does. Objects go by the ids that they had before the attack; pictures in a body are represented by a
 * {@link FileMark}.
 */
export const act = z.discriminatedUnion('do', [
  z.object({ do: z.literal('delete'), kind, id: z.string() }),
  /** `adopt`: the id of an existing object that is changed into this one, where Discord has no room for another. */
  z.object({ do: z.literal('create'), kind, id: z.string(), body, adopt: z.string().optional() }),
  z.object({ do: z.literal('edit'), kind, id: z.string(), body }),
  /** Puts the moved roles back in their places: `good` has all roles, lowest first. */
  z.object({ do: z.literal('order-roles'), moved: z.array(z.string()), good: z.array(z.string()) }),
  z.object({ do: z.literal('order-channels'), moved: z.array(z.string()), good: z.record(z.string(), z.number()) }),
  z.object({
    do: z.literal('member'),
    id: z.string(),
    give: z.array(z.string()),
    take: z.array(z.string()),
    nick: z.string().nullable().optional(),
  }),
  z.object({ do: z.literal('unban'), id: z.string() }),
  z.object({ do: z.literal('ban'), id: z.string() }),
  z.object({ do: z.literal('end-timeout'), id: z.string() }),
  z.object({ do: z.literal('unmute'), id: z.string() }),
  z.object({ do: z.literal('undeafen'), id: z.string() }),
])
export type Act = z.output<typeof act>

/** Whether an act edits a member: Discord takes ten of those in ten seconds. */
export const isOfMember = (one: Act): one is Extract<Act, { do: 'member' | 'end-timeout' | 'unmute' | 'undeafen' }> =>
  one.do === 'member' || one.do === 'end-timeout' || one.do === 'unmute' || one.do === 'undeafen'

export interface Step {
  /**
   * Identifies the step within its recovery: a later plan of the same recovery has the same step under the same key.
   */
  key: string
  /** The keys of steps that have to be over first. */
  after: readonly string[]
  act: Act
}

/** What cannot be put back, with the reason as a sentence. */
export interface Impossible extends ObjectName {
  name: string
  /** Undefined for the object as a whole. */
  field?: string
  reason: string
}

/** What an object should be like afterwards. */
interface Target extends ObjectName {
  /** Undefined for something that should be gone. */
  wanted?: ObjectState
  /** The fields that count. */
  fields: readonly string[]
}

/** How many days people who were removed have to rejoin and get back what they had: as long as the journal goes back. */
export const returnsForDays = 30

/** What somebody who was removed had, by first ids. */
export interface Returning {
  userId: string
  roles: string[]
  nick: string | null
}

export interface RecoveryPlan {
  steps: Step[]
  /** People who get something back when they rejoin. */
  returning: Returning[]
  impossible: Impossible[]
  targets: Target[]
}

/** Stands in a body for the content of a kept file: its object, its field, and the value of the field at that time. */
export const fileMark = z.object({ $file: z.object({ kind, id: z.string(), field: z.string(), value: z.string() }) })
export type FileMark = z.output<typeof fileMark>

export const nameOf = ({ kind, id }: ObjectName, state: ObjectState | undefined): string =>
  typeof state?.['name'] === 'string' ? state['name'] : kind === 'member' ? id : objectKinds[kind].label

/** The ids in a list, ignoring anything else in it. */
export const idsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []

export const numberIn = (value: unknown): number => (typeof value === 'number' ? value : 0)
