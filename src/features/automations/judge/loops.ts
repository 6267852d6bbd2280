import type { Action, Design } from '../design/contract.ts'
import { actionKind } from '../design/kinds/contract.ts'
import { type Happening, triggeredBy } from './matches.ts'

/** The part of an automation that matters for finding loops. */
export interface LoopLink {
  id: string
  design: Pick<Design, 'trigger' | 'actions' | 'name'>
}

/** The channels where something may happen. */
type Reach = readonly string[] | 'anywhere'

/** An effect of an action that may start an automation. */
type Effect =
  | { kind: 'message'; reach: Reach; inThreads?: true }
  | { kind: 'role_given' | 'role_taken'; roleId: string }
  | { kind: 'leave' }

/**
 * The effects of an action. A warning counts as a possible departure, since a server may remove members after a number
 * of warnings.
 */
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
 * Whether an effect may start an automation, whatever its conditions. A channel includes its threads, so channels of
 * two automations are compared by all ids that `placed` returns for each.
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
  // A reply may also be written in a thread of the channel, which the other automation names by the thread's id.
  return (
    effect.kind === 'message' &&
    effect.inThreads === true &&
    to.design.trigger.kind === 'message' &&
    to.design.trigger.by === 'automations' &&
    effect.reach !== 'anywhere' &&
    to.design.trigger.channels.some(id => placed(id).some(place => effect.reach.includes(place)))
  )
}

/** One step of a path: this action of this automation starts the next one. */
export interface Hop {
  from: LoopLink
  action: Action
}

/**
 * Finds a path on which an automation would start itself again.
 * @param among all automations that may run, including this one as it would be saved
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

/** Describes the path: '“Copy the message” starts “Market tidy”, whose “Give the member a role” starts it again.' */
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
