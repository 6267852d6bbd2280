import type { Action, Design } from '../design/contract.ts'
import { actionKind } from '../design/kinds/contract.ts'
import { type Happening, triggeredBy } from './matches.ts'

/** An automation as the others know it. */
export interface LoopLink {
  id: string
  design: Pick<Design, 'trigger' | 'actions' | 'name'>
}

/** Where something may happen: in these channels, or anywhere. */
type Reach = readonly string[] | 'anywhere'

/** What an action makes happen that may start an automation, wherever that may be. */
type Effect =
  | { kind: 'message'; reach: Reach; inThreads?: true }
  | { kind: 'role_given' | 'role_taken'; roleId: string }
  | { kind: 'leave' }

/** What follows from an action. A warning may be the last one that a server forgives. */
function effectsOf({ trigger }: Pick<Design, 'trigger'>, action: Action): Effect[] {
  const { kind, channel_id, role_id } = action
  switch (kind) {
    case 'send':
    case 'copy':
      return channel_id === null ? [] : [{ kind: 'message', reach: [channel_id] }]
    case 'reply':
      return [{ kind: 'message', reach: trigger.channels.length > 0 ? trigger.channels : 'anywhere', inThreads: true }]
    case 'give_role':
      return role_id === null ? [] : [{ kind: 'role_given', roleId: role_id }]
    case 'take_role':
      return role_id === null ? [] : [{ kind: 'role_taken', roleId: role_id }]
    case 'warn':
    case 'kick':
    case 'ban':
      return [{ kind: 'leave' }]
    default:
      return []
  }
}

/**
 * Whether what follows from an action may start an automation, whatever its conditions ask. A channel stands for its
 * threads, so channels of two automations are compared by both names that `placed` knows of each.
 */
function mayStart(effect: Effect, to: LoopLink, placed: (channelId: string) => readonly string[]): boolean {
  const happenings = ((): Happening[] => {
    if (effect.kind === 'leave') return [{ kind: 'leave' }]
    if (effect.kind !== 'message') return [{ kind: effect.kind, roleId: effect.roleId }]
    const reach = effect.reach === 'anywhere' ? to.design.trigger.channels : effect.reach
    const places = reach.length === 0 ? [[]] : reach.map(placed)
    return places.map(channelIds => ({ kind: 'message', by: 'automation', channelIds }))
  })()
  if (happenings.some(one => triggeredBy(to.design, one))) return true
  // A reply in a thread of a channel that the other one names by its thread.
  return (
    effect.kind === 'message' &&
    effect.inThreads === true &&
    to.design.trigger.kind === 'message' &&
    to.design.trigger.by === 'automations' &&
    effect.reach !== 'anywhere' &&
    to.design.trigger.channels.some(id => placed(id).some(place => effect.reach.includes(place)))
  )
}

/** One step of a path: this action of that automation starts the next one. */
export interface Hop {
  from: LoopLink
  action: Action
}

/**
 * A path on which an automation would start itself again, if there is one.
 * @param among all that may run, with itself as it would be saved
 */
export function loopThrough(
  start: LoopLink,
  among: readonly LoopLink[],
  placed: (channelId: string) => readonly string[] = id => [id],
): Hop[] | undefined {
  const seen = new Set<string>()
  const walk = (from: LoopLink): Hop[] | undefined => {
    for (const action of from.design.actions)
      for (const effect of effectsOf(from.design, action))
        for (const to of among) {
          if (!mayStart(effect, to, placed)) continue
          if (to.id === start.id) return [{ from, action }]
          if (seen.has(to.id)) continue
          seen.add(to.id)
          const rest = walk(to)
          if (rest) return [{ from, action }, ...rest]
        }
    return undefined
  }
  return walk(start)
}

/** The path in words: '“Copy the message” starts “Market tidy”, whose “Give the member a role” starts it again.' */
export function sayLoop(path: readonly Hop[], nameOf: (link: LoopLink) => string): string {
  const parts = path.map(({ action }, at) => {
    const next = path[at + 1]
    const started = next ? nameOf(next.from) : 'it again'
    const act = `“${actionKind(action.kind).label}”`
    return at === 0
      ? `${act} starts ${next ? started : 'the automation itself again'}`
      : `whose ${act} starts ${started}`
  })
  return `${parts.join(', ')}. It would never end.`
}
