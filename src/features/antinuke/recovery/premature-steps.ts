import type { Guild } from 'discord.js'
import type { Services } from '#kernel/feature.ts'
import { areMoreTheirs, mayBeTheirs } from '../engine/sightings.ts'
import { objectKey } from '../journal/objects.ts'
import type { IdMap } from './id-map.ts'
import type { StoredStep } from './store.ts'

/** Kinds in which everything is about channels. */
const shown = new Set(['onboarding', 'welcome'])

/** Whether a step only makes something that exists name channels again. */
export const isChannelReference = ({ act }: Pick<StoredStep, 'act'>): boolean =>
  act.do === 'edit' &&
  act.kind !== 'channel' &&
  act.kind !== 'webhook' &&
  (shown.has(act.kind) || Object.keys(act.body).every(field => field.includes('channel')))

const isMade = (channelId: string, keys: ReadonlySet<string>): boolean =>
  keys.has(`create ${objectKey({ kind: 'channel', id: channelId })}`)

/**
 * Whether a step recreates something that is not put into anything that exists: it can be done whatever else was
 * destroyed.
 */
export function isIndependentCreation({ act }: Pick<StoredStep, 'act'>, keys: ReadonlySet<string>): boolean {
  if (act.do !== 'create') return false
  const { parent_id: category } = act.body
  return act.kind === 'role' || (act.kind === 'channel' && (typeof category !== 'string' || isMade(category, keys)))
}

/**
 * Returns whether a step is premature because entries of the audit log are late. A channel whose category may turn out
 * to be destroyed, too, would be created outside of it and have to be moved; something that names channels would name
 * only some of them. Until Discord has reported everything that was destroyed, what a step changes, or puts something
 * into, may be gone.
 * @param keys of all planned steps
 * @param isAllTold whether Discord has reported everything
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
    if (!isAllTold() && !isIndependentCreation(step, keys)) return true
    if (isChannelReference(step)) return areMoreTheirs(services, guild.id, 'channel', plannedAt)
    if ((act.do !== 'create' && act.do !== 'edit') || act.kind !== 'channel') return false
    const { parent_id: category } = act.body
    if (typeof category !== 'string' || isMade(category, keys)) return false
    return mayBeTheirs(services, guild.id, 'channel', ids.now(category))
  }
}
