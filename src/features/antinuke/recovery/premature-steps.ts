import type { Guild } from 'discord.js'
import type { Services } from '#kernel/feature.ts'
import { areMoreTheirs, mayBeTheirs } from '../engine/sightings.ts'
import { objectKey } from '../journal/objects.ts'
import type { IdMap } from './id-map.ts'
import type { StoredStep } from './store.ts'

/** Of these everything is about channels. */
const shown = new Set(['onboarding', 'welcome'])

/** Whether a step only has something that is there name channels again. */
export const isNaming = ({ act }: Pick<StoredStep, 'act'>): boolean =>
  act.do === 'edit' &&
  act.kind !== 'channel' &&
  act.kind !== 'webhook' &&
  (shown.has(act.kind) || Object.keys(act.body).every(field => field.includes('channel')))

const isMade = (channelId: string, keys: ReadonlySet<string>): boolean =>
  keys.has(`create ${objectKey({ kind: 'channel', id: channelId })}`)

/** Whether a step makes something anew that goes into nothing that is there: whatever else was destroyed, it can be done. */
export function isAnew({ act }: Pick<StoredStep, 'act'>, keys: ReadonlySet<string>): boolean {
  if (act.do !== 'create') return false
  const { parent_id: category } = act.body
  return act.kind === 'role' || (act.kind === 'channel' && (typeof category !== 'string' || isMade(category, keys)))
}

/**
 * Whether a step would have to be done twice, because entries of the audit log are late: a channel whose category may turn
 * out to be among what is to come back would stand outside and have to be moved, and what names channels would name only
 * some of them. Until Discord has told of all that was destroyed, what is to be changed or put something into may be gone.
 * @param keys of all steps that are planned
 * @param isAllTold whether it has
 */
export function prematureSteps(
  services: Services,
  guild: Pick<Guild, 'id'>,
  keys: ReadonlySet<string>,
  ids: Pick<IdMap, 'now'>,
  isAllTold: () => boolean,
): (step: Pick<StoredStep, 'act'>) => boolean {
  const plannedAt = services.now()
  return step => {
    const { act } = step
    if (!isAllTold() && !isAnew(step, keys)) return true
    if (isNaming(step)) return areMoreTheirs(services, guild.id, 'channel', plannedAt)
    if ((act.do !== 'create' && act.do !== 'edit') || act.kind !== 'channel') return false
    const { parent_id: category } = act.body
    if (typeof category !== 'string' || isMade(category, keys)) return false
    return mayBeTheirs(services, guild.id, 'channel', ids.now(category))
  }
}
