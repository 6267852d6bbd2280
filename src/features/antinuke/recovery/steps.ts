import { z } from 'zod'
import {
  type ObjectKind,
  objectKinds,
  type ObjectName,
  type ObjectState,
  type ServerState,
} from '../journal/objects.ts'

/** An object that an attack made, changed or destroyed. */
export interface Touched extends ObjectName {
  /** What it changed of it, where that is known: the rest stays as it is now. Parts of fields, too: overwrite-parts.ts. */
  fields?: readonly string[]
}

/** What a recovery is to undo. */
export interface Damage {
  /** The server as it is. */
  now: ServerState
  /** The server as it was before the first hostile action. */
  good: ServerState
  touched: readonly Touched[]
  /** Get nothing back. */
  attackers: readonly string[]
  /** Whether the good state is from just before now: what differs without a name may well be of the same attack. */
  isAttack?: boolean
  /** People whom the attackers banned or timed out. */
  banned?: readonly string[]
  timedOut?: readonly string[]
  /** People whom the attackers muted or deafened in voice channels. */
  muted?: readonly string[]
  deafened?: readonly string[]
  /** People whose bans the attackers lifted. */
  unbanned?: readonly string[]
  /** Channels that the attackers made, and that others have written in since. */
  inUse?: ReadonlySet<string>
  /** Channels that are there, and that the bot cannot see. */
  hidden?: ReadonlySet<string>
}

/** What the bot may do in the server. */
export interface Ability {
  guildId: string
  botId: string
  /** Its permissions; all of them for an administrator. */
  permissions: bigint
  /** Where its highest role stands. */
  top: number
  /** Unix ms. */
  at: number
  /** Whether the content of a file is there. */
  kept(file: FileMark['$file']): boolean
}

const kind = z.enum(Object.keys(objectKinds) as [ObjectKind, ...ObjectKind[]])
const body = z.record(z.string(), z.unknown())

/**
 * What a step does. Objects go by the ids that they had before the attack; pictures in a body stand as {@link FileMark}.
 */
export const act = z.discriminatedUnion('do', [
  z.object({ do: z.literal('delete'), kind, id: z.string() }),
  /** `adopt`: one that is there and becomes this one, where Discord has room for no other. */
  z.object({ do: z.literal('create'), kind, id: z.string(), body, adopt: z.string().optional() }),
  z.object({ do: z.literal('edit'), kind, id: z.string(), body }),
  /** Puts these roles where they stood: `good` has all of them, lowest first. */
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

/** Whether it edits a member: Discord takes ten of those in ten seconds. */
export const isOfMember = (one: Act): one is Extract<Act, { do: 'member' | 'end-timeout' | 'unmute' | 'undeafen' }> =>
  one.do === 'member' || one.do === 'end-timeout' || one.do === 'unmute' || one.do === 'undeafen'

export interface Step {
  /** Names it within its recovery: a later plan of the same recovery has the same step under the same key. */
  key: string
  /** The keys of the steps that have to be over before. */
  after: readonly string[]
  act: Act
}

/** What cannot be put back, and why, as a sentence. */
export interface Impossible extends ObjectName {
  name: string
  /** Undefined for the object as a whole. */
  field?: string
  reason: string
}

/** What the server is to look like afterwards. */
interface Target extends ObjectName {
  /** Undefined for what is to be gone. */
  wanted?: ObjectState
  /** The fields that count. */
  fields: readonly string[]
}

/** What somebody who was thrown out had, by the ids of before. */
export interface Returning {
  userId: string
  roles: string[]
  nick: string | null
}

export interface RecoveryPlan {
  steps: Step[]
  /** People who get something back when they join again. */
  returning: Returning[]
  impossible: Impossible[]
  targets: Target[]
}

/** Stands in a body for the content of a file that was kept: of which object and field, and its value then. */
export const fileMark = z.object({ $file: z.object({ kind, id: z.string(), field: z.string(), value: z.string() }) })
export type FileMark = z.output<typeof fileMark>

export const nameOf = ({ kind, id }: ObjectName, state: ObjectState | undefined): string =>
  typeof state?.['name'] === 'string' ? state['name'] : kind === 'member' ? id : objectKinds[kind].label

/** A list of ids, whatever else is stored there. */
export const idsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []

export const numberIn = (value: unknown): number => (typeof value === 'number' ? value : 0)
