import type { Guild, GuildMember } from 'discord.js'
import { whyNotCopied } from '#contract'
import { UserError } from '#kit/errors.ts'
import { isHidden } from '#kit/hidden-channel.ts'
import type { Feature, Services } from '../feature.ts'
import { sees } from '../rights/channel-rights.ts'
import { fileLimits, fileVersion, type SettingsFile } from './contract.ts'
import { writeThings } from './write-things.ts'

/** The keys of a feature's settings that are exported. */
const portable = ({ contract }: Feature): string[] =>
  Object.entries(contract.settings.shape).flatMap(([name, schema]) =>
    whyNotCopied(schema) === undefined ? [name] : [],
  )

/** Collects everything that could be an id. */
export const idsIn = (settings: unknown): Set<string> => new Set(JSON.stringify(settings).match(/\d{17,20}/g))

/** The names of channels and roles by id, as far as the viewer can see them. */
function namesFor(
  guild: Guild,
  viewer: GuildMember,
  ids: ReadonlySet<string>,
): Pick<SettingsFile, 'channels' | 'roles'> {
  const channels = guild.channels.cache.filter(
    channel => ids.has(channel.id) && !channel.isThread() && !isHidden(channel) && sees(viewer, channel),
  )
  const roles = guild.roles.cache.filter(({ id }) => ids.has(id))
  return {
    channels: Object.fromEntries(channels.map(({ id, name, type }) => [id, { name, type }])),
    roles: Object.fromEntries(roles.map(({ id, name }) => [id, { name }])),
  }
}

/**
 * Returns a server's settings and things as a file, as far as the viewer may view them. It contains no secrets, and
 * nothing that only makes sense in this server.
 */
export function writeFile(services: Services, viewer: GuildMember): SettingsFile {
  const { settings, features, access, now } = services
  const { guild } = viewer
  const of = features
    .filter(({ contract }) => access.has(viewer, 'view', contract.name))
    .map((feature): [string, Record<string, unknown>] => {
      const own: Readonly<Record<string, unknown>> = settings.read(guild.id, feature.contract)
      return [feature.contract.name, Object.fromEntries(portable(feature).map(name => [name, own[name]]))]
    })
    .filter(([, own]) => Object.keys(own).length > 0)
  const all = Object.fromEntries(of)
  const things = writeThings(services, viewer)
  return {
    palisade: 'settings',
    version: fileVersion,
    exportedAt: new Date(now()).toISOString(),
    server: { id: guild.id, name: guild.name },
    ...namesFor(guild, viewer, idsIn([all, things])),
    settings: all,
    things,
  }
}

/** Returns the file as text. @throws UserError when it is too large to be imported again */
export function exportFile(services: Services, viewer: GuildMember): string {
  const text = JSON.stringify(writeFile(services, viewer), null, 1)
  if (text.length <= fileLimits.characters) return text
  const most = fileLimits.characters.toLocaleString('en')
  throw new UserError(
    'transfer.large',
    `The file would have more than ${most} characters, which no server can import again. Shorten long texts of custom commands and panels first.`,
    409,
  )
}
