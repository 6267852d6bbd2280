import type { Client, Guild, GuildMember } from 'discord.js'
import { z } from 'zod'
import { type Contract, titleOf } from '#contract'
import { personOf } from '#kit/people.ts'
import { channelName } from '../rights/channel-rights.ts'
import type { RevisionItem } from './contract.ts'
import type { Services } from '../feature.ts'
import type { Author, Revision } from '../settings/revision.ts'
import { refusalOf } from './may-restore.ts'
import { type Comparing, differenceOf, type NameOf } from './difference.ts'

const nobody = { name: null, avatarURL: null }

/** Who made a change, as pages show them. */
export async function authorOf(client: Client, { userId, via, place = null }: Author): Promise<RevisionItem['author']> {
  const { name, avatarURL } = userId === null ? nobody : await personOf(client, userId)
  return { userId, name, avatarURL, via, place }
}

const prefixed = (sign: string, name: string | undefined) => (name === undefined ? undefined : `${sign}${name}`)

/** Names channels, roles, people and features as `viewer` may see them. */
export function namesFor({ client, features }: Services, viewer: GuildMember): NameOf {
  const { channels, roles }: Guild = viewer.guild
  const one: NameOf = (control, id) => {
    if (control === 'member') {
      const user = client.users.cache.get(id)
      return user?.globalName ?? user?.username
    }
    if (control === 'role' || control === 'roles') return prefixed('@', roles.cache.get(id)?.name) ?? 'a deleted role'
    if (control !== 'channel' && control !== 'channels') return undefined
    const channel = channels.cache.get(id)
    return prefixed('#', channel && channelName(channel, viewer)) ?? 'a deleted channel'
  }
  const titles = new Map(features.map(({ contract }) => [contract.name, contract.title]))
  return (control, id) =>
    control === 'feature' ? titles.get(id) : /^\d{17,20}$/.test(id) ? one(control, id) : undefined
}

/** A setting's schema; undefined for one that a newer version no longer has. */
export function schemaOf(contract: Contract | undefined, key: string): z.ZodType | undefined {
  const shape: Record<string, z.core.$ZodType> = contract?.settings.shape ?? {}
  const schema = shape[key]
  return schema instanceof z.ZodType ? schema : undefined
}

export const labelOf = (contract: Contract | undefined, key: string): string => {
  const schema = schemaOf(contract, key)
  return (schema && titleOf(schema)) ?? key
}

/**
 * A stored change as pages show it.
 * @param budget what may be compared on the whole page
 * @param restoredAt when it was taken back, Unix ms
 */
export async function revisionItem(
  services: Services,
  viewer: GuildMember,
  revision: Revision,
  restoredAt: number | undefined,
  budget: Comparing,
): Promise<RevisionItem> {
  const { client, features } = services
  const feature = features.find(one => one.contract.name === revision.feature)
  const contract = feature?.contract
  const nameOf = namesFor(services, viewer)
  const refusal = feature && refusalOf(services, viewer, feature, Object.keys(revision.changes))
  return {
    id: revision.id,
    feature: revision.feature,
    featureTitle: contract?.title ?? revision.feature,
    author: await authorOf(client, revision.author),
    at: revision.at,
    restores: revision.author.restores ?? null,
    restoredAt: restoredAt ?? null,
    mayNotRestore: feature ? (refusal?.message ?? null) : 'This feature is no longer here.',
    changes: Object.entries(revision.changes).map(([key, [before, after]]) => ({
      key,
      label: labelOf(contract, key),
      difference: differenceOf(schemaOf(contract, key), before, after, nameOf, budget),
    })),
  }
}
